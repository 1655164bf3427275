/** Simulates the reports of a provider for the local telephone: every message arrives within a minute, except at the odd numbers. */
import { sql } from 'kysely'
import { oddNumbers } from '#server/messaging/outbox.ts'
import { isLocal } from '#server/messaging/outside.ts'
import { report } from '#server/messaging/delivery.ts'
import type { Work } from '#server/platform/work.ts'

const local = ['push', 'whatsapp', 'sms'] as const

/** Every minute. */
export const reportLocal = async (work: Work): Promise<void> => {
  const mine = local.filter((channel) => isLocal(work.config, channel))
  if (mine.length === 0) return
  const { rows } = await sql<{ id: string; channel: (typeof local)[number] }>`
    select d.id, d.channel from deliveries d join text_messages t on t.delivery_id = d.id
    where d.state = 'sent' and d.channel = any(${mine}::text[]) and t.to_phone not like ${`%${oddNumbers.silent}`}
    order by d.queued_at limit 1000`.execute(work.db)
  for (const { id, channel } of rows) await localReport(work, { id, channel }, 'delivered')
}

/** As chosen with the stand-in's buttons. */
export const localReport = (
  work: Work,
  { id, channel }: { id: string; channel: (typeof local)[number] },
  state: 'delivered' | 'read' | 'failed',
) =>
  report(work, { channel, deliveryId: id, externalId: `local-${id}`, state, reason: 'standin_undelivered' })
