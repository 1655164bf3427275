/** Ids of what a call makes, the same when it is repeated. */
import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Work } from '#server/platform/work.ts'

/** A UUID of its own (version 8) for a text. */
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
 * For a purchase that nothing else identifies: a call that was cut off and comes again with its key finds what it had started
 * (idempotency.ts), and so pays once. Without a key a new one each time.
 */
export const idOfCall = ({ call }: Work, what: string): string =>
  call === undefined ? randomUUIDv7() : uuidOf(`${what} ${call}`)
