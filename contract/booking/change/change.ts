/**
 * Moving a confirmed visit to another hour (product.md §4, B9). Quoted first, with the price difference; the client
 * alone may move it while cancelling is free and the new hour needs no acceptance, otherwise the others must accept.
 * The moves are in contract/booking/booking.ts.
 */
import * as z from 'zod/mini'
import { Slots } from '#contract/availability/availability.ts'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate, LongText, Zone } from '#contract/platform/shapes.ts'

/** Number of changes by the client that cost only the price difference (product.md §4, B9); after that, the policy's late fee. */
export const freeMoves = 2

export const Side = z.enum(['client', 'professional', 'host'])
export type Side = z.output<typeof Side>

export const changeSlots = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/change-slots',
  summary: 'List slots to which a visit can be moved; its own time counts as free',
  access: 'anyone',
  params: OneBooking,
  query: z.object({ ...Visitor.shape, as: Side, from: LocalDate, to: LocalDate }),
  reply: Slots,
  limit: 'slots',
  refusals: ['not_found', 'invalid_input', 'move_not_allowed', 'place_too_small'],
})

export const ChangeQuote = z.object({
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  place: z.string(),
  /** Effective at once, without acceptance; otherwise these parties answer until `answerBy`. */
  alone: z.boolean(),
  asks: z.array(Side),
  answerBy: z.nullable(Instant),
  /** Price difference for the client including the policy's fee; negative for a refund. Always zero for the host. */
  dueCents: z.int(),
  /** Whether an increase is charged before anything moves, or paid with the rest. */
  charged: z.enum(['none', 'now', 'later']),
  /** The card to charge; null: none is known, so one must be given. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  reason: z.string(),
  expiresAt: Instant,
  token: z.string(),
})
export type ChangeQuote = z.output<typeof ChangeQuote>

export const changeQuote = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/change-quote',
  summary: 'Quote a move: whether it needs approval, and its price; valid for ten minutes',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ as: Side, slotToken: z.string().check(z.maxLength(2000)) }),
  reply: ChangeQuote,
  limit: 'holds',
  refusals: [
    'not_found',
    'move_not_allowed',
    'slot_taken',
    'slot_not_available',
    'slot_token_invalid',
    'client_busy',
    'margin_guard',
    'too_late_to_ask',
    'payment_in_progress',
  ],
})

export const change = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/change',
  summary: 'Move a visit, or propose it, on the terms of a quote; the new time is held at once',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    quoteToken: z.string().check(z.maxLength(2000)),
    note: z._default(LongText(300), ''),
    /** If absent, the increase is charged to the card that paid the visit. */
    cardToken: z.optional(z.string().check(z.minLength(4), z.maxLength(200))),
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
    'client_busy',
    'margin_guard',
    'invalid_input',
    'change_card_declined',
    'payment_in_progress',
  ],
})

const Answer = z.object({ as: Side, version: z.int() })

export const answerChange = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/change/:answer',
  summary: 'Accept or decline a proposed time, or withdraw an own proposal',
  access: 'anyone',
  params: z.object({ ...OneBooking.shape, answer: z.enum(['accept', 'decline', 'withdraw']) }),
  query: Visitor,
  body: Answer,
  reply: Booking,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'stale_version',
    'slot_taken',
    'slot_not_available',
    'client_busy',
    'visits_within',
    'payment_in_progress',
  ],
})
