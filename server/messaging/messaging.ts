/**
 * Messages to people: each sent once, by the first channel that reaches them. A message is a row with one key; each attempt by a channel is
 * another (delivery.ts), recorded before it leaves. Any number of processes send; messages of a dead process are claimed again when its
 * lease is over, and checked with the provider before they are sent again. The text, and the channels that a person wants, are decided by
 * the caller (server/notification).
 */
import { dayMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

export type NewMessage = {
  accountId: number | null
  bookingId?: string | null
  side?: 'client' | 'professional' | 'host' | null
  event: string
  content: object
  dedupeKey: string
  dueAt: Date
  usefulUntil?: Date | null
}

/** Enqueues messages, each once per key, in the caller's transaction. Due ones leave as soon as that commits. */
export const enqueue = async (work: Work, messages: readonly NewMessage[]): Promise<void> => {
  if (messages.length === 0) return
  await work.db
    .insertInto('outbound_messages')
    .values(
      messages.map(
        ({ accountId, bookingId, side, event, content: email, dedupeKey, dueAt, usefulUntil }) => ({
          account_id: accountId,
          booking_id: bookingId ?? null,
          side: side ?? null,
          event,
          content: JSON.stringify(email),
          dedupe_key: dedupeKey,
          created_at: work.now,
          useful_until: usefulUntil ?? null,
          look_at: dueAt,
        }),
      ),
    )
    .onConflict((conflict) => conflict.constraint('outbound_messages_once').doNothing())
    .execute()
  if (messages.some(({ dueAt }) => dueAt <= work.now)) await publish(work, 'message.due', {})
}

const retentionMs = 90 * dayMs

/** Deletes old messages; waiting ones are retained. */
export const forgetOldMessages = (work: Work) =>
  work.db
    .deleteFrom('outbound_messages')
    .where('created_at', '<', new Date(work.now.getTime() - retentionMs))
    .where('look_at', 'is', null)
    .execute()

/** An account was erased: deletes its waiting messages, and those that name these bookings. */
export const forgetMessages = async (work: Work, accountId: number, bookingIds: readonly string[]) => {
  for (const table of ['outbound_messages', 'whatsapp_consents', 'push_devices'] as const)
    await work.db.deleteFrom(table).where('account_id', '=', accountId).execute()
  const about = sql`substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')`
  await sql`
    delete from outbound_messages where ${about} = any (${bookingIds}) or booking_id = any (${bookingIds}::uuid[])`.execute(
    work.db,
  )
  await sql`delete from whatsapp_consents where booking_id = any (${bookingIds}::uuid[])`.execute(work.db)
}
