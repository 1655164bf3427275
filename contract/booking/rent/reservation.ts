/**
 * Hours at a space without a client (product.md §4, renta directa): the professional pays them beforehand, and what clients book within
 * them owes no rent. Arrival, end, cancellation and receipt are those of every booking (contract/booking/booking.ts); this file holds what
 * is specific to a rent: returning hours, and transferring them to another professional.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { CancelQuote } from '#contract/booking/cancellation.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { OwnPack } from '#contract/booking/rent/hour-pack.ts'
import { PaymentView } from '#contract/payment/payment.ts'
import { ByPosition } from '#contract/places/position.ts'
import { Done, Id, Instant, LongText, SignedToken, Uuid, Zone } from '#contract/platform/shapes.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { HandOver } from '#contract/booking/rent/hand-over.ts'

/** Why hours of some packs cannot be transferred. */
export const packStays = 'Las horas de este paquete son solo para ti.'

export const Reservation = z.object({
  id: Uuid,
  version: z.int(),
  status: BookingStatus,
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  minutes: z.int(),
  place: z.object({
    spaceId: Id,
    name: z.string(),
    businessName: z.string(),
    unitName: z.string(),
    neighbourhood: z.nullable(z.string()),
    city: z.string(),
    /** Only once paid. */
    address: z.nullable(z.string()),
  }),
  /** The professional who has the hours now, and the one who paid for them. */
  professional: z.object({ id: Id, name: z.string() }),
  paidBy: z.object({ id: Id, name: z.string() }),
  /** The viewer has the hours; otherwise they paid for them and transferred them. */
  mine: z.boolean(),
  /** The charged amount; null for a viewer who did not pay. */
  paidCents: z.nullable(z.int()),
  /** The amount currently retained, line by line. */
  rentCents: z.int(),
  /** A deposit authorised on arrival, apart from the price (contract/booking/settlement/deposit.ts). */
  depositCents: z.nullable(z.int()),
  lines: z.array(RentLine),
  /** Refunded fees that had stayed with the host, since the hours were rented again. */
  feeBackCents: z.int(),
  policy: z.object({
    label: z.string(),
    text: z.string(),
    steps: z.array(z.object({ until: Instant, feeCents: z.int() })),
  }),
  payment: z.nullable(PaymentView),
  /** For payments by hand at the desk: what the host still has to refund. */
  cashBackCents: z.int(),
  /** Paid with a pack of hours; `transferable`: whether they may be transferred. */
  pack: z.nullable(z.object({ id: Uuid, hours: z.int(), transferable: z.boolean() })),
  /** While held: packs of this space with which it could be paid. */
  packs: z.array(OwnPack),
  holdExpiresAt: z.nullable(Instant),
  checkedInAt: z.nullable(Instant),
  /** Whether the arrival may be registered by position; for the professional who has the hours, until it is. */
  byPosition: z.optional(ByPosition),
  checkedOutAt: z.nullable(Instant),
  completedAt: z.nullable(Instant),
  /** Whether the professional has reviewed the place. */
  reviewed: z.boolean(),
  /** Time stayed beyond what was rented. */
  overtime: Booking.shape.overtime,
  cancellation: z.nullable(
    z.object({
      by: z.enum(['client', 'professional', 'host', 'platform']),
      reason: z.string(),
      refundCents: z.int(),
      feeCents: z.int(),
    }),
  ),
  /** Visits that clients booked within it. */
  visits: z.array(
    z.object({
      id: Uuid,
      startsAt: Instant,
      endsAt: Instant,
      status: BookingStatus,
      serviceName: z.string(),
      client: z.nullable(z.string()),
    }),
  ),
  transferOffer: z.nullable(HandOver),
  /** Another hour proposed by the host; nothing changes until the professional accepts. */
  change: Booking.shape.change,
  /** Step and minimum, in minutes, for returning hours. */
  stepMinutes: z.int(),
  minimumMinutes: z.int(),
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type Reservation = z.output<typeof Reservation>

/** A start at which the same hours are free; in `details` of `slot_taken`. */
export const RentChoice = z.object({
  startsAt: Instant,
  endsAt: Instant,
  totalCents: z.int(),
  token: SignedToken,
})
export type RentChoice = z.output<typeof RentChoice>

const One = z.object({ id: Uuid })

export const holdReservation = endpoint({
  method: 'POST',
  path: '/api/reservations',
  summary: 'Hold hours at a space for ten minutes, at the quoted price',
  access: 'professional',
  body: z.object({ token: z.string().check(z.maxLength(2000)) }),
  reply: Reservation,
  status: 201,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'slot_taken',
    'slot_not_available',
    'slot_token_invalid',
    'price_changed',
    'rent_not_allowed',
    'own_time_taken',
    'too_many_holds',
  ],
})

export const reservations = endpoint({
  method: 'GET',
  path: '/api/reservations',
  summary: 'List rented hours: coming ones soonest first, or the latest past ones',
  access: 'professional',
  query: z.object({ tab: z._default(z.enum(['upcoming', 'past']), 'upcoming') }),
  reply: z.array(Reservation),
})

export const reservation = endpoint({
  method: 'GET',
  path: '/api/reservations/:id',
  summary: 'Get a rental',
  access: 'professional',
  params: One,
  reply: Reservation,
  refusals: ['not_found'],
})

export const payReservation = endpoint({
  method: 'POST',
  path: '/api/reservations/:id/pay',
  summary: 'Pay held hours by card, charged at once, or with an hour pack',
  access: 'professional',
  params: One,
  body: z.union([
    z.object({ cardToken: z.string().check(z.minLength(4), z.maxLength(200)) }),
    z.object({ packId: Uuid }),
  ]),
  reply: Reservation,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'hold_expired',
    'card_declined',
    'payment_in_progress',
    'move_not_allowed',
    'slot_not_available',
    'pack_over',
    'pack_short',
  ],
})

export const releaseReservation = endpoint({
  method: 'DELETE',
  path: '/api/reservations/:id',
  summary: 'Release held hours',
  access: 'professional',
  params: One,
  reply: Done,
  refusals: ['not_found', 'move_not_allowed'],
})

/** For the viewer, who paid. */
const ReturnQuote = z.extend(CancelQuote, { refundCents: z.int() })

export const returnQuote = endpoint({
  method: 'POST',
  path: '/api/reservations/:id/return-quote',
  summary: 'Quote the return of rented hours; valid for ten minutes',
  access: 'professional',
  params: One,
  body: z.object({
    startsAt: Instant,
    endsAt: Instant,
    /** For hours returned from the middle: the remainder after them, which becomes a separate rent. */
    also: z._default(z.nullable(z.object({ startsAt: Instant, endsAt: Instant })), null),
  }),
  reply: ReturnQuote,
  refusals: ['not_found', 'move_not_allowed', 'invalid_input', 'visits_within', 'return_too_late'],
})

export const returnHours = endpoint({
  method: 'POST',
  path: '/api/reservations/:id/return',
  summary: 'Return rented hours on the terms of a quote',
  access: 'professional',
  params: One,
  body: z.object({ quoteToken: z.string().check(z.maxLength(2000)) }),
  reply: Reservation,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'visits_within',
    'return_too_late',
    'payment_in_progress',
  ],
})

export const heirs = endpoint({
  method: 'GET',
  path: '/api/reservations/:id/heirs',
  summary: 'List professionals who rent at this space too and can take over these hours',
  access: 'professional',
  params: One,
  reply: z.array(z.object({ id: Id, name: z.string() })),
  refusals: ['not_found'],
})

export const offerHours = endpoint({
  method: 'POST',
  path: '/api/reservations/:id/hand-over',
  summary: 'Offer rented hours, or some of them, to another professional; they stay own until accepted',
  access: 'professional',
  params: One,
  body: z.object({
    professionalId: Id,
    message: z._default(LongText(300), ''),
    version: z.int(),
    /** A part at the beginning or the end; null: all hours. */
    hours: z._default(z.nullable(z.object({ startsAt: Instant, endsAt: Instant })), null),
  }),
  reply: Reservation,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'stale_version',
    'rent_not_allowed',
    'visits_within',
    'invalid_input',
    'payment_in_progress',
  ],
})
