/** One attempt by one channel, and its state. It only moves forward (the database refuses the rest), and one per message is open. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { confirmMinutes, type Channel, type DeliveryState } from '#contract/messaging/channel.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { masked, type Way } from '#server/messaging/way.ts'

export type Delivery = {
  id: string
  messageId: string
  channel: Channel
  state: DeliveryState
  queuedAt: Date
}

/** The deliveries of these messages, in one query. */
export const deliveriesOf = async (work: Work, messageIds: readonly string[]): Promise<Delivery[]> => {
  const { rows } = await sql<Delivery>`
    select id, message_id as "messageId", channel, state, queued_at as "queuedAt" from deliveries
    where message_id = any(${messageIds}::uuid[])`.execute(work.db)
  return rows
}

/** Records the attempts before they leave, so that a process that dies meanwhile leaves a record. */
export const begin = async (
  work: Work,
  tries: readonly { messageId: string; way: Way }[],
): Promise<Delivery[]> => {
  if (tries.length === 0) return []
  const rows = tries.map(({ messageId, way }) => ({
    id: randomUUID(),
    message_id: messageId,
    channel: way.channel,
    recipient: recipientOf(way),
  }))
  const { rows: started } = await sql<Delivery>`
    insert into deliveries (id, message_id, channel, recipient, queued_at)
    select id, message_id, channel, recipient, ${work.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, message_id uuid, channel text, recipient text)
    on conflict do nothing
    returning id, message_id as "messageId", channel, state, queued_at as "queuedAt"`.execute(work.db)
  return started
}

/**
 * Records that another call of this attempt leaves. False: one left before with unknown outcome, so that another could send the same
 * message twice.
 */
export const callAgain = async (work: Work, { id }: Pick<Delivery, 'id'>): Promise<boolean> => {
  const { rows } =
    await sql`update deliveries set in_doubt = true where id = ${id} and not in_doubt returning id`.execute(
      work.db,
    )
  return rows.length > 0
}

/** The provider rejected the call: its outcome is not in doubt. */
export const callTookNothing = (work: Work, { id }: Pick<Delivery, 'id'>) =>
  sql`update deliveries set in_doubt = false where id = ${id}`.execute(work.db)

const recipientOf = (way: Way): string => {
  if (way.channel === 'push') return 'dispositivos'
  return way.channel === 'email' ? masked('email', way.to) : masked('sms', way.to)
}

/** The provider accepted it; a report may have come before its response. The message is looked at again then, or is done. */
export const noteSent = (
  work: Work,
  { id, messageId }: Delivery,
  externalId: string | null,
  lookAt: Date | null,
) =>
  sql`
    with told as (
      update deliveries set state = case when state = 'queued' then 'sent' else state end,
        sent_at = coalesce(sent_at, ${work.now}), external_id = coalesce(external_id, ${externalId})
      where id = ${id} and state <> 'failed' returning state)
    update outbound_messages set tries = 0, leased_until = null,
      look_at = case when exists (select from told where state in ('delivered', 'read')) then null
        when exists (select from told) then ${lookAt}::timestamptz else ${work.now}::timestamptz end
    where id = ${messageId}`.execute(work.db)

/** It failed by this channel for good: the message is due for its next channel at once. */
export const noteFailed = (work: Work, { id, messageId }: Delivery, reason: string) =>
  sql`
    with told as (
      update deliveries set state = 'failed', reason = ${reason}, failed_at = ${work.now}
      where id = ${id} and state in ('queued', 'sent') returning id)
    update outbound_messages set tries = 0, leased_until = null, look_at = ${work.now}
    where id = ${messageId} and exists (select from told)`.execute(work.db)

/** Until when a channel may report arrival; null for one that never reports. */
export const confirmBy = (work: Work, channel: Channel): Date | null =>
  channel === 'email' ? null : new Date(work.now.getTime() + confirmMinutes[channel] * minuteMs)

type Report = {
  channel: Channel
  /** Our id, when the provider returned it, and the provider's. */
  deliveryId: string | null
  externalId: string | null
  state: 'sent' | 'delivered' | 'read' | 'failed'
  reason?: string
}

/**
 * A report of a provider or a device. Repeated, late or out of order it changes nothing: a state only rises, and a delivered message cannot
 * fail any more. Returns whether it was new.
 */
export const report = async (work: Work, said: Report): Promise<boolean> => {
  const { rows } = await sql<{ messageId: string }>`
    update deliveries set state = ${said.state}, reason = ${said.state === 'failed' ? (said.reason ?? 'unknown') : null},
      external_id = coalesce(external_id, ${said.externalId}),
      sent_at = case when ${said.state} = 'failed' then sent_at else coalesce(sent_at, ${work.now}) end,
      delivered_at = case when ${said.state} in ('delivered', 'read') then coalesce(delivered_at, ${work.now}) end,
      read_at = case when ${said.state} = 'read' then ${work.now}::timestamptz end,
      failed_at = case when ${said.state} = 'failed' then ${work.now}::timestamptz end
    where channel = ${said.channel} and (id = ${said.deliveryId}::uuid or external_id = ${said.externalId})
      and state = any(${isAfter[said.state]}::text[])
    returning message_id as "messageId"`.execute(work.db)
  const [row] = rows
  if (row === undefined) return false
  if (said.state === 'failed') {
    await openAgain(work, row.messageId)
    await publish(work, 'message.due', {})
  } else if (said.state !== 'sent') await close(work, row.messageId)
  return true
}

/** From which states each may be reached. */
const isAfter: Readonly<Record<Report['state'], readonly DeliveryState[]>> = {
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  read: ['queued', 'sent', 'delivered'],
  failed: ['queued', 'sent'],
}

const openAgain = (work: Work, messageId: string) =>
  sql`update outbound_messages set look_at = ${work.now}, tries = 0, leased_until = null where id = ${messageId}`.execute(
    work.db,
  )

const close = (work: Work, messageId: string) =>
  sql`update outbound_messages set look_at = null, leased_until = null where id = ${messageId}`.execute(
    work.db,
  )
