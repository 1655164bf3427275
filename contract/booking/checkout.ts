/** From a hold to a booking: contact, payment, invoice, another card. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Companions } from '#contract/account/companion.ts'
import { Email } from '#contract/account/account.ts'
import { InvoiceData } from '#contract/payment/invoice.ts'
import { Months } from '#contract/payment/installments.ts'
import { VoucherMethod } from '#contract/payment/payment.ts'
import { maxOfAnyTipCents } from '#contract/booking/tip-limits.ts'
import { LongText, Text, TypedAddress, Uuid } from '#contract/platform/shapes.ts'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'

/** Credit shown as applied (contract/booking/prepaid/wallet.ts); card, transfer or cash pays the rest. */
const UsedCredit = z._default(z.int().check(z.nonnegative()), 0)

/** Tip promised at checkout (contract/booking/settlement/tip.ts). */
const PromisedTip = z._default(z.int().check(z.nonnegative(), z.maximum(maxOfAnyTipCents)), 0)

/** Number of monthly installments without interest (contract/payment/installments.ts) for the full price today; absent: paid at once. */
const InInstallments = z.optional(Months)

/** Length of a note from the client to the professional, in characters. */
export const maxOfNote = 300

export const book = endpoint({
  method: 'POST',
  path: '/api/bookings',
  summary: 'Book a held time with contact and payment',
  access: 'anyone',
  body: z.object({
    holdId: Uuid,
    /** Hash of the quote that was shown: add-ons from another tab are not paid unseen. */
    quoteHash: z.optional(z.string().check(z.maxLength(100))),
    contact: z.object({
      firstName: Text(80),
      /** Required only where a cash or transfer reference needs it. */
      lastName: z._default(LongText(80), ''),
      /** Optional with a confirmed telephone. */
      email: z._default(z.union([Email, z.literal('')]), ''),
      phone: TypedAddress(30),
      /** Set if an invoice is wanted; the professional issues it. */
      invoice: z.optional(InvoiceData),
      /** What the professional should know beforehand; only they read it. */
      note: z.optional(LongText(maxOfNote)),
    }),
    /** Companions (contract/account/companion.ts); empty for a visit of one person. */
    companions: z._default(Companions, []),
    /** With minors: the client confirms being the adult who accompanies them and stays within reach. */
    adult: z._default(z.boolean(), false),
    payment: z.discriminatedUnion('method', [
      z.object({
        method: z.literal('card'),
        token: z.string().check(z.minLength(4), z.maxLength(200)),
        creditCents: UsedCredit,
        tipCents: PromisedTip,
        /** Pay the full price today, where only a part is due (contract/service/upfront.ts). */
        whole: z._default(z.boolean(), false),
        installments: InInstallments,
        /** Save the card in the payer's account (contract/payment/saved-card.ts); ignored without an account. */
        keep: z._default(z.boolean(), false),
      }),
      /** One of the payer's saved cards that has not expired. */
      z.object({
        method: z.literal('kept_card'),
        cardId: Uuid,
        creditCents: UsedCredit,
        tipCents: PromisedTip,
        whole: z._default(z.boolean(), false),
        installments: InInstallments,
      }),
      z.object({ method: VoucherMethod, creditCents: UsedCredit }),
      /** A session of one of my packs (contract/booking/prepaid/session-pack.ts): nothing is charged. */
      z.object({ method: z.literal('pack'), packId: Uuid }),
    ]),
  }),
  reply: Booking,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'invalid_input',
    'invalid_phone',
    'hold_expired',
    'quote_changed',
    'account_suspended',
    'contact_unconfirmed',
    'companions_missing',
    'adult_needed',
    'forms_missing',
    'card_declined',
    'card_expired',
    'client_busy',
    'first_visit_only',
    'coupon_once',
    'pack_over',
    'session_pack_short',
    'session_pack_not_here',
    'credit_changed',
    'method_unavailable',
    'installments_unavailable',
    'amount_not_taken',
    'payment_in_progress',
    'busy',
    'own_booking',
  ],
})

export const cardPlans = endpoint({
  method: 'POST',
  path: '/api/holds/:id/installments',
  summary: 'List the months without interest in which a card can pay a held time; nothing is charged',
  access: 'anyone',
  params: OneBooking,
  body: z.object({
    card: z.union([
      z.object({ token: z.string().check(z.minLength(4), z.maxLength(200)) }),
      z.object({ cardId: Uuid }),
    ]),
    creditCents: UsedCredit,
  }),
  /** Of those that the professional allows; empty for a debit card or a bank without installments. */
  reply: z.object({ months: z.array(Months) }),
  limit: 'bookings',
  refusals: ['not_found', 'hold_expired', 'card_expired', 'busy'],
})

export const setInvoice = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/invoice',
  summary: 'Set the invoice data of a visit, or that none is wanted; until the visit is closed',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ invoice: z.nullable(InvoiceData) }),
  reply: Booking,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed'],
})

export const otherCard = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/card',
  summary: 'Replace the card of a visit whose saved card was refused',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ token: z.string().check(z.minLength(4), z.maxLength(200)) }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'card_declined', 'payment_in_progress'],
})
