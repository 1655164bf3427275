import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/platform/endpoint.ts'
import {
  professionalMatches,
  type FoundProfessional,
  type FoundSpace,
  searchProfessionals,
  searchSpaces,
  spaceMatches,
} from '#contract/search/search.ts'
import { readPage } from '#web/api-pages.ts'
import { address } from '#web/api.ts'
import { merge, selectionsOf } from '#web/parts/search/chips.ts'
import type { Chip, Merged, Selection } from '#web/parts/search/chips.ts'
import { typeOf, type SearchState } from '#web/parts/cards/search-state.ts'
import { searchedTime } from '#web/parts/search/window.ts'

type Turn = { selection: Selection; url: string }

/** The searches of some chips as one infinite list: "more" loads the next page of every search that has one. */
const readingOf = <E extends Endpoint>(endpoint: E, turns: readonly Turn[]) =>
  infiniteQueryOptions({
    queryKey: ['search', ...turns.map((turn) => turn.url)],
    initialPageParam: turns,
    queryFn: async ({ pageParam, signal }) => {
      const pages = await Promise.all(pageParam.map((turn) => readPage(endpoint, turn.url, signal)))
      const lists: { selection: Selection; items: Reply<E> }[] = []
      const next: Turn[] = []
      for (const [index, turn] of pageParam.entries()) {
        const page = pages[index]
        if (page === undefined) continue
        lists.push({ selection: turn.selection, items: page.items })
        if (page.next !== undefined) next.push({ selection: turn.selection, url: page.next })
      }
      return { lists, next }
    },
    getNextPageParam: (page) => (page.next.length > 0 ? page.next : undefined),
    enabled: turns.length > 0,
  })

/** A dozen fills a screen of cards in two, three or four columns; the rest comes on request. */
const limit = 12

/** The filters of each search of some chips. */
const filtersOf = (search: SearchState, selection: Selection) => ({
  verified: search.verified,
  priceRange: search.priceRange,
  rating: search.rating,
  minPesos: search.minPesos,
  maxPesos: search.maxPesos,
  availability: search.availability,
  ...searchedTime(search),
  sort: search.sort,
  // A place in the URL that is not a chip.
  ...(saysPlace(selection.filters) ? {} : { city: search.city, state: search.state }),
  // A distance needs an origin, for chips without a place too.
  ...(search.sort === 'distance' && selection.filters.lat === undefined
    ? { lat: search.lat, lng: search.lng }
    : {}),
  limit,
})

const saysPlace = ({ location, city, state, lat, bbox }: Selection['filters']) =>
  (location ?? city ?? state ?? lat ?? bbox) !== undefined

/** With only a time, a modality or a price there is a single search. */
const searchesOf = (chips: readonly Chip[]): Selection[] =>
  chips.length === 0 ? [{ chips: [], whole: true, filters: {} }] : selectionsOf(chips)

const professionalTurns = (chips: readonly Chip[], search: SearchState) =>
  searchesOf(chips).map((selection) => ({
    selection,
    query: {
      ...selection.filters,
      ...filtersOf(search, selection),
      service: search.service,
      modality: search.modality ?? search.how,
    },
  }))

const spaceTurns = (chips: readonly Chip[], search: SearchState) =>
  searchesOf(chips).map((selection) => {
    const { category: spaceType, ...filters } = selection.filters
    return {
      selection,
      query: { ...filters, spaceType, ...filtersOf(search, selection), amenities: search.amenities },
    }
  })

export const professionalReading = (chips: readonly Chip[], search: SearchState) =>
  readingOf(
    searchProfessionals,
    professionalTurns(chips, search).map(({ selection, query }) => ({
      selection,
      url: address(searchProfessionals, { query }),
    })),
  )

export const spaceReading = (chips: readonly Chip[], search: SearchState) =>
  readingOf(
    searchSpaces,
    spaceTurns(chips, search).map(({ selection, query }) => ({
      selection,
      url: address(searchSpaces, { query }),
    })),
  )

/** The total of all searches of some chips, without duplicates. */
const countOf = (endpoint: typeof professionalMatches | typeof spaceMatches, urls: readonly string[]) =>
  queryOptions({
    queryKey: ['search-count', ...urls],
    queryFn: async ({ signal }) => {
      const all = await Promise.all(urls.map((url) => readPage(endpoint, url, signal)))
      return {
        count: new Set(all.flatMap(({ items }) => items.ids)).size,
        more: all.some(({ items }) => items.more),
      }
    },
  })

/** The calls for full matches, as query strings: saved searches are compared by them. */
export const wholeQueries = (chips: readonly Chip[], search: SearchState) =>
  turnsOf(chips, search)
    .filter(({ selection }) => selection.whole)
    .map(queryText)

/** The calls that cover every result: with several chips, one call for each. */
export const widestQueries = (chips: readonly Chip[], search: SearchState) => {
  const turns = turnsOf(chips, search)
  const alone = turns.filter(({ selection }) => !selection.whole)
  return (alone.length > 0 ? alone : turns).map(queryText)
}

const turnsOf = (
  chips: readonly Chip[],
  search: SearchState,
): readonly { selection: Selection; query: object }[] =>
  typeOf(search) === 'spaces' ? spaceTurns(chips, search) : professionalTurns(chips, search)

const queryText = ({ query }: { query: object }) =>
  address(searchProfessionals, { query: whole(query) }).split('?')[1] ?? ''

/** No full match on these pages. */
export const isNothingWhole = (
  pages: readonly {
    lists: readonly { selection: Selection; items: readonly { widened?: true | undefined }[] }[]
  }[],
) =>
  pages.every(({ lists }) =>
    lists.every(({ selection, items }) => !selection.whole || items.every(({ widened }) => widened === true)),
  )

/** Without order and page: the count is the same for each. */
const whole = <T extends object>(query: T) => ({ ...query, sort: undefined, limit: undefined })

export const professionalCount = (chips: readonly Chip[], search: SearchState) =>
  countOf(
    professionalMatches,
    professionalTurns(chips, search).map(({ query }) =>
      address(professionalMatches, { query: whole(query) }),
    ),
  )

export const spaceCount = (chips: readonly Chip[], search: SearchState) =>
  countOf(
    spaceMatches,
    spaceTurns(chips, search).map(({ query }) => address(spaceMatches, { query: whole(query) })),
  )

export type Found<T> = { whole: Merged<T>[]; part: Merged<T>[] }
export type Results =
  | { type: 'professionals'; found: Found<FoundProfessional> }
  | { type: 'spaces'; found: Found<FoundSpace> }

/** The pages so far as one list without duplicates, full matches first. */
export const mergedPages = <T extends { id: number; widened?: true | undefined }>(
  pages: readonly { lists: readonly { selection: Selection; items: readonly T[] }[] }[],
  order?: (one: T, other: T) => number,
): Found<T> => {
  // Page by page, so that items already shown keep their place when more load.
  const seen = new Map<number, Merged<T>>()
  for (const page of pages)
    for (const one of merge(page.lists)) {
      const before = seen.get(one.item.id)
      if (before === undefined) seen.set(one.item.id, one)
      else {
        if (one.whole && !before.whole) before.item = one.item
        before.whole ||= one.whole
        before.chips = [...new Set([...before.chips, ...one.chips])]
      }
    }
  const all = [...seen.values()]
  if (order !== undefined) all.sort((one, other) => order(one.item, other.item))
  return { whole: all.filter((one) => one.whole), part: all.filter((one) => !one.whole) }
}

type Sorted = { id: number; rating: string; distanceKm: number | null }

/** How several searches in one order are merged in that order; undefined for relevance, where they are interleaved. */
export const orderOf = <T extends Sorted>(
  sort: SearchState['sort'],
  centsOf: (item: T) => number,
): ((one: T, other: T) => number) | undefined => {
  if (sort === 'rating') return (one, other) => Number(other.rating) - Number(one.rating)
  if (sort === 'distance')
    return (one, other) => (one.distanceKm ?? Infinity) - (other.distanceKm ?? Infinity)
  // Professionals without a price come last, as in each search.
  if (sort === 'price')
    return (one, other) => (centsOf(one) || Number.MAX_VALUE) - (centsOf(other) || Number.MAX_VALUE)
  return undefined
}
