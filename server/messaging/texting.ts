/** Text messages of other modules, codes above all: whether there are any here, and one of them. */
import type { Work } from '#server/platform/work.ts'
import { codeOnce, textOnce } from '#server/messaging/outbox.ts'
import { textSenderOf, whatsappSenderOf } from '#server/messaging/outside.ts'
import { forgetPrompts } from '#server/messaging/prompt.ts'
import { forgetReceived } from '#server/messaging/received.ts'
import { withShortLinks } from '#server/messaging/short-link.ts'
import { Refused, Unreachable } from '#server/messaging/way.ts'

export type TextMessage = { to: string; text: string; key: string }

/** Are there text messages here? */
export const canText = (work: Work): boolean => textSenderOf(work.config) !== null

/**
 * Sends it once per key, with short links. A number that the provider will never reach is its owner's to mend: it is noted, not repeated.
 */
export const text = async (work: Work, message: TextMessage) => {
  const sender = textSenderOf(work.config)
  if (sender === null) return
  const short = { ...message, text: await withShortLinks(work, message.to, message.text) }
  await textOnce(work, sender, short).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    work.log.warn({ err: error, key: message.key }, 'a text message cannot be sent')
  })
}

/** What was written to a telephone, and from it. */
export const forgetTextsTo = async (work: Work, phone: string) => {
  await work.db.deleteFrom('text_messages').where('to_phone', '=', phone).execute()
  await forgetReceived(work, phone)
  await forgetPrompts(work, phone)
}

/**
 * A code by the authentication template of WhatsApp, whose button copies it (docs/operations.md), once per code. False: it did not go, so
 * that the caller takes another way at once.
 */
export const codeByWhatsapp = async (
  work: Work,
  { to, digits, codeId }: { to: string; digits: string; codeId: string },
): Promise<boolean> => {
  const sender = whatsappSenderOf(work.config)
  if (sender === null) return false
  try {
    await codeOnce(work, sender, { to, digits, codeId })
    return true
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error
    work.log.warn({ err: error, code: codeId }, 'a code cannot be sent by WhatsApp')
    return false
  }
}

/** Of one kind, by how their keys begin, that are older. */
export const forgetTextsOf = (work: Work, keyPrefix: string, before: Date) =>
  work.db
    .deleteFrom('text_messages')
    .where('dedupe_key', 'like', `${keyPrefix}%`)
    .where('created_at', '<', before)
    .execute()
