/**
 * A search without a place never mixes cities: until one is chosen it uses the largest city with results, and the screen offers the choice
 * (docs/search/address.md).
 */
import { queryOptions } from '@tanstack/react-query'
import { citySearched, maxSearches, queryListOf } from '#contract/search/instead.ts'
import { searchCities } from '#contract/search/search.ts'
import { reading } from '#web/api.ts'
import { typeOf, type SearchState } from '#web/parts/cards/search-state.ts'
import type { Chip } from '#web/parts/search/chips.ts'
import { professionalReading, spaceReading, widestQueries } from '#web/parts/search/results.ts'

type City = { city: string; state: string }
export type Presumed = {
  /** The choice of cities; empty where there is only one. */
  cities: readonly City[]
  city: City | undefined
}

export const presumedReading = (chips: readonly Chip[], search: SearchState) => {
  const type = typeOf(search)
  const isSpaces = type === 'spaces'
  const { queryKey } = isSpaces ? spaceReading(chips, search) : professionalReading(chips, search)
  return queryOptions({
    queryKey: ['search-city', ...queryKey],
    queryFn: async ({ client }): Promise<Presumed> => {
      const cities = await client.fetchQuery(reading(searchCities, { query: { type } }))
      // With a single city there is nothing to mix.
      if (cities.length < 2) return { cities: [], city: undefined }
      const findsIn = async (city: City) => {
        const there = { ...search, ...city }
        const { pages } = isSpaces
          ? await client.fetchInfiniteQuery(spaceReading(chips, there))
          : await client.fetchInfiniteQuery(professionalReading(chips, there))
        return pages.some(({ lists }) => lists.some(({ items }) => items.length > 0))
      }
      const [largest] = cities
      // The usual case; its results are the ones shown.
      if (largest === undefined || (await findsIn(largest))) return { cities, city: largest }
      const queries = queryListOf(widestQueries(chips, search).slice(0, maxSearches))
      const { city } = await client.fetchQuery(reading(citySearched, { query: { type, queries } }))
      return { cities, city: city ?? largest }
    },
  })
}

/** The search in the presumed city; unchanged without one. */
export const inCity = (search: SearchState, presumed: Presumed | undefined): SearchState =>
  presumed?.city === undefined ? search : { ...search, ...presumed.city }
