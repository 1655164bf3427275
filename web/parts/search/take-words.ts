/** Turns the words of the search field into criteria of the search. */
import type { Reply } from '#contract/platform/endpoint.ts'
import { understoodSearch } from '#contract/search/understood.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call, reading } from '#web/api.ts'
import { joined, printed, searchStateOf, split, typeOf } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { withoutPlace, withWord } from '#web/parts/search/chips.ts'
import { withWhen } from '#web/parts/search/window.ts'

/** Merges the understood words: words and categories are added; a place, a time or a price replaces the previous one. */
export const withUnderstood = (
  search: SearchState,
  { q, category, ...rest }: Reply<typeof understoodSearch>['search'],
): SearchState => {
  const isTimed = (rest.day ?? rest.part ?? rest.from ?? rest.availability) !== undefined
  const timed = isTimed ? { ...withWhen(search, {}), availability: undefined } : search
  const placed = rest.location === undefined ? timed : withoutPlace(timed)
  const priced =
    (rest.minPesos ?? rest.maxPesos) === undefined
      ? placed
      : { ...placed, minPesos: undefined, maxPesos: undefined }
  return searchStateOf({
    ...printed(priced),
    ...rest,
    q: joined([...split(search.q), ...split(q)]),
    category: joined([...split(search.category), ...split(category)]),
    sort: rest.sort ?? priced.sort,
  })
}

/** If parsing fails, the input is a single word of the search. */
export const takeWords = async (search: SearchState, words: string): Promise<SearchState> => {
  const read = await call(understoodSearch, { query: { q: words, type: typeOf(search) } }).catch(
    () => undefined,
  )
  if (read === undefined) return withWord(search, words)
  return withReading(search, read)
}

/**
 * The search with the words of a reading. "cerca": the results open at once, and ask the browser for the position (near-when-said.ts).
 * A place of the same sentence stays, and a position; another place of the search before may be only the remembered one.
 */
export const withReading = (
  search: SearchState,
  { near, search: said }: Pick<Reply<typeof understoodSearch>, 'near' | 'search'>,
): SearchState => {
  const merged = withUnderstood(search, said)
  return near && (said.location ?? merged.lat) === undefined
    ? { ...withoutPlace(merged), near: 'on' }
    : merged
}

/** The search that a sentence means; undefined where it is a single name, service or category, which stays a word. */
export const takenWords = async (
  queryClient: QueryClient,
  search: SearchState,
  words: string,
): Promise<SearchState | undefined> => {
  const read = await queryClient
    .fetchQuery(reading(understoodSearch, { query: { q: words, type: typeOf(search) } }))
    .catch(() => undefined)
  if (read?.isSentence !== true) return undefined
  return withReading(search, read)
}
