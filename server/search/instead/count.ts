/** How many some searches find together. */
import type { Finder, Params } from '#server/search/instead/finder.ts'

/** `more`: there may be more than that. */
export type Counted = { count: number; more: boolean }

/** Those who fit everything: around a place is not in it. */
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
  const known = new Map(queries.map((params) => [JSON.stringify(Object.entries(params).toSorted()), params]))
  return [...known.values()]
}
