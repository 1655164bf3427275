import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import type { Results } from '#web/parts/search/results.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const ResultMap = lazy(() => import('#web/parts/map/result-map.tsx'))

const never = () => () => {}
const nothingMore = { has: false, busy: false, onMore: () => {} }

/** The map is rendered only in the browser; the server renders its placeholder. */
export const MapBeside = (shown: {
  results: Results | undefined
  search: SearchState
  onSearch: (search: SearchState) => void
  total?: { count: number; more: boolean } | undefined
  more?: { has: boolean; busy: boolean; onMore: () => void }
}) => {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (shown.search.map !== 'on') return null
  const place = (
    <Skeleton className="h-[calc(100dvh-7.5rem)] rounded-lg max-lg:fixed max-lg:inset-0 max-lg:z-50 max-lg:h-dvh" />
  )
  return inBrowser ? (
    <Suspense fallback={place}>
      <ResultMap total={undefined} more={nothingMore} {...shown} />
    </Suspense>
  ) : (
    place
  )
}
