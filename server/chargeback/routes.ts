import * as contract from '#contract/chargeback.ts'
import { answer, queue } from '#server/chargeback/chargeback.ts'
import { type Route, route } from '#server/platform/http.ts'

export const routes: readonly Route[] = [
  route(contract.chargebacks, (work) => queue(work)),
  route(contract.answerChargeback, (work, { params, body }) => answer(work, params.id, body)),
]
