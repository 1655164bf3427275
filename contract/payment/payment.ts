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

/** Payment methods without a card: bank transfer, or cash at a counter. The money arrives later, by a reference. */
export const VoucherMethod = z.enum(['spei', 'oxxo'])
export type VoucherMethod = z.output<typeof VoucherMethod>

/** `cash`: by hand, at the desk of the host. `in_place`: to the professional, without Kalli. */
export const PaymentMethod = z.enum(['card', 'spei', 'oxxo', 'cash', 'in_place'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** Wallet of a telephone or browser that supplied the card token: charged like any card. */
export const Wallet = z.enum(['apple_pay', 'google_pay'])
export type Wallet = z.output<typeof Wallet>

export const walletNames: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}

/**
 * Limits per method and payment, in centavos. OXXO accepts 10 to 10,000 MXN per payment; for cards and SPEI it is the
 * processor's minimum and maximum charge. The server, the screens and the stand-in read this table.
 */
const methodLimits = {
  card: { minCents: 1_000, maxCents: 99_999_999 },
  spei: { minCents: 1_000, maxCents: 99_999_999 },
  oxxo: { minCents: 1_000, maxCents: 1_000_000 },
} as const satisfies Record<VoucherMethod | 'card', { minCents: number; maxCents: number }>

export const takesAmount = (method: keyof typeof methodLimits, amountCents: number): boolean =>
  amountCents >= methodLimits[method].minCents && amountCents <= methodLimits[method].maxCents

/** Instructions to pay without a card. */
export const Voucher = z.object({
  /** The hour is held until then. */
  until: Instant,
  /** Barcode for the counter, or the reference of the transfer. */
  reference: z.string(),
  /** For a transfer: the account and its bank. */
  clabe: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  /** The processor's page with the voucher, to print or show. */
  pageUrl: z.nullable(z.string()),
})
export type Voucher = z.output<typeof Voucher>

export const PaymentView = z.object({
  id: Uuid,
  status: PaymentStatus,
  method: PaymentMethod,
  /** Amount of the card or the transfer. */
  amountCents: z.int(),
  /** Additional amount paid from the client's credit. */
  creditCents: z.int(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string(), wallet: z.optional(Wallet) })),
  /** Number of installments without interest; absent: paid at once. */
  inMonths: z.optional(PaidInMonths),
  /** The bank's approval page (3-D Secure), if required. */
  actionUrl: z.nullable(z.string()),
  /** Payment instructions, while a payment without a card is pending. */
  voucher: z.nullable(Voucher),
  /** For a pending transfer: the amount received so far. */
  partCents: z.int(),
  /** When the card will be charged; null if it has been. */
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
      /** How the amount is computed: "10 % de $1,000". */
      explanation: z.string(),
    }),
  ),
  netCents: z.int(),
  netLabel: z.string(),
  /** Additional lines outside the sum, such as the IVA included in a price. */
  notes: z.array(z.string()),
})
export type Receipt = z.output<typeof Receipt>

export const payment = endpoint({
  method: 'GET',
  path: '/api/payments/:id',
  summary: 'Get the state of a payment, as its payer',
  access: 'anyone',
  params: z.object({ id: Uuid }),
  query: z.object({ t: z.optional(z.string().check(z.maxLength(600))) }),
  reply: PaymentView,
  refusals: ['not_found'],
})

/**
 * Exchanges a card for a token, only with the local stand-in: with a real processor the browser sends the card to it,
 * and the number never reaches Kalli.
 */
export const tokenizeCard = endpoint({
  method: 'POST',
  path: '/dev/banco/tokens',
  summary: 'Create a token for a test card (stand-in only)',
  access: 'anyone',
  body: z.object({
    number: z.string().check(z.maxLength(30)),
    /** MM/AA */
    expiry: z.string().check(z.maxLength(10)),
    cvc: z.string().check(z.maxLength(4)),
    /** It comes from a wallet. */
    wallet: z.optional(Wallet),
  }),
  reply: z.object({ token: z.string(), brand: z.string(), last4: z.string() }),
  refusals: ['card_invalid', 'not_found'],
})

/** Card settings. Public: the key is for browsers. */
export const cardSettings = endpoint({
  method: 'GET',
  path: '/api/payments/settings',
  summary: "Get whose card fields are used: Stripe's by its publishable key; null: the local stand-in",
  access: 'anyone',
  reply: z.object({ stripe: z.nullable(z.object({ key: z.string() })) }),
})
