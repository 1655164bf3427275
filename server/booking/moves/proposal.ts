/**
 * Another hour that a party proposed for a confirmed booking (product.md §4, B9), or its professional for a requested one: the new time is
 * held beside the old one until the last acceptance, the first refusal, or its expiry. Used for visits (change.ts) and rented hours
 * (rent-change.ts). While the client of a request must answer, its professional's time to answer is paused.
 */
import { randomUUIDv7 } from 'node:crypto'
import { hourMs } from '#contract/platform/duration.ts'
import type { Move } from '#contract/booking/moves.ts'
import { claim, prolong, releaseBeside, releaseHolds } from '#server/availability/block/availability.ts'
import { isFull } from '#server/booking/moves/full.ts'
import { lockById, makeMove, type BookingRow, type Mover } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { asClaim, claimedBy, claimedMs, respondAgainBy } from '#server/booking/moves/rules.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import {
  proposalEnds,
  maxHours,
  type Proposal,
  setProposal,
  openOf,
} from '#server/booking/moves/proposal-row.ts'

/** The changes that the last acceptance makes; all of them are stored, these decide which time is held. */
type Changes = Record<string, unknown> & { starts_at: Date; ends_at: Date } & Partial<
    Pick<
      BookingRow,
      'space_id' | 'unit_id' | 'buffer_before_minutes' | 'buffer_after_minutes' | 'unit_after_minutes'
    >
  >
type Acceptance = 'pending' | 'not_needed'

/**
 * Holds the new time from now on, beside the old one; what both share remains a claim of the old one. In the caller's transaction, which
 * has locked the booking. Refuses quote_changed when there is no time left to answer, slot_taken.
 */
export const holdProposal = async (
  work: Work,
  booking: BookingRow,
  by: Side,
  order: {
    changes: Changes
    place: string
    note: string
    /** Sides that are not named need not answer. */
    acceptances: Partial<Record<`${Side}_acceptance`, Acceptance>>
    /** The parent rental of the same person, when the new time crosses its edge. */
    parentRentId: string | null
    /** The difference of the price, and what a card is charged first; absent: nothing. */
    money?: { differenceCents: number; feeCents: number; payCents: number }
    /** No acceptance is needed: only the payment is awaited. */
    alone?: boolean
  },
): Promise<string> => {
  const { changes, place, note, acceptances, parentRentId, alone = false } = order
  const money = order.money ?? { differenceCents: 0, feeCents: 0, payCents: 0 }
  const expiresAt = alone
    ? nearest(booking.starts_at, changes.starts_at, work.now)
    : proposalEnds(booking, changes.starts_at, work.now)
  if (expiresAt <= work.now) return refuse('quote_changed')
  const respond = await keepRequested(work, booking, expiresAt)
  const own = claimedBy(booking)
  const claims = claimedBy({ ...booking, ...changes }).flatMap((wanted) => {
    const others = own.filter(({ resourceId }) => resourceId === wanted.resourceId)
    const { start, end, ...whose } = asClaim(wanted)
    return others
      .reduce((left, one) => left.flatMap((span) => beside(span, one)), [{ start, end }])
      .map((span) => ({ ...whose, ...span }))
  })
  if (claims.length > 0)
    await claim(work, {
      bookingId: booking.id,
      claims,
      holdUntil: expiresAt,
      parentRentId: claims.length > 1 ? parentRentId : null,
      ...(isElsewhere(booking, changes) ? { place: changes.space_id ?? 0 } : {}),
    })
  const id = randomUUIDv7()
  await work.db
    .insertInto('change_proposals')
    .values({
      id,
      booking_id: booking.id,
      proposed_by: by,
      state: money.payCents > 0 ? 'paying' : 'open',
      alone,
      difference_cents: money.differenceCents,
      fee_cents: money.feeCents,
      pay_cents: money.payCents,
      client_acceptance: 'not_needed',
      professional_acceptance: 'not_needed',
      ...acceptances,
      was_at: booking.starts_at,
      starts_at: changes.starts_at,
      ends_at: changes.ends_at,
      changes: JSON.stringify({ ...changes, place }),
      note,
      created_at: work.now,
      expires_at: expiresAt,
      was_respond_by: respond.respond_by === undefined ? null : booking.respond_by,
    })
    .execute()
  await makeMove(work, booking, 'propose_change', { party: by }, respond)
  if (money.payCents === 0) await publish(work, 'booking.change_proposed', { proposalId: id })
  return id
}

/** Holds the requested hour as long as it could be answered again if the proposal fails. Refuses slot_taken. */
const keepRequested = async (
  work: Work,
  booking: BookingRow,
  expiresAt: Date,
): Promise<{ respond_by?: Date }> => {
  if (booking.status !== 'requested' || booking.respond_by === null) return {}
  const leftMs = booking.respond_by.getTime() - work.now.getTime()
  const until = respondAgainBy(booking, { leftMs, from: expiresAt })
  const heldMs = await prolong(work, booking.id, until)
  return heldMs === claimedMs(booking) ? { respond_by: until } : refuse('slot_taken')
}

/** Moved at once, at another price: recorded, so that receipts can say why. */
export const noteMoved = async (
  work: Work,
  booking: BookingRow,
  changes: Changes,
  money: { differenceCents: number; feeCents: number },
): Promise<void> => {
  await work.db
    .insertInto('change_proposals')
    .values({
      id: randomUUIDv7(),
      booking_id: booking.id,
      proposed_by: 'client',
      state: 'accepted',
      alone: true,
      difference_cents: money.differenceCents,
      fee_cents: money.feeCents,
      client_acceptance: 'not_needed',
      professional_acceptance: 'not_needed',
      was_at: booking.starts_at,
      starts_at: changes.starts_at,
      ends_at: changes.ends_at,
      changes: JSON.stringify(changes),
      created_at: work.now,
      expires_at: nearest(booking.starts_at, changes.starts_at, work.now),
      ended_at: work.now,
    })
    .execute()
}

/** An actor who moves it alone needs no acceptance: the time to pay ends at the earlier of the two starts. */
const nearest = (startsAt: Date, newStartsAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + maxHours * hourMs, startsAt.getTime(), newStartsAt.getTime()))

/** A change that names no place keeps it. */
const isElsewhere = (booking: BookingRow, { space_id: spaceId }: Changes) =>
  spaceId !== undefined && spaceId !== booking.space_id

type Stretch = { start: Date; end: Date }

/** The parts of a time outside another: at most one on each side of it. */
const beside = ({ start, end }: Stretch, own: { startsAt: Date; endsAt: Date }): Stretch[] => {
  if (own.endsAt <= start || own.startsAt >= end) return [{ start, end }]
  return [
    ...(start < own.startsAt ? [{ start, end: own.startsAt }] : []),
    ...(own.endsAt < end ? [{ start: own.endsAt, end }] : []),
  ]
}

/** The proposal fails: the booking stays as it was, and what was held for it is released. */
export const endProposal = async (
  work: Work,
  booking: BookingRow,
  proposal: Proposal,
  state: 'declined' | 'withdrawn' | 'lapsed',
  move: Move,
  mover: Mover,
) => {
  await setProposal(work, proposal, { state, ended_at: work.now })
  const respond = await releaseHold(work, booking, proposal, state)
  await makeMove(work, booking, move, mover, respond)
  // Releases the money held for it.
  if (proposal.pay_cents > 0) await refundAmount(work, proposal.id)
  // A party that never had to answer is not notified.
  if (proposal.state === 'open') await publish(work, 'booking.change_ended', { proposalId: proposal.id })
}

/** Releases what was held for it; a request's time to answer resumes now, or when the client's time was over. */
const releaseHold = async (
  work: Work,
  booking: BookingRow,
  proposal: Proposal,
  state: 'declined' | 'withdrawn' | 'lapsed',
): Promise<{ respond_by?: Date }> => {
  const { was_respond_by: wasBy, created_at: proposedAt } = proposal
  if (booking.status !== 'requested' || wasBy === null) {
    await releaseHolds(work, booking.id)
    return {}
  }
  await releaseBeside(work, booking.id, claimedBy(booking).map(asClaim))
  // Already set when it was proposed, independent of when the job runs.
  if (state === 'lapsed') return {}
  const leftMs = wasBy.getTime() - proposedAt.getTime()
  const until = respondAgainBy(booking, { leftMs, from: work.now })
  await prolong(work, booking.id, until)
  return { respond_by: until }
}

/** Every minute: proposals whose time to answer is over. Several processes may run it; each proposal ends once. */
export const lapseChanges = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('change_proposals')
    .select('booking_id as id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', work.now)
    .orderBy('expires_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, ({ id }) =>
    inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      const proposal = await openOf(work, id)
      if (booking === undefined || proposal?.state !== 'open' || proposal.expires_at > work.now) return
      await endProposal(work, booking, proposal, 'lapsed', 'lapse_change', {
        party: 'platform',
        reason: 'nobody answered',
      })
      crashPoint('inside-lapse-change')
    }),
  )
}

/** Refused by a quota: the agreement's hours of the new week, its pause, the day's or the professional's limit, a pack's end. */
export const orQuota = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const constraint = constraintOf(error)
    if (isFull(constraint) || constraint === 'rents_of_pack')
      return refuse('slot_not_available', { reason: constraint })
    throw error
  }
}
