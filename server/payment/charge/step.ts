/** Brings a payment one step further, inside the caller's transaction: the next intent, or its end. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { backByHand } from '#server/payment/charge/by-hand.ts'
import { restore } from '#server/payment/ledger/part.ts'
import { cashToCredit } from '#server/payment/charge/voucher.ts'
import { changeAndPublish, lock, type Payment } from '#server/payment/ledger/row.ts'
import { nextStep } from '#server/payment/provider/rules.ts'
import { settleIfReady, currentPayment } from '#server/payment/charge/settlement.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

export type CallKind =
  | 'save_card'
  | 'authorize'
  | 'voucher'
  | 'capture'
  | 'void'
  | 'refund'
  | 'return'
  | 'evidence'

/** Decides the next step of a payment; the outside calls that it needs are announced as `payment.due`. */
export const advance = async (work: Work, paymentId: string): Promise<void> => {
  const { waits } = await advanceLocked(work, await lock(work, paymentId))
  if (waits) await publish(work, 'payment.due', { paymentId })
}

/**
 * The same for a caller who holds the lock and executes what comes next. Does nothing while a call is under way (`isWaiting`, looked up
 * unless given): its result will trigger this again. Returns whether a call waits, and the state of the payment.
 */
export const advanceLocked = async (work: Work, payment: Payment, isWaiting?: boolean): Promise<Advanced> => {
  if (isWaiting ?? (await hasPendingCall(work, payment.id))) return { waits: true, payment }
  const step = nextStep(currentPayment(payment), work.now)
  if (step?.kind === 'end') {
    const voided = await changeAndPublish(work, payment, { status: 'voided' })
    return { waits: false, payment: await settleIfReady(work, voided) }
  }
  const inside = step?.kind === 'refund' ? await goesBackInside(work, payment, step.amountCents) : null
  if (inside !== null) return { waits: false, payment: await settleIfReady(work, inside) }
  if (step !== null)
    await intend(work, payment, step.kind, {
      amountCents: 'amountCents' in step ? step.amountCents : 0,
      // The call may be executed after another attempt was started.
      ...(step.kind === 'return' && payment.charge_ref !== null ? { chargeRef: payment.charge_ref } : {}),
    })
  return { waits: step !== null, payment: await settleIfReady(work, payment) }
}

export type Advanced = { waits: boolean; payment: Payment }

/** A refund without a processor: into the purchase it came from, to a credit where it was cash, or by hand. Null: by the processor. */
const goesBackInside = async (work: Work, payment: Payment, amountCents: number) =>
  (await restore(work, payment, amountCents)) ??
  (await cashToCredit(work, payment, amountCents)) ??
  backByHand(work, payment, amountCents)

/** Is an outside call under way, or waiting to be repeated? */
export const hasPendingCall = async (work: Work, paymentId: string) => {
  const row = await work.db
    .selectFrom('payment_calls')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records an outside call with its key, to be executed after this transaction. A refund that a processor refused (for example because a
 * bank is reviewing the charge) is retried at growing intervals, up to every six hours; an event about the charge retries at once.
 */
export const intend = (
  work: Work,
  payment: Pick<Payment, 'id'>,
  kind: CallKind,
  call: {
    amountCents?: number
    token?: string | null
    isPresent?: boolean
    installments?: number | null
    chargeRef?: string
    chargebackId?: string
  },
) => {
  const { amountCents = 0, token = null, isPresent = false, installments = null } = call
  const { chargeRef = null, chargebackId = null } = call
  return sql`
    insert into payment_calls (id, payment_id, kind, amount_cents, idem_key, token, is_present, installments, charge_ref,
      chargeback_id, created_at)
    select ${randomUUIDv7()}, ${payment.id}, ${kind}, ${amountCents}, ${`${payment.id}:${kind}:`} || (count(*) + 1),
      ${token}, ${isPresent}, ${installments}::smallint, ${chargeRef}, ${chargebackId}, ${work.now}::timestamptz + case when ${kind} in ('refund', 'void', 'return')
        then least(interval '6 hours', interval '1 minute' * (2 ^ least(count(*) filter (where status = 'failed'), 9) - 1))
        else interval '0' end
    from payment_calls where payment_id = ${payment.id} and kind = ${kind}`.execute(work.db)
}
