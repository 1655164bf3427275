/** The end of a booking before its time: quoted, then cancelled. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { CancelReason } from '#contract/booking/cancel-reason.ts'
import { PaymentMethod } from '#contract/payment/payment.ts'
import { Instant, LongText } from '#contract/platform/shapes.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { Booking } from '#contract/booking/booking.ts'

export const CancelQuote = z.object({
  /**
   * What is refunded to the payer; null for the host of a visit: the whole rent is refunded, and the client's amount is not disclosed to
   * them.
   */
  refundCents: z.nullable(z.int()),
  /** What the client pays all the same. */
  feeCents: z.int(),
  /** What of it the client's own credit had paid: it is credit again. */
  creditBackCents: z.int(),
  /** By which way what is no credit goes back. */
  paidBy: PaymentMethod,
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  /** Of a request, instead of the lines: what happens to its client's money, which a card may not have paid yet. */
  moneyWords: z.optional(z.string()),
  /** Which rule decided, in one sentence. */
  reason: z.string(),
  /** It counts against the one who cancels (contract/booking/client/reliability.ts). */
  isStrike: z.boolean(),
  /** For a host: another place is looked for first. The lines above are what it costs if that fails. */
  rescue: z.nullable(
    z.object({
      /** `later`: it is looked for when they cancel, at no more than `maxCents`. */
      search: z.enum(['found', 'none', 'later']),
      meters: z.nullable(z.int()),
      ownBusiness: z.boolean(),
      /** What the host pays at most of a dearer rent, if the visit takes place there. */
      maxCents: z.int(),
      answerBy: z.nullable(Instant),
      /** It fails for nothing: once in half a year. */
      isFree: z.boolean(),
    }),
  ),
  expiresAt: Instant,
  token: z.string(),
})
export type CancelQuote = z.output<typeof CancelQuote>

export const cancelQuote = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancel-quote',
  summary: 'What cancelling now would cost; stands ten minutes',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ as: z.enum(['client', 'professional', 'host']) }),
  reply: CancelQuote,
  refusals: ['not_found', 'move_not_allowed', 'visits_within'],
})

export const cancel = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancel',
  summary: 'Cancel on the terms of a quote',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    quoteToken: z.string().check(z.maxLength(2000)),
    /** A professional and a host say why, by this or by words; a client need not. */
    why: z.optional(CancelReason),
    reason: z._default(LongText(300), ''),
  }),
  reply: Booking,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'visits_within',
    'invalid_input',
  ],
})
