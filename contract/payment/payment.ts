import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { PaidInMonths } from '#contract/payment/installments.ts'
import { Instant, Uuid } from '#contract/platform/shapes.ts'

export const PaymentStatus = z.enum([
  'created',
  'requires_action',
  'voucher_pending',
  'card_saved',
  'authorized',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
  'failed',
])
export type PaymentStatus = z.output<typeof PaymentStatus>

/** Ways to pay without a card: a bank transfer, or cash at a counter. The money comes later, by a reference. */
export const VoucherMethod = z.enum(['spei', 'oxxo'])
export type VoucherMethod = z.output<typeof VoucherMethod>

/** `cash`: by hand, at the desk of the host whose hours they are. `in_place`: to the professional, without Kalli. */
export const PaymentMethod = z.enum(['card', 'spei', 'oxxo', 'cash', 'in_place'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** The wallet of a telephone or a browser that gave out a card: it pays like any card. */
export const Wallet = z.enum(['apple_pay', 'google_pay'])
export type Wallet = z.output<typeof Wallet>

export const walletNames: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}

/**
 * What each method accepts per payment, in centavos. OXXO's counters take 10 to 10,000 MXN a payment; for cards and SPEI it is the
 * processor's minimum and maximum charge. The server, the screens and the stand-in read this table.
 */
const methodLimits = {
  card: { minCents: 1_000, maxCents: 99_999_999 },
  spei: { minCents: 1_000, maxCents: 99_999_999 },
  oxxo: { minCents: 1_000, maxCents: 1_000_000 },
} as const satisfies Record<VoucherMethod | 'card', { minCents: number; maxCents: number }>

export const takesAmount = (method: keyof typeof methodLimits, amountCents: number): boolean =>
  amountCents >= methodLimits[method].minCents && amountCents <= methodLimits[method].maxCents

/** What one needs to pay without a card. */
export const Voucher = z.object({
  /** Until then the hour is held. */
  until: Instant,
  /** What the person at the counter scans, or the transfer's own reference. */
  reference: z.string(),
  /** Of a transfer: the account that it goes to, and its bank. */
  clabe: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  /** The processor's own page of it, to print or show. */
  pageUrl: z.nullable(z.string()),
})
export type Voucher = z.output<typeof Voucher>

export const PaymentView = z.object({
  id: Uuid,
  status: PaymentStatus,
  method: PaymentMethod,
  /** Of the card, or of the transfer. */
  amountCents: z.int(),
  /** What the client's credit pays beside it. */
  creditCents: z.int(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string(), wallet: z.optional(Wallet) })),
  /** Its bank divides it into so many months without interest; absent: it is paid at once. */
  inMonths: z.optional(PaidInMonths),
  /** Where the bank asks the person to approve (3-D Secure). */
  actionUrl: z.nullable(z.string()),
  /** Where and until when to pay, while a payment without a card is waited for. */
  voucher: z.nullable(Voucher),
  /** Of a transfer that is waited for: what has come of it already. */
  partCents: z.int(),
  /** When the card will be charged, if it is not yet. */
  captureAt: z.nullable(Instant),
  failure: z.nullable(z.string()),
})
export type PaymentView = z.output<typeof PaymentView>

/** One party's own lines; they add up to `netCents`. */
export const Receipt = z.object({
  bookingId: Uuid,
  party: z.enum(['client', 'professional', 'host']),
  state: z.enum(['expected', 'settled']),
  issuedAt: Instant,
  title: z.string(),
  lines: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      amountCents: z.int(),
      /** How the amount comes about: "10 % de $1,000". */
      explanation: z.string(),
    }),
  ),
  netCents: z.int(),
  netLabel: z.string(),
  /** Shown but not part of the sum, such as the IVA inside a price. */
  notes: z.array(z.string()),
})
export type Receipt = z.output<typeof Receipt>

export const payment = endpoint({
  method: 'GET',
  path: '/api/payments/:id',
  summary: 'State of a payment, for the one who pays',
  access: 'anyone',
  params: z.object({ id: Uuid }),
  query: z.object({ t: z.optional(z.string().check(z.maxLength(600))) }),
  reply: PaymentView,
  refusals: ['not_found'],
})

/**
 * Trades a card for a token, with the local stand-in of a card processor only: with a real one the
 * browser sends the card to the processor, and its number never reaches Kalli.
 */
export const tokenizeCard = endpoint({
  method: 'POST',
  path: '/dev/banco/tokens',
  summary: 'A token for a test card (stand-in only)',
  access: 'anyone',
  body: z.object({
    number: z.string().check(z.maxLength(30)),
    /** MM/AA */
    expiry: z.string().check(z.maxLength(10)),
    cvc: z.string().check(z.maxLength(4)),
    /** It comes from the sheet of a wallet. */
    wallet: z.optional(Wallet),
  }),
  reply: z.object({ token: z.string(), brand: z.string(), last4: z.string() }),
  refusals: ['card_invalid', 'not_found'],
})

/** How cards are taken here. Public: the key is for browsers. */
export const cardSettings = endpoint({
  method: 'GET',
  path: '/api/payments/settings',
  summary:
    'Whose fields a card is typed into: those of Stripe, by its publishable key; null: of the local stand-in',
  access: 'anyone',
  reply: z.object({ stripe: z.nullable(z.object({ key: z.string() })) }),
})
