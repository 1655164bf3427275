/** Early end of a booking: quoted, then cancelled. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { CancelReason } from '#contract/booking/cancel-reason.ts'
import { PaymentMethod } from '#contract/payment/payment.ts'
import { Instant, LongText } from '#contract/platform/shapes.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { Booking } from '#contract/booking/booking.ts'

export const CancelQuote = z.object({
  /**
   * The refund to the payer; null for the host of a visit: the whole rent is refunded, and the client's amount is not
   * disclosed to them.
   */
  refundCents: z.nullable(z.int()),
  /** What the client still pays. */
  feeCents: z.int(),
  /** The part of the refund that was paid with credit: it becomes credit again. */
  creditBackCents: z.int(),
  /** The payment method to which the rest is refunded. */
  paidBy: PaymentMethod,
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  /** For a request, instead of the lines: what happens to the client's money, which may not have been charged yet. */
  moneyWords: z.optional(z.string()),
  /** The rule that decided, in one sentence. */
  reason: z.string(),
  /** Counts against the cancelling party (contract/booking/client/reliability.ts). */
  isStrike: z.boolean(),
  /** For a host: another place is searched first. The lines above are the cost if that fails. */
  rescue: z.nullable(
    z.object({
      /** `later`: the search runs on cancelling, at no more than `maxCents`. */
      search: z.enum(['found', 'none', 'later']),
      meters: z.nullable(z.int()),
      ownBusiness: z.boolean(),
      /** The host's maximum share of a higher rent, if the visit takes place there. */
      maxCents: z.int(),
      answerBy: z.nullable(Instant),
      /** Free even if the rescue fails: once in half a year. */
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
  summary: 'Quote a cancellation; valid for ten minutes',
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
    /** Required of a professional or host, as a reason or in words; optional for a client. */
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
