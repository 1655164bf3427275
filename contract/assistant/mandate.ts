/**
 * A user's mandate for an app: to pay, cancel or move the user's visits without confirmation, up to an amount each, a
 * total, and a day. Without one an app only gets a link on which the user confirms. docs/platform/mcp.md.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, LongText, Uuid } from '#contract/platform/shapes.ts'

export const mandateActs = ['book', 'cancel', 'change'] as const
export const MandateAct = z.enum(mandateActs)
export type MandateAct = z.output<typeof MandateAct>

export const mandateLimits = { maxEachCents: 500_000, maxTotalCents: 2_000_000, maxDays: 90 } as const

export const Mandate = z.object({
  id: Uuid,
  app: z.object({ id: z.string(), name: z.string() }),
  acts: z.array(MandateAct),
  /** Maximum per booking, and in total. */
  eachCents: z.int(),
  totalCents: z.int(),
  usedCents: z.int(),
  createdAt: Instant,
  expiresAt: Instant,
  /** Newest first, at most twenty. */
  uses: z.array(
    z.object({ bookingId: Uuid, act: MandateAct, service: z.string(), amountCents: z.int(), at: Instant }),
  ),
})
export type Mandate = z.output<typeof Mandate>

export const mandates = endpoint({
  method: 'GET',
  path: '/api/developer/mandates',
  summary: 'List mandates with which apps pay, cancel or move visits, and their use',
  access: 'account',
  reply: z.array(Mandate),
})

export const giveMandate = endpoint({
  method: 'POST',
  path: '/api/developer/mandates',
  summary:
    'Give an app a mandate to pay, cancel or move visits up to an amount and a date; it replaces the former one',
  access: 'account',
  body: z.object({
    appId: z.string().check(z.regex(/^app_[a-z0-9]{16}$/)),
    acts: z.array(MandateAct).check(z.minLength(1), z.maxLength(3)),
    eachCents: z.int().check(z.positive(), z.maximum(mandateLimits.maxEachCents)),
    totalCents: z.int().check(z.positive(), z.maximum(mandateLimits.maxTotalCents)),
    days: z.int().check(z.positive(), z.maximum(mandateLimits.maxDays)),
  }),
  reply: Mandate,
  status: 201,
  idempotent: true,
  refusals: ['confirm_identity', 'not_found', 'invalid_input', 'mandate_exists'],
})

export const endMandate = endpoint({
  method: 'DELETE',
  path: '/api/developer/mandates/:id',
  summary: 'End a mandate at once; the app keeps its other permissions',
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found'],
})

/** Refusals common to all calls under a mandate. */
const refused = ['mandate_missing', 'mandate_over', 'mandate_act', 'mandate_each', 'mandate_total'] as const

export const bookByMandate = endpoint({
  method: 'POST',
  path: '/api/mandates/bookings',
  summary: 'Book a held hour under a mandate, paid with the card saved last',
  access: 'account',
  body: z.object({ holdId: Uuid, quoteHash: z.string().check(z.maxLength(100)) }),
  reply: Booking,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    ...refused,
    'mandate_card_missing',
    'not_found',
    'invalid_phone',
    'hold_expired',
    'quote_changed',
    'account_suspended',
    'companions_missing',
    'adult_needed',
    'forms_missing',
    'card_declined',
    'card_expired',
    'client_busy',
    'first_visit_only',
    'coupon_once',
    'method_unavailable',
    'amount_not_taken',
    'payment_in_progress',
    'busy',
    'own_booking',
  ],
})

const QuoteToken = z.string().check(z.maxLength(2000))

export const cancelByMandate = endpoint({
  method: 'POST',
  path: '/api/mandates/cancellations',
  summary: 'Cancel a visit under a mandate, on the terms of a quote',
  access: 'account',
  body: z.object({ bookingId: Uuid, quoteToken: QuoteToken, reason: z._default(LongText(300), '') }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    ...refused,
    'not_found',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'visits_within',
    'invalid_input',
  ],
})

export const changeByMandate = endpoint({
  method: 'POST',
  path: '/api/mandates/changes',
  summary: 'Move a visit under a mandate, on the terms of a quote',
  access: 'account',
  body: z.object({ bookingId: Uuid, quoteToken: QuoteToken, note: z._default(LongText(300), '') }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    ...refused,
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
