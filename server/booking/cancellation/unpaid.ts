/**
 * The authorization of a visit lapsed, or its capture failed. Before the visit it is cancelled; once started the visit has a balance due
 * like any other: charged to the saved card when it is over, else paid by its client, and divided meanwhile as far as it is paid.
 * docs/booking/upfront.md.
 */
import { cancelAsPlatform } from '#server/booking/cancellation/cancellation.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { isLost, confirmWithoutCard } from '#server/payment/charge/lost.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Serialized by the lock: a concurrent actor finds it cancelled, or has started it. */
export const followLost = async (work: Work, bookingId: string): Promise<void> => {
  await cancelAsPlatform(work, bookingId, 'the card could not be charged before the visit')
  await owe(work, bookingId)
}

/** Once a visit has started, the part that the lost card was to pay becomes a balance due. Otherwise, or when repeated, does nothing. */
export const owe = async (work: Work, bookingId: string): Promise<void> => {
  const payment = await readPayment(work, bookingId)
  if (payment === null || !isLost(payment)) return
  await inTransaction(work, async (work) => {
    const booking = await lockById(work, bookingId)
    if (booking?.kind !== 'visit' || !started.has(booking.status)) return
    const paidCents = await confirmWithoutCard(work, bookingId)
    if (paidCents === null) return
    // The fee for changing the hour is retained only if it was paid; Kalli does not charge it afterwards.
    const keepsFee = paidCents >= booking.move_fee_cents
    const priceCents = booking.total_cents - booking.balance_waived_cents
    const towardsCents = Math.min(priceCents, paidCents - (keepsFee ? booking.move_fee_cents : 0))
    await work.db
      .updateTable('bookings')
      .set({
        upfront_cents: towardsCents,
        balance_cents: priceCents - towardsCents,
        ...(keepsFee ? {} : { move_fee_cents: 0, move_fee_rent_cents: 0 }),
      })
      .where('id', '=', bookingId)
      .execute()
    crashPoint('inside-owe')
  })
}
const started: ReadonlySet<string> = new Set(['in_progress', 'to_settle'])
