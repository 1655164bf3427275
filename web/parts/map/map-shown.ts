import type { SearchState } from '#web/parts/cards/search-state.ts'
import type { Results } from '#web/parts/search/results.ts'

export type MapShown = {
  results: Results | undefined
  search: SearchState
  onSearch: (search: SearchState) => void
  /** How many there are in all, once it is counted. */
  total: { count: number; more: boolean } | undefined
  more: { has: boolean; busy: boolean; onMore: () => void }
}
