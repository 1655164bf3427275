/** One call that many connections make at the same moment. */
import assert from 'node:assert/strict'
import type { Answered } from '#server/testing/person.ts'

const connections = 60

/**
 * Sixty times the same call at once. Each is answered and none with an error of ours; answers how often it succeeded, and what the
 * refusals were.
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
