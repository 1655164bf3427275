/** Text messages of other modules, codes above all: whether they are available here, and sending one. */
import type { Work } from '#server/platform/work.ts'
import { codeOnce, textOnce } from '#server/messaging/outbox.ts'
import { optedOut, resumeTexts } from '#server/messaging/opt-out.ts'
import { textSenderOf, whatsappSenderOf } from '#server/messaging/outside.ts'
import { forgetPrompts } from '#server/messaging/prompt.ts'
import { forgetReceived } from '#server/messaging/received.ts'
import { withShortLinks } from '#server/messaging/short-link.ts'
import { Refused, Unreachable } from '#server/messaging/way.ts'

export type TextMessage = { to: string; text: string; key: string }

/** Whether text messages are available here. */
export const canText = (work: Work): boolean => textSenderOf(work.config) !== null

/**
 * Sends it once per key, with short links; not to a telephone that opted out. A number that the provider never reaches is noted and not
 * retried: its owner must fix it.
 */
export const text = async (work: Work, message: TextMessage) => {
  if ((await optedOut(work, [message.to])).has(message.to)) return
  await textAlways(work, message)
}

/** Also to a telephone that opted out: a code, which its recipient has just requested, or a warning about their account. */
export const textAlways = async (work: Work, message: TextMessage) => {
  const sender = textSenderOf(work.config)
  if (sender === null) return
  const short = { ...message, text: await withShortLinks(work, message.to, message.text) }
  await textOnce(work, sender, short).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    work.log.warn({ err: error, key: message.key }, 'text message could not be sent')
  })
}

/** Deletes the messages to and from a telephone. */
export const forgetTextsTo = async (work: Work, phone: string) => {
  await work.db.deleteFrom('text_messages').where('to_phone', '=', phone).execute()
  await forgetReceived(work, phone)
  await forgetPrompts(work, phone)
  await resumeTexts(work, phone)
}

/**
 * Sends a code once by the authentication template of WhatsApp, whose button copies it (docs/operations.md). False: it was not sent, so the
 * caller uses another channel at once.
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
    work.log.warn({ err: error, code: codeId }, 'code could not be sent by WhatsApp')
    return false
  }
}

/** Deletes older messages of one kind, by the prefix of their keys. */
export const forgetTextsOf = (work: Work, keyPrefix: string, before: Date) =>
  work.db
    .deleteFrom('text_messages')
    .where('dedupe_key', 'like', `${keyPrefix}%`)
    .where('created_at', '<', before)
    .execute()
