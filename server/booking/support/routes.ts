import * as supporting from '#contract/booking/support/support.ts'
import * as moneyActs from '#contract/booking/support/money-act.ts'
import { previewOf } from '#server/booking/support/money-act-preview.ts'
import * as acts from '#server/booking/support/support-act.ts'
import * as supportCancels from '#server/booking/support/support-cancel.ts'
import { find } from '#server/booking/support/find.ts'
import * as support from '#server/booking/support/support.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(moneyActs.previewMoneyAct, (work, { body }) => previewOf(work, body)),
  route(supporting.findBookings, (work, { query }) => find(work, query)),
  route(supporting.supportBooking, (work, { params }) => support.read(work, params.id)),
  route(supporting.supportCancelQuote, (work, { params, body }) =>
    supportCancels.cancelQuote(work, params.id, body.fault),
  ),
  route(supporting.supportCancel, (work, { params, body }) => supportCancels.cancel(work, params.id, body)),
  route(supporting.supportGoodwill, (work, { params, body }) => acts.refundAmount(work, params.id, body)),
  route(supporting.supportReverse, (work, { params, body }) =>
    acts.reverse(work, params.id, { journal: params.journal, ...body }),
  ),
]
