import { logOutage, outageKindOf } from '#server/platform/database/outage.ts'
import type { Work } from '#server/platform/work.ts'

/** One after the other, or several at once (`abreast`); a failure stops none of the rest, and is thrown at the end. */
export const runIsolated = async <T>(
  work: Work,
  things: readonly T[],
  run: (thing: T) => Promise<unknown>,
  abreast = 1,
): Promise<number> => {
  const problems: unknown[] = []
  // A free lane takes the next item: a slow item holds up only its own lane.
  const waiting = things.values()
  const lane = async () => {
    for (const thing of waiting) {
      try {
        await run(thing)
      } catch (error) {
        if (outageKindOf(error) === undefined)
          work.log.error({ err: error, thing }, 'one item of a batch failed')
        else logOutage(work.log, error)
        problems.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: abreast }, lane))
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} of ${things.length} failed`)
  return things.length
}
