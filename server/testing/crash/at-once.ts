/** One call on many connections at the same moment. */
import assert from 'node:assert/strict'
import { cases } from '#server/testing/crash/deep.ts'
import type { Answered } from '#server/testing/person.ts'

/** Each database connection plans each statement for itself: sixty only where time allows. */
const connections = cases(10, 60)

/**
 * The same call at once: sixty times in `npm run test:deep`, ten times in `npm test`. Every call must be answered without an internal
 * error; returns how often it succeeded, and the refusals.
 */
export const sixtyTimes = async <T>(call: (index: number) => Promise<Answered<T>>) => {
  const answers = await Promise.all(Array.from({ length: connections }, (_, index) => call(index)))
  const failed = answers.filter(({ status }) => status >= 500)
  assert.deepEqual(
    failed.map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
    [],
  )
  const done = answers.filter(({ status }) => status < 300)
  const refused = Map.groupBy(
    answers.filter(({ status }) => status >= 300),
    ({ body }) => String(new Map(Object.entries(body ?? {})).get('code')),
  )
  return { done, refused: [...refused].map(([code, all]) => `${code} ${all.length}`) }
}
