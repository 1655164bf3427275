/** Text messages for other modules: whether there are any here, to whom, and one of them. */
import { textSenderOf } from '#server/verification/outside.ts'
import { ProviderRefusal, type TextMessage } from '#server/verification/provider.ts'
import { masked, reachablePhone } from '#server/verification/rules.ts'
import { sendText } from '#server/verification/text-outbox.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The number as it is kept. Refuses sms_unavailable and invalid_phone. */
export const phoneToText = (work: Work, typed: string): string => {
  if (textSenderOf(work.config) === null) refuse('sms_unavailable')
  return reachablePhone(typed) ?? refuse('invalid_phone')
}

/** Are there text messages here? */
export const canText = (work: Work): boolean => textSenderOf(work.config) !== null

/** Enough of a number to know one's own by. */
export const phoneHint = (phone: string): string => masked('sms', phone)

/** A number that the provider will never reach is its owner's to mend: it is noted, not repeated. */
export const text = async (work: Work, message: TextMessage) => {
  const sender = textSenderOf(work.config)
  if (sender === null) return
  await sendText(work, sender, message).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    work.log.warn({ err: error, key: message.key }, 'a text message cannot be sent')
  })
}
