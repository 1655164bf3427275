import * as desk from '#contract/booking/desk/desk.ts'
import * as deskRents from '#contract/booking/desk/desk-rent.ts'
import { deskBook, deskRelease, readDeskClient, takeOver } from '#server/booking/desk/desk.ts'
import { cashToHandBack, handCashBack, takeCash } from '#server/booking/desk/desk-cash.ts'
import { deskInvite, deskRent, deskRentQuote } from '#server/booking/desk/desk-rent.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(desk.deskBook, (work, { body }) => deskBook(work, body)),
  route(desk.deskClient, readDeskClient),
  route(desk.deskRelease, (work, { params }) => deskRelease(work, params.id)),
  route(deskRents.deskRentQuote, (work, { body }) => deskRentQuote(work, body)),
  route(deskRents.deskRent, (work, { body }) => deskRent(work, body.token)),
  route(deskRents.deskCash, (work, { params, body }) => takeCash(work, params.id, body.amountCents)),
  route(deskRents.deskMoney, (work) => cashToHandBack(work)),
  route(deskRents.deskHandBack, (work, { params, body }) => handCashBack(work, params.id, body.amountCents)),
  route(deskRents.deskInvite, (work, { body }) => deskInvite(work, body)),
  route(desk.takeOver, (work, { params, body }) => takeOver(work, params.id, body.t)),
]
