import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Signed tokens carry their content in the open and cannot be changed; secret tokens carry nothing
 * and are stored as a hash only.
 */
export type Signer = {
  sign(kind: string, payload: object, expiresAt: Date): string
  /** The payload, or null when forged, of another kind, or over. */
  open(kind: string, token: string, now: Date): Record<string, unknown> | null
}

export const signer = (secret: string): Signer => {
  const key = createHmac('sha256', secret).update('kalli signed tokens').digest()
  const seal = (kind: string, body: string) =>
    createHmac('sha256', key).update(`${kind}.${body}`).digest().subarray(0, 24).toString('base64url')
  return {
    sign(kind, payload, expiresAt) {
      const body = Buffer.from(JSON.stringify({ ...payload, exp: expiresAt.getTime() })).toString('base64url')
      return `${body}.${seal(kind, body)}`
    },
    open(kind, token, now) {
      const [body, mark, ...more] = token.split('.')
      if (body === undefined || mark === undefined || more.length > 0) return null
      const expected = Buffer.from(seal(kind, body))
      const given = Buffer.from(mark)
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
      const payload: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
      if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return null
      if (typeof payload.exp !== 'number' || payload.exp <= now.getTime()) return null
      return { ...payload }
    },
  }
}

/** 256 random bits for a cookie or a link. */
export const secretToken = () => randomBytes(32).toString('base64url')
/** What of a secret token may be stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
