/**
 * A no-show (product.md §4, B15 and B16). The present party reports it from fifteen minutes after the start: the professional about the
 * client, the client or the host about the professional. What the client gets back either way is refunded at once, the fee waits for a day;
 * for a visit that the professional had started all of it waits. When contested it waits for the professional who reported it, or an
 * administrator. docs/booking/no-shows.md.
 */
import { dayMs } from '#contract/platform/duration.ts'
import type { Absent } from '#contract/booking/visit/no-show.ts'
import { release } from '#server/availability/block/availability.ts'
import { attend, type Attendance, withAttendance } from '#server/booking/moves/attendance.ts'
import { registeredAt } from '#server/booking/moves/device-time.ts'
import { fallAway } from '#server/booking/settlement/dispute-row.ts'
import { makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import {
  endingOfNoShow,
  hadStarted,
  movesOf,
  outcomeOf,
  settlementOfNoShow,
} from '#server/booking/cancellation/no-show-rules.ts'
import { presentAs } from '#server/booking/visit/no-show-view.ts'
import { findFor, lockFor, type Side } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { savedOfArrival, proofOfArrival, type ReportedArrival } from '#server/booking/visit/proof.ts'
import { isKnown, lockAttended, requireCharged, requireNotMissed } from '#server/booking/visit/visit.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { returnPart } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { type View, settleAs, type Answer, requireOpen } from '#server/booking/visit/no-show-decision.ts'

/** "I am here": by the code at the unit or by position; without a unit also by a statement. Refuses too_early, as `proofOfArrival`. */
export const arrive = (work: Work, id: string, reported: ReportedArrival): Promise<View> =>
  inTransaction(work, async (work) => {
    const booking = await lockAttended(work, id)
    const registered = registeredAt(work.now, reported.at)
    // A professional whose client has checked in was there already.
    if (isKnown(registered, booking.professional_arrived_at ?? booking.checked_in_at))
      return readAs(work, id, 'professional')
    const { at, receivedAt } = registered
    requireNotMissed(booking, registered)
    requireMove(booking, 'arrive', 'professional', at)
    const proof = await proofOfArrival(work, booking, reported)
    await attend(work, id, {
      professional_arrived_at: at,
      professional_arrival_received_at: receivedAt,
      ...savedOfArrival(proof),
    })
    await makeMove(work, booking, 'arrive', { party: 'professional', reason: proof.method })
    return readAs(work, id, 'professional')
  })

/** A no-show, as reported by the present party. Refuses move_not_allowed, stale_version, payment_in_progress. */
export const mark = async (
  work: Work,
  id: string,
  { t, version, as }: { t?: string | undefined; version: number; as: Side },
): Promise<View> => {
  const absent = as === 'professional' ? 'client' : 'professional'
  const found = await findFor(work, id, { t, as })
  const booking = await withAttendance(work, found.booking)
  requireMove(booking, movesOf[absent].mark, as, work.now)
  await requireCharged(work, id)
  const paymentId = await inTransaction(work, async (work) => {
    const found = await lockFor(work, id, { t, as })
    if (found.booking.version !== version) return refuse('stale_version')
    const booking = await withAttendance(work, found.booking)
    requireMove(booking, movesOf[absent].mark, as, work.now)
    return markInside(work, booking, absent, as)
  })
  crashPoint('committed-no-show')
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, id, as)
}

/** Time, move, the undisputed money and the fact, in the caller's transaction. */
const markInside = async (
  work: Work,
  booking: BookingRow & Attendance,
  absent: Absent,
  saidBy: Side,
): Promise<string | null> => {
  const outcome = outcomeOf(booking, 'client')
  // After a start nothing is refunded until it is known whether the visit took place.
  const [feeCents, refundCents] = hadStarted(booking)
    ? [outcome.paidCents, 0]
    : [outcome.feeCents, outcome.refundCents]
  await release(work, booking.id)
  await fallAway(work, booking.id)
  await makeMove(
    work,
    booking,
    movesOf[absent].mark,
    { party: saidBy },
    { ended_at: work.now, cancellation: JSON.stringify(endingOfNoShow(booking, absent, work.now)) },
  )
  // Where the client's policy retains nothing there is nothing to wait for.
  const isFree = absent === 'client' && feeCents === 0
  await work.db
    .insertInto('no_shows')
    .values({
      booking_id: booking.id,
      absent,
      reported_by: saidBy,
      state: isFree ? 'stands' : 'open',
      fee_cents: feeCents,
      marked_at: work.now,
      contest_by: new Date(work.now.getTime() + dayMs),
      decided_at: isFree ? work.now : null,
    })
    .execute()
  const paymentId = isFree
    ? await settleAs(work, booking, settlementOfNoShow(booking, absent))
    : await goesBack(work, booking, refundCents)
  crashPoint('inside-no-show')
  await publish(work, 'booking.no_show', { bookingId: booking.id })
  return paymentId
}

/** Null: nothing is refunded; where nothing was paid upfront there is no charge either. */
const goesBack = async (work: Work, { id }: BookingRow, amountCents: number): Promise<string | null> =>
  amountCents === 0 ? null : returnPart(work, { bookingId: id, amountCents, idemKey: `no_show:${id}` })

/** The party reported missing contests it. The fee stays frozen. Refuses stale_version, move_not_allowed after a day. */
export const contest = (
  work: Work,
  id: string,
  { t, version, as, evidence }: { t?: string | undefined; version: number; as: Absent; evidence: string },
): Promise<Answer> =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { t, as })
    await requireOpen(work, booking, movesOf[as].contest, as, version)
    await makeMove(work, booking, movesOf[as].contest, { party: as })
    await work.db
      .updateTable('no_shows')
      .set({ state: 'contested', evidence, contested_at: work.now })
      .where('booking_id', '=', id)
      .execute()
    await publish(work, 'booking.no_show_contested', { bookingId: id })
    return presentAs(work, { ...booking, version: booking.version + 1 }, as)
  })
