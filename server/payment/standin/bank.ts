/** Actions of the bank and the payer at the stand-in, triggered by tests and the demo pages. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'
import { chargeById, feeOf, sendWebhook, type ChargeRow } from '#server/payment/standin/charges.ts'
import { availableAfterMs } from '#server/payment/standin/standin.ts'

/**
 * A client paid it at a counter or from their bank: for tests and demos. A transfer may bring another amount, and arrives even after
 * the reference ended; a counter takes the exact amount. Null: the reference has ended.
 */
export const payReference = async (work: Work, chargeRef: string, cents?: number): Promise<string | null> => {
  const request = await chargeById(work.db, chargeRef)
  if (request === undefined) return null
  if (cents !== undefined && request.kind === 'spei') return transferAmount(work, request, cents)
  const { feeCents, ivaCents } = feeOf(request.amount_cents)
  const { rows } = await sql<{ return_url: string }>`
    update standin.charges set status = 'captured', captured_cents = amount_cents,
      fee_cents = ${feeCents}, fee_iva_cents = ${ivaCents},
      available_at = ${new Date(work.now.getTime() + availableAfterMs)}
    where id = ${chargeRef} and status = 'voucher_pending' returning return_url`.execute(work.db)
  if (rows[0] === undefined) return null
  await sendWebhook(work, 'charge.updated', chargeRef)
  return rows[0].return_url
}

/** Adds a SPEI transfer: the charge is complete when the total suffices, and the excess is loose. */
const transferAmount = async (work: Work, request: ChargeRow, cents: number): Promise<string> => {
  const { feeCents, ivaCents } = feeOf(request.amount_cents)
  const available = new Date(work.now.getTime() + availableAfterMs)
  await sql`
    update standin.charges set loose_cents = case when is_whole then loose_cents + ${cents} - amount_cents else loose_cents + ${cents} end,
      status = case when is_whole then 'captured' else status end,
      captured_cents = case when is_whole then amount_cents else captured_cents end,
      fee_cents = case when is_whole then ${feeCents} else fee_cents end,
      fee_iva_cents = case when is_whole then ${ivaCents} else fee_iva_cents end,
      available_at = case when is_whole then ${available}::timestamptz else available_at end
    from (select id as whole_id, status = 'voucher_pending' and loose_cents + ${cents} >= amount_cents as is_whole
      from standin.charges where id = ${request.id} for update) as whole
    where id = whole_id`.execute(work.db)
  await sendWebhook(work, 'charge.updated', request.id)
  return request.return_url
}

/** The bank returns a refund, days after it was accepted: for tests and demos. */
export const failRefund = async (work: Work, chargeRef: string, cents: number): Promise<void> => {
  await sql`
    update standin.charges set refunded_cents = refunded_cents - ${cents},
      refund_pending_cents = greatest(0, refund_pending_cents - ${cents})
    where id = ${chargeRef} and refunded_cents >= ${cents}`.execute(work.db)
  await sendWebhook(work, 'refund.failed', chargeRef)
}

/** Leaves part of a refund unsent, for lack of balance. 0: all was sent. */
export const pendRefund = async (work: Work, chargeRef: string, cents: number): Promise<void> => {
  await sql`update standin.charges set refund_pending_cents = ${cents} where id = ${chargeRef}`.execute(
    work.db,
  )
  await sendWebhook(work, 'refund.updated', chargeRef)
}

/** The bank returns the transfer, days later: for tests and demos. */
export const returnTransfer = async (work: Work, id: string) => {
  await sql`update standin.transfers set status = 'returned' where id = ${id}`.execute(work.db)
  await sendWebhook(work, 'transfer.returned', id)
}

/** The payer answered their bank. Returns where the browser goes next, or null: nothing to answer. */
export const answerChallenge = async (
  work: Work,
  chargeRef: string,
  approves: boolean,
): Promise<string | null> => {
  const status = approves ? sql`case kind when 'setup' then 'saved' else 'authorized' end` : sql`'declined'`
  const { rows } = await sql<{ return_url: string; changed: boolean }>`
    with answered as (
      update standin.charges set status = ${status}, failure = ${approves ? null : 'authentication_failed'}
      where id = ${chargeRef} and status = 'requires_action' returning id
    )
    select return_url, exists (select from answered) as changed from standin.charges where id = ${chargeRef}
  `.execute(work.db)
  const row = rows[0]
  if (row === undefined) return null
  if (row.changed) await sendWebhook(work, 'charge.updated', chargeRef)
  return row.return_url
}
