/** The visit itself: the client arrives, the service ends, the money is divided. */
import type * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { Move } from '#contract/booking/moves.ts'
import { release } from '#server/availability/block/availability.ts'
import { askBalance, requireNoneRequested } from '#server/booking/settlement/balance.ts'
import { settlementOf } from '#server/booking/moves/division.ts'
import { freezeOpen, hasUndecided } from '#server/booking/settlement/dispute.ts'
import { secure } from '#server/booking/settlement/deposit.ts'
import { attend, type Attendance, withAttendance } from '#server/booking/moves/attendance.ts'
import { registeredAt, type Registered } from '#server/booking/moves/device-time.ts'
import { lockById, makeMove, requireMove, type BookingRow, type Mover } from '#server/booking/moves/move.ts'
import { chargeOvertime, measureOvertime, usedOnly } from '#server/booking/settlement/meter.ts'
import { savedOfVisit, proofOfVisit, type ReportedArrival } from '#server/booking/visit/proof.ts'
import { requireNoVisits } from '#server/booking/checkout/within.ts'
import { absentOf } from '#server/booking/cancellation/no-show-rules.ts'
import { owe } from '#server/booking/cancellation/unpaid.ts'
import { findFor, lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { closeAfterDays, completeAfterHours, liveStatuses } from '#server/booking/moves/rules.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { read as readPayment, refresh, settle } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Booking>

/** The client is here, as `proofOfVisit` checks. Refuses too_early, as that does, and as `secure` does for hours with a deposit. */
export const checkIn = async (work: Work, id: string, reported: ReportedArrival): Promise<View> => {
  const found = await findFor(work, id, { as: 'professional' })
  const booking = await withAttendance(work, found.booking)
  const registered = registeredAt(work.now, reported.at)
  if (isKnown(registered, booking.checked_in_at)) return readAs(work, id, 'professional')
  if (booking.kind === 'rent' && booking.deposit_cents !== null) {
    // Checked first: a professional who may not enter needs no card.
    requireMove(booking, 'check_in', 'professional', registered.at)
    await proofOfVisit(work, booking, reported)
    await secure(work, id)
  }
  return goIn(work, id, reported, registered)
}

/** An offline registration may arrive after a second press or the platform's: the first remains valid. */
export const isKnown = ({ receivedAt }: Registered, before: Date | null) =>
  receivedAt !== null && before !== null

const goIn = (work: Work, id: string, reported: ReportedArrival, registered: Registered): Promise<View> =>
  inTransaction(work, async (work) => {
    const booking = await lockAttended(work, id)
    const { at, receivedAt } = registered
    if (isKnown(registered, booking.checked_in_at)) return readAs(work, id, 'professional')
    requireNotMissed(booking, registered)
    requireMove(booking, 'check_in', 'professional', at)
    const proof = await proofOfVisit(work, booking, reported)
    const came = { checked_in_at: at, check_in_received_at: receivedAt, ...savedOfVisit(proof) }
    await attend(work, id, came)
    await makeMove(work, booking, 'check_in', { party: 'professional', reason: proof.method })
    crashPoint('inside-check-in')
    await publish(work, 'booking.checked_in', { bookingId: id })
    return readAs(work, id, 'professional')
  })

/** For the professional, locked until the transaction ends, with the attendance. */
export const lockAttended = async (work: Work, id: string): Promise<BookingRow & Attendance> => {
  const { booking } = await lockFor(work, id, { as: 'professional' })
  return withAttendance(work, booking)
}

/** After a report of a no-show moved money it remains valid, and the party who was there contests it. */
export const requireNotMissed = (booking: BookingRow, { receivedAt }: Registered) => {
  if (receivedAt !== null && absentOf(booking) !== null) refuse('absence_said_meanwhile')
}

/** The service is over; what remains is to settle. The meter stops: less is owed where only real use is, more for overtime. */
export const checkOut = (work: Work, id: string, reported: Pick<ReportedArrival, 'at'>): Promise<View> =>
  inTransaction(work, async (work) => {
    const booking = await lockAttended(work, id)
    const registered = registeredAt(work.now, reported.at)
    if (isKnown(registered, booking.checked_out_at)) return readAs(work, id, 'professional')
    const { receivedAt } = registered
    // Check-out cannot precede check-in, whatever a device's clock says.
    const came = booking.checked_in_at ?? registered.at
    const at = registered.at < came ? came : registered.at
    requireMove(booking, 'check_out', 'professional', at)
    if (booking.kind === 'rent') await requireNoVisits(work, booking, { from: at })
    await attend(work, id, { checked_out_at: at, check_out_received_at: receivedAt })
    const less = receivedAt === null ? await usedOnly(work, booking) : {}
    await makeMove(work, booking, 'check_out', { party: 'professional' }, less)
    crashPoint('inside-check-out')
    await measureOvertime(work, booking, at)
    await publish(work, 'booking.checked_out', { bookingId: id })
    return readAs(work, id, 'professional')
  })

/**
 * "Sí vino": no arrival of the client was registered, and the hour is over. The use ends without a time of its own, so the meter counts
 * nothing; the client completes the visit, or it completes a day after its end.
 */
export const confirmAttendance = (work: Work, id: string): Promise<View> =>
  inTransaction(work, async (work) => {
    const booking = await lockAttended(work, id)
    requireMove(booking, 'confirm_attendance', 'professional', work.now)
    await makeMove(work, booking, 'confirm_attendance', { party: 'professional' })
    await publish(work, 'booking.checked_out', { bookingId: id })
    return readAs(work, id, 'professional')
  })

/**
 * The client closes the visit, or the professional who rented them the rented hours: the money is split among all three. Refuses
 * payment_in_progress.
 */
export const complete = async (work: Work, id: string, viewer: ViewerQuery): Promise<View> => {
  const { booking, side } = await findFor(work, id, viewer)
  requireMove(booking, 'complete', side, work.now)
  await requireCharged(work, id)
  await askBalance(work, id)
  await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, viewer)
    const isDisputed = await hasUndecided(work, id, side)
    requireMove({ ...booking, isDisputed }, 'complete', side, work.now)
    await finish(work, booking, 'complete', { party: side })
  })
  crashPoint('committed-complete')
  return readAs(work, id, side)
}

/**
 * Only charged money can be divided; it is due by now, so it is charged here if it was not yet. What a lost card was to pay becomes a
 * balance.
 */
export const requireCharged = async (work: Work, id: string) => {
  await owe(work, id)
  const payment = (await readPayment(work, id)) ?? refuse('payment_in_progress')
  // Nothing was due before the visit: its card is saved.
  if (payment.status === 'card_saved' && payment.amount_cents === 0) return
  const charged = isCharged(payment) ? payment : await refresh(work, payment.id)
  // Another charge for it is under way, for a minute at most.
  if (!isCharged(charged) || charged.coming_cents > 0) refuse('payment_in_progress')
}

/** Split, overtime, move and fact in the caller's transaction: a completed booking is a divided one. */
const finish = async (work: Work, booking: BookingRow, move: Move, mover: Mover) => {
  await requireNoneRequested(work, booking.id)
  await settle(work, {
    bookingId: booking.id,
    settlement: settlementOf(booking),
    releaseAt: releaseAt(openTerms(booking.terms), booking.ends_at),
  })
  await chargeOvertime(work, booking)
  await freezeOpen(work, booking)
  await makeMove(work, booking, move, mover, { completed_at: work.now })
  crashPoint('inside-complete')
  await publish(work, 'booking.completed', { bookingId: booking.id })
}

/** The platform completes what the parties left open. */
const finishAlone = async (work: Work, id: string, move: 'complete' | 'complete_unseen'): Promise<void> => {
  await requireCharged(work, id)
  await askBalance(work, id)
  await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking === undefined) return
    if (move === 'complete' && booking.status === 'in_progress') {
      await attend(work, id, { checked_out_at: booking.ends_at })
      await makeMove(work, booking, 'check_out', { party: 'platform', reason: 'time over' })
      return finish(
        work,
        { ...booking, version: booking.version + 1, status: 'to_settle' },
        'complete',
        alone.complete,
      )
    }
    // A pending rescue is decided first.
    if (booking.rescue_by === null && booking.status === (move === 'complete' ? 'to_settle' : 'confirmed'))
      await finish(work, booking, move, alone[move])
  })
}

const alone = {
  complete: { party: 'platform', reason: 'time over' },
  complete_unseen: { party: 'platform', reason: 'nobody registered an arrival' },
} as const

/** Visits two hours past their end, or a day when no arrival was registered (product.md §3). */
export const finishDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('bookings')
    .leftJoin('attendances as attendance', 'attendance.booking_id', 'bookings.id')
    .select(['id', 'status'])
    .where((db) =>
      db.or([
        db.and([
          db('status', 'in', ['in_progress', 'to_settle']),
          db('attendance.checked_in_at', 'is not', null),
          db('ends_at', '<=', before(work.now, completeAfterHours.checkedIn)),
        ]),
        db.and([
          db('status', 'in', ['confirmed', 'to_settle']),
          db('ends_at', '<=', before(work.now, completeAfterHours.unseen)),
        ]),
      ]),
    )
    // These three are in the index of open bookings.
    .where('status', 'in', liveStatuses)
    .orderBy('ends_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, ({ id, status }) =>
    finishAlone(work, id, status === 'confirmed' ? 'complete_unseen' : 'complete'),
  )
}

const before = (now: Date, hours: number) => new Date(now.getTime() - hours * hourMs)

/** Two weeks after completion, and once all payees are paid, nothing more can happen to it (product.md §4, B19). */
export const closeDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'completed')
    .where('completed_at', '<=', new Date(work.now.getTime() - closeAfterDays * dayMs))
    // An undecided dispute keeps it open.
    .where((db) =>
      db.not(
        db.exists(
          db
            .selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.booking_id', '=', 'bookings.id')
            .where('disputes.state', '<>', 'closed'),
        ),
      ),
    )
    // A tip is being charged.
    .where((db) =>
      db.not(
        db.exists(
          db
            .selectFrom('tips')
            .select('tips.id')
            .whereRef('tips.booking_id', '=', 'bookings.id')
            .where('tips.state', '=', 'asked'),
        ),
      ),
    )
    // A payee waits for their money: it failed, is withheld, or there is no account yet.
    .where((db) =>
      db.not(
        db.exists(
          db
            .selectFrom('payouts')
            .select('payouts.id')
            .where((payout) =>
              payout.or([
                payout('payouts.booking_id', '=', payout.ref('bookings.id')),
                payout('payouts.origin_booking_id', '=', payout.ref('bookings.id')),
              ]),
            )
            .where('payouts.status', '<>', 'paid'),
        ),
      ),
    )
    .orderBy('completed_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, ({ id }) =>
    inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      if (booking?.status !== 'completed') return
      await makeMove(
        work,
        booking,
        'close',
        { party: 'platform', reason: 'two weeks over, paid out' },
        { ended_at: work.now },
      )
      crashPoint('inside-close')
      await release(work, id)
    }),
  )
}
