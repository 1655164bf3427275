/** Refunds of a payment go back to the charges that joined it, the last of them first; the job on `payment.put_back` refunds them. */
import { goodwillLines, type Line, restoreLines } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { change, lock, type Payment } from '#server/payment/ledger/row.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** The amount is already owed to the client: in the caller's transaction, which has locked the payment; once for each of its versions. */
export const restoreAdded = async (work: Work, payment: Payment, cents: number): Promise<void> => {
  if (cents <= 0) return
  const charges = await work.db
    .selectFrom('payments')
    .select('id')
    .where('adds_to', '=', payment.id)
    .where('moved_cents', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let leftCents = cents
  for (const { id } of charges) {
    const charge = await lock(work, id)
    const backCents = Math.min(leftCents, charge.moved_cents)
    if (backCents <= 0) continue
    leftCents -= backCents
    const key = `put_back:${charge.id}:${charge.version}`
    const lines = restoreLines(backCents)
    await post(work, {
      kind: 'put_back',
      idemKey: key,
      bookingId: payment.booking_id,
      at: work.now,
      lines,
    })
    await post(work, {
      kind: 'put_back',
      idemKey: `${key}:in`,
      bookingId: charge.booking_id,
      at: work.now,
      lines: lines.map((line): Line => ({ ...line, amountCents: -line.amountCents })),
    })
    await change(work, charge, { moved_cents: charge.moved_cents - backCents })
    await publish(work, 'payment.put_back', { paymentId: charge.id })
  }
  // A charge that never arrived (`join`) had been paid by Kalli.
  if (leftCents > 0)
    await post(work, {
      kind: 'goodwill',
      idemKey: `put_back:${payment.id}:${payment.version}`,
      bookingId: payment.booking_id,
      at: work.now,
      lines: goodwillLines(-leftCents),
    })
}
