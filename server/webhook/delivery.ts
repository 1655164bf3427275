/** The log of a webhook: its messages, attempt by attempt; one message sent again, or a test, on its owner’s request. */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { hourMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { testEvent, WebhookEvent } from '#contract/webhook/event.ts'
import * as contract from '#contract/webhook/webhook.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { bodyOf, type Content } from '#server/webhook/message.ts'
import { sendNow } from '#server/webhook/sending.ts'
import { problemOf } from '#server/webhook/try.ts'
import { one as ownWebhook } from '#server/webhook/webhook.ts'

type View = z.input<typeof contract.WebhookDelivery>
type Detail = z.input<typeof contract.WebhookDeliveryDetail>
type Try = {
  number: number
  at: Date
  durationMs: number
  status: number | null
  problem: string | null
  answer: string
}
type Row = Content & {
  id: string
  number: number
  state: View['state']
  tries: number
  nextAt: Date | null
  last: Try | null
}

/** Refuses not_found for another owner's. */
export const deliveries = async (
  work: Work,
  { params: { id }, query: { limit, cursor, state } }: Input<typeof contract.webhookDeliveries>,
) => {
  await ownWebhook(work, id)
  const before = cursor === undefined ? null : openCursor(cursor, z.tuple([z.int()]))[0]
  const rows = await select(
    work,
    sql`message.webhook_id = ${id} and (${state ?? null}::text is null or message.state = ${state ?? null})
      and (${before}::bigint is null or message.number < ${before}::bigint)`,
    limit + 1,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return new Page(
    shown.map(present),
    rows.length > limit && last !== undefined ? sealCursor([last.number]) : null,
  )
}

/** Refuses not_found for another owner's. */
export const delivery = async (work: Work, { id, delivery: messageId }: One): Promise<Detail> => {
  await ownWebhook(work, id)
  const [row] = await select(work, sql`message.webhook_id = ${id} and message.id = ${messageId}`, 1)
  if (row === undefined) return refuse('not_found')
  const { rows } = await sql<Try>`
    select ${tryFields} from webhook_tries attempt where message_id = ${messageId} order by number desc limit 20`.execute(
    work.db,
  )
  return { ...present(row), body: bodyOf(row), attempts: rows.map(presentTry) }
}

type One = Input<typeof contract.webhookDelivery>['params']

/** Under the same id; a waiting message is only tried earlier, in its turn. Refuses not_found, webhook_off. */
export const replay = async (work: Work, { id, delivery: messageId }: One): Promise<Detail> => {
  await requireOn(work, id)
  await delivery(work, { id, delivery: messageId })
  await sql`update webhook_messages set next_at = ${work.now}, state = 'pending', ends_at = ${endOf(work)},
      replayed_at = case when state = 'pending' then replayed_at else ${work.now} end
    where id = ${messageId}`.execute(work.db)
  await sendNow(work, id, messageId)
  return delivery(work, { id, delivery: messageId })
}

/**
 * The oldest that failed since a moment, without tests; together they keep their order, also among later messages. Refuses not_found,
 * webhook_off.
 */
export const replayAll = async (
  work: Work,
  { params: { id }, body: { since } }: Input<typeof contract.replayWebhookDeliveries>,
) => {
  await requireOn(work, id)
  return inTransaction(work, async (work) => {
    const failed = sql`webhook_id = ${id} and state = 'failed' and happened_at >= ${since} and event <> ${testEvent}`
    const { numAffectedRows = 0n } = await sql`
      update webhook_messages set state = 'pending', next_at = ${work.now}, ends_at = ${endOf(work)}, replayed_at = null
      where id in (select id from webhook_messages where ${failed} order by number limit ${contract.maxReplayed})`.execute(
      work.db,
    )
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from webhook_messages where ${failed}`.execute(work.db)
    if (numAffectedRows > 0n) await publish(work, 'webhook.replayed', { webhookId: id })
    return { resending: Number(numAffectedRows), left: rows[0]?.left ?? 0 }
  })
}

/** Refuses not_found, webhook_off. */
export const test = async (work: Work, id: string): Promise<Detail> => {
  await requireOn(work, id)
  const messageId = randomUUIDv7()
  await work.db
    .insertInto('webhook_messages')
    .values({
      id: messageId,
      webhook_id: id,
      event: testEvent,
      facts: '{}',
      happened_at: work.now,
      next_at: work.now,
      ends_at: endOf(work),
    })
    .execute()
  await sendNow(work, id, messageId)
  return delivery(work, { id, delivery: messageId })
}

const endOf = (work: Work) => new Date(work.now.getTime() + contract.webhookRetryHours * hourMs)

const requireOn = async (work: Work, id: string) => {
  if (contract.isWebhookOff(await ownWebhook(work, id))) refuse('webhook_off')
}

const tryFields = sql`attempt.number, attempt.at, attempt.duration_ms as "durationMs", attempt.status, attempt.problem, attempt.answer`

const select = async (work: Work, which: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
  const { rows } = await sql<Omit<Row, 'last'> & { last: unknown }>`
    select message.id, message.number, message.event, message.booking_id as "bookingId", message.about, message.version, message.facts,
      message.happened_at as "happenedAt", message.state, message.tries, message.next_at as "nextAt",
      case when hook.host_id is null then 'professional' else 'host' end as role,
      (select row_to_json(attempt) from (select ${tryFields} from webhook_tries attempt where attempt.message_id = message.id
        order by attempt.number desc limit 1) attempt) as last
    from webhook_messages message join webhooks hook on hook.id = message.webhook_id
    where ${which} order by message.number desc limit ${limit}`.execute(work.db)
  return rows.map(({ last, ...row }) => ({ ...row, last: last === null ? null : z.parse(LastTry, last) }))
}

const LastTry = z.object({
  number: z.int(),
  at: z.pipe(
    z.string(),
    z.transform((text) => new Date(text)),
  ),
  durationMs: z.int(),
  status: z.nullable(z.int()),
  problem: z.nullable(z.string()),
  answer: z.string(),
})

const Name = z.enum([...WebhookEvent.options, testEvent])

const present = (row: Row): View => ({
  id: row.id,
  event: z.parse(Name, row.event),
  bookingId: row.bookingId,
  about: row.about,
  state: row.state,
  tries: row.tries,
  happenedAt: row.happenedAt.toISOString(),
  nextAt: row.nextAt?.toISOString() ?? null,
  lastTry: row.last === null ? null : presentTry(row.last),
})

const presentTry = (attempt: Try) => ({
  number: attempt.number,
  at: attempt.at.toISOString(),
  durationMs: attempt.durationMs,
  status: attempt.status,
  problem: problemOf(attempt),
  answer: attempt.answer,
})
