/** How Stripe is called, by its own library, and what its errors mean to us. */
import type { Stripe } from 'stripe'
import { ProviderRefusal, ProviderUnreachable } from '#server/payment/provider/provider.ts'
import type { Config } from '#server/platform/config.ts'
import type { Stripe as Settings } from '#server/platform/config-providers.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

const patienceMs = 10_000

/** 21 MB and a quarter of a second, so it is loaded only when needed. */
const library = async () => (await import('stripe')).Stripe

const clients = new WeakMap<Settings, Stripe>()

export const settingsOf = ({ stripe }: Config): Settings => {
  if (stripe === null) throw new Error('Stripe is not configured')
  return stripe
}

const clientOf = async (config: Config): Promise<Stripe> => {
  const settings = settingsOf(config)
  const known = clients.get(settings)
  if (known !== undefined) return known
  const { protocol, hostname, port } = new URL(settings.url)
  const Library = await library()
  const client = new Library(settings.key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
    timeout: patienceMs,
    // The caller retries with the key that was recorded before.
    maxNetworkRetries: 0,
    telemetry: false,
  })
  clients.set(settings, client)
  return client
}

/** Stripe does not have the object. */
export class StripeHasNone extends ProviderRefusal {}

/** The key was used for another request: by an earlier release of ours, with another body. */
export class StripeKeyTaken extends ProviderRefusal {}

/** This account cannot receive transfers at present. */
export class StripeCannotReceive extends ProviderRefusal {}

/** A bank refused. Its intent is in Stripe's books. */
export class StripeCardRefused extends ProviderRefusal {
  readonly payment: Stripe.PaymentIntent | undefined
  readonly setup: Stripe.SetupIntent | undefined
  constructor({ message, payment_intent: payment, setup_intent: setup }: Stripe.errors.StripeCardError) {
    super(message)
    this.payment = payment
    this.setup = setup
  }
}

/** One request to Stripe, outside any transaction. Throws a `ProviderRefusal` or a `ProviderUnreachable`. */
export const ask = async <Answer>(
  work: Work,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> => {
  requireNoTransaction(work)
  const client = await clientOf(work.config)
  try {
    return await question(client)
  } catch (error) {
    throw await translated(error)
  }
}

/** Codes of concurrent use: temporary, though their status otherwise means a refusal. */
const passing = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit'])

const translated = async (error: unknown): Promise<unknown> => {
  const { errors } = await library()
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeCardError) return new StripeCardRefused(error)
  const { statusCode, code, message } = error
  if ((statusCode !== 400 && statusCode !== 404) || passing.has(code ?? ''))
    return new ProviderUnreachable(`Stripe: ${message}`, { cause: error })
  if (error instanceof errors.StripeIdempotencyError) return new StripeKeyTaken(message, { cause: error })
  if (code === 'insufficient_capabilities_for_transfer')
    return new StripeCannotReceive(message, { cause: error })
  if (code === 'resource_missing') return new StripeHasNone(message, { cause: error })
  return new ProviderRefusal(message, { cause: error })
}

/**
 * The event of a signed body, or null when its signature is invalid or too old. Events of payees' accounts come by a separate webhook,
 * with its own secret.
 */
export const signedEvent = async (
  work: Work,
  signature: string | string[] | undefined,
  body: string,
): Promise<Stripe.Event | null> => {
  const { webhooks, errors } = await library()
  const { webhookSecret, accountsWebhookSecret } = settingsOf(work.config)
  const secrets = accountsWebhookSecret === null ? [webhookSecret] : [webhookSecret, accountsWebhookSecret]
  for (const secret of secrets)
    try {
      return webhooks.constructEvent(
        body,
        signature ?? '',
        secret,
        maxAgeSeconds,
        undefined,
        work.now.getTime(),
      )
    } catch (error) {
      if (!(error instanceof errors.StripeSignatureVerificationError)) throw error
    }
  return null
}

/** Rejects the replay of a recorded webhook. */
const maxAgeSeconds = 300
