import * as contract from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as delays from '#contract/booking/visit/delay.ts'
import * as noShows from '#contract/booking/visit/no-show.ts'
import { reportDelay } from '#server/booking/visit/delay.ts'
import * as noShow from '#server/booking/visit/no-show.ts'
import * as noShowDecision from '#server/booking/visit/no-show-decision.ts'
import { contested, read as readNoShow } from '#server/booking/visit/no-show-view.ts'
import { receipt } from '#server/booking/visit/receipt.ts'
import { checkIn, checkOut, complete, confirmAttendance } from '#server/booking/visit/visit.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(attendance.checkIn, (work, { params, body }) => checkIn(work, params.id, body)),
  route(delays.reportDelay, (work, { params, query, body }) =>
    reportDelay(work, params.id, { ...query, ...body }),
  ),
  route(noShows.arrive, (work, { params, body }) => noShow.arrive(work, params.id, body)),
  route(noShows.markNoShow, (work, { params, query, body }) =>
    noShow.mark(work, params.id, { ...query, ...body }),
  ),
  route(noShows.noShow, (work, { params, query }) => readNoShow(work, params.id, query)),
  route(noShows.contestNoShow, (work, { params, query, body }) =>
    noShow.contest(work, params.id, { ...query, ...body }),
  ),
  route(noShows.withdrawNoShow, (work, { params, body }) => noShowDecision.withdraw(work, params.id, body)),
  route(noShows.contestedNoShows, contested),
  route(noShows.decideNoShow, (work, { params, body }) => noShowDecision.decide(work, params.id, body)),
  route(attendance.checkOut, (work, { params, body }) => checkOut(work, params.id, body)),
  route(attendance.confirmAttendance, (work, { params }) => confirmAttendance(work, params.id)),
  route(attendance.complete, (work, { params, query }) => complete(work, params.id, query)),
  route(contract.receipt, (work, { params, query }) => receipt(work, params.id, query)),
]
