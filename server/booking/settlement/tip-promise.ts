/**
 * A tip promised on payment (product.md §7, /dynamic-checkout): nothing is charged for it before the visit took place. Once the visit is
 * closed the card that paid it is charged, as if its client had pressed then (tip.ts); until then one press cancels it.
 */
import type * as z from 'zod/mini'
import { formatCents } from '#contract/platform/money.ts'
import { minTipCents, maxTipCents } from '#contract/booking/tip-limits.ts'
import type { TipView } from '#contract/booking/settlement/tip.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { carryTip, endPromise, orderTip, readTip } from '#server/booking/settlement/tip.ts'
import { tipOf } from '#server/booking/settlement/tip-row.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** With the order, in its transaction; a later order cannot withdraw an earlier promise. Refuses invalid_input beyond the limits. */
export const promiseTip = async (
  work: Work,
  { id, total_cents }: Pick<BookingRow, 'id' | 'total_cents'>,
  amountCents: number,
): Promise<void> => {
  if (amountCents === 0) {
    await endPromise(work, id)
    return
  }
  const maxCents = maxTipCents(total_cents)
  if (amountCents < minTipCents || amountCents > maxCents) {
    const message = `Entre ${formatCents(minTipCents)} y ${formatCents(maxCents)}.`
    return refuse('invalid_input', { fields: [{ field: 'payment.tipCents', message }] })
  }
  const values = { amount_cents: amountCents, promised_at: work.now }
  await work.db
    .insertInto('tip_promises')
    .values({ booking_id: id, ...values })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(values))
    .execute()
}

/** The client cancels the promise. Refuses not_found. */
export const dropTip = async (
  work: Work,
  bookingId: string,
  { t }: Pick<ViewerQuery, 't'>,
): Promise<z.input<typeof TipView>> => {
  await inTransaction(work, async (work) => {
    await lockFor(work, bookingId, { t, as: 'client' })
    await endPromise(work, bookingId)
  })
  return readTip(work, bookingId, { t })
}

/** Its visit is closed: charged to the card, once. After a dispute no client is charged more unless they request it. */
export const keepPromise = async (work: Work, bookingId: string): Promise<void> => {
  const ordered = await inTransaction(work, async (work) => {
    const booking = await lockById(work, bookingId)
    const promisedCents = booking === undefined ? null : await endPromise(work, bookingId)
    if (booking?.status !== 'completed' || promisedCents === null) return null
    if ((await tipOf(work, bookingId)) !== undefined || (await wasReported(work, bookingId))) return null
    const card = await savedCardOf(work, bookingId)
    const payment = await readPayment(work, bookingId)
    if (card === null || payment === null) return null
    // The price may have fallen since.
    const amountCents = Math.min(promisedCents, maxTipCents(booking.total_cents))
    return orderTip(work, booking, {
      row: undefined,
      amountCents,
      payer: payment.payer,
      card,
      promised: true,
    })
  })
  if (ordered !== null) await carryTip(work, ordered)
}

const wasReported = async (work: Work, bookingId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('disputes')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('opened_by', '=', 'client')
    .limit(1)
    .executeTakeFirst()) !== undefined
