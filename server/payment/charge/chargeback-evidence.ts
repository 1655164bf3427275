/** Evidence against a chargeback: prepared, sent, or refused by the bank. */
import * as z from 'zod/mini'
import { Evidence } from '#contract/payment/chargeback.ts'
import { ProviderRefusal } from '#server/payment/provider/provider.ts'
import type { Call } from '#server/payment/ledger/row.ts'
import { intend } from '#server/payment/charge/step.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { lockOne, move, note } from '#server/payment/charge/chargeback-row.ts'

/**
 * Records the evidence for the bank, in the caller's transaction; `execute` with the result after its commit sends it, once. Refuses
 * stale_version, chargeback_not_movable once it was sent, decided, or the deadline is over.
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

/** Is a bank reviewing the charge? How much of it remains is unknown until it has decided. */
export const isLookedAt = async (work: Work, bookingId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('chargebacks')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Which of these have evidence on its way. */
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

/** The evidence that a call sends, as recorded. */
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

/** The bank accepts no evidence any more, or not this. */
export const evidenceRefused = async (work: Work, call: Call, message: string): Promise<void> => {
  if (call.chargeback_id === null) return
  const { row } = await lockOne(work, call.chargeback_id)
  await note(work, await move(work, row, {}), 'refused', { by: 'bank', reason: message })
}
