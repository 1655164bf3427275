/** The end of a hold without a payment: released by its holder, or expired. */
import { release } from '#server/availability/block/availability.ts'
import { lockById, makeMove, requireMove } from '#server/booking/moves/move.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { releaseWith, waitsWithAnother } from '#server/booking/checkout/series-held.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { refundAmount, releaseCredit } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Releases a hold; idempotent. Refuses not_found for another holder's. */
export const releaseHold = (work: Work, id: string): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking === undefined || !holdersOf(work.viewer).includes(booking.holder)) return refuse('not_found')
    if (booking.status === 'expired') return { ok: true }
    const party = booking.kind === 'rent' ? 'professional' : 'client'
    requireMove(booking, 'release', party, work.now)
    // A card payment in progress ends first; only a voucher can be released.
    if (booking.status === 'awaiting_payment' && (await readPayment(work, id))?.status !== 'voucher_pending')
      return refuse('payment_in_progress')
    await makeMove(work, booking, 'release', { party }, { ended_at: work.now })
    await release(work, id)
    await releaseWith(work, booking, 'release', { party })
    // The voucher is cancelled too, so that the client cannot pay it.
    if (booking.status === 'awaiting_payment') await refundAmount(work, id)
    else await releaseCredit(work, id)
    await publish(work, 'booking.expired', { bookingId: id })
    return { ok: true }
  })

/** Ends an expired hold; its time is free again. Does nothing if another process moved it meanwhile. */
export const expire = (work: Work, id: string): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const booking = await work.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', id)
      .where('status', 'in', ['held', 'awaiting_payment'])
      .where('hold_expires_at', '<=', work.now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (booking === undefined || (await waitsWithAnother(work, booking))) return false
    await makeMove(
      work,
      booking,
      'expire',
      { party: 'platform', reason: 'time over' },
      // Deletes the contact that a desk entered for a client who never came.
      { ended_at: work.now, ...(booking.client_id === null ? { contact: null } : {}) },
    )
    await release(work, id)
    await releaseWith(work, booking, 'expire', { party: 'platform', reason: 'time over' })
    await releaseCredit(work, id)
    crashPoint('inside-expire')
    await publish(work, 'booking.expired', { bookingId: id })
    if (booking.booked_by === 'host') await publish(work, 'booking.desk_lapsed', { bookingId: id })
    if (booking.booked_by === 'professional' && booking.kind === 'visit')
      await publish(work, 'booking.appointment_lapsed', { bookingId: id })
    return true
  })
