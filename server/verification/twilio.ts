/** Text messages by Twilio: one POST to its Messages resource, authenticated by account and token. */
import * as z from 'zod/mini'
import { requireNoTransaction } from '#server/platform/work.ts'
import { ProviderRefusal, ProviderUnreachable, type TextSender } from '#server/verification/provider.ts'

const Problem = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })
const patienceMs = 10_000

export const twilio: TextSender = {
  name: 'twilio',
  async send(work, { to, text }) {
    requireNoTransaction(work)
    const settings = work.config.twilio
    if (settings === null) throw new Error('Twilio is not configured')
    const { accountSid, authToken, from, url } = settings
    // A messaging service chooses its own sender; a number is one.
    const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
    const response = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams({ To: to, Body: text, [sender]: from }),
      signal: AbortSignal.timeout(patienceMs),
    }).catch((error: unknown) => {
      throw new ProviderUnreachable('Twilio gave no answer', { cause: error })
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return
    const problem = z.safeParse(Problem, answer)
    const said = problem.success ? `${problem.data.code}: ${problem.data.message}` : ''
    // 429 and 5xx pass; wrong keys are mended by people: both are worth another try. The rest is this number's.
    const passes = response.status === 429 || response.status >= 500 || [401, 403].includes(response.status)
    const What = passes ? ProviderUnreachable : ProviderRefusal
    throw new What(`Twilio answered ${response.status} ${said}`)
  },
}
