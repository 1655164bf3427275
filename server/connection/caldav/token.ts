/** What is saved between two readings of a calendar, as text: the server's own token, or the versions that it listed where it has none. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ProviderProblem } from '#server/connection/provider/provider.ts'

const Token = z.object({
  /** Of sync-collection (RFC 6578); null: the server has none. */
  sync: z.nullable(z.string()),
  /** Without a token: of the whole collection, and of each object. */
  ctag: z.string(),
  etags: z.record(z.string(), z.string()),
  /** What recurs is expanded between these, and whole days are by this clock. */
  from: z.number(),
  to: z.number(),
  zone: z.string(),
})
export type Token = z.output<typeof Token>

export const tokenText = (token: Token): string => JSON.stringify(token)

/** One that cannot be read is followed by a reading of everything. */
export const tokenIn = (text: string): Token => {
  try {
    return Token.parse(JSON.parse(text))
  } catch (error) {
    throw new ProviderProblem('token_over', { cause: error })
  }
}

/** Enough to see that it is another. */
export const shortOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
