/** History of a booking: the recorded moves, for its professional. */
import * as z from 'zod/mini'
import { CheckInMethod } from '#contract/booking/booking.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant } from '#contract/platform/shapes.ts'

export const RecordedMove = z.object({
  at: Instant,
  /** A move of contract/booking/moves.ts or contract/booking/rent/reservation.ts. */
  move: z.string(),
  by: z.enum(['client', 'professional', 'host', 'platform']),
  /** For an arrival: how it was registered. */
  how: z.optional(CheckInMethod),
})
export type RecordedMove = z.output<typeof RecordedMove>

export const bookingRecord = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/moves',
  summary: 'List every step of a booking with time and author, oldest first',
  access: 'professional',
  params: OneBooking,
  reply: z.array(RecordedMove),
  refusals: ['not_found'],
})
