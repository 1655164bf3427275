/** Charges of the stand-in: the row, the verdict on a card, references and the events about them. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { checkDigitOf } from '#contract/payment/clabe.ts'
import { shareOf } from '#contract/platform/money.ts'
import { takesAmount, type Wallet } from '#contract/payment/payment.ts'
import { type Card, cardOfRef, plansOf, refOfCard } from '#server/payment/standin/cards.ts'
import { disputesOf, presentDispute, type DisputeJson } from '#server/payment/standin/disputes.ts'
import {
  type Charge,
  type NewCharge,
  type NewVoucher,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/payment/provider/provider.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

/** 3.6 % + $3.00, plus IVA, as card processors in Mexico charge (money.md §4). */
const fee = { bp: 360, fixedCents: 300, ivaBp: 1600 }
/** How long a caller waits for the answer that never comes. */
const silenceMs = 150
/** How long a slow bank takes: longer than a page polls (two minutes). */
const slowMs = 3 * minuteMs

export const charge = async (
  work: Work,
  kind: 'setup' | 'charge',
  call: NewCharge & { amountCents: number; installments?: number | null },
  card: Card | null,
  isPresent = true,
): Promise<Charge> => {
  requireNoTransaction(work)
  if (card === null) throw new ProviderRefusal('no such card')
  if (kind === 'charge' && !takesAmount('card', call.amountCents))
    throw new ProviderRefusal('amount outside the limits of cards')
  const { behaviour, brand, last4, wallet } = card
  const { installments = null } = call
  const request = JSON.stringify({
    kind,
    amountCents: call.amountCents,
    reference: call.reference,
    ...(installments === null ? {} : { installments }),
    card: { behaviour, brand, last4, ...(wallet === null ? {} : { wallet }) },
  })
  const { status, failure } =
    installments === null || plansOf(card, call.amountCents).includes(installments)
      ? verdict(kind, card, isPresent)
      : { status: 'declined', failure: 'installments_unavailable' }
  const id = `ch_${randomUUID().replaceAll('-', '')}`
  const { rows } = await sql<ChargeRow>`
    with fresh as (
      insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, card_ref, card_brand,
        card_last4, card_wallet, installments, failure, reference, return_url, created_at)
      values (${id}, ${call.key}, ${request}, ${kind}, ${card.behaviour}, ${status}, ${call.amountCents},
        ${status === 'declined' ? null : refOfCard(card)}, ${card.brand}, ${card.last4}, ${wallet},
        ${installments}, ${failure},
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

/** The stand-in's bank: a CLABE and a reference for each, as processors issue them. */
export const giveReference = async (work: Work, call: NewVoucher): Promise<Charge> => {
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

const withCheckDigit = (account: string) => `${account}${checkDigitOf(account)}`

/** The additional fee for months without interest (docs/payment/payments.md). */
const monthsBp: ReadonlyMap<number, number> = new Map([
  [3, 500],
  [6, 750],
  [9, 1000],
  [12, 1250],
])

export const feeOf = (cents: number, installments: number | null = null) => {
  const ofMonthsCents = shareOf(cents, monthsBp.get(installments ?? 0) ?? 0)
  const feeCents = shareOf(cents, fee.bp) + fee.fixedCents + ofMonthsCents
  return { feeCents, ivaCents: shareOf(feeCents, fee.ivaBp) }
}

/** The immediate verdict of the card's bank. */
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

/** Queues a webhook; it is sent later, and more than once. */
export const sendWebhook = (work: Work, kind: string, objectId: string) =>
  event(kind, sql`(select ${objectId}::text as id)`, work.now).execute(work.db)

const event = (kind: string, objects: RawBuilder<unknown>, at: Date) =>
  sql`insert into standin.events (id, kind, object_id, deliver_at)
    select ${`ev_${randomUUID().replaceAll('-', '')}`}, ${kind}, object.id, ${at} from ${objects} as object`

export const maybeGoSilent = async (behaviour: string) => {
  if (behaviour === 'timeout') await goSilent()
}

const goSilent = async () => {
  await sleep(silenceMs)
  throw new ProviderUnreachable('no answer')
}
export type ChargeRow = {
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
  card_wallet: Wallet | null
  installments: number | null
  failure: string | null
  return_url: string
  voucher: Charge['voucher']
  /** Absent for a new charge. */
  disputes?: readonly DisputeJson[]
}

export const chargeById = async (db: Kysely<DB>, id: string): Promise<ChargeRow | undefined> => {
  const { rows } = await sql<ChargeRow>`
    select *, ${disputesOf(sql.ref('charges.id'))} as disputes from standin.charges where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export const present = (row: ChargeRow): Charge => ({
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
  cardWallet: row.card_wallet,
  installments: row.installments,
  actionUrl: row.status === 'requires_action' ? `/dev/banco/3ds/${row.id}` : null,
  failure: row.failure,
  voucher: row.voucher,
  disputes: (row.disputes ?? []).map(presentDispute),
})
