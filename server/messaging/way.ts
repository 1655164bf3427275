/** A message as one channel takes it, and the interface of a channel's adapter: send, and look up attempts in doubt. */
import type { Reply, ReplyOption } from '#server/messaging/reply.ts'
import type { Work } from '#server/platform/work.ts'

/** A template of WhatsApp with its parameters; `link` is the target of its button, without our origin. */
export type Template = {
  name: string
  parameters: readonly string[]
  text: string
  link: string
  /** Its quick replies, in the order of the template, with the payload of each. */
  options?: readonly ReplyOption[]
}

export type Ways = {
  push: { accountId: number; title: string; body: string; path: string }
  whatsapp: { to: string; template: Template }
  sms: { to: string; text: string }
  /** An email is composed and sent by the code that knows its content; its own key deduplicates it. */
  email: { to: string; send(work: Work): Promise<unknown> }
}
export type Way = { [C in keyof Ways]: { channel: C } & Ways[C] }[keyof Ways]

/** One attempt: its id goes along, so that reports find it even when our record of the response was lost. */
export type Attempt = { id: string; startedAt: Date }

/** Called outside transactions only. */
export type Sender<W> = {
  name: string
  /**
   * Sends it and answers with the provider's id. Throws `Refused` when this recipient is never reached by this channel, and `Unreachable`
   * when a retry makes sense.
   */
  send(work: Work, attempt: Attempt, way: W): Promise<string>
  /** For an attempt in doubt, whose process died: the provider's id, or null when it never received it. */
  find?(work: Work, attempt: Attempt, way: W): Promise<string | null>
}

/** A channel in which people write back. Throws as `send` does. */
export type Answering = { reply(work: Work, id: string, to: string, reply: Reply): Promise<string> }

/** Never by this channel: a number that does not exist, a browser that is gone. The reason is a code. */
export class Refused extends Error {
  reason: string
  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Not now: retry. */
export class Unreachable extends Error {}

/** It is unknown whether the provider accepted it. */
export class NoAnswer extends Unreachable {}

/** Why a call failed: a refused connection surely did nothing. */
export const lostCall = (who: string, error: unknown): Unreachable => {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return neverLeft.has(code)
    ? new Unreachable(`${who} is not there`, { cause: error })
    : new NoAnswer(`${who} gave no answer`, { cause: error })
}
const neverLeft = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Enough of an address for its owner to recognise it: `+52 ••• ••• 5678`, `l••••@ejemplo.mx`. */
export const masked = (kind: 'sms' | 'email', address: string): string => {
  if (kind === 'sms') return `${address.slice(0, 3)} ••• ••• ${address.slice(-4)}`
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}••••@${domain}`
}
