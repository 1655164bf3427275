import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { searchProfessionals, searchSpaces } from '#contract/search.ts'
import { address, readPage } from '#web/api.ts'
import { merge, wishesOf } from '#web/parts/search/chips.ts'
import type { Chip, SearchState, Wish } from '#web/parts/search/chips.ts'

type Turn = { wish: Wish; url: string }

/** All searches of some chips as one list that grows: each "more" turns the page of every search that has one. */
const readingOf = <E extends Endpoint>(endpoint: E, turns: readonly Turn[]) =>
  infiniteQueryOptions({
    queryKey: ['search', ...turns.map((turn) => turn.url)],
    initialPageParam: turns,
    queryFn: async ({ pageParam, signal }) => {
      const pages = await Promise.all(pageParam.map((turn) => readPage(endpoint, turn.url, signal)))
      const lists: { wish: Wish; items: Reply<E> }[] = []
      const next: Turn[] = []
      for (const [index, turn] of pageParam.entries()) {
        const page = pages[index]
        if (page === undefined) continue
        lists.push({ wish: turn.wish, items: page.items })
        if (page.next !== undefined) next.push({ wish: turn.wish, url: page.next })
      }
      return { lists, next }
    },
    getNextPageParam: (page) => (page.next.length > 0 ? page.next : undefined),
    enabled: turns.length > 0,
  })

const filtersOf = ({ verified, priceRange, rating, availability }: SearchState) => ({
  verified,
  priceRange,
  rating,
  availability,
})

export const professionalReading = (chips: readonly Chip[], search: SearchState) =>
  readingOf(
    searchProfessionals,
    wishesOf(chips).map((wish) => ({
      wish,
      url: address(searchProfessionals, { query: { ...wish.filters, ...filtersOf(search) } }),
    })),
  )

export const spaceReading = (chips: readonly Chip[], search: SearchState) =>
  readingOf(
    searchSpaces,
    wishesOf(chips).map((wish) => {
      const { category: spaceType, ...filters } = wish.filters
      return {
        wish,
        url: address(searchSpaces, {
          query: { ...filters, spaceType, ...filtersOf(search), amenities: search.amenities },
        }),
      }
    }),
  )

/** The pages so far as one list without repetition, those that fit everything first. */
export const mergedPages = <T extends { id: number }>(
  pages: readonly { lists: readonly { wish: Wish; items: readonly T[] }[] }[],
) => {
  const all = merge(pages.flatMap((page) => page.lists))
  return { whole: all.filter((one) => one.whole), part: all.filter((one) => !one.whole) }
}
