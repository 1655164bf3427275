/**
 * Gift cards: bought by card, delivered by email or as a code that the buyer hands over, and on redemption a person's credit
 * (contract/booking/prepaid/wallet.ts). They cost their face value, never expire, and are never paid out. docs/booking/gift-cards.md.
 */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { PaymentView } from '#contract/payment/payment.ts'
import { Instant, LocalDate, LongText, Text, Uuid, TypedAddress } from '#contract/platform/shapes.ts'
import type { Allowed } from '#contract/platform/allowed.ts'

/** Whole pesos between the limits; `suggested` is offered first on screen. */
export const giftLimits = {
  minCents: 20_000,
  maxCents: 500_000,
  suggested: [30_000, 50_000, 100_000, 200_000],
  maxMessage: 300,
  /** Maximum number of days until the scheduled delivery. */
  maxDaysAhead: 365,
  /** Maximum sendings per gift card, so that a mailbox cannot be flooded. */
  maxSendings: 10,
} as const

/** Emails scheduled for a day leave in the morning of this zone. */
export const giftZone = 'America/Mexico_City'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 16
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`)

/** Sixteen characters and digits without look-alikes: 80 bits. */
export const giftCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')

/** Grouped for display: "ABCD-EFGH-JKLM-NPQR". */
export const spacedGiftCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Normalizes a typed code to its stored form; null if it cannot be a code. */
export const readGiftCode = (typed: string): string | null => {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return codePattern.test(code) ? code : null
}

export const GiftCardStatus = z.enum(['awaiting_payment', 'failed', 'active', 'redeemed', 'cancelled'])
export type GiftCardStatus = z.output<typeof GiftCardStatus>

/** The buyer's view. The code is returned separately, on request. */
export const OwnGiftCard = z.object({
  id: Uuid,
  version: z.int(),
  status: GiftCardStatus,
  amountCents: z.int(),
  from: z.string(),
  to: z.string(),
  message: z.string(),
  /** Delivery address, one of the two; both null: the buyer hands it over. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  sendAt: z.nullable(Instant),
  sentAt: z.nullable(Instant),
  createdAt: Instant,
  redeemedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Its charge is under review by the bank: nothing moves until that is decided. */
  isLookedAt: z.boolean(),
  payment: z.nullable(PaymentView),
})
export type OwnGiftCard = z.output<typeof OwnGiftCard>

type CurrentGiftCard = Pick<OwnGiftCard, 'status' | 'isLookedAt'>

/** Whether it can still be sent, shown or refunded. The reason is the text of the disabled button. */
export const mayMoveGiftCard = ({ status, isLookedAt }: CurrentGiftCard): Allowed => {
  if (isLookedAt) return { allowed: false, reason: 'Un banco revisa el cargo de esta tarjeta.' }
  if (status === 'active') return { allowed: true }
  return { allowed: false, reason: why[status] }
}
const why: Readonly<Record<Exclude<GiftCardStatus, 'active'>, string>> = {
  awaiting_payment: 'Todavía no se paga.',
  failed: 'No se pagó.',
  redeemed: 'Ya la canjearon.',
  cancelled: 'Ya se devolvió.',
}

/** By email or telephone, now or on a day; or handed over by the buyer. */
const Delivery = z.discriminatedUnion('by', [
  z.object({ by: z.literal('phone'), phone: TypedAddress(30, 1), sendOn: z.nullable(LocalDate) }),
  z.object({ by: z.literal('email'), email: Email, sendOn: z.nullable(LocalDate) }),
  z.object({ by: z.literal('hand') }),
])

/** The signed link of the receipt, for a buyer without an account. */
const ViewerQuery = z.object({ t: z.optional(z.string().check(z.maxLength(600))) })
const OneGiftCard = z.object({ id: Uuid })

export const buyGiftCard = endpoint({
  method: 'POST',
  path: '/api/public/gift-cards',
  summary: 'Buy a gift card by card, charged at once; a visitor confirms a telephone or email before',
  access: 'anyone',
  body: z.object({
    /** Identifies this purchase: a retry, however late, is the same purchase. */
    requestId: Uuid,
    amountCents: z
      .int()
      .check(
        z.minimum(giftLimits.minCents),
        z.maximum(giftLimits.maxCents),
        z.multipleOf(100, 'Pesos enteros.'),
      ),
    from: Text(60),
    to: Text(60),
    message: LongText(giftLimits.maxMessage),
    delivery: Delivery,
    /** For a visitor's receipt; a signed-in buyer's goes to their account. The telephone counts where both are given. */
    contactEmail: z.optional(Email),
    contactPhone: z.optional(TypedAddress(30, 1)),
    cardToken: z.string().check(z.minLength(4), z.maxLength(200)),
  }),
  /** `t` opens it for a buyer without an account. */
  reply: z.extend(OwnGiftCard, { t: z.string() }),
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'contact_unconfirmed',
    'invalid_phone',
    'sms_unavailable',
    'gift_card_words',
    'gift_card_day',
    'card_declined',
    'payment_in_progress',
  ],
})

export const ownGiftCards = endpoint({
  method: 'GET',
  path: '/api/gift-cards',
  summary: 'List bought gift cards, latest first',
  access: 'account',
  reply: z.array(OwnGiftCard),
})

export const giftCard = endpoint({
  method: 'GET',
  path: '/api/gift-cards/:id',
  summary:
    "Get a bought gift card, with an account, on the same browser within a day, or by the receipt's link",
  access: 'anyone',
  params: OneGiftCard,
  query: ViewerQuery,
  reply: OwnGiftCard,
  refusals: ['not_found'],
})

export const giftCardCode = endpoint({
  method: 'POST',
  path: '/api/gift-cards/:id/code',
  summary: 'Get the code and link of a gift card, for printing or sending',
  access: 'anyone',
  params: OneGiftCard,
  query: ViewerQuery,
  reply: z.object({ code: z.string(), link: z.string() }),
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed'],
})

export const sendGiftCard = endpoint({
  method: 'POST',
  path: '/api/gift-cards/:id/send',
  summary:
    'Send a gift card to an email or telephone, now or on a date; another recipient gets a new code that replaces the former',
  access: 'anyone',
  params: OneGiftCard,
  query: ViewerQuery,
  body: z
    .object({
      email: z.optional(Email),
      phone: z.optional(TypedAddress(30, 1)),
      sendOn: z.nullable(LocalDate),
    })
    .check(
      z.refine(
        ({ email, phone }) => (email === undefined) !== (phone === undefined),
        'A un correo o a un celular.',
      ),
    ),
  reply: OwnGiftCard,
  idempotent: true,
  limit: 'email',
  refusals: [
    'not_found',
    'move_not_allowed',
    'gift_card_day',
    'gift_card_letters',
    'invalid_phone',
    'sms_unavailable',
  ],
})

export const takeBackGiftCard = endpoint({
  method: 'POST',
  path: '/api/gift-cards/:id/cancel',
  summary: 'Cancel a gift card that was not redeemed; the card that paid is refunded in full',
  access: 'anyone',
  params: OneGiftCard,
  query: ViewerQuery,
  reply: OwnGiftCard,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'payment_in_progress'],
})

const GiftCode = z.string().check(z.minLength(1), z.maxLength(60))

/** The same answer for an unknown, used or refunded code. */
export const readGift = endpoint({
  method: 'GET',
  path: '/api/public/gifts/:code',
  summary: 'Read a gift card that was not redeemed; changes nothing',
  access: 'anyone',
  params: z.object({ code: GiftCode }),
  reply: z.object({ from: z.string(), to: z.string(), message: z.string(), amountCents: z.int() }),
  limit: 'codes',
  refusals: ['gift_card_unknown', 'too_many_requests'],
})

export const redeemGift = endpoint({
  method: 'POST',
  path: '/api/public/gifts/redeem',
  summary:
    'Redeem a gift card into credit; a visitor confirms a telephone or email before. Repeating it by the same person is allowed',
  access: 'anyone',
  body: z.object({
    code: GiftCode,
    /** For visitors; the name is used if none is stored yet. */
    contact: z.optional(
      z.object({
        email: z._default(z.union([Email, z.literal('')]), ''),
        phone: z._default(TypedAddress(30), ''),
        firstName: LongText(80),
        lastName: LongText(80),
      }),
    ),
  }),
  reply: z.object({ amountCents: z.int(), creditCents: z.int() }),
  idempotent: true,
  limit: 'codes',
  refusals: ['gift_card_unknown', 'contact_unconfirmed', 'too_many_requests'],
})
