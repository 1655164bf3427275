/**
 * Refunds that a bank accepted and refuses days later. The charge's refunded amount in the processor's books is compared with what
 * Kalli sent; the difference is owed to the client again (opposite of J9). The refund is retried once; after a second failure the
 * client gets credit, or staff decides. docs/payment/payments.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import { claimBeyond } from '#server/payment/charge/chargeback.ts'
import { creditBackLines, refundLines } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import type { Charge } from '#server/payment/provider/provider.ts'
import { change, changeAndPublish, lock, type Payment } from '#server/payment/ledger/row.ts'
import { refundedStatus, refundRetries } from '#server/payment/provider/rules.ts'
import { advance, hasPendingCall } from '#server/payment/charge/step.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/**
 * Merges the refunds in the processor's books. `charge` must have been read after the last change of `payment` (see `refresh`): an
 * older reading would count a refund made meanwhile as failed.
 */
export const takeRefundState = async (work: Work, payment: Payment, charge: Charge): Promise<Payment> => {
  const sentCents = payment.refund_sent_cents - payment.refund_failed_cents
  const backCents = payment.refunded_cents - payment.credited_cents
  const missingCents = Math.min(sentCents - charge.refundedCents, backCents)
  const noted = await notePending(work, payment, charge)
  return missingCents > 0 ? fail(work, noted, missingCents) : noted
}

/** Accepted but not executed: pending at a bank, or for lack of balance. Shown to staff when it takes long. */
const notePending = async (work: Work, payment: Payment, charge: Charge): Promise<Payment> => {
  const pendingCents = charge.refundPendingCents
  if (pendingCents === payment.refund_pending_cents) return payment
  return change(work, payment, {
    refund_pending_cents: pendingCents,
    refund_pending_since: pendingCents === 0 ? null : (payment.refund_pending_since ?? work.now),
  })
}

const fail = async (work: Work, payment: Payment, cents: number): Promise<Payment> => {
  const failures = payment.refund_failures + 1
  const { count } = await work.db
    .selectFrom('failed_refunds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payment_id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const row = await work.db
    .insertInto('failed_refunds')
    .values({
      id: randomUUIDv7(),
      payment_id: payment.id,
      number: count + 1,
      amount_cents: cents,
      seen_at: work.now,
      state: failures > refundRetries ? 'waiting' : 'retrying',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(work, {
    kind: 'refund_failed',
    idemKey: `refund_failed:${row.id}`,
    bookingId: payment.booking_id,
    externalId: payment.charge_ref === null ? null : `${payment.charge_ref}:${count + 1}`,
    at: work.now,
    lines: refundLines(-cents),
  })
  const refundedCents = payment.refunded_cents - cents
  // Without `payment.changed`: the sale remains over; this event only concerns the client's money.
  const now = await change(work, payment, {
    refunded_cents: refundedCents,
    refund_failed_cents: payment.refund_failed_cents + cents,
    refund_failures: failures,
    status: refundedStatus(payment.captured_cents, refundedCents),
  })
  await publish(work, 'payment.refund_failed', {
    paymentId: payment.id,
    bookingId: payment.booking_id,
    failedRefundId: row.id,
  })
  work.log.error({ paymentId: payment.id, cents }, 'accepted refund was returned')
  // A chargeback may be the reason: the unsent refund is part of what the bank took.
  return claimBeyond(work, now)
}

/** A failed refund with its payment, for the modules that notify people of it. */
export const failedRefund = (work: Work, id: string) =>
  work.db
    .selectFrom('failed_refunds')
    .innerJoin('payments', 'payments.id', 'failed_refunds.payment_id')
    .select([
      'failed_refunds.id',
      'failed_refunds.payment_id',
      'failed_refunds.number',
      'failed_refunds.amount_cents',
      'failed_refunds.seen_at',
      'failed_refunds.state',
      'failed_refunds.version',
      'payments.booking_id',
      'payments.payer',
      'payments.method',
    ])
    .where('failed_refunds.id', '=', id)
    .executeTakeFirst()

/** The administrator who decided, and the reason. */
type Decision = { accountId: number | null; reason: string }

/**
 * The client gets a refused refund as credit (second half of J9, reversed). Once for each failure; returns the amount, or null when the
 * refund succeeded meanwhile.
 */
export const creditInstead = (
  work: Work,
  order: { failedRefundId: string; clientId: number } & Decision,
): Promise<number | null> =>
  inTransaction(work, async (work) => {
    const found = (await failedRefund(work, order.failedRefundId)) ?? refuse('not_found')
    const payment = await lock(work, found.payment_id)
    const failed = await decide(work, found.id, 'credited', order)
    if (failed === null) return null
    if (await hasPendingCall(work, payment.id)) return refuse('payment_in_progress')
    const cents = Math.min(
      failed.amount_cents,
      payment.captured_cents - payment.refunded_cents - payment.disputed_cents,
    )
    if (cents <= 0) return null
    await post(work, {
      kind: 'credit_back',
      idemKey: `failed_refund_to_credit:${failed.id}`,
      bookingId: payment.booking_id,
      at: work.now,
      lines: creditBackLines(order.clientId, cents),
    })
    const refundedCents = payment.refunded_cents + cents
    await changeAndPublish(work, payment, {
      refunded_cents: refundedCents,
      credited_cents: payment.credited_cents + cents,
      // Another refund of this charge may be tried; if it fails, staff decides at once.
      refund_failures: refundRetries,
      status: refundedStatus(payment.captured_cents, refundedCents),
    })
    return cents
  })

/** Staff retries the refund. In the caller's transaction; call `execute` with the result after the commit. */
export const retryRefund = async (
  work: Work,
  order: { failedRefundId: string } & Decision,
): Promise<string> => {
  const found = (await failedRefund(work, order.failedRefundId)) ?? refuse('not_found')
  const payment = await lock(work, found.payment_id)
  if ((await decide(work, found.id, 'retrying', order)) === null) return refuse('refund_not_waiting')
  await change(work, payment, { refund_failures: 0 })
  await advance(work, payment.id)
  return payment.id
}

/** Null: it is no longer pending. */
const decide = async (
  work: Work,
  id: string,
  state: 'retrying' | 'credited',
  { accountId, reason }: Decision,
) => {
  const row = await work.db
    .updateTable('failed_refunds')
    .set(({ eb }) => ({
      state,
      decided_at: work.now,
      decided_by: accountId,
      reason,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'amount_cents'])
    .executeTakeFirst()
  return row ?? null
}
