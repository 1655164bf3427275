/**
 * Money charged once for more than one thing: hours that were handed over, or rented from a pack. An allocated part is a payment of its
 * own, with its own settlement and receipt; it never contacts a card except to refund.
 */
import { randomUUIDv7 } from 'node:crypto'
import { arrivedLines, movedLines, restoreLines } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { change, changeAndPublish, lock, ofBooking, type Payment } from '#server/payment/ledger/row.ts'
import { refundedStatus } from '#server/payment/provider/rules.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The money has arrived; refunds may have reduced it. */
export const isCharged = ({ status }: Payment) => status === 'captured' || status === 'partially_refunded'

/** The amount available for other purposes: neither refunded, nor allocated, nor divided, nor in dispute at a bank. */
export const freeCents = ({ captured_cents, returned_cents, moved_cents, disputed_cents }: Payment) =>
  Math.max(0, captured_cents - returned_cents - moved_cents - disputed_cents)

/**
 * Allocates part of what was paid for one booking to another, in the caller's transaction. `restorable`: a refund of it goes into the
 * first again while that is not settled. Refuses payment_in_progress while the money has not arrived, once it was divided, and where
 * less is left.
 */
export const allocate = (
  work: Work,
  order: { from: string; to: string; amountCents: number; restorable?: boolean },
): Promise<string> =>
  inTransaction(work, async (work) => {
    const found = (await ofBooking(work, order.from)) ?? refuse('payment_in_progress')
    const source = await lock(work, found.id)
    const { amountCents } = order
    if (!isCharged(source) || source.settlement !== null) return refuse('payment_in_progress')
    if (amountCents <= 0 || amountCents > freeCents(source)) return refuse('payment_in_progress')
    await change(work, source, { moved_cents: source.moved_cents + amountCents })
    const id = randomUUIDv7()
    await work.db
      .insertInto('payments')
      .values({
        id,
        booking_id: order.to,
        // A part of a part belongs to the whole, which has the card and the charge.
        part_of: source.part_of ?? source.id,
        restorable: order.restorable ?? source.restorable,
        payer: source.payer,
        provider: source.provider,
        method: source.method,
        cash_host_id: source.cash_host_id,
        status: 'captured',
        amount_cents: amountCents,
        authorized_cents: amountCents,
        captured_cents: amountCents,
        charge_ref: source.charge_ref,
        card_brand: source.card_brand,
        card_last4: source.card_last4,
        card_wallet: source.card_wallet,
        created_at: work.now,
      })
      .execute()
    const at = work.now
    await post(work, {
      kind: 'set_aside',
      idemKey: `set_aside:${id}`,
      bookingId: order.from,
      at,
      lines: movedLines(amountCents),
    })
    await post(work, {
      kind: 'part',
      idemKey: `part:${id}`,
      bookingId: order.to,
      at,
      lines: arrivedLines(amountCents),
    })
    // Payments that wait for this money continue, even if the caller does not.
    await publish(work, 'payment.changed', { paymentId: id, bookingId: order.to })
    return id
  })

/** Puts the refund of a part into the payment it came from, while that is open; null: it is over, the card gets the refund. */
export const restore = async (work: Work, part: Payment, amountCents: number): Promise<Payment | null> => {
  if (part.part_of === null || !part.restorable) return null
  const whole = await lock(work, part.part_of)
  if (whole.settlement !== null) return null
  const [at, key] = [work.now, `put_back:${part.id}:${part.version}`]
  await post(work, {
    kind: 'put_back',
    idemKey: key,
    bookingId: part.booking_id,
    at,
    lines: restoreLines(amountCents),
  })
  await post(work, {
    kind: 'put_back',
    idemKey: `${key}:in`,
    bookingId: whole.booking_id,
    at,
    lines: arrivedLines(amountCents),
  })
  await change(work, whole, { moved_cents: whole.moved_cents - amountCents })
  const refundedCents = part.refunded_cents + amountCents
  return changeAndPublish(work, part, {
    refunded_cents: refundedCents,
    status: refundedStatus(part.captured_cents, refundedCents),
  })
}
