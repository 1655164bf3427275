/** Ids for what a call creates, the same when it is retried. */
import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Work } from '#server/platform/work.ts'

/** A UUID (version 8) derived from a text. */
export const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ].join('-')
}

/**
 * For a purchase without any other identity: an interrupted call that is retried with its key finds what it had started
 * (idempotency.ts), and so pays once. Without a key a new one each time.
 */
export const idOfCall = ({ call }: Work, what: string): string =>
  call === undefined ? randomUUIDv7() : uuidOf(`${what} ${call}`)
