/**
 * Confirms or requests a paid booking, or ends it if its time is taken. Holding is hold.ts, paying pay.ts, the visit visit.ts, the end
 * before time cancellation.ts. It never calls a bank itself (payment does) and decides no price (pricing does).
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { expire } from '#server/booking/checkout/hold-end.ts'
import { freeSeats } from '#server/booking/checkout/hold-claims.ts'
import { claim, firming, makeFirm, prolong, release } from '#server/availability/block/availability.ts'
import { takingOffer } from '#server/booking/moves/open-question.ts'
import { arrivalCode, lockById, makeMove, waitsFor, type BookingRow } from '#server/booking/moves/move.ts'
import { asClaim, claimedBy, claimedMs, prolongMinutes, respondBy } from '#server/booking/moves/rules.ts'
import { heldSeriesOf, releaseWith, confirmHeldSeries } from '#server/booking/checkout/series-held.ts'
import { isOfSuspended } from '#server/booking/moves/suspended.ts'
import { endPromise } from '#server/booking/settlement/tip.ts'
import { execute, isPaid, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { voucherView } from '#server/payment/charge/voucher.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish, publishing } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import { despiteDeadlocks, inTransaction, type Work } from '#server/platform/work.ts'

/** The first of several dates that a professional booked together: the others are confirmed with it (series-held.ts). */
export const isFirstOfSeries = async (work: Work, { id, booked_by }: BookingRow) =>
  booked_by === 'professional' && (await heldSeriesOf(work, id)) !== undefined

/** The parties that must accept, other than the client, who accepts by paying. */
export const othersRequested = (booking: Parameters<typeof waitsFor>[0]) =>
  waitsFor(booking).some((side) => side !== 'client')

/** Brings a booking to the state of its payment, for the job on `payment.changed`. */
export const followPayment = async (work: Work, bookingId: string): Promise<void> => {
  const payment = await readPayment(work, bookingId)
  if (payment !== null) await follow(work, bookingId, payment)
}

type Payment = NonNullable<Awaited<ReturnType<typeof readPayment>>>

export const follow = async (work: Work, bookingId: string, payment: Payment): Promise<void> => {
  if (isPaid(payment)) return confirm(work, bookingId)
  if (payment.status === 'failed') return backToHold(work, bookingId)
  if (payment.status === 'requires_action') return prolongOnce(work, bookingId)
  if (payment.status === 'voucher_pending') return holdForVoucher(work, bookingId, payment)
}

/** Confirms a paid booking. If the payment arrived after its hold ended, takes the time again if it is free, else refunds (B5). */
const confirm = async (work: Work, id: string): Promise<void> => {
  crashPoint('before-confirm')
  if (await confirmAtOnce(work, id)) return crashPoint('committed-confirm')
  try {
    await inTransaction(work, (work) => confirmInside(work, id))
  } catch (error) {
    if (!isTooLate(error)) throw error
    await giveUp(work, id)
  }
  crashPoint('committed-confirm')
}

/** Another booking took the time, the agreement or the professional is full, or the class was cancelled or moved. */
const isTooLate = (error: unknown) =>
  error instanceof Refusal
    ? error.code === 'slot_taken' || error.code === 'client_busy'
    : isWithoutClass(error) ||
      constraintOf(error)?.startsWith('agreement_') === true ||
      constraintOf(error) === 'professional_limit'

const isWithoutClass = (error: unknown) => ['class_open', 'class_seats'].includes(constraintOf(error) ?? '')

/** The usual case in one statement: it awaits payment and its holds all exist. False: look closer. */
const confirmAtOnce = async (work: Work, id: string): Promise<boolean> => {
  const { now, viewer } = work
  const fact = await publishing(work, 'booking.confirmed', { bookingId: id })
  try {
    await despiteDeadlocks(work, () =>
      sql`
      with moved as (
        update bookings set status = 'confirmed', version = version + 1, confirmed_at = ${now},
          hold_expires_at = null, arrival_code = ${arrivalCode()}
        where id = ${id} and status = 'awaiting_payment'
          -- What a professional made may be the first of several.
          and booked_by <> 'professional'
          and 'pending' not in (professional_acceptance, host_acceptance)
        returning id, version, ${claimedLength} as length
      ), firm as (${firming(sql`(select id from moved)`)}), recorded as (
        insert into booking_moves (booking_id, version, move, from_status, to_status, actor, actor_account_id, reason, at)
        select id, version, 'confirm', 'awaiting_payment', 'confirmed', 'platform', ${viewer.accountId}::bigint, 'paid',
          ${now}::timestamptz from moved
      ), ${takingOffer(now)}, told as (${fact})
      select must((select length from moved) is not distinct from coalesce(sum(firm.length), '0'), 'all_held')
      from firm`.execute(work.db),
    )
    return true
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    if (constraint === 'all_held' || suspended.has(constraint) || isWithoutClass(error)) return false
    throw error
  }
}

/** Refused by the database in the transaction that would confirm it (`bookings_suspended_parties`). */
const suspended: ReadonlySet<string> = new Set(['party_suspended', 'client_suspended'])

/** `claimedMs` of a row of bookings; the client's own time has no buffers, and a processing phase does not occupy the professional. */
const claimedLength = sql`case when class_id is not null then (ends_at - starts_at) * num_nonnulls(client_id) else
  (ends_at - starts_at) * (1 + num_nonnulls(unit_id, client_id))
  + (buffer_before_minutes + buffer_after_minutes
    - case when processes is null or processes = '{}' or parent_rent_id is not null then 0 else process_minutes(processes) end
    + case when unit_id is null then 0 else buffer_before_minutes + unit_after_minutes end
    + coalesce((select sum("toMinute" - "fromMinute") from jsonb_to_recordset(equipment)
        as piece("fromMinute" integer, "toMinute" integer)), 0)) * interval '1 minute' end`

/** Confirms or requests a booking that is paid or whose card is saved, in the caller's transaction. */
export const stand = (work: Work, id: string): Promise<void> => confirmInside(work, id)

const confirmInside = async (work: Work, id: string) => {
  const booking = await lockById(work, id)
  if (booking === undefined || !waitsForMoney.has(booking.status)) return
  const until = othersRequested(booking) ? respondBy(booking.starts_at, work.now) : null
  // Too close to its start for a party to accept it.
  if (until !== null && until <= work.now) return refuse('slot_taken')
  const revived = booking.status === 'expired'
  // Its credit was refunded when its time was over, and the card charge with it.
  if (revived && (await readPayment(work, id))?.settlement) return
  if (await isOfSuspended(work, booking)) return refuse('slot_taken')
  // Its linked dates were released, although its client agreed to all of them.
  if (revived && (await isFirstOfSeries(work, booking))) return refuse('slot_taken')
  const seat =
    revived && booking.class_id !== null
      ? { class_seats: await freeSeats(work, booking.class_id, booking.persons) }
      : {}
  const claims = claimedBy(booking)
  const saved = revived ? 0 : await (until === null ? makeFirm(work, id) : prolong(work, id, until))
  if (saved !== claimedMs(booking)) {
    await release(work, id)
    await claim(work, {
      bookingId: id,
      claims: claims.map(asClaim),
      holdUntil: until,
      parentRentId: booking.parent_rent_id,
    })
  }
  if (until !== null) {
    await ask(work, booking, until)
    return confirmHeldSeries(work, booking, stand)
  }
  await makeMove(
    work,
    booking,
    revived ? 'revive' : 'confirm',
    { party: 'platform', reason: 'paid' },
    {
      confirmed_at: work.now,
      ended_at: null,
      hold_expires_at: null,
      arrival_code: arrivalCode(),
      ...seat,
    },
  )
  await publish(work, 'booking.confirmed', { bookingId: id })
  await confirmHeldSeries(work, booking, stand)
}

/** The time of every party stays held until the request is answered (B3). */
const ask = async (work: Work, booking: BookingRow, until: Date) => {
  await makeMove(
    work,
    booking,
    'request',
    { party: 'platform', reason: 'paid' },
    { requested_at: work.now, respond_by: until, ended_at: null, hold_expires_at: null },
  )
  await publish(work, 'booking.requested', { bookingId: booking.id })
}

const waitsForMoney: ReadonlySet<string> = new Set(['held', 'awaiting_payment', 'expired'])

/** Another booking took the time: this one ends and is refunded in full. */
const giveUp = async (work: Work, id: string): Promise<void> => {
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking === undefined || !waitsForMoney.has(booking.status)) return null
    if (booking.status !== 'expired') {
      await makeMove(
        work,
        booking,
        'expire',
        { party: 'platform', reason: 'paid too late' },
        { ended_at: work.now },
      )
      await release(work, id)
      await releaseWith(work, booking, 'expire', { party: 'platform', reason: 'paid too late' })
    }
    await publish(work, 'booking.too_late', { bookingId: id })
    return refundAmount(work, id)
  })
  if (paymentId !== null) await execute(work, paymentId)
}

/** The bank declined: another card may be tried while the time is held. */
const backToHold = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment') return
    // The status read before the lock may belong to the previous card: another payment may be in progress.
    if ((await readPayment(work, id))?.status !== 'failed') return
    await makeMove(work, booking, 'decline_card', { party: 'platform', reason: 'card declined' })
    // The next card promises it anew.
    await endPromise(work, id)
    await publish(work, 'booking.card_declined', { bookingId: id })
  })

const prolongOnce = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment' || booking.hold_prolonged || booking.hold_expires_at === null)
      return
    const until = new Date(booking.hold_expires_at.getTime() + prolongMinutes * minuteMs)
    await work.db
      .updateTable('bookings')
      .set({ hold_prolonged: true, hold_expires_at: until })
      .where('id', '=', id)
      .execute()
    await prolong(work, id, until)
  })

/** A voucher was issued: the hour is held until it expires, and the client receives it by email. */
const holdForVoucher = (work: Work, id: string, payment: Payment): Promise<void> =>
  inTransaction(work, async (work) => {
    const until = new Date(voucherView(payment)?.until ?? work.now)
    const booking = await lockById(work, id)
    if (booking?.status !== 'awaiting_payment' || booking.hold_expires_at === null) return
    if (booking.hold_expires_at >= until) return
    await work.db.updateTable('bookings').set({ hold_expires_at: until }).where('id', '=', id).execute()
    await prolong(work, id, until)
    await publish(work, 'booking.voucher_given', { bookingId: id })
  })

/**
 * Every minute: ends expired holds. One that awaits payment is checked at the processor first, since a webhook may have been missed.
 * Several processes may sweep; each takes what the others have not.
 */
export const sweepHolds = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('status', 'in', ['held', 'awaiting_payment'])
    .where('hold_expires_at', '<=', work.now)
    .orderBy('hold_expires_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, (one) => endHold(work, one))
}

/** Ends one expired hold. */
export const endHold = async (work: Work, { id, status }: { id: string; status: string }): Promise<void> => {
  const payment = status === 'awaiting_payment' ? await readPayment(work, id) : null
  if (payment !== null) {
    await refresh(work, payment.id)
    await followPayment(work, id)
  }
  await expire(work, id)
}
