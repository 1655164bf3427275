/** Brings a payment one step further, inside the caller's transaction: the next intent, or its end. */
import { randomUUIDv7 } from 'node:crypto'
import { lock, type Payment } from '#server/payment/row.ts'
import { nextStep } from '#server/payment/rules.ts'
import { settleIfReady, standingOf } from '#server/payment/settlement.ts'
import { announce } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

export type CallKind = 'save_card' | 'authorize' | 'capture' | 'void' | 'refund' | 'transfer'

/** Does nothing while a call is under way: its result will bring us here again. */
export const advance = async (work: Work, paymentId: string): Promise<void> => {
  const payment = await lock(work, paymentId)
  if (await hasPendingCall(work, paymentId)) return
  const step = nextStep(standingOf(payment), work.now)
  if (step?.kind === 'end') {
    await work.db.updateTable('payments').set({ status: 'voided' }).where('id', '=', paymentId).execute()
    await announceChange(work, payment)
  } else if (step !== null) {
    await intend(work, payment, step.kind, { amountCents: 'amountCents' in step ? step.amountCents : 0 })
    await announce(work, 'payment.due', { paymentId })
  }
  await settleIfReady(work, await lock(work, paymentId))
}

const hasPendingCall = async (work: Work, paymentId: string) => {
  const row = await work.db
    .selectFrom('payment_calls')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes down an outside call with its key, to be carried out after this transaction. */
export const intend = async (
  work: Work,
  payment: Pick<Payment, 'id'>,
  kind: CallKind,
  call: { amountCents?: number; token?: string; chargeRef?: string },
) => {
  const { earlier } = await work.db
    .selectFrom('payment_calls')
    .select((query) => query.fn.countAll<number>().as('earlier'))
    .where('payment_id', '=', payment.id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  await work.db
    .insertInto('payment_calls')
    .values({
      id: randomUUIDv7(),
      payment_id: payment.id,
      kind,
      amount_cents: call.amountCents ?? 0,
      idem_key: `${payment.id}:${kind}:${earlier + 1}`,
      token: call.token ?? null,
      charge_ref: call.chargeRef ?? null,
      created_at: work.now,
    })
    .execute()
}

export const announceChange = (work: Work, payment: Pick<Payment, 'id' | 'booking_id'>) =>
  announce(work, 'payment.changed', { paymentId: payment.id, bookingId: payment.booking_id })
