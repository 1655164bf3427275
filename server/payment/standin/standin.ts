/**
 * A realistic card processor for development, tests and demos. It has its own books (schema `standin`), commits by itself, answers a
 * repeated key with its first answer, sometimes executes a request and does not answer, requires the bank's approval, and sends signed
 * webhooks: late, twice and out of order (webhooks.ts). Its pages are in payment/standin-pages.ts.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { cardOfRef, cardOfToken, plansOf } from '#server/payment/standin/cards.ts'
import { accountLink, findAccount, openAccount } from '#server/payment/standin/accounts.ts'
import { takenOf } from '#server/payment/standin/disputes.ts'
import { openWebhook } from '#server/payment/standin/webhooks.ts'
import { hourMs } from '#contract/platform/duration.ts'
import type { Evidence } from '#contract/payment/chargeback.ts'
import {
  type RequestParams,
  type CardProcessor,
  type NewTransfer,
  type Operation,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/payment/provider/provider.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { bankDeposits } from '#server/payment/standin/bank-deposits.ts'
import {
  charge,
  giveReference,
  chargeById,
  present,
  sendWebhook,
  maybeGoSilent,
  feeOf,
} from '#server/payment/standin/charges.ts'

/** The money of a charge becomes available a day later. */
export const availableAfterMs = 24 * hourMs

export const standin: CardProcessor = {
  name: 'standin',
  needsAccounts: false,
  saveCard: (work, call) => charge(work, 'setup', { ...call, amountCents: 0 }, cardOfToken(call.token)),
  authorize: (work, call) =>
    charge(
      work,
      'charge',
      call,
      'token' in call.source ? cardOfToken(call.source.token) : cardOfRef(call.source.cardRef),
      'token' in call.source || call.source.isPresent === true,
    ),
  installmentPlans: async (work, { source, amountCents }) => {
    requireNoTransaction(work)
    const card = 'token' in source ? cardOfToken(source.token) : cardOfRef(source.cardRef)
    if (card === null) throw new ProviderRefusal('no such card')
    return plansOf(card, amountCents)
  },
  voucher: (work, call) => giveReference(work, call),
  capture: (work, call) => operate(work, { ...call, kind: 'capture' }),
  void: (work, call) => operate(work, { ...call, kind: 'void', amountCents: 0 }),
  refund: (work, call) => operate(work, { ...call, kind: 'refund' }),
  returnLoose: (work, call) => operate(work, { ...call, kind: 'return' }),
  sendEvidence: (work, call) => sendEvidence(work, call),
  transfer,
  openAccount,
  accountLink,
  findAccount,
  bankDeposits,
  find: async (work, chargeRef) => {
    requireNoTransaction(work)
    const row = await chargeById(work.db, chargeRef)
    return row === undefined ? null : present(row)
  },
  disputedSince: async (work, since) => {
    requireNoTransaction(work)
    const { rows } = await sql<{ ref: string; chargeRef: string }>`
      select id as ref, charge_id as "chargeRef" from standin.disputes where created_at >= ${since} order by created_at, id`.execute(
      work.db,
    )
    return rows
  },
  unsettledSince: async (work, since) => {
    requireNoTransaction(work)
    const { rows: charges } = await sql<{ id: string }>`
      select c.id from standin.charges c join standin.operations o on o.charge_id = c.id and o.kind = 'refund' and o.refusal is null
      where o.created_at >= ${since} group by c.id, c.refunded_cents, c.refund_pending_cents
      having sum(o.amount_cents) > c.refunded_cents or c.refund_pending_cents > 0`.execute(work.db)
    const { rows: transfers } = await sql<{ id: string }>`
      select id from standin.transfers where created_at >= ${since} and status = 'returned'`.execute(work.db)
    return { chargeRefs: charges.map(({ id }) => id), transferRefs: transfers.map(({ id }) => id) }
  },
  findTransfer: async (work, id) => {
    requireNoTransaction(work)
    const { rows } =
      await sql<TransferRow>`select id, status from standin.transfers where id = ${id}`.execute(work.db)
    return rows[0] ?? null
  },
  balance: async (work) => {
    requireNoTransaction(work)
    const { rows } = await sql<{ all: number; pending: number }>`
      select (${sql.raw(earned)} + (select coalesce(sum(amount_cents), 0) from standin.opening))::bigint as all,
        (select coalesce(sum(captured_cents - fee_cents - fee_iva_cents), 0)::bigint from standin.charges
          where status = 'captured' and available_at > ${work.now}) as pending`.execute(work.db)
    const { all = 0, pending = 0 } = rows[0] ?? {}
    return { pendingCents: pending, availableCents: all - pending, withdrawnCents: 0 }
  },
  openEvent: async (work, headers, body) => openWebhook(work, headers, body),
}

/** What was received and not paid out, by its own books. Demo data uses it too: earlier amounts are its opening balance. */
export const earned = `((select coalesce(sum(captured_cents + loose_cents - refunded_cents - fee_cents - fee_iva_cents), 0) from standin.charges)
  - (select coalesce(sum(case status when 'won' then 0 else amount_cents end + fee_cents + fee_iva_cents), 0) from standin.disputes)
  - (select coalesce(sum(amount_cents), 0) from standin.transfers where status <> 'returned'))`

type Call = RequestParams & {
  chargeRef: string
  kind: 'capture' | 'void' | 'refund' | 'return'
  amountCents: number
}

const operate = async (work: Work, call: Call): Promise<Operation> => {
  requireNoTransaction(work)
  const id = `op_${randomUUID().replaceAll('-', '')}`
  const first = await work.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: string }>`
      insert into standin.operations (idem_key, id, charge_id, kind, amount_cents, created_at)
      values (${call.key}, ${id}, ${call.chargeRef}, ${call.kind}, ${call.amountCents}, ${work.now})
      on conflict (idem_key) do nothing returning id`.execute(db)
    if (rows.length === 0) return false
    if (!(await carriedOut(db, work.now, call)))
      await sql`update standin.operations set refusal = 'not possible' where idem_key = ${call.key}`.execute(
        db,
      )
    return true
  })
  if (first) await sendWebhook(work, `charge.${call.kind}`, call.chargeRef)
  const row = await chargeById(work.db, call.chargeRef)
  if (row === undefined) throw new ProviderRefusal('no such charge')
  if (first) await maybeGoSilent(row.behaviour)
  const { rows } = await sql<{ id: string; refusal: string | null }>`
    select id, refusal from standin.operations where idem_key = ${call.key}`.execute(work.db)
  const done = rows[0]
  if (done === undefined) throw new ProviderUnreachable('the first call with this key is still under way')
  if (done.refusal !== null) throw new ProviderRefusal(done.refusal)
  return { id: done.id, charge: present(row) }
}

const carriedOut = async (db: Kysely<DB>, now: Date, call: Call): Promise<boolean> => {
  const charge = call.kind === 'capture' ? await chargeById(db, call.chargeRef) : undefined
  const { feeCents, ivaCents } = feeOf(call.amountCents, charge?.installments)
  const available = new Date(now.getTime() + availableAfterMs)
  const change = {
    capture: sql`
      update standin.charges set status = 'captured', captured_cents = ${call.amountCents},
        fee_cents = ${feeCents}, fee_iva_cents = ${ivaCents}, available_at = ${available}
      where id = ${call.chargeRef} and status = 'authorized' and amount_cents >= ${call.amountCents}`,
    void: sql`
      update standin.charges set status = 'voided'
      where id = ${call.chargeRef} and status in ('authorized', 'requires_action', 'voucher_pending', 'saved')`,
    refund: sql`
      update standin.charges set refunded_cents = refunded_cents + ${call.amountCents}
      where id = ${call.chargeRef} and status = 'captured'
        and refunded_cents + ${call.amountCents} + ${takenOf(sql.ref('charges.id'))} <= captured_cents`,
    return: sql`
      update standin.charges set loose_cents = loose_cents - ${call.amountCents}
      where id = ${call.chargeRef} and status <> 'voucher_pending' and loose_cents >= ${call.amountCents}`,
  }[call.kind]
  const { numAffectedRows } = await change.execute(db)
  return numAffectedRows === 1n
}

/** To the CLABE of a payee without an account here; otherwise to the account, once it may receive. A repeated key sends nothing. */
async function transfer(work: Work, call: NewTransfer): Promise<TransferRow> {
  requireNoTransaction(work)
  await sql`
    insert into standin.transfers (id, idem_key, destination, amount_cents, reference, status, created_at)
    select ${`tr_${randomUUID().replaceAll('-', '')}`}, ${call.key}, ${call.destination}, ${call.amountCents}::bigint,
      ${call.reference}, 'sent', ${work.now}::timestamptz
    where not exists (select from standin.accounts where destination = ${call.destination} and not is_ready)
    on conflict (idem_key) do nothing`.execute(work.db)
  const { rows } = await sql<TransferRow & { amount_cents: number }>`
    select id, status, amount_cents from standin.transfers where idem_key = ${call.key}`.execute(work.db)
  const row = rows[0]
  if (row === undefined) throw new ProviderRefusal('account_not_ready')
  if (row.amount_cents !== call.amountCents) throw new ProviderRefusal('the key was used for another request')
  return { id: row.id, status: row.status }
}

/** Once, and only while the bank accepts evidence. */
const sendEvidence = async (
  work: Work,
  call: RequestParams & { chargeRef: string; disputeRef: string; evidence: Evidence },
): Promise<Operation> => {
  requireNoTransaction(work)
  const { rows } = await sql<{ id: string }>`
    update standin.disputes set evidence = coalesce(evidence, ${JSON.stringify(call.evidence)}), evidence_key = ${call.key}
    where id = ${call.disputeRef} and charge_id = ${call.chargeRef}
      and (evidence_key = ${call.key} or (evidence_key is null and status = 'open' and respond_by > ${work.now}))
    returning id`.execute(work.db)
  const row = await chargeById(work.db, call.chargeRef)
  if (rows[0] === undefined || row === undefined)
    throw new ProviderRefusal('the bank takes no evidence for it')
  await maybeGoSilent(row.behaviour)
  return { id: rows[0].id, charge: present(row) }
}

type TransferRow = { id: string; status: 'sent' | 'returned' }
