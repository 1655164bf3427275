/**
 * The balance due when only an upfront part was paid at booking: charged to the saved card after the visit, else paid
 * by its client. docs/booking/upfront.md.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { InPlaceMethod } from '#contract/payment/in-place.ts'
import { Instant, Zone } from '#contract/platform/shapes.ts'

export const payBalance = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/balance',
  summary: 'Pay the balance of a visit that is over, by the same card or another',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    /** If absent, the card that paid the visit is charged. */
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
  summary: 'Charge the balance to the saved card; after a refusal the client gets a payment link',
  access: 'professional',
  params: OneBooking,
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'payment_in_progress'],
})

export const takeBalance = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/take-balance',
  summary:
    'Record a balance paid in cash, or at the place instead of by link; the share of others is deducted from the next payout',
  access: 'professional',
  params: OneBooking,
  body: z.object({
    /** The amount that was shown; if it has changed, confirmation is required again. */
    amountCents: z.int().check(z.positive()),
    /** For a payment requested by a link: how it was paid at the place instead. */
    method: z._default(InPlaceMethod, 'cash'),
    /**
     * Of an own appointment, the part that is paid at the place: states that the professional has it, and how it was paid. Again: a
     * correction. `link`: what a link had requested.
     */
    part: z.optional(z.enum(['in_place', 'link'])),
  }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'quote_changed', 'cash_closed', 'payment_in_progress'],
})

export const balanceLink = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/balance-link',
  summary: 'Create a payment link for the balance of a visit',
  access: 'professional',
  params: OneBooking,
  reply: z.object({ token: z.string(), until: Instant }),
  refusals: ['not_found', 'move_not_allowed'],
})

export const sendBalanceLink = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/balance-link/send',
  summary: 'Send the client the payment link of an own appointment, once a day',
  access: 'professional',
  params: OneBooking,
  reply: z.object({
    /** At most 40 characters. */
    link: z.string(),
    /** Recipient of the message; null if the client left neither telephone nor email, or one was sent today already. */
    sentTo: z.nullable(z.string()),
    /** Opens WhatsApp with the text ready. */
    whatsapp: z.string(),
  }),
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed'],
})

const LinkToken = z.object({ token: z.string().check(z.maxLength(600)) })

/** Visible to anyone with the link: nothing of the client. */
export const BalanceToPay = z.object({
  service: z.string(),
  startsAt: Instant,
  zone: Zone,
  professionalName: z.string(),
  balanceCents: z.int(),
  /** Additional amount paid at the place; zero if none. */
  inPlaceCents: z.int(),
  /** Requested before the visit, in an appointment that its professional made. */
  byLink: z.boolean(),
  /** `over`: the visit does not take place, nothing is due. */
  state: z.enum(['due', 'asked', 'paid', 'over']),
  /** Why it cannot be paid now. */
  reason: z.nullable(z.string()),
  /** The bank's page, while its approval is required. */
  actionUrl: z.nullable(z.string()),
})
export type BalanceToPay = z.output<typeof BalanceToPay>

export const balanceToPay = endpoint({
  method: 'GET',
  path: '/api/balance-tokens/:token',
  summary: 'Get the balance of a visit by its payment link',
  access: 'anyone',
  params: LinkToken,
  reply: BalanceToPay,
  refusals: ['not_found'],
})

export const payByLink = endpoint({
  method: 'POST',
  path: '/api/balance-tokens/:token/pay',
  summary: 'Pay the balance of a visit by its payment link',
  access: 'anyone',
  params: LinkToken,
  body: z.object({ cardToken: z.string().check(z.minLength(4), z.maxLength(200)) }),
  reply: BalanceToPay,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'card_declined', 'payment_in_progress'],
})
