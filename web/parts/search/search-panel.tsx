import { FilterPanel } from '#web/parts/search/filter-panel.tsx'
import type { Panel } from '#web/parts/search/result-tools.tsx'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { WhenPanel } from '#web/parts/search/when-panel.tsx'
import { WherePanel } from '#web/parts/search/where-panel.tsx'

/** The panel under the tools of the results. */
export default function SearchPanel({
  panel,
  ...shown
}: {
  panel: Exclude<Panel, undefined>
  search: SearchState
  onSearch: (search: SearchState) => void
  onClose: () => void
}) {
  if (panel === 'where') return <WherePanel {...shown} />
  if (panel === 'when') return <WhenPanel {...shown} />
  return <FilterPanel {...shown} />
}
