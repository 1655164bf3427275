/**
 * Moving rented hours to another hour (product.md §4, B9): the host or the professional proposes it, the other answers
 * as for a visit (contract/booking/change/change.ts, `answerChange`). Never at a higher price; a lower price is
 * refunded. The moves are in contract/booking/rent/reservation.ts.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'

const One = z.object({ id: Uuid })

/** The two parties of a rent. */
const As = z.enum(['professional', 'host'])

export const RentChangeQuote = z.object({
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  /** Space and unit. */
  place: z.string(),
  /** The refund to the payer, once it is accepted. */
  refundCents: z.int(),
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  answerBy: Instant,
  reason: z.string(),
  expiresAt: Instant,
  token: z.string(),
})
export type RentChangeQuote = z.output<typeof RentChangeQuote>

export const rentChangeQuote = endpoint({
  method: 'POST',
  path: '/api/reservations/:id/change-quote',
  summary: 'Quote the proposal of another time for rented hours, by host or renter; valid for ten minutes',
  access: 'account',
  params: One,
  /** Without a unit: the same one, or the first of the space that is free then. */
  body: z.object({ as: As, startsAt: Instant, unitId: z.optional(Id) }),
  reply: RentChangeQuote,
  limit: 'holds',
  refusals: [
    'not_found',
    'move_not_allowed',
    'invalid_input',
    'slot_taken',
    'slot_not_available',
    'rent_not_allowed',
    'visits_within',
    'too_late_to_ask',
  ],
})

export const proposeRentChange = endpoint({
  method: 'POST',
  path: '/api/reservations/:id/change',
  summary:
    'Propose another time for rented hours on the terms of a quote; the new time is held, the old one stays',
  access: 'account',
  params: One,
  body: z.object({
    as: As,
    quoteToken: z.string().check(z.maxLength(2000)),
    note: z._default(LongText(300), ''),
  }),
  reply: Booking,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'not_found',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'slot_taken',
    'slot_not_available',
    'rent_not_allowed',
    'visits_within',
  ],
})
