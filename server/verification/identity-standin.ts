/**
 * A realistic identity provider for development, tests and demos. It has its own books (schema `standin`), commits by itself, answers a
 * repeated key with its first answer, shows its own page (identity-pages.ts), and reports changes by signed webhooks: late, twice and out
 * of order.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { type Check, type IdentityProvider, ProviderUnreachable } from '#server/verification/provider.ts'

export const identitySignature = 'identity-standin-signature'
/** Against replay of a recorded webhook. */
const maxAgeMs = 5 * minuteMs
const minDeliveries = 2
const betweenDeliveriesMs = 20_000
const retryMs = minuteMs

export const identityStandin: IdentityProvider = {
  name: 'standin',
  async begin(work, { key, reference, returnUrl }) {
    requireNoTransaction(work)
    const id = `chk_${randomUUID().replaceAll('-', '')}`
    await sql`
      insert into standin.identity_checks (id, idem_key, reference, return_url, status, created_at)
      values (${id}, ${key}, ${reference}, ${returnUrl}, 'open', ${work.now})
      on conflict (idem_key) do nothing`.execute(work.db)
    const row = await checkWhere(work, sql`idem_key = ${key}`)
    if (row === undefined) throw new ProviderUnreachable('the first call with this key is still under way')
    return present(row)
  },
  async find(work, ref) {
    requireNoTransaction(work)
    const row = await checkOf(work, ref)
    return row === undefined ? null : present(row)
  },
  async cancel(work, ref) {
    requireNoTransaction(work)
    await answerCheck(work, ref, { status: 'abandoned', reason: null })
  },
  openEvent(work, headers, body) {
    const header = headers[identitySignature]
    const [, time, given] =
      /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
    if (time === undefined || given === undefined) return null
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(work, time, body)))) return null
    if (Math.abs(work.now.getTime() - Number(time) * 1000) > maxAgeMs) return null
    const event = z.safeParse(Body, JSON.parse(body))
    return event.success ? { id: event.data.id, checkRef: event.data.check } : null
  },
}

const Body = z.object({ id: z.string(), check: z.string() })

/** `t=<seconds>,v1=<hmac>` over time and body. */
export const signIdentityEvent = (work: Work, body: string, at = work.now) => {
  const time = String(Math.floor(at.getTime() / 1000))
  return `t=${time},v1=${mac(work, time, body)}`
}

const mac = (work: Work, time: string, body: string) =>
  createHmac('sha256', `identity stand-in ${work.config.secret}`).update(`${time}.${body}`).digest('hex')

type Row = {
  id: string
  reference: string
  return_url: string
  status: Check['status']
  reason: string | null
}

const checkWhere = async (work: Work, where: ReturnType<typeof sql>): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`select * from standin.identity_checks where ${where}`.execute(work.db)
  return rows[0]
}

/** Also undefined for an id that never was ours. */
export const checkOf = async (work: Work, id: string) =>
  /^chk_[0-9a-f]{32}$/.test(id) ? checkWhere(work, sql`id = ${id}`) : undefined

const present = (row: Row): Check => ({
  ref: row.id,
  reference: row.reference,
  status: row.status,
  reason: row.reason,
  url: row.status === 'open' ? `/dev/identidad/${row.id}` : null,
})

/** The person's action on the page; a decided check stays. Its event is queued at once. */
export const answerCheck = async (
  work: Work,
  id: string,
  { status, reason }: { status: Check['status']; reason: string | null },
): Promise<void> => {
  await sql`
    with answered as (
      update standin.identity_checks set status = ${status}, reason = ${reason}
      where id = ${id} and status in ('open', 'processing') returning id
    )
    insert into standin.identity_events (id, check_id, deliver_at)
    select ${`evt_${randomUUID().replaceAll('-', '')}`}, id, ${work.now}::timestamptz from answered`.execute(
    work.db,
  )
}

/** Sends due events, shuffled, each at least twice; refused ones are queued again. Answers how many. */
export const deliverIdentityEvents = async (work: Work, only?: string): Promise<number> => {
  const { rows } = await sql<{ id: string; check_id: string }>`
    select id, check_id from standin.identity_events
    where delivered_at is null and deliver_at <= ${work.now} and ${only === undefined ? sql`true` : sql`check_id = ${only}`}
    order by md5(id || deliveries::text) limit 100`.execute(work.db)
  for (const event of rows) {
    const isTaken = await deliver(work, JSON.stringify({ id: event.id, check: event.check_id }))
    const next = new Date(work.now.getTime() + (isTaken ? betweenDeliveriesMs : retryMs))
    const more = isTaken ? 1 : 0
    await sql`
      update standin.identity_events set deliver_at = ${next}, deliveries = deliveries + ${more}::integer,
        delivered_at = case when deliveries + ${more}::integer >= ${minDeliveries} then ${work.now}::timestamptz end
      where id = ${event.id}`.execute(work.db)
  }
  return rows.length
}

const deliver = async (work: Work, body: string): Promise<boolean> => {
  const response = await fetch(`${work.config.publicUrl}/api/verification/webhook/standin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [identitySignature]: signIdentityEvent(work, body) },
    body,
    signal: AbortSignal.timeout(5_000),
  }).catch((error: unknown) => {
    work.log.warn({ err: error }, 'identity stand-in could not deliver a webhook')
    return null
  })
  return response?.ok === true
}
