import * as contract from '#contract/space.ts'
import { route, type Route } from '#server/platform/http.ts'
import { agreements, pause, resume } from '#server/space/agreement.ts'
import { add, change, spaces } from '#server/space/space.ts'

export const routes: readonly Route[] = [
  route(contract.spaces, spaces),
  route(contract.addSpace, add),
  route(contract.changeSpace, change),
  route(contract.agreements, agreements),
  route(contract.pauseAgreement, pause),
  route(contract.resumeAgreement, resume),
]
