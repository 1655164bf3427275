/** The state saved between two readings of a calendar, as text: the server's own token, or else the versions that it listed. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ProviderProblem } from '#server/connection/provider/provider.ts'

const Token = z.object({
  /** The token of sync-collection (RFC 6578); null: the server has none. */
  sync: z.nullable(z.string()),
  /** Without a token: the versions of the whole collection, and of each object. */
  ctag: z.string(),
  etags: z.record(z.string(), z.string()),
  /** Recurrences are expanded between these, and whole days are in this zone. */
  from: z.number(),
  to: z.number(),
  zone: z.string(),
})
export type Token = z.output<typeof Token>

export const tokenText = (token: Token): string => JSON.stringify(token)

/** After an unreadable token everything is read. */
export const tokenIn = (text: string): Token => {
  try {
    return Token.parse(JSON.parse(text))
  } catch (error) {
    throw new ProviderProblem('token_over', { cause: error })
  }
}

/** Enough to detect a change. */
export const shortOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
