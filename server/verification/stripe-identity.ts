/**
 * Biometric checks by Stripe Identity: a hosted VerificationSession of a document, taken live, and a selfie that matches
 * it. Documents and pictures stay with Stripe; we read the session's status only.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import {
  type Check,
  type IdentityProvider,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/verification/provider.ts'

const patienceMs = 10_000
/** Stripe's own advice: older signatures are refused. */
const maxAgeMs = 5 * minuteMs
/** The API version of the shapes below. */
const apiVersion = '2024-06-20'

const Session = z.object({
  id: z.string(),
  status: z.enum(['requires_input', 'processing', 'verified', 'canceled']),
  url: z.nullish(z.string()),
  metadata: z.record(z.string(), z.string()),
  last_error: z.nullish(z.object({ code: z.nullish(z.string()) })),
})
const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

export const stripeIdentity: IdentityProvider = {
  name: 'stripe',
  async begin(work, { key, reference, returnUrl }) {
    const wanted = {
      type: 'document',
      'options[document][require_live_capture]': 'true',
      'options[document][require_matching_selfie]': 'true',
      'metadata[reference]': reference,
      client_reference_id: reference,
      return_url: returnUrl,
    }
    const answer = await ask(work, 'POST', '', { body: wanted, key })
    if (answer === null) throw new ProviderRefusal('Stripe made no session')
    return present(answer)
  },
  async find(work, ref) {
    const answer = await ask(work, 'GET', `/${encodeURIComponent(ref)}`)
    return answer === null ? null : present(answer)
  },
  async cancel(work, ref) {
    await ask(work, 'POST', `/${encodeURIComponent(ref)}/cancel`, { key: `cancel-${ref}` }).catch(
      (error: unknown) => {
        // It was decided meanwhile: that remains valid.
        if (!(error instanceof ProviderRefusal)) throw error
      },
    )
  },
  openEvent: (work, headers, body) => openEvent(work, headers['stripe-signature'], body),
}

/** Null: there is none with this id. */
const ask = async (
  work: Work,
  method: 'GET' | 'POST',
  path: string,
  { body, key }: { body?: Record<string, string>; key?: string } = {},
): Promise<unknown> => {
  requireNoTransaction(work)
  const settings = work.config.stripeIdentity
  if (settings === null) throw new Error('Stripe Identity is not configured')
  const response = await fetch(`${settings.url}/v1/identity/verification_sessions${path}`, {
    method,
    headers: {
      authorization: `Bearer ${settings.key}`,
      'stripe-version': apiVersion,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: new URLSearchParams(body) }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw new ProviderUnreachable('Stripe gave no answer', { cause: error })
  })
  if (response.status === 404) return null
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const passes =
    response.status === 429 || response.status >= 500 || [401, 403, 409].includes(response.status)
  const What = passes ? ProviderUnreachable : ProviderRefusal
  throw new What(`Stripe answered ${response.status}`)
}

const present = (answer: unknown): Check => {
  const session = z.parse(Session, answer)
  const failure = session.last_error?.code ?? null
  return {
    ref: session.id,
    reference: session.metadata['reference'] ?? '',
    status: statusOf(session.status, failure),
    reason: failure,
    url: session.url ?? null,
  }
}

const statusOf = (status: z.output<typeof Session>['status'], failure: string | null): Check['status'] => {
  switch (status) {
    case 'verified':
      return 'approved'
    case 'processing':
      return 'processing'
    case 'canceled':
      return 'abandoned'
    case 'requires_input':
      return failure === null ? 'open' : 'rejected'
  }
}

/** `t=<seconds>,v1=<hmac>[,v1=<hmac of an older secret>]` over time and body. */
const openEvent = (work: Work, header: string | string[] | undefined, body: string) => {
  const settings = work.config.stripeIdentity
  if (settings === null || typeof header !== 'string') return null
  const parts = header.split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return null
  const right = createHmac('sha256', settings.webhookSecret).update(`${time}.${body}`).digest()
  const isSigned = parts.some(
    ([name, mark = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/.test(mark) && timingSafeEqual(Buffer.from(mark, 'hex'), right),
  )
  if (!isSigned || Math.abs(work.now.getTime() - Number(time) * 1000) > maxAgeMs) return null
  const event = z.safeParse(Event, JSON.parse(body))
  if (!event.success || !event.data.type.startsWith('identity.verification_session.')) return null
  return { id: event.data.id, checkRef: event.data.data.object.id }
}
