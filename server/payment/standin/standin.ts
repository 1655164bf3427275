/**
 * A believable card processor for development, tests and demos. It keeps its own books (schema
 * `standin`), commits by itself, answers a repeated key with its first answer, sometimes does what it was
 * asked and then goes silent, asks for the bank's approval, and sends signed webhooks: late, twice and
 * out of order (standin-webhooks.ts). Its pages are in standin-pages.ts.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { checkDigitOf } from '#contract/payment/clabe.ts'
import { shareOf } from '#contract/platform/money.ts'
import { takesAmount } from '#contract/payment/payment.ts'
import { type Card, cardOfRef, cardOfToken, refOfCard } from '#server/payment/standin/cards.ts'
import { accountLink, findAccount, openAccount } from '#server/payment/standin/accounts.ts'
import { disputesOf, presentDispute, takenOf, type DisputeJson } from '#server/payment/standin/disputes.ts'
import { openWebhook } from '#server/payment/standin/webhooks.ts'
import type { Evidence } from '#contract/payment/chargeback.ts'
import {
  type Asked,
  type CardProcessor,
  type Charge,
  type NewCharge,
  type NewTransfer,
  type NewVoucher,
  type Operation,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/payment/provider/provider.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

/** 3.6 % + $3.00, plus IVA, as card processors in Mexico charge (money.md §4). */
const fee = { bp: 360, fixedCents: 300, ivaBp: 1600 }
/** The money of a charge is at our disposal a day later. */
const availableAfterMs = 24 * 3_600_000
/** How long a caller waits for the answer that never comes. */
const silenceMs = 150
/** How long a slow bank thinks: longer than a page asks for it (two minutes). */
const slowMs = 3 * 60_000

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

/** What came in and has not left, by its own books. A seeded town asks it too: what it had before them is its opening. */
export const earned = `((select coalesce(sum(captured_cents + loose_cents - refunded_cents - fee_cents - fee_iva_cents), 0) from standin.charges)
  - (select coalesce(sum(case status when 'won' then 0 else amount_cents end + fee_cents + fee_iva_cents), 0) from standin.disputes)
  - (select coalesce(sum(amount_cents), 0) from standin.transfers where status <> 'returned'))`

const charge = async (
  work: Work,
  kind: 'setup' | 'charge',
  call: NewCharge & { amountCents: number },
  card: Card | null,
  isPresent = true,
): Promise<Charge> => {
  requireNoTransaction(work)
  if (card === null) throw new ProviderRefusal('no such card')
  if (kind === 'charge' && !takesAmount('card', call.amountCents))
    throw new ProviderRefusal('amount outside the limits of cards')
  const { behaviour, brand, last4 } = card
  const request = JSON.stringify({
    kind,
    amountCents: call.amountCents,
    reference: call.reference,
    card: { behaviour, brand, last4 },
  })
  const { status, failure } = verdict(kind, card, isPresent)
  const id = `ch_${randomUUID().replaceAll('-', '')}`
  const { rows } = await sql<ChargeRow>`
    with fresh as (
      insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, card_ref, card_brand,
        card_last4, failure, reference, return_url, created_at)
      values (${id}, ${call.key}, ${request}, ${kind}, ${card.behaviour}, ${status}, ${call.amountCents},
        ${status === 'declined' ? null : refOfCard(card)}, ${card.brand}, ${card.last4}, ${failure},
        ${call.reference}, ${call.returnUrl}, ${work.now})
      on conflict (idem_key) do nothing
      returning *
    ), told as (${event('charge.updated', sql`(select id from fresh)`, work.now)})
    select * from fresh
  `.execute(work.db)
  const [fresh] = rows
  const row = fresh ?? (await repeated(work, call.key, request))
  if (fresh !== undefined) await maybeGoSilent(behaviour)
  if (behaviour === 'slow' && work.now.getTime() - row.created_at.getTime() < slowMs) await goSilent()
  return present(row)
}

/** The stand-in's bank: a CLABE and a reference of its own for each, as processors give them out. */
const giveReference = async (work: Work, call: NewVoucher): Promise<Charge> => {
  requireNoTransaction(work)
  const { method, amountCents, reference, until } = call
  if (!takesAmount(method, amountCents)) throw new ProviderRefusal(`amount outside the limits of ${method}`)
  const request = JSON.stringify({ kind: method, amountCents, reference, until: until.toISOString() })
  const id = `ch_${randomUUID().replaceAll('-', '')}`
  const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
  const voucher: Charge['voucher'] = {
    reference: method === 'oxxo' ? `9300${digits(10)}${digits(10)}` : digits(7),
    clabe: method === 'oxxo' ? null : withCheckDigit(`646180${digits(11)}`),
    bank: method === 'oxxo' ? null : 'STP',
    pageUrl: `/dev/banco/referencia/${id}`,
  }
  const { rows } = await sql<ChargeRow>`
    with fresh as (
      insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, card_brand, card_last4,
        reference, return_url, voucher, created_at)
      values (${id}, ${call.key}, ${request}, ${method}, 'ok', 'voucher_pending', ${amountCents}, ${method}, '',
        ${reference}, ${call.returnUrl}, ${JSON.stringify(voucher)}, ${work.now})
      on conflict (idem_key) do nothing
      returning *
    ), told as (${event('charge.updated', sql`(select id from fresh)`, work.now)})
    select * from fresh
  `.execute(work.db)
  return present(rows[0] ?? (await repeated(work, call.key, request)))
}

/**
 * A client paid it at a counter or from their bank: for tests and for trying it out. A transfer may bring another amount, and arrives
 * even after the reference ended; a counter takes the exact amount. Null: the reference has ended.
 */
export const payReference = async (work: Work, chargeRef: string, cents?: number): Promise<string | null> => {
  const asked = await chargeById(work.db, chargeRef)
  if (asked === undefined) return null
  if (cents !== undefined && asked.kind === 'spei') return transferAmount(work, asked, cents)
  const { feeCents, ivaCents } = feeOf(asked.amount_cents)
  const { rows } = await sql<{ return_url: string }>`
    update standin.charges set status = 'captured', captured_cents = amount_cents,
      fee_cents = ${feeCents}, fee_iva_cents = ${ivaCents},
      available_at = ${new Date(work.now.getTime() + availableAfterMs)}
    where id = ${chargeRef} and status = 'voucher_pending' returning return_url`.execute(work.db)
  if (rows[0] === undefined) return null
  await tell(work, 'charge.updated', chargeRef)
  return rows[0].return_url
}

/** So much of a SPEI transfer: with what came before it makes the charge whole, and what is over is loose. */
const transferAmount = async (work: Work, asked: ChargeRow, cents: number): Promise<string> => {
  const { feeCents, ivaCents } = feeOf(asked.amount_cents)
  const available = new Date(work.now.getTime() + availableAfterMs)
  await sql`
    update standin.charges set loose_cents = case when is_whole then loose_cents + ${cents} - amount_cents else loose_cents + ${cents} end,
      status = case when is_whole then 'captured' else status end,
      captured_cents = case when is_whole then amount_cents else captured_cents end,
      fee_cents = case when is_whole then ${feeCents} else fee_cents end,
      fee_iva_cents = case when is_whole then ${ivaCents} else fee_iva_cents end,
      available_at = case when is_whole then ${available}::timestamptz else available_at end
    from (select id as whole_id, status = 'voucher_pending' and loose_cents + ${cents} >= amount_cents as is_whole
      from standin.charges where id = ${asked.id} for update) as whole
    where id = whole_id`.execute(work.db)
  await tell(work, 'charge.updated', asked.id)
  return asked.return_url
}

/** The bank sends a refund back, days after it was accepted: for tests and for trying it out. */
export const failRefund = async (work: Work, chargeRef: string, cents: number): Promise<void> => {
  await sql`
    update standin.charges set refunded_cents = refunded_cents - ${cents},
      refund_pending_cents = greatest(0, refund_pending_cents - ${cents})
    where id = ${chargeRef} and refunded_cents >= ${cents}`.execute(work.db)
  await tell(work, 'refund.failed', chargeRef)
}

/** Of what was given back so much has not left: there is no balance for it. 0: it has. */
export const pendRefund = async (work: Work, chargeRef: string, cents: number): Promise<void> => {
  await sql`update standin.charges set refund_pending_cents = ${cents} where id = ${chargeRef}`.execute(
    work.db,
  )
  await tell(work, 'refund.updated', chargeRef)
}

const withCheckDigit = (account: string) => `${account}${checkDigitOf(account)}`

const feeOf = (cents: number) => {
  const feeCents = shareOf(cents, fee.bp) + fee.fixedCents
  return { feeCents, ivaCents: shareOf(feeCents, fee.ivaBp) }
}

/** What this card's bank says at once. */
const verdict = (
  kind: 'setup' | 'charge',
  { behaviour }: Card,
  isPresent: boolean,
): { status: string; failure: string | null } => {
  if (behaviour === 'declined') return { status: 'declined', failure: 'card_declined' }
  if (behaviour === 'later' && kind === 'charge') return { status: 'declined', failure: 'insufficient_funds' }
  if (behaviour === '3ds' || (behaviour === 'always' && isPresent))
    return { status: 'requires_action', failure: null }
  return { status: kind === 'setup' ? 'saved' : 'authorized', failure: null }
}

const repeated = async (work: Work, key: string, request: string): Promise<ChargeRow> => {
  const { rows } = await sql<ChargeRow & { same: boolean }>`
    select *, request = ${request}::jsonb as same from standin.charges where idem_key = ${key}`.execute(
    work.db,
  )
  const row = rows[0]
  if (row === undefined) throw new ProviderUnreachable('the first call with this key is still under way')
  if (!row.same) throw new ProviderRefusal('the key was used for another request')
  return row
}

type Call = Asked & {
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
  if (first) await tell(work, `charge.${call.kind}`, call.chargeRef)
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
  const { feeCents, ivaCents } = feeOf(call.amountCents)
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

/** To the CLABE of who has no account here; to the account of who has, once it may receive. A key that was sent was sent. */
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

/** Once, and only while the bank takes answers. */
const sendEvidence = async (
  work: Work,
  call: Asked & { chargeRef: string; disputeRef: string; evidence: Evidence },
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

/** The bank gives the money back, days later: for tests and for trying it out. */
export const returnTransfer = async (work: Work, id: string) => {
  await sql`update standin.transfers set status = 'returned' where id = ${id}`.execute(work.db)
  await tell(work, 'transfer.returned', id)
}

/** The person answered their bank. Answers where the browser goes next, or null: nothing to answer. */
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
  if (row.changed) await tell(work, 'charge.updated', chargeRef)
  return row.return_url
}

/** Puts a webhook in line; it goes out later, and more than once. */
const tell = (work: Work, kind: string, objectId: string) =>
  event(kind, sql`(select ${objectId}::text as id)`, work.now).execute(work.db)

const event = (kind: string, objects: RawBuilder<unknown>, at: Date) =>
  sql`insert into standin.events (id, kind, object_id, deliver_at)
    select ${`ev_${randomUUID().replaceAll('-', '')}`}, ${kind}, object.id, ${at} from ${objects} as object`

const maybeGoSilent = async (behaviour: string) => {
  if (behaviour === 'timeout') await goSilent()
}

const goSilent = async () => {
  await sleep(silenceMs)
  throw new ProviderUnreachable('no answer')
}

type TransferRow = { id: string; status: 'sent' | 'returned' }
type ChargeRow = {
  id: string
  created_at: Date
  kind: string
  behaviour: string
  status: Charge['status']
  reference: string
  amount_cents: number
  captured_cents: number
  refunded_cents: number
  refund_pending_cents: number
  loose_cents: number
  fee_cents: number
  fee_iva_cents: number
  available_at: Date | null
  card_ref: string | null
  card_brand: string
  card_last4: string
  failure: string | null
  return_url: string
  voucher: Charge['voucher']
  /** Of a charge that is new there are none. */
  disputes?: readonly DisputeJson[]
}

export const chargeById = async (db: Kysely<DB>, id: string): Promise<ChargeRow | undefined> => {
  const { rows } = await sql<ChargeRow>`
    select *, ${disputesOf(sql.ref('charges.id'))} as disputes from standin.charges where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

const present = (row: ChargeRow): Charge => ({
  ref: row.id,
  status: row.status,
  reference: row.reference,
  amountCents: row.amount_cents,
  capturedCents: row.captured_cents,
  refundedCents: row.refunded_cents,
  refundPendingCents: row.refund_pending_cents,
  looseCents: row.loose_cents,
  feeCents: row.fee_cents,
  feeIvaCents: row.fee_iva_cents,
  availableAt: row.available_at,
  cardRef: row.card_ref,
  cardBrand: row.card_brand,
  cardLast4: row.card_last4,
  cardExpires: row.card_ref === null ? null : (cardOfRef(row.card_ref)?.expires ?? null),
  actionUrl: row.status === 'requires_action' ? `/dev/banco/3ds/${row.id}` : null,
  failure: row.failure,
  voucher: row.voucher,
  disputes: (row.disputes ?? []).map(presentDispute),
})
