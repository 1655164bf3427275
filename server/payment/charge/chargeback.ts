/**
 * A bank takes a charge back because its customer said no to it (money.md J17–J19). The processor's books say how it stands; here
 * they are merged, forward only, with the journal of each step. Who bears one that was lost is said by whoever knows what was paid for.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import * as z from 'zod/mini'
import { Evidence, type ChargebackBearer } from '#contract/payment/chargeback.ts'
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
import { type BankDispute, ProviderRefusal } from '#server/payment/provider/provider.ts'
import { change, type Call, lock, type Payment } from '#server/payment/ledger/row.ts'
import { isOver } from '#server/payment/provider/rules.ts'
import { standingOf } from '#server/payment/charge/settlement.ts'
import { intend } from '#server/payment/charge/step.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Chargebacks } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type ChargebackRow = Selectable<Chargebacks>
type Move = 'open' | 'submit' | 'submitted' | 'refused' | 'win' | 'lose' | 'post'

/** Takes over what banks did with a charge, each step once; the caller has locked the payment. */
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
 * J17, with the payment's and the payees' money that is not there any more. What was refunded before, or is on its way back at this
 * moment, is taken out of nobody's: it lies beyond the charge.
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

/** A refund that was under way when the bank took its charge was refused: what would have left is part of what it took after all. */
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

/** J18, or the loss that is posted once it is known who bears it. An answer that came already stands. */
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

const move = async (
  work: Work,
  row: ChargebackRow,
  values: Updateable<Chargebacks>,
): Promise<ChargebackRow> =>
  (await work.db
    .updateTable('chargebacks')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()) ?? refuse('stale_version')

/** The audit log of it, and the fact that others act on. */
const note = async (
  work: Work,
  row: ChargebackRow,
  what: Move,
  { by, reason = '' }: { by: 'bank' | 'platform'; reason?: string },
) => {
  await work.db
    .insertInto('chargeback_moves')
    .values({
      chargeback_id: row.id,
      version: row.version,
      move: what,
      actor: by,
      actor_account_id: by === 'platform' ? work.who.accountId : null,
      reason,
      at: work.now,
    })
    .execute()
  await publish(work, 'chargeback.changed', { chargebackId: row.id, bookingId: row.booking_id, move: what })
}

const lockOne = async (work: Work, id: string): Promise<{ payment: Payment; row: ChargebackRow }> => {
  const found = await work.db
    .selectFrom('chargebacks')
    .select('payment_id')
    .where('id', '=', id)
    .executeTakeFirst()
  // The payment first, as whoever reads the processor's books does.
  const payment = await lock(work, found?.payment_id ?? refuse('not_found'))
  const row = await work.db
    .selectFrom('chargebacks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { payment, row }
}

/**
 * Writes down what shall be sent to the bank, in the caller's transaction; `carryOut` of the answer after its commit sends it, once.
 * Refuses stale_version, chargeback_not_movable once it was sent, decided, or the time for it is over.
 */
export const prepareEvidence = async (
  work: Work,
  id: string,
  order: { version: number; evidence: Evidence; reason: string },
): Promise<string> => {
  const { payment, row } = await lockOne(work, id)
  if (row.version !== order.version) return refuse('stale_version')
  const isSending = (await pendingOf(work, [id])).has(id)
  if (row.state !== 'open' || row.submitted_at !== null || isSending) return refuse('chargeback_not_movable')
  if (row.respond_by === null || row.respond_by <= work.now) return refuse('chargeback_not_movable')
  const written = await move(work, row, { evidence: JSON.stringify(order.evidence) })
  await note(work, written, 'submit', { by: 'platform', reason: order.reason })
  await intend(work, payment, 'evidence', { chargebackId: id })
  return payment.id
}

/** Is a bank looking at the charge of this? What is left of it is not known until it has decided. */
export const isLookedAt = async (work: Work, bookingId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('chargebacks')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Of which of these the evidence is on its way. */
export const pendingOf = async (work: Work, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await work.db
    .selectFrom('payment_calls')
    .select('chargeback_id')
    .where('chargeback_id', 'in', ids)
    .where('status', '=', 'pending')
    .execute()
  return new Set(rows.flatMap(({ chargeback_id: id }) => (id === null ? [] : [id])))
}

/** What a call sends, as it was written down. */
export const evidenceFor = async (
  work: Work,
  call: Call,
): Promise<{ disputeRef: string; evidence: Evidence }> => {
  const row = await work.db
    .selectFrom('chargebacks')
    .select(['external_id', 'evidence'])
    .where('id', '=', call.chargeback_id)
    .executeTakeFirst()
  if (row === undefined) throw new ProviderRefusal('no such dispute')
  return { disputeRef: row.external_id, evidence: z.parse(Evidence, row.evidence) }
}

export const evidenceSent = async (work: Work, call: Call): Promise<void> => {
  if (call.chargeback_id === null) return
  const { row } = await lockOne(work, call.chargeback_id)
  await note(work, await move(work, row, { submitted_at: work.now }), 'submitted', { by: 'bank' })
}

/** The bank takes no answer any more, or not this one. */
export const evidenceRefused = async (work: Work, call: Call, message: string): Promise<void> => {
  if (call.chargeback_id === null) return
  const { row } = await lockOne(work, call.chargeback_id)
  await note(work, await move(work, row, {}), 'refused', { by: 'bank', reason: message })
}

/** Lost ones whose loss nobody has borne yet. */
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
 * J19: what the client was to get back anyway is paid with it; of the rest `bear` says who loses it and by which lines. Once, in the
 * caller's transaction. Answers whether it is posted: not before what was paid for is divided.
 */
export const postLoss = (
  work: Work,
  id: string,
  bear: (work: Work, keptCents: number) => Promise<{ by: ChargebackBearer; lines: readonly Line[] }>,
): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const { payment, row } = await lockOne(work, id)
    if (row.state !== 'lost' || row.posted_at !== null) return true
    if (payment.settled_at === null && !isOver(payment.status)) return false
    const backCents = Math.min(row.amount_cents, await owedBack(work, payment))
    const keptCents = row.amount_cents - backCents
    const { by, lines } = keptCents === 0 ? { by: nobody(row), lines: [] } : await bear(work, keptCents)
    await postStep(work, row, 'chargeback_lost', [
      ...disputeLostLines(backCents, keptCents, lines),
      ...disputeBeyondLines(row.beyond_cents),
    ])
    await thaw(work, row.id)
    const posted = await move(work, row, { borne_by: by, borne_cents: keptCents, posted_at: work.now })
    if (keptCents > 0)
      await change(work, payment, { charged_back_cents: payment.charged_back_cents + keptCents })
    await note(work, posted, 'post', { by: 'platform' })
    crashPoint('inside-chargeback-loss')
    return true
  })

/** Of the charge; what the bank took beyond it, Kalli bears in any case. */
const nobody = ({ beyond_cents }: ChargebackRow) =>
  beyond_cents > 0 ? ('platform' as const) : ('nobody' as const)

/** What is on its way back to the client, less what other banks paid of it already. */
const owedBack = async (work: Work, payment: Payment): Promise<number> => {
  const { capturedCents, refundedCents, goodwillCents, keepCents } = standingOf(payment)
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
