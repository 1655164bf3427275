import type { Wanted } from '#web/parts/cards/going-along.ts'
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, type ReactNode, useState } from 'react'
import ResultCards from '#web/parts/search/result-cards.tsx'
import { resultGrid } from '#web/parts/search/result-grid.ts'
import type { Results } from '#web/parts/search/results.ts'
import { FoundCount } from '#web/parts/search/found-count.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Still } from '#web/ui/page/still.tsx'

const later = lazy(() => import('#web/parts/search/result-cards.tsx'))
/** The server renders the first cards; their code loads with the first change of the search. */
const Cards = createIsomorphicFn()
  .server(() => ResultCards)
  .client(() => later)()

/** The results of a search in their four states; two groups where only some match fully. */
export const ResultList = ({
  results,
  name,
  grown,
  error,
  onRetry,
  more,
  list,
  chipLabels,
  wanted,
  total,
  instead,
}: {
  results: Results | undefined
  /** The key of the search. */
  name: string
  /** More than the first page is loaded. */
  grown: boolean
  error: Error | null
  onRetry: () => void
  more: { has: boolean; busy: boolean; onMore: () => void }
  list: boolean
  chipLabels: Readonly<Record<string, string>>
  /** The total, once counted; requested only where one page does not give it. */
  total: { count: number; more: boolean } | undefined
  /** The searched hour and service. */
  wanted: Wanted
  /** Alternative searches, where nothing matches fully. */
  instead: ReactNode
}) => {
  const [first] = useState({ name, list })
  if (error !== null) return <ErrorState text={error.message} onRetry={onRetry} />
  if (results === undefined) return <Waiting list={list} />
  const count = results.found.whole.length + results.found.part.length
  if (count === 0)
    return (
      <>
        <EmptyState
          title="No se encontraron resultados"
          text="Intenta con otros filtros o términos de búsqueda"
          className="-my-6"
        />
        {instead}
      </>
    )
  return (
    <>
      <p role="status" className="mb-2 text-muted sm:mb-5">
        <FoundCount all={more.has ? total : { count, more: false }} />
      </p>
      {instead}
      <Still
        key={name}
        // Holding an hour needs the hydrated card.
        live={grown || hasHours(results) || (name === first.name && list !== first.list)}
        fallback={<Waiting list={list} />}
      >
        <Cards results={results} list={list} chipLabels={chipLabels} wanted={wanted} />
      </Still>
      <LoadMore {...more} />
    </>
  )
}

const hasHours = ({ found }: Results) =>
  [...found.whole, ...found.part].some(({ item }) => item.slots !== undefined && item.slots.length > 0)

/** While the place to search in is unknown. */
export const Finding = ({
  list,
  error,
  onRetry,
}: {
  list: boolean
  error: Error | null
  onRetry: () => void
}) => (error === null ? <Waiting list={list} /> : <ErrorState text={error.message} onRetry={onRetry} />)

const Waiting = ({ list }: { list: boolean }) => (
  <div role="status" aria-label="Buscando" className={resultGrid(list)}>
    {[1, 2, 3, 4, 5, 6].map((place) => (
      <Skeleton key={place} className={list ? 'h-72 rounded-lg' : 'h-[26rem] rounded-lg'} />
    ))}
  </div>
)
