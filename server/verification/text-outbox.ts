/**
 * Text messages, each once by its key. Without a provider they stay in the table `text_messages`, which development
 * shows at /dev/sms; with one, only the fact of sending stays, since they carry codes.
 */
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { type TextMessage, type TextSender } from '#server/verification/provider.ts'

/** Sends once per key. Between the provider's word and ours a crash can send one twice. */
export const sendText = async (work: Work, sender: TextSender, message: TextMessage): Promise<void> => {
  requireNoTransaction(work)
  const stays = sender === outbox
  await work.db
    .insertInto('text_messages')
    .values({
      to_phone: message.to,
      body: stays ? message.text : '',
      dedupe_key: message.key,
      created_at: work.now,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
  const kept = await work.db
    .selectFrom('text_messages')
    .select('sent_at')
    .where('dedupe_key', '=', message.key)
    .executeTakeFirstOrThrow()
  if (kept.sent_at !== null) return
  await sender.send(work, message)
  await work.db
    .updateTable('text_messages')
    .set({ sent_at: work.now })
    .where('dedupe_key', '=', message.key)
    .execute()
}

/** The stand-in: the row is the message, and /dev/sms the telephone. */
export const outbox: TextSender = { name: 'outbox', send: () => Promise.resolve() }

const keptMs = 90 * 86_400_000

export const forgetOldTexts = (work: Work) =>
  work.db
    .deleteFrom('text_messages')
    .where('created_at', '<', new Date(work.now.getTime() - keptMs))
    .execute()
