/**
 * Sessions of one service bought together: paid once, and each visit uses its part of the money. The remaining money is the balance, so
 * sessions and centavos never disagree (docs/booking/session-packs.md).
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { OneBooking, Quote } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { PackStatus } from '#contract/booking/rent/hour-pack.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import { PaymentView } from '#contract/payment/payment.ts'
import { PackOffer } from '#contract/service/service.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

type Bought = { sessions: number; priceCents: number }

/** The share of the price for this number of sessions. */
const worthOf = ({ sessions, priceCents }: Bought, count: number) =>
  roundedDivide(priceCents * count, sessions)

/** Whole sessions covered by the remaining money; a rest partly used by a late cancellation covers none. */
export const sessionsLeft = (pack: Bought, leftCents: number): number => {
  let count = Math.min(pack.sessions, Math.ceil((leftCents * pack.sessions) / pack.priceCents))
  while (count > 0 && worthOf(pack, count) > leftCents) count -= 1
  return count
}

/** Price of the next session when `left` sessions remain. */
export const worthOfSession = (pack: Bought, left: number): number =>
  worthOf(pack, left) - worthOf(pack, left - 1)

/**
 * The refund on expiry: the price paid less the used sessions at their single price when bought. Never more than the
 * remaining money.
 */
export const backAtEnd = (pack: Bought & { singleCents: number }, leftCents: number): number => {
  const used = pack.sessions - sessionsLeft(pack, leftCents)
  return Math.max(0, Math.min(leftCents, pack.priceCents - used * pack.singleCents))
}

/** Why a visit cannot be paid with the pack; null if it can. */
export const packProblem = (
  pack: { status: PackStatus; validUntil: string | null; left: number },
  startsAt: string,
): 'pack_over' | 'session_pack_short' | null => {
  if (pack.status !== 'active' || pack.validUntil === null) return 'pack_over'
  if (Date.parse(startsAt) > Date.parse(pack.validUntil)) return 'pack_over'
  return pack.left < 1 ? 'session_pack_short' : null
}

export const OwnSessionPack = z.object({
  id: Uuid,
  version: z.int(),
  status: PackStatus,
  professional: z.object({ id: Id, name: z.string() }),
  service: z.object({ id: Id, name: z.string() }),
  zone: Zone,
  sessions: z.int(),
  left: z.int(),
  priceCents: z.int(),
  leftCents: z.int(),
  /** Price of a single session when the pack was bought. */
  singleCents: z.int(),
  /** The refund if the pack expired now. */
  backCents: z.int(),
  validUntil: z.nullable(Instant),
  payment: z.nullable(PaymentView),
  /** Uses, newest first. */
  uses: z.array(
    z.object({
      bookingId: Uuid,
      startsAt: Instant,
      amountCents: z.int(),
      /** What was refunded into the pack. */
      backCents: z.int(),
      status: BookingStatus,
    }),
  ),
})
export type OwnSessionPack = z.output<typeof OwnSessionPack>

export const SessionPackOffers = z.object({
  service: z.object({ id: Id, name: z.string(), durationMinutes: z.int() }),
  professional: z.object({ id: Id, name: z.string() }),
  /** Price of a session without a pack. */
  singleCents: z.int(),
  packs: z.array(PackOffer),
})
export type SessionPackOffers = z.output<typeof SessionPackOffers>

export const sessionPackOffers = endpoint({
  method: 'GET',
  path: '/api/public/services/:id/packs',
  summary: 'List the session packs of a service',
  access: 'anyone',
  params: z.object({ id: Id }),
  reply: SessionPackOffers,
  refusals: ['not_found'],
})

export const buySessionPack = endpoint({
  method: 'POST',
  path: '/api/public/services/:id/packs',
  summary: 'Buy a session pack by card at the price shown, charged at once',
  access: 'account',
  params: z.object({ id: Id }),
  body: z.object({
    /** A pack offered by the service. */
    pack: Id,
    priceCents: z.int(),
    cardToken: z.string().check(z.minLength(4), z.maxLength(200)),
  }),
  reply: OwnSessionPack,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'price_changed', 'card_declined', 'payment_in_progress', 'own_service'],
})

export const ownSessionPacks = endpoint({
  method: 'GET',
  path: '/api/session-packs',
  summary: 'List bought session packs, latest first, with what is left',
  access: 'account',
  reply: z.array(OwnSessionPack),
})

/** A pack of the viewer with which a held visit could be paid. */
export const UsablePack = z.object({
  id: Uuid,
  left: z.int(),
  sessions: z.int(),
  validUntil: Instant,
  /** The visit's price when paid from the pack. */
  worthCents: z.int(),
  /** Recipients of that, before tax withholding. */
  goesTo: Quote.shape.goesTo,
  /** The cancellation policy for that price, in one sentence. */
  policy: z.string(),
})
export type UsablePack = z.output<typeof UsablePack>

export const packsForHold = endpoint({
  method: 'GET',
  path: '/api/holds/:id/packs',
  summary: 'List own session packs that can pay a hold',
  access: 'account',
  params: OneBooking,
  reply: z.array(UsablePack),
  refusals: ['not_found'],
})
