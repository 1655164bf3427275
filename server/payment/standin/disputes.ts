/** Disputes at the stand-in's bank: it takes the money back, and decides weeks later. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { hourMs } from '#contract/platform/duration.ts'
import type { ChargebackReason } from '#contract/payment/chargeback.ts'
import { shareOf } from '#contract/platform/money.ts'
import type { BankDispute } from '#server/payment/provider/provider.ts'
import type { Work } from '#server/platform/work.ts'

/** $150.00 plus IVA for each, no matter who wins, as card processors in Mexico charge. */
const feeCents = 15_000
const feeIvaBp = 1600
/** Banks accept evidence for about this long. */
const respondMs = 9 * 24 * hourMs

/** As in JSON. */
export type DisputeJson = Omit<BankDispute, 'respondBy'> & { respondBy: string }

/** The disputes of a charge, as a column. */
export const disputesOf = (chargeId: RawBuilder<unknown>) => sql<DisputeJson[]>`(
  select coalesce(json_agg(json_build_object('ref', d.id, 'status', d.status, 'reason', d.reason, 'amountCents', d.amount_cents,
    'feeCents', d.fee_cents, 'feeIvaCents', d.fee_iva_cents, 'respondBy', d.respond_by) order by d.created_at, d.id), '[]')
  from standin.disputes d where d.charge_id = ${chargeId})`

/** The amount of a charge that its bank has taken back. */
export const takenOf = (chargeId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(d.amount_cents), 0) from standin.disputes d where d.charge_id = ${chargeId} and d.status <> 'won')`

export const presentDispute = ({ respondBy, ...dispute }: DisputeJson): BankDispute => ({
  ...dispute,
  respondBy: new Date(respondBy),
})

/** A client disputes a charge, or part of it. Null: the amount is more than what is left. */
export const openDispute = async (
  work: Work,
  request: { chargeRef: string; amountCents: number; reason: ChargebackReason },
): Promise<string | null> => {
  const id = `dp_${randomUUID().replaceAll('-', '')}`
  const { rows } = await sql`
    with charge as (select * from standin.charges where id = ${request.chargeRef} for update), opened as (
      insert into standin.disputes (id, charge_id, reason, amount_cents, fee_cents, fee_iva_cents, status, respond_by, created_at)
      select ${id}, id, ${request.reason}, ${request.amountCents}, ${feeCents}, ${shareOf(feeCents, feeIvaBp)}, 'open',
        ${new Date(work.now.getTime() + respondMs)}::timestamptz, ${work.now}::timestamptz
      from charge where status = 'captured' and captured_cents - refunded_cents - ${takenOf(sql.ref('charge.id'))} >= ${request.amountCents}
      returning id)
    select id from opened`.execute(work.db)
  if (rows.length === 0) return null
  await sendWebhookOf(work, request.chargeRef, 'dispute.opened')
  return id
}

/** The bank decides. Returns the charge, or null: it was already decided. */
export const decideDispute = async (
  work: Work,
  id: string,
  status: 'won' | 'lost',
): Promise<string | null> => {
  const { rows } = await sql<{ charge_id: string }>`
    update standin.disputes set status = ${status} where id = ${id} and status = 'open' returning charge_id`.execute(
    work.db,
  )
  const chargeRef = rows[0]?.charge_id
  if (chargeRef === undefined) return null
  await sendWebhookOf(work, chargeRef, `dispute.${status}`)
  return chargeRef
}

/** Sent later, and more than once, like every event of the stand-in. */
const sendWebhookOf = (work: Work, chargeRef: string, kind: string) =>
  sql`insert into standin.events (id, kind, object_id, deliver_at)
    values (${`ev_${randomUUID().replaceAll('-', '')}`}, ${kind}, ${chargeRef}, ${work.now})`.execute(work.db)
