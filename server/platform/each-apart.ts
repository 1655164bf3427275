import type { Work } from '#server/platform/work.ts'

/** One after the other; one that fails does not keep the rest waiting, and the whole then fails and is seen. */
export const eachApart = async <T>(
  work: Work,
  things: readonly T[],
  run: (thing: T) => Promise<unknown>,
): Promise<number> => {
  const problems: unknown[] = []
  for (const thing of things) {
    try {
      await run(thing)
    } catch (error) {
      work.log.error({ err: error, thing }, 'one of many failed')
      problems.push(error)
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} of ${things.length} failed`)
  return things.length
}
