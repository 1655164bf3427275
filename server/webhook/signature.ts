/** Standard Webhooks: the id, the second and the body, signed by HMAC-SHA-256; several signatures while a secret is rotated. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const prefix = 'whsec_'

/** 256 bits. */
export const newSecret = () => prefix + randomBytes(32).toString('base64')

/** Null: not a webhook secret, ours or another sender's. */
export const keyOf = (secret: string): Buffer | null => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const key = Buffer.from(encoded, 'base64')
  return key.length >= 24 && key.length <= 64 && key.toString('base64') === encoded ? key : null
}

export type Signed = { id: string; second: number; body: string }

export const signatureOf = (secret: string, { id, second, body }: Signed): string => {
  const key = keyOf(secret)
  if (key === null) throw new Error('this is no secret of a webhook')
  return `v1,${createHmac('sha256', key).update(`${id}.${second}.${body}`).digest('base64')}`
}

export const headersOf = (secrets: readonly string[], signed: Signed) => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.second),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
})

/** An older message may be a replay. */
const toleranceSeconds = 300

export type Verdict = 'good' | 'unsigned' | 'old' | 'wrong'

/** As a receiver does. */
export const verdictOf = (
  secret: string,
  { id, second, body }: Signed,
  signatures: string,
  now: Date,
): Verdict => {
  if (id === '' || signatures === '' || !Number.isSafeInteger(second)) return 'unsigned'
  if (Math.abs(now.getTime() / 1000 - second) > toleranceSeconds) return 'old'
  const wanted = Buffer.from(signatureOf(secret, { id, second, body }))
  const given = signatures.split(' ').map((one) => Buffer.from(one))
  return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted)) ? 'good' : 'wrong'
}
