/**
 * Messages by the WhatsApp Cloud API: approved templates where we begin, free text and choices in answer to a person's message. Its reports
 * are signed.
 */
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Whatsapp } from '#server/platform/config-providers.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { isSame } from '#server/messaging/twilio.ts'
import { whatsappReply } from '#server/messaging/reply.ts'
import {
  type Answering,
  lostCall,
  Refused,
  type Sender,
  Unreachable,
  type Ways,
} from '#server/messaging/way.ts'

const version = 'v21.0'

export const whatsapp: Sender<Ways['whatsapp']> & Answering = {
  name: 'whatsapp',

  send: (work, { id }, { to, template }) =>
    post(work, {
      to,
      // Comes back with every report, which so finds its attempt even when our record of the response was lost.
      biz_opaque_callback_data: id,
      type: 'template',
      template: {
        name: template.name,
        language: { code: 'es_MX' },
        components: [
          { type: 'body', parameters: template.parameters.map(parameterOf) },
          { type: 'button', sub_type: 'url', index: '0', parameters: [parameterOf(template.link)] },
          ...(template.options ?? []).map(({ answer }, place) => ({
            type: 'button',
            sub_type: 'quick_reply',
            index: String(place + 1),
            parameters: [{ type: 'payload', payload: answer }],
          })),
        ],
      },
    }),

  reply: (work, id, to, reply) => post(work, { to, biz_opaque_callback_data: id, ...whatsappReply(reply) }),
}

const post = async (
  work: Work,
  { to, ...message }: { to: string } & Record<string, unknown>,
): Promise<string> => {
  requireNoTransaction(work)
  const { phoneNumberId, token, url, patienceMs } = settingsOf(work)
  const response = await fetch(`${url}/${version}/${phoneNumberId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: to.replace('+', ''),
      ...message,
    }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw lostCall('WhatsApp', error)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return z.parse(Taken, answer).messages[0].id
  const problem = z.safeParse(Problem, answer)
  const code = problem.success ? problem.data.error.code : 0
  const said = `WhatsApp answered ${response.status} ${problem.success ? `${code}: ${problem.data.error.message}` : ''}`
  if (response.status === 429 || response.status >= 500 || passing.has(code)) throw new Unreachable(said)
  throw new Refused(`whatsapp_${code === 0 ? response.status : code}`, said)
}

/** Rate limits, or a key that people must fix: worth a retry. Other errors are this number's or this template's. */
const passing = new Set([1, 2, 4, 190, 80007, 130429, 131000, 131016, 131048, 131056, 133004])

const parameterOf = (text: string) => ({ type: 'text', text })

const settingsOf = ({ config }: Work): Whatsapp => {
  if (config.whatsapp === null) throw new Error('WhatsApp is not configured')
  return config.whatsapp
}

const Taken = z.object({ messages: z.tuple([z.object({ id: z.string() })]) })
const Problem = z.object({ error: z.object({ code: z.number(), message: z.string() }) })

/** Signed with the app's secret over the exact bytes. */
export const isFromMeta = (
  { appSecret }: Pick<Whatsapp, 'appSecret'>,
  body: string,
  signature: string,
): boolean => isSame(metaSignature(appSecret, body), signature)

export const metaSignature = (appSecret: string, body: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

const Pressed = z.object({ id: z.string(), title: z.string() })

/** The events of its webhook: delivery states, and answers of people. All else is ignored. */
export const WhatsappEvents = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.optional(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  biz_opaque_callback_data: z.optional(z.string()),
                  errors: z.optional(z.array(z.object({ code: z.number() }))),
                }),
              ),
            ),
            messages: z.optional(
              z.array(
                z.object({
                  id: z.string(),
                  from: z.string(),
                  type: z.optional(z.string()),
                  text: z.optional(z.object({ body: z.string() })),
                  /** A quick reply of a template. */
                  button: z.optional(z.object({ text: z.string(), payload: z.string() })),
                  interactive: z.optional(
                    z.object({ button_reply: z.optional(Pressed), list_reply: z.optional(Pressed) }),
                  ),
                }),
              ),
            ),
          }),
        }),
      ),
    }),
  ),
})
