/**
 * A bank reverses a charge because its customer disputed it (money.md J17–J19). The processor's books give the state of the dispute; it
 * is merged here, forward only, with the journal of each step. Who bears a lost one is decided by the module that knows what was paid
 * for.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { ChargebackBearer } from '#contract/payment/chargeback.ts'
import { withholdDisputed } from '#server/payment/charge/chargeback-hold.ts'
import { thaw } from '#server/payment/charge/frozen.ts'
import {
  disputeBeyondLines,
  disputedLines,
  disputeLostLines,
  disputeWonLines,
  type Line,
} from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import type { BankDispute } from '#server/payment/provider/provider.ts'
import { change, type Payment } from '#server/payment/ledger/row.ts'
import { isOver } from '#server/payment/provider/rules.ts'
import { currentPayment } from '#server/payment/charge/settlement.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { note, type ChargebackRow, move, lockOne } from '#server/payment/charge/chargeback-row.ts'

/** Records the bank's disputes of a charge, each step once; the caller has locked the payment. */
export const takeDisputes = async (
  work: Work,
  payment: Payment,
  disputes: readonly BankDispute[],
): Promise<Payment> => {
  let now = payment
  for (const dispute of disputes) now = await takeOne(work, now, dispute)
  return now
}

const takeOne = async (work: Work, payment: Payment, dispute: BankDispute): Promise<Payment> => {
  const known = await work.db
    .selectFrom('chargebacks')
    .selectAll()
    .where('provider', '=', payment.provider)
    .where('external_id', '=', dispute.ref)
    .forUpdate()
    .executeTakeFirst()
  if (known === undefined) {
    const opened = await openOne(work, payment, dispute)
    return closeOne(work, opened.payment, opened.row, dispute)
  }
  return closeOne(work, payment, known, dispute)
}

/**
 * J17, for the payment's and the payees' money that is no longer there. An amount refunded before, or at this moment, is charged to no
 * party: it lies beyond the charge.
 */
const openOne = async (work: Work, payment: Payment, dispute: BankDispute) => {
  const leftCents = leftOf(payment) - (await refundsUnderWay(work, payment.id))
  const amountCents = Math.max(0, Math.min(dispute.amountCents, leftCents))
  const row = await work.db
    .insertInto('chargebacks')
    .values({
      id: randomUUIDv7(),
      payment_id: payment.id,
      booking_id: payment.booking_id,
      provider: payment.provider,
      external_id: dispute.ref,
      reason: dispute.reason,
      amount_cents: amountCents,
      beyond_cents: dispute.amountCents - amountCents,
      fee_cents: dispute.feeCents,
      fee_iva_cents: dispute.feeIvaCents,
      state: 'open',
      opened_at: work.now,
      respond_by: dispute.respondBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const disputed =
    amountCents === 0
      ? payment
      : await change(work, payment, { disputed_cents: payment.disputed_cents + amountCents })
  await postStep(work, row, 'chargeback', disputedLines(dispute.amountCents, dispute))
  await withholdDisputed(work, payment.booking_id)
  await note(work, row, 'open', { by: 'bank' })
  crashPoint('inside-chargeback')
  return { payment: disputed, row }
}

const leftOf = (payment: Payment) => payment.captured_cents - payment.refunded_cents - payment.disputed_cents

const refundsUnderWay = async (work: Work, paymentId: string): Promise<number> => {
  const { cents } = await work.db
    .selectFrom('payment_calls')
    .select((query) => query.fn.coalesce(query.fn.sum<string>('amount_cents'), query.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** A pending refund was refused because the bank had taken the charge back: the unsent refund is part of what the bank took after all. */
export const claimBeyond = async (work: Work, payment: Payment): Promise<Payment> => {
  const rows = await work.db
    .selectFrom('chargebacks')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('beyond_cents', '>', 0)
    .where('posted_at', 'is', null)
    .where('state', '<>', 'won')
    .orderBy('opened_at')
    .forUpdate()
    .execute()
  let now = payment
  for (const row of rows) {
    const cents = Math.min(row.beyond_cents, leftOf(now))
    if (cents <= 0) break
    await work.db
      .updateTable('chargebacks')
      .set({ amount_cents: row.amount_cents + cents, beyond_cents: row.beyond_cents - cents })
      .where('id', '=', row.id)
      .execute()
    now = await change(work, now, { disputed_cents: now.disputed_cents + cents })
  }
  if (now !== payment) await withholdDisputed(work, payment.booking_id)
  return now
}

/** J18, or the loss, which is posted once it is known who bears it. An earlier result remains valid. */
const closeOne = async (
  work: Work,
  payment: Payment,
  row: ChargebackRow,
  { status }: BankDispute,
): Promise<Payment> => {
  if (status === 'open' || row.state !== 'open') return payment
  const isWon = status === 'won'
  const closed = await move(work, row, { state: status, closed_at: work.now })
  await note(work, closed, isWon ? 'win' : 'lose', { by: 'bank' })
  crashPoint('inside-chargeback-end')
  if (!isWon) return payment
  await postStep(work, row, 'chargeback_won', disputeWonLines(row.amount_cents + row.beyond_cents))
  await thaw(work, row.id)
  if (row.amount_cents === 0) return payment
  return change(work, payment, { disputed_cents: payment.disputed_cents - row.amount_cents })
}

const postStep = (
  work: Work,
  row: ChargebackRow,
  kind: 'chargeback' | 'chargeback_won' | 'chargeback_lost',
  lines: readonly Line[],
) =>
  post(work, {
    kind,
    idemKey: `${kind}:${row.id}`,
    bookingId: row.booking_id,
    externalId: row.external_id,
    at: work.now,
    lines,
  })

/** Lost chargebacks whose loss is not covered yet. */
export const unposted = (work: Work): Promise<ChargebackRow[]> =>
  work.db
    .selectFrom('chargebacks')
    .selectAll()
    .where('state', '=', 'lost')
    .where('posted_at', 'is', null)
    .orderBy('closed_at')
    .limit(200)
    .execute()

/**
 * J19: pays the client's pending refund from it; `bear` says who bears the rest and with which lines. Once, in the caller's
 * transaction. Returns whether it is posted: not before the payment is divided.
 */
export const postLoss = (
  work: Work,
  id: string,
  bear: (work: Work, retainedCents: number) => Promise<{ by: ChargebackBearer; lines: readonly Line[] }>,
): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const { payment, row } = await lockOne(work, id)
    if (row.state !== 'lost' || row.posted_at !== null) return true
    if (payment.settled_at === null && !isOver(payment.status)) return false
    const backCents = Math.min(row.amount_cents, await owedBack(work, payment))
    const retainedCents = row.amount_cents - backCents
    const { by, lines } =
      retainedCents === 0 ? { by: anonymous(row), lines: [] } : await bear(work, retainedCents)
    await postStep(work, row, 'chargeback_lost', [
      ...disputeLostLines(backCents, retainedCents, lines),
      ...disputeBeyondLines(row.beyond_cents),
    ])
    await thaw(work, row.id)
    const posted = await move(work, row, {
      charged_to: by,
      charged_cents: retainedCents,
      posted_at: work.now,
    })
    if (retainedCents > 0)
      await change(work, payment, { charged_back_cents: payment.charged_back_cents + retainedCents })
    await note(work, posted, 'post', { by: 'platform' })
    crashPoint('inside-chargeback-loss')
    return true
  })

/** No party bears the charge; Kalli always bears what the bank took beyond it. */
const anonymous = ({ beyond_cents }: ChargebackRow) =>
  beyond_cents > 0 ? ('platform' as const) : ('nobody' as const)

/** The client's pending refund, less what other chargebacks already paid of it. */
const owedBack = async (work: Work, payment: Payment): Promise<number> => {
  const { capturedCents, refundedCents, goodwillCents, keepCents } = currentPayment(payment)
  const { cents } = await work.db
    .selectFrom('chargebacks')
    .select((query) => query.fn.coalesce(query.fn.sum<string>('amount_cents'), query.lit(0)).as('cents'))
    .where('payment_id', '=', payment.id)
    .where('posted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const paidCents = Number(cents) - payment.charged_back_cents
  return Math.max(
    0,
    capturedCents - refundedCents - ((keepCents ?? capturedCents) - goodwillCents) - paidCents,
  )
}
