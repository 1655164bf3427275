import * as contract from '#contract/booking/booking.ts'
import { bookingRecord } from '#contract/booking/record.ts'
import { list } from '#server/booking/summary/list.ts'
import { read } from '#server/booking/summary/present.ts'
import { record } from '#server/booking/summary/record.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(contract.bookings, (work, { query }) => list(work, query)),
  route(contract.booking, (work, { params, query }) => read(work, params.id, query)),
  route(bookingRecord, (work, { params }) => record(work, params.id)),
]
