/** What the loader of the results page fetches before it renders. */
import type { QueryClient } from '@tanstack/react-query'
import { addedName, joined, type SearchState, split, typeOf } from '#web/parts/cards/search-state.ts'
import type { Chip } from '#web/parts/search/chips.ts'
import { insteadReading } from '#web/parts/search/instead-reading.ts'
import { lacksPlace } from '#web/parts/search/last-place.ts'
import { inCity, presumedReading } from '#web/parts/search/presumed-city.ts'
import {
  isNothingWhole,
  professionalCount,
  professionalReading,
  spaceCount,
  spaceReading,
} from '#web/parts/search/results.ts'
import { searchedTime } from '#web/parts/search/window.ts'
import { serverNow } from '#web/server-clock.ts'

/** The words of a form submitted without scripts are parsed by the server, which redirects to their meaning. */
export const wordsIn = async (
  queryClient: QueryClient,
  requested: Record<string, unknown>,
  search: SearchState,
) => {
  const added = requested[addedName]
  const words = split(search.q)
  const last = words.at(-1)
  if (last === undefined || (words.length > 1 && typeof added !== 'string')) return undefined
  const { takenWords } = await import('#web/parts/search/take-words.ts')
  return takenWords(queryClient, { ...search, q: joined(words.slice(0, -1)) }, last)
}

type FoundPage = Parameters<typeof isNothingWhole>[0][number] & { next: readonly unknown[] }

/** The first page, and the total where the page does not have it. Free time is checked one by one, so the browser counts it. */
export const fetchFound = async (
  queryClient: QueryClient,
  chips: readonly Chip[],
  requested: SearchState,
) => {
  const presumed = presumedReading(chips, requested)
  if (lacksPlace(requested)) await queryClient.prefetchQuery(presumed)
  const search = inCity(requested, queryClient.getQueryData(presumed.queryKey))
  const isSpaces = typeOf(search) === 'spaces'
  const key = isSpaces ? spaceReading(chips, search).queryKey : professionalReading(chips, search).queryKey
  if (isSpaces) await queryClient.prefetchInfiniteQuery(spaceReading(chips, search))
  else await queryClient.prefetchInfiniteQuery(professionalReading(chips, search))
  const found = queryClient.getQueryData<{ pages: FoundPage[] }>(key)
  if (found !== undefined && isNothingWhole(found.pages))
    await queryClient.prefetchQuery(insteadReading(search, serverNow()))
  const { startsAt, hours } = searchedTime(search)
  const isTimed = (startsAt ?? hours ?? search.availability) !== undefined
  if (isTimed || !found?.pages.some(({ next }) => next.length > 0)) return
  if (isSpaces) await queryClient.prefetchQuery(spaceCount(chips, search))
  else await queryClient.prefetchQuery(professionalCount(chips, search))
}
