import * as contract from '#contract/payment/chargeback.ts'
import { decideFailedRefund, unsettledMoney } from '#contract/payment/failed-refund.ts'
import { answer, queue } from '#server/chargeback/chargeback.ts'
import { decide, unsettled } from '#server/chargeback/failed-refund.ts'
import { type Route, route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(contract.chargebacks, (work) => queue(work)),
  route(contract.answerChargeback, (work, { params, body }) => answer(work, params.id, body)),
  route(unsettledMoney, (work) => unsettled(work)),
  route(decideFailedRefund, (work, { params, body }) => decide(work, params.id, body)),
]
