import * as contract from '#contract/agreement.ts'
import { pause, quoteEnd, renew, resume, terminate } from '#server/hiring/agreement.ts'
import { agreements } from '#server/hiring/standing.ts'
import { route, type Route } from '#server/platform/http.ts'

export const routes: readonly Route[] = [
  route(contract.agreements, agreements),
  route(contract.pauseAgreement, pause),
  route(contract.resumeAgreement, resume),
  route(contract.renewAgreement, renew),
  route(contract.terminateQuote, quoteEnd),
  route(contract.terminateAgreement, terminate),
]
