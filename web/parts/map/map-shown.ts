import type { SearchState } from '#web/parts/cards/search-state.ts'
import type { Results } from '#web/parts/search/results.ts'

export type MapShown = {
  results: Results | undefined
  search: SearchState
  onSearch: (search: SearchState) => void
  /** The total, once counted. */
  total: { count: number; more: boolean } | undefined
  more: { has: boolean; busy: boolean; onMore: () => void }
}
