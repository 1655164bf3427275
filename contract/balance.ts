/** The rest of a price of which only an upfront was paid when it was booked: asked of the kept card when the visit is over, else paid by its client. docs/decisions/upfront.md. */
import * as z from 'zod/mini'
import { Booking, OneBooking, Visitor } from '#contract/booking.ts'
import { endpoint } from '#contract/endpoint.ts'

export const payBalance = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/balance',
  summary: 'The client pays the rest of a visit that is over, by the card that paid before or by another',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    /** Without it the card that paid the visit is asked. */
    cardToken: z.optional(z.string().check(z.minLength(4), z.maxLength(200))),
  }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'invalid_input', 'card_declined', 'payment_in_progress'],
})

export const chargeBalance = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/charge-balance',
  summary: 'The professional has the kept card asked once more; who is refused gets a letter to pay by',
  access: 'professional',
  params: OneBooking,
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'payment_in_progress'],
})
