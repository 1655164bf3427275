import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { quoteSpace } from '#contract/pricing/space-pricing.ts'
import { setInvoice } from '#server/booking/checkout/invoice.ts'
import { book } from '#server/booking/checkout/pay.ts'
import { changeAddOns } from '#server/booking/checkout/add-on.ts'
import { hold } from '#server/booking/checkout/hold.ts'
import { readHold } from '#server/booking/checkout/hold-view.ts'
import { releaseHold } from '#server/booking/checkout/hold-end.ts'
import { cardPlans } from '#server/booking/checkout/installments.ts'
import { otherCard } from '#server/booking/checkout/other-card.ts'
import { quoteOf } from '#server/booking/checkout/stay.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(holds.hold, (work, { body }) => hold(work, body.slotToken)),
  route(holds.readHold, (work, { params }) => readHold(work, params.id)),
  route(holds.changeHold, changeAddOns),
  route(holds.releaseHold, (work, { params }) => releaseHold(work, params.id)),
  route(checkout.book, (work, { body }) => book(work, body)),
  route(checkout.cardPlans, cardPlans),
  route(checkout.otherCard, (work, { params, query, body }) =>
    otherCard(work, params.id, { ...query, ...body }),
  ),
  route(checkout.setInvoice, (work, { params, query, body }) =>
    setInvoice(work, params.id, { ...query, ...body }),
  ),
  route(quoteSpace, quoteOf),
]
