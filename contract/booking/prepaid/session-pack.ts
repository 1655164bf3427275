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

/** What so many of its sessions are of its price. */
const worthOf = ({ sessions, priceCents }: Bought, count: number) =>
  roundedDivide(priceCents * count, sessions)

/** How many whole ones the money that is left pays; of what a late cancellation took part of, the rest pays none. */
export const sessionsLeft = (pack: Bought, leftCents: number): number => {
  let count = Math.min(pack.sessions, Math.ceil((leftCents * pack.sessions) / pack.priceCents))
  while (count > 0 && worthOf(pack, count) > leftCents) count -= 1
  return count
}

/** What the next session takes, `left` of them being there. */
export const worthOfSession = (pack: Bought, left: number): number =>
  worthOf(pack, left) - worthOf(pack, left - 1)

/**
 * What goes back when its time is over: what was paid less the sessions that were used, at what one cost without a pack when it was
 * bought. Never more than is left of the money.
 */
export const backAtEnd = (pack: Bought & { singleCents: number }, leftCents: number): number => {
  const used = pack.sessions - sessionsLeft(pack, leftCents)
  return Math.max(0, Math.min(leftCents, pack.priceCents - used * pack.singleCents))
}

/** Why a visit cannot be paid with it; null: it can. */
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
  /** One without a pack when it was bought. */
  singleCents: z.int(),
  /** What would go back if its time were over as it is used now. */
  backCents: z.int(),
  validUntil: z.nullable(Instant),
  payment: z.nullable(PaymentView),
  /** What it was used for, the latest first. */
  uses: z.array(
    z.object({
      bookingId: Uuid,
      startsAt: Instant,
      amountCents: z.int(),
      /** What came back into it. */
      backCents: z.int(),
      status: BookingStatus,
    }),
  ),
})
export type OwnSessionPack = z.output<typeof OwnSessionPack>

export const SessionPackOffers = z.object({
  service: z.object({ id: Id, name: z.string(), durationMinutes: z.int() }),
  professional: z.object({ id: Id, name: z.string() }),
  /** What one costs without a pack. */
  singleCents: z.int(),
  packs: z.array(PackOffer),
})
export type SessionPackOffers = z.output<typeof SessionPackOffers>

export const sessionPackOffers = endpoint({
  method: 'GET',
  path: '/api/public/services/:id/packs',
  summary: 'Which sessions of a service are sold together',
  access: 'anyone',
  params: z.object({ id: Id }),
  reply: SessionPackOffers,
  refusals: ['not_found'],
})

export const buySessionPack = endpoint({
  method: 'POST',
  path: '/api/public/services/:id/packs',
  summary: 'Buy sessions of a service together by card, at the price that was shown; it is charged at once',
  access: 'account',
  params: z.object({ id: Id }),
  body: z.object({
    /** Of the service. */
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
  summary: 'Sessions that I bought together, the latest first, with what is left of them',
  access: 'account',
  reply: z.array(OwnSessionPack),
})

/** With which of mine a held visit could be paid. */
export const UsablePack = z.object({
  id: Uuid,
  left: z.int(),
  sessions: z.int(),
  validUntil: Instant,
  /** What the visit then costs of the money that was paid. */
  worthCents: z.int(),
  /** Who receives what of that, before tax withholding. */
  goesTo: Quote.shape.goesTo,
  /** What cancelling costs of it, in one sentence. */
  policy: z.string(),
})
export type UsablePack = z.output<typeof UsablePack>

export const packsForHold = endpoint({
  method: 'GET',
  path: '/api/holds/:id/packs',
  summary: 'With which of my packs a held visit could be paid',
  access: 'account',
  params: OneBooking,
  reply: z.array(UsablePack),
  refusals: ['not_found'],
})
