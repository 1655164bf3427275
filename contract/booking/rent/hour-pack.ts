/**
 * Packs of hours of one space (product.md §6). Paid once; hours rented with a pack owe nothing more. The remaining
 * money is the balance, so minutes and centavos never disagree.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import { PaymentView } from '#contract/payment/payment.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'
import { HourPack } from '#contract/pricing/space-pricing.ts'

export const PackStatus = z.enum(['awaiting_payment', 'failed', 'active', 'expired', 'refunded'])
export type PackStatus = z.output<typeof PackStatus>

/** The table of moves of a pack. `to` null: the status is unchanged. */
export const packMoves = {
  confirm: { by: 'platform', from: ['awaiting_payment'], to: 'active' },
  fail: { by: 'platform', from: ['awaiting_payment'], to: 'failed' },
  /** Hours are rented with it. */
  rent: { by: 'professional', from: ['active'], to: null },
  /** Expires: used hours count at their price without a pack, the rest is refunded. */
  expire: { by: 'platform', from: ['active'], to: 'expired' },
  /** The agreement ended: what was not used is refunded to the card. */
  refund: { by: 'platform', from: ['active'], to: 'refunded' },
} as const satisfies Record<
  string,
  { by: 'platform' | 'professional'; from: readonly PackStatus[]; to: PackStatus | null }
>

type CurrentPack = { status: PackStatus; validUntil: string | null; leftMinutes: number }

/** Whether these hours may be rented with the pack. The reason is shown at the disabled choice, and is the refusal. */
export const mayUsePack = (
  pack: CurrentPack,
  hours: { endsAt: string; minutes: number },
): { allowed: true } | { allowed: false; code: 'pack_over' | 'pack_short'; reason: string } => {
  const rule: { from: readonly PackStatus[] } = packMoves.rent
  if (!rule.from.includes(pack.status) || pack.validUntil === null)
    return { allowed: false, code: 'pack_over', reason: 'Este paquete ya no está vigente.' }
  if (Date.parse(hours.endsAt) > Date.parse(pack.validUntil))
    return { allowed: false, code: 'pack_over', reason: 'Vence antes de que terminen estas horas.' }
  if (hours.minutes > pack.leftMinutes)
    return { allowed: false, code: 'pack_short', reason: 'No alcanza para estas horas.' }
  return { allowed: true }
}

type Bought = { hours: number; priceCents: number }

/** The minutes that the remaining money covers. */
export const minutesLeft = ({ hours, priceCents }: Bought, leftCents: number): number =>
  roundedDivide(leftCents * hours * 60, priceCents)

/** Price of these minutes from the pack; the last minutes take the full remainder. */
export const worthOfMinutes = (pack: Bought, leftCents: number, minutes: number): number => {
  const left = minutesLeft(pack, leftCents) - minutes
  return left <= 0 ? leftCents : leftCents - roundedDivide(left * pack.priceCents, pack.hours * 60)
}

/**
 * The refund on expiry: the price paid less the used hours, at their price without a pack when it was bought. So the
 * buyer does not pay for hours they did not have, and the host loses no discount on unused hours. Never more than the
 * remaining money; nothing for packs sold on other terms (`hourlyCents` null).
 */
export const backAtEnd = (pack: Bought & { hourlyCents: number | null }, leftCents: number): number => {
  if (pack.hourlyCents === null) return 0
  const usedMinutes = pack.hours * 60 - minutesLeft(pack, leftCents)
  const usedCents = roundedDivide(usedMinutes * pack.hourlyCents, 60)
  return Math.max(0, Math.min(leftCents, pack.priceCents - usedCents))
}

export const OwnPack = z.object({
  id: Uuid,
  version: z.int(),
  status: PackStatus,
  space: z.object({ id: Id, name: z.string(), businessName: z.string(), zone: Zone }),
  hours: z.int(),
  priceCents: z.int(),
  leftMinutes: z.int(),
  leftCents: z.int(),
  /** Hourly price without a pack when it was bought; null: sold on other terms. */
  hourlyCents: z.nullable(z.int()),
  /** The refund if the pack expired now. */
  backCents: z.int(),
  /** Whether hours rented with it may be transferred to another professional. */
  transferable: z.boolean(),
  paidAt: z.nullable(Instant),
  validUntil: z.nullable(Instant),
  payment: z.nullable(PaymentView),
  /** Uses, newest first. */
  uses: z.array(
    z.object({
      rentId: Uuid,
      startsAt: Instant,
      minutes: z.int(),
      amountCents: z.int(),
      /** What was refunded into the pack. */
      backCents: z.int(),
      status: BookingStatus,
    }),
  ),
})
export type OwnPack = z.output<typeof OwnPack>

/** Packs that a space sells, and whether the viewer may buy one. */
export const PackOffers = z.object({
  space: z.object({ id: Id, name: z.string(), businessName: z.string(), zone: Zone }),
  packs: z.array(HourPack),
  /** The viewer's hourly price without a pack: the price of used hours when a pack expires. */
  hourlyCents: z.int(),
  /** Why the viewer cannot buy one; null if they can. */
  problem: z.nullable(z.string()),
})
export type PackOffers = z.output<typeof PackOffers>

export const packOffers = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/packs',
  summary: 'List the hour packs of a space, and whether the viewer can buy one',
  access: 'professional',
  params: z.object({ id: Id }),
  reply: PackOffers,
  refusals: ['not_found'],
})

export const buyPack = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/packs',
  summary: 'Buy an hour pack of a space by card at the price shown, charged at once',
  access: 'professional',
  params: z.object({ id: Id }),
  body: z.object({
    /** The pack's id in the price rules of the space. */
    pack: z.string().check(z.maxLength(40)),
    priceCents: z.int(),
    cardToken: z.string().check(z.minLength(4), z.maxLength(200)),
  }),
  reply: OwnPack,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'rent_not_allowed', 'price_changed', 'card_declined', 'payment_in_progress'],
})

export const ownPacks = endpoint({
  method: 'GET',
  path: '/api/hour-packs',
  summary: 'List bought hour packs, latest first, with what is left',
  access: 'professional',
  reply: z.array(OwnPack),
})

export const ownPack = endpoint({
  method: 'GET',
  path: '/api/hour-packs/:id',
  summary: 'Get a bought hour pack',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: OwnPack,
  refusals: ['not_found'],
})
