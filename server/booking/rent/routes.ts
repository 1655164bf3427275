import * as packs from '#contract/booking/rent/hour-pack.ts'
import * as rentChanges from '#contract/booking/rent/rent-change.ts'
import * as reservations from '#contract/booking/rent/reservation.ts'
import * as transferHours from '#contract/booking/rent/hand-over.ts'
import { answer, heirs, offerHours } from '#server/booking/rent/hand-over.ts'
import { buy, offers } from '#server/booking/rent/pack.ts'
import { list as listPacks, read as readPack } from '#server/booking/rent/pack-view.ts'
import { proposeRentChange, rentChangeQuote } from '#server/booking/rent/rent-change.ts'
import * as reservation from '#server/booking/rent/reservation.ts'
import * as reservationView from '#server/booking/rent/reservation-view.ts'
import { returnHours, returnQuote } from '#server/booking/rent/return.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(rentChanges.rentChangeQuote, (work, { params, body }) => rentChangeQuote(work, params.id, body)),
  route(rentChanges.proposeRentChange, (work, { params, body }) => proposeRentChange(work, params.id, body)),
  route(reservations.holdReservation, (work, { body }) => reservation.hold(work, body.token)),
  route(reservations.reservations, (work, { query }) => reservationView.list(work, query.tab)),
  route(reservations.reservation, (work, { params }) => reservationView.read(work, params.id)),
  route(reservations.payReservation, (work, { params, body }) => reservation.pay(work, params.id, body)),
  route(packs.packOffers, (work, { params }) => offers(work, params.id)),
  route(packs.buyPack, (work, { params, body }) => buy(work, params.id, body)),
  route(packs.ownPacks, (work) => listPacks(work)),
  route(packs.ownPack, (work, { params }) => readPack(work, params.id)),
  route(reservations.releaseReservation, (work, { params }) => reservation.releaseRent(work, params.id)),
  route(reservations.returnQuote, (work, { params, body }) => returnQuote(work, params.id, body)),
  route(reservations.returnHours, (work, { params, body }) => returnHours(work, params.id, body.quoteToken)),
  route(reservations.heirs, (work, { params }) => heirs(work, params.id)),
  route(reservations.offerHours, (work, { params, body }) => offerHours(work, params.id, body)),
  route(transferHours.answerHandOver, (work, { params, body }) =>
    answer(work, params.id, { move: params.move, version: body.version }),
  ),
]
