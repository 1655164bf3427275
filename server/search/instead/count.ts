/** The total number of results of several searches. */
import type { Finder, Params } from '#server/search/instead/finder.ts'

/** `more`: there may be more than that. */
export type Counted = { count: number; more: boolean }

/** Exact matches only: results around a place do not count. */
export const countOf = async ({ find }: Finder, queries: readonly Params[]): Promise<Counted> => {
  const ids = new Set<number>()
  let more = false
  for (const params of distinct(queries)) {
    const { found, cursor, widened } = await find(params)
    if (widened) continue
    for (const { id } of found) ids.add(id)
    more ||= cursor !== null
  }
  return { count: ids.size, more }
}

export const distinct = (queries: readonly Params[]): Params[] => {
  const known = new Map(
    queries.map((params) => [
      JSON.stringify(Object.entries(params).toSorted(([one], [other]) => one.localeCompare(other))),
      params,
    ]),
  )
  return [...known.values()]
}
