/**
 * Messages from people by WhatsApp or SMS: stored once by the provider's id, answered once by the chat module (server/chat), and the
 * answers sent once. A message and its answers are saved for a month.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { obey } from '#server/messaging/opt-out.ts'
import { textSenderOf, whatsappSenderOf } from '#server/messaging/outside.ts'
import { type Reply, ReplyOptions } from '#server/messaging/reply.ts'
import { withShortLinks } from '#server/messaging/short-link.ts'
import { NoAnswer, Refused } from '#server/messaging/way.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { publish, publishEach } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type ReceivedChannel = 'whatsapp' | 'sms'
export type Received = {
  channel: ReceivedChannel
  id: string
  phone: string
  body: string
  /** The payload of a pressed button. */
  answer: string | null
}

/**
 * Typed messages of one telephone that are answered in ten minutes, and all with the pressed choices: a visit for six people takes some
 * thirty of these. Further ones are saved and not answered.
 */
const maxInTenMinutes = { typed: 20, all: 80 }

/** WhatsApp sends Mexican numbers with a 1 that is no longer dialled. */
export const phoneOf = (from: string): string => {
  const digits = from.replace(/\D/g, '')
  return `+${/^521\d{10}$/.test(digits) ? `52${digits.slice(3)}` : digits}`
}

/**
 * Stored once, and its BAJA or ALTA takes effect: providers repeat a report until we answer, and after. Messages out of bounds are dropped.
 */
export const receive = (work: Work, { channel, id, phone, body, answer }: Received): Promise<void> =>
  inTransaction(work, async (work) => {
    if (id === '' || id.length > 200 || !/^\+\d{7,15}$/.test(phone) || (answer?.length ?? 0) > 300) return
    const { numInsertedOrUpdatedRows: taken } = await work.db
      .insertInto('received_messages')
      .values({ channel, id, phone, body: body.slice(0, 4096), answer, received_at: work.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (taken !== 1n) return
    if (answer === null) await obey(work, { channel, phone, body })
    await publish(work, 'message.received', { channel, id })
  })

/** Null: it was answered, or belongs to a person who left. */
export const unanswered = async (
  work: Work,
  { channel, id }: Pick<Received, 'channel' | 'id'>,
): Promise<(Received & { receivedAt: Date; isTooMany: boolean }) | null> => {
  const { rows } = await sql<Received & { receivedAt: Date; isTooMany: boolean }>`
    select m.channel, m.id, m.phone, m.body, m.answer, m.received_at as "receivedAt",
      (select count(*) filter (where other.answer is null) > ${maxInTenMinutes.typed} or count(*) > ${maxInTenMinutes.all}
        from received_messages other where other.phone = m.phone
        and other.received_at between m.received_at - interval '10 minutes' and m.received_at) as "isTooMany"
    from received_messages m where m.channel = ${channel} and m.id = ${id} and m.handled_at is null`.execute(
    work.db,
  )
  return rows[0] ?? null
}

/**
 * Enqueues its answers and marks it as done in one transaction, however often the job is repeated. `replies` runs in it, once marked, so
 * that choices are offered only with the answer that lists them; without it, the message needs no answer.
 */
export const answerWith = (
  work: Work,
  { channel, id, phone }: Pick<Received, 'channel' | 'id' | 'phone'>,
  replies?: (work: Work) => Promise<readonly Reply[]>,
): Promise<void> =>
  inTransaction(work, async (work) => {
    const { numUpdatedRows: marked } = await work.db
      .updateTable('received_messages')
      .set({ handled_at: work.now })
      .where('channel', '=', channel)
      .where('id', '=', id)
      .where('handled_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (marked === 0n || replies === undefined) return
    const rows = (await replies(work)).map(({ text, options }, position) => ({
      id: randomUUID(),
      channel,
      received_id: id,
      position,
      phone,
      body: text,
      options: JSON.stringify(options),
      created_at: work.now,
    }))
    await work.db.insertInto('message_replies').values(rows).execute()
    await publishEach(
      work,
      'message.reply_due',
      rows.map(({ id }) => ({ replyId: id })),
    )
  })

/** Whether this sentence was an answer to this telephone, by this channel, within this time. */
export const wasAnswered = async (
  work: Work,
  { channel, phone }: Pick<Received, 'channel' | 'phone'>,
  text: string,
  withinMs: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select from received_messages m join message_replies reply on reply.channel = m.channel and reply.received_id = m.id
    where m.phone = ${phone} and m.channel = ${channel} and m.received_at > ${new Date(work.now.getTime() - withinMs)}
      and reply.body = ${text} limit 1`.execute(work.db)
  return rows.length > 0
}

/** WhatsApp's window for free text after a person wrote. */
const windowMs = dayMs

/**
 * A follow-up to this telephone's last message, once by its id, within the day of free text and unless the person opted out. False: it may
 * not be sent, or no one there writes by WhatsApp.
 */
export const sayLater = (work: Work, id: string, phone: string, { text, options }: Reply): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const last = await lastOf(work, phone)
    if (last === null) return false
    const { rows } = await sql`
      insert into message_replies (id, channel, received_id, position, phone, body, options, created_at)
      select ${id}::uuid, 'whatsapp', ${last}, coalesce(max(position), -1) + 1, ${phone}, ${text}, ${JSON.stringify(options)}::jsonb, ${work.now}
      from message_replies where channel = 'whatsapp' and received_id = ${last}
      on conflict do nothing returning id`.execute(work.db)
    if (rows.length > 0) await publish(work, 'message.reply_due', { replyId: id })
    return true
  })

/** Whether `sayLater` would send to this telephone now. */
export const maySayLater = async (work: Work, phone: string): Promise<boolean> =>
  (await lastOf(work, phone, sql``)) !== null

/** The last message of this telephone within the day, locked so that follow-ups keep their order; null: there is none. */
const lastOf = async (work: Work, phone: string, lock = sql`for update of m`): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from received_messages m where m.phone = ${phone} and m.channel = 'whatsapp'
      and m.received_at > ${new Date(work.now.getTime() - windowMs)}
      and not exists (select from whatsapp_consents consent where consent.phone = ${phone} and consent.revoked_by = 'answer'
        and consent.revoked_at >= m.received_at)
    order by m.received_at desc limit 1 ${lock}`.execute(work.db)
  return rows[0]?.id ?? null
}

/** An answer an hour late is useless. */
const lateMs = hourMs

/**
 * Sends one answer once. A refusal of the provider is a failure; a call with unknown outcome is not repeated: a person who waits for an
 * answer writes again.
 */
export const sendReply = async (work: Work, { replyId }: { replyId: string }): Promise<void> => {
  const row = await work.db
    .selectFrom('message_replies')
    .select(['channel', 'phone', 'body', 'options', 'created_at', 'sent_at', 'failed_at', 'in_doubt'])
    .where('id', '=', replyId)
    .executeTakeFirst()
  if (row === undefined || row.sent_at !== null || row.failed_at !== null) return
  const set = (values: { sent_at?: Date; failed_at?: Date; in_doubt?: boolean; external_id?: string }) =>
    work.db.updateTable('message_replies').set(values).where('id', '=', replyId).execute()
  if (row.in_doubt || work.now.getTime() - row.created_at.getTime() > lateMs)
    return void (await set({ failed_at: work.now }))
  await set({ in_doubt: true })
  const reply: Reply = {
    text: await withShortLinks(work, row.phone, row.body),
    options: z.parse(ReplyOptions, row.options),
  }
  try {
    const external = await senderOf(work, row.channel).reply(work, replyId, row.phone, reply)
    await set({ sent_at: work.now, in_doubt: false, external_id: external })
  } catch (error) {
    if (error instanceof Refused) await set({ failed_at: work.now, in_doubt: false })
    else if (!(error instanceof NoAnswer)) await set({ in_doubt: false })
    if (error instanceof Refused) work.log.warn({ err: error, reply: replyId }, 'answer could not be sent')
    else throw error
  }
}

const senderOf = ({ config }: Work, channel: string) => {
  const sender = channel === 'sms' ? textSenderOf(config) : whatsappSenderOf(config)
  if (sender === null) throw new Refused('no_channel', `${channel} is not set up here`)
  return sender
}

/** The telephone of an erased account. */
export const forgetReceived = (work: Work, phone: string) =>
  work.db.deleteFrom('received_messages').where('phone', '=', phone).execute()

const retentionMs = 30 * dayMs

export const forgetOldReceived = (work: Work) =>
  forgetBefore(work, 'received_messages', 'received_at', new Date(work.now.getTime() - retentionMs))
