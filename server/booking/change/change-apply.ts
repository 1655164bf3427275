/** Applies a change of hour after its last acceptance: old and new time are exchanged at once, together with the price of the visit. */
import type { Updateable } from 'kysely'
import * as z from 'zod/mini'
import { hourMs } from '#contract/platform/duration.ts'
import type { Move } from '#contract/booking/moves.ts'
import { claim, release } from '#server/availability/block/availability.ts'
import type { Look } from '#server/booking/change/change-look.ts'
import { arrivalCode, makeMove, type BookingRow, type Mover } from '#server/booking/moves/move.ts'
import type { Proposal } from '#server/booking/moves/proposal-row.ts'
import { asClaim, claimedBy, respondAgainBy, respondBy } from '#server/booking/moves/rules.ts'
import { atPlace, atPrice, isByLink, paidOf } from '#server/booking/moves/upfront.ts'
import { adjust, takeHeld } from '#server/payment/charge/added.ts'
import { allowCharge, followStart } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Bookings } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * `segmentCents`: the price of each service of a visit of several; empty: unchanged. `hostAnswers`: the agreement has the host accept each
 * visit.
 */
export type Saved = {
  changes: Look['changes']
  segmentCents: readonly number[]
  hostAnswers?: boolean | undefined
}

/** In the caller's transaction. `paid`: a separate charge is held for the change. Returns the payments to execute. */
export const apply = async (
  work: Work,
  booking: BookingRow,
  saved: Saved,
  move: Move,
  mover: Mover,
  paid?: Pick<Proposal, 'id' | 'pay_cents'>,
): Promise<string[]> => {
  const { changes } = saved
  await exchangeTimes(work, booking, saved, { move, mover })
  const payments = await repay(work, booking, changes, paid)
  crashPoint('inside-change')
  await publish(work, 'booking.changed', {
    bookingId: booking.id,
    freed: { startsAt: booking.starts_at.toISOString(), endsAt: booking.ends_at.toISOString() },
  })
  const followed = await followStart(work, { bookingId: booking.id, startsAt: changes.starts_at })
  return [...new Set([...payments, ...(followed === null ? [] : [followed])])]
}

/**
 * The client of a request accepts the hour that its professional proposed: both have then accepted, and the visit is confirmed there, to be
 * charged when due. It stays a request, with its holds, only if its host must still answer. In the caller's transaction; returns the
 * payments to execute.
 */
export const applyToRequest = async (
  work: Work,
  booking: BookingRow,
  saved: Saved,
  { proposalId }: { proposalId: string },
): Promise<string[]> => {
  const { changes } = saved
  // The agreement of another host has accepted; the acceptance of the first host does not cover this hour.
  const isSameHost = changes.host_id === booking.host_id
  const asksHost = isSameHost && (booking.host_acceptance === 'pending' || saved.hostAnswers === true)
  const { host_acceptance: hostSaid } = booking
  const values = {
    professional_acceptance: 'accepted',
    host_acceptance: asksHost ? 'pending' : hostSaid === 'pending' ? 'not_needed' : hostSaid,
  }
  if (asksHost) {
    const until = waitsAnew(work, booking, changes.starts_at)
    const more = { ...values, respond_by: until }
    await exchangeTimes(work, booking, saved, {
      move: 'move_request',
      mover: asClient,
      more,
      holdUntil: until,
    })
    const payments = await repay(work, booking, changes, undefined)
    await publish(work, 'booking.change_ended', { proposalId })
    return payments
  }
  const more = { ...values, confirmed_at: work.now, arrival_code: arrivalCode() }
  await exchangeTimes(work, booking, saved, { move: 'accept_change', mover: asClient, more })
  const payments = await repay(work, booking, changes, undefined)
  // By the hour for which the charge was authorised, since holds lapse; by the new hour if it is nearer.
  const charged = await allowCharge(work, { bookingId: booking.id, startsAt: booking.starts_at })
  await followStart(work, { bookingId: booking.id, startsAt: changes.starts_at })
  crashPoint('inside-change')
  await publish(work, 'booking.confirmed', { bookingId: booking.id })
  return [...new Set([...payments, charged])]
}

const asClient = { party: 'client' } as const

/** The deadline of its host, who has the usual time. Refuses quote_changed when no time is left. */
const waitsAnew = (work: Work, booking: BookingRow, startsAt: Date): Date => {
  const leftMs = respondBy(startsAt, work.now).getTime() - work.now.getTime()
  const until = respondAgainBy({ ...booking, starts_at: startsAt }, { leftMs, from: work.now })
  return until > work.now ? until : refuse('quote_changed')
}

/** Frees the old time and takes the new one, firmly or as a hold; services and add-ons get the prices of the new hour. */
const exchangeTimes = async (
  work: Work,
  booking: BookingRow,
  { changes, segmentCents }: Saved,
  { move, mover, more = {}, holdUntil = null }: Exchange,
) => {
  await release(work, booking.id)
  const latest = new Date(changes.starts_at.getTime() - hourMs)
  // The new place comes first, so that the travel time is checked for it.
  await makeMove(work, booking, move, mover, {
    ...changes,
    // An acceptance given earlier was in time.
    respond_by: booking.respond_by !== null && booking.respond_by > latest ? latest : booking.respond_by,
    ...more,
  })
  await repriceSegments(work, booking.id, segmentCents)
  await claim(work, {
    bookingId: booking.id,
    claims: claimedBy({ ...booking, ...changes }).map(asClaim),
    holdUntil,
    parentRentId: changes.parent_rent_id,
  })
}
type Exchange = { move: Move; mover: Mover; more?: Updateable<Bookings>; holdUntil?: Date | null }

/** Adjusts the payment to the new price; an equal price leaves it alone. */
const repay = async (
  work: Work,
  booking: BookingRow,
  changes: Saved['changes'],
  paid: Pick<Proposal, 'id' | 'pay_cents'> | undefined,
): Promise<string[]> => {
  const dueCents = paidOf(changes) + changes.move_fee_cents
  const payCents = paid?.pay_cents ?? 0
  if (dueCents === paidOf(booking) + booking.move_fee_cents && payCents === 0) return []
  const main = await adjust(work, {
    bookingId: booking.id,
    dueCents,
    comingCents: payCents,
    idemKey: `move:${booking.id}:${booking.version}`,
  })
  return paid === undefined || payCents === 0 ? [main] : [main, await takeHeld(work, paid.id)]
}

const repriceSegments = async (work: Work, bookingId: string, cents: readonly number[]): Promise<void> => {
  for (const [place, price_cents] of cents.entries())
    await work.db
      .updateTable('booking_segments')
      .set({ price_cents })
      .where('booking_id', '=', bookingId)
      .where('position', '=', place + 1)
      .execute()
}

const SavedChanges = z.object({
  space_id: z.nullable(z.int()),
  unit_id: z.nullable(z.int()),
  visit_place: z._default(z.nullable(z.int()), null),
  equipment: z._default(z.nullable(z.string()), null),
  host_id: z.nullable(z.int()),
  agreement_id: z.nullable(z.int()),
  parent_rent_id: z.nullable(z.string()),
  starts_at: z.string(),
  ends_at: z.string(),
  buffer_before_minutes: z.int(),
  buffer_after_minutes: z.int(),
  unit_after_minutes: z.int(),
  zone: z.string(),
  local_start: z.string(),
  rent_cents: z.int(),
  rent_minutes: z.int(),
  rent_lines: z.nullable(z.string()),
  cleaning_cents: z.int(),
  terms: z.string(),
  quote: z.string(),
  quote_hash: z.string(),
  // Absent in proposals from before prices depended on the hour.
  total_cents: z.optional(z.int()),
  // Absent in proposals from before upfront payments.
  upfront_cents: z._default(z.nullable(z.int()), null),
  balance_cents: z._default(z.int(), 0),
  balance_waived_cents: z._default(z.int(), 0),
  in_place_cents: z._default(z.int(), 0),
  link_cents: z._default(z.int(), 0),
  move_fee_cents: z.optional(z.int()),
  move_fee_rent_cents: z.optional(z.int()),
  segmentCents: z.optional(z.array(z.int())),
  hostAnswers: z.optional(z.boolean()),
})

/** What a proposal would change, as stored when it was made. */
export const savedIn = (proposal: Pick<Proposal, 'changes'>, booking: BookingRow): Saved => {
  const {
    starts_at,
    ends_at,
    segmentCents = [],
    hostAnswers,
    ...rest
  } = z.parse(SavedChanges, proposal.changes)
  const {
    total_cents = booking.total_cents,
    move_fee_cents = booking.move_fee_cents,
    move_fee_rent_cents = booking.move_fee_rent_cents,
    in_place_cents,
    ...place
  } = rest
  return {
    changes: {
      ...place,
      // How it was paid, and what the professional already has, may have been stated since.
      ...atPlace(booking, in_place_cents),
      // The payment link may have been paid since.
      ...(isByLink(booking) ? atPrice(booking, total_cents) : {}),
      total_cents,
      move_fee_cents,
      move_fee_rent_cents,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
    },
    segmentCents,
    hostAnswers,
  }
}
