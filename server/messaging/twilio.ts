/** Text messages by Twilio: one POST to its Messages resource, authenticated by account and token; its reports are signed. */
import { minuteMs } from '#contract/platform/duration.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Twilio } from '#server/platform/config-providers.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { textReply } from '#server/messaging/reply.ts'
import {
  type Answering,
  type Attempt,
  lostCall,
  Refused,
  type Sender,
  Unreachable,
  type Ways,
} from '#server/messaging/way.ts'

export const reportPath = '/api/messages/twilio'

/** Where Twilio posts replies to our number; set in Twilio's console (docs/operations.md). */
export const answersPath = '/api/messages/twilio/answers'

export const twilio: Sender<Ways['sms']> & Answering = {
  name: 'twilio',

  send: (work, attempt, { to, text }) => post(work, { To: to, Body: text, ...callback(work, attempt) }),

  reply: (work, _id, to, reply) => post(work, { To: to, Body: textReply(reply) }),

  /** Twilio's records show whether an attempt in doubt was accepted: the newest to this number with the same text. */
  async find(work, { startedAt }, { to, text }) {
    const answer = await ask(work, 'GET', new URLSearchParams({ To: to, PageSize: '20' }))
    const known = z
      .parse(List, answer)
      .messages.find(
        ({ body, date_created }) =>
          body === text && Date.parse(date_created) >= startedAt.getTime() - clockDriftMs,
      )
    return known?.sid ?? null
  },
}

const post = async (work: Work, fields: Record<string, string>): Promise<string> => {
  const { from } = settingsOf(work)
  // A messaging service chooses its own sender; a number is one.
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return z.parse(Message, await ask(work, 'POST', new URLSearchParams({ ...fields, [sender]: from }))).sid
}

const clockDriftMs = minuteMs

/** Where Twilio reports delivery; its servers reach public https addresses only. */
const callback = ({ config }: Work, { id }: Attempt): Record<string, string> =>
  id !== '' && config.publicUrl.startsWith('https:')
    ? { StatusCallback: `${config.publicUrl}${reportPath}?delivery=${id}` }
    : {}

const ask = async (work: Work, method: 'GET' | 'POST', form: URLSearchParams): Promise<unknown> => {
  requireNoTransaction(work)
  const { accountSid, authToken, url, patienceMs } = settingsOf(work)
  const address = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const response = await fetch(method === 'GET' ? `${address}?${form}` : address, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    ...(method === 'GET' ? {} : { body: form }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw lostCall('Twilio', error)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const problem = z.safeParse(Problem, answer)
  const code = problem.success ? problem.data.code : undefined
  const said = `Twilio answered ${response.status} ${problem.success ? `${code}: ${problem.data.message}` : ''}`
  // 429 and 5xx pass, and wrong keys get fixed by people: both are worth a retry. Other errors are this number's.
  if (response.status === 429 || response.status >= 500 || [401, 403].includes(response.status))
    throw new Unreachable(said)
  throw new Refused(`twilio_${code ?? response.status}`, said)
}

const settingsOf = ({ config }: Work): Twilio => {
  if (config.twilio === null) throw new Error('Twilio is not configured')
  return config.twilio
}

const Problem = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })
const Message = z.object({ sid: z.string() })
const List = z.object({
  messages: z.array(z.object({ sid: z.string(), body: z.string(), date_created: z.string() })),
})

/** Signed with the account's token over the address and the fields, sorted by name, name and value joined. */
export const isFromTwilio = (
  { authToken }: Pick<Twilio, 'authToken'>,
  address: string,
  form: URLSearchParams,
  signature: string,
): boolean => isSame(twilioSignature(authToken, address, form), signature)

export const twilioSignature = (authToken: string, address: string, form: URLSearchParams): string => {
  const fields = [...form]
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => name + value)
  return createHmac('sha1', authToken)
    .update(address + fields.join(''))
    .digest('base64')
}

export const isSame = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
