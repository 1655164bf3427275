/** Delivery of messages, for administrators: figures, and the failures with masked recipients. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { Channel, channels, type deliveryMonitor } from '#contract/messaging/channel.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import type { Work } from '#server/platform/work.ts'
import { isOpen } from '#server/messaging/reach.ts'

type View = Reply<typeof deliveryMonitor>
type Counts = {
  channel: string
  queued: number
  sent: number
  delivered: number
  read: number
  failed: number
}

const shownFailures = 30

export const monitor = async (
  work: Work,
  { span }: Input<typeof deliveryMonitor>['query'],
): Promise<View> => {
  const since = new Date(work.now.getTime() - (span === 'day' ? 1 : 7) * dayMs)
  const counts = await sql<Counts>`
    select channel, count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'read')::int as read,
      count(*) filter (where state = 'failed')::int as failed
    from deliveries where queued_at > ${since} group by channel`.execute(work.db)
  const reasons = await sql<{ channel: string; reason: string; count: number }>`
    select channel, reason, count(*)::int as count from deliveries
    where queued_at > ${since} and state = 'failed' group by channel, reason order by count desc, channel, reason limit 40`.execute(
    work.db,
  )
  const failures = await sql<{
    id: string
    channel: string
    event: string
    reason: string
    recipient: string
    at: Date
  }>`
    select d.id, d.channel, m.event, d.reason, d.recipient, d.failed_at as at
    from deliveries d join outbound_messages m on m.id = d.message_id
    where d.queued_at > ${since} and d.state = 'failed' order by d.failed_at desc, d.id limit ${shownFailures}`.execute(
    work.db,
  )
  const waiting = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting,
      count(*) filter (where look_at < ${new Date(work.now.getTime() - 5 * minuteMs)})::int as late
    from outbound_messages where look_at is not null`.execute(work.db)
  return {
    channels: channels.map((channel) => {
      const row = counts.rows.find((one) => one.channel === channel)
      return {
        channel,
        available: isOpen(work, channel),
        queued: row?.queued ?? 0,
        sent: row?.sent ?? 0,
        delivered: row?.delivered ?? 0,
        read: row?.read ?? 0,
        failed: row?.failed ?? 0,
      }
    }),
    waiting: waiting.rows[0]?.waiting ?? 0,
    late: waiting.rows[0]?.late ?? 0,
    reasons: reasons.rows.map((row) => ({ ...row, channel: z.parse(Channel, row.channel) })),
    failures: failures.rows.map((row) => ({
      ...row,
      channel: z.parse(Channel, row.channel),
      at: row.at.toISOString(),
    })),
  }
}
