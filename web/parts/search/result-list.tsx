import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Merged } from '#web/parts/search/chips.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx'

type Found<T> = {
  whole: Merged<T>[]
  part: Merged<T>[]
}

/** The results of a search in their four states; two groups when only some fit everything. */
export const ResultList = <T extends { id: number }>({
  found,
  pending,
  error,
  onRetry,
  more,
  list,
  children,
}: {
  found: Found<T> | undefined
  pending: boolean
  error: Error | null
  onRetry: () => void
  more: { has: boolean; busy: boolean; onMore: () => void }
  list: boolean
  children: (item: T) => ReactNode
}) => {
  if (error !== null) return <ErrorState text={error.message} onRetry={onRetry} />
  if (pending || found === undefined) return <Waiting list={list} />
  const count = found.whole.length + found.part.length
  if (count === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron resultados"
        text="Intenta con otros filtros o términos de búsqueda"
      />
    )
  return (
    <>
      <p role="status" className="mb-5 text-muted">
        {more.has ? 'Más de ' : ''}
        <span className="figures font-semibold text-ink">{count}</span>{' '}
        {count === 1 ? 'resultado encontrado' : 'resultados encontrados'}
      </p>
      {found.part.length === 0 ? (
        <section aria-label="Resultados">
          <h2 className="sr-only">Resultados</h2>
          <Grid items={found.whole} list={list} render={children} />
        </section>
      ) : (
        <>
          {found.whole.length > 0 ? (
            <section aria-labelledby="todo" className="mb-10">
              <h2 id="todo" className="mb-4 text-2xl">
                Coinciden con todo
              </h2>
              <Grid items={found.whole} list={list} render={children} />
            </section>
          ) : null}
          <section aria-labelledby="parte">
            <h2 id="parte" className="mb-4 text-2xl">
              Coinciden con parte de tu búsqueda
            </h2>
            <Grid items={found.part} list={list} render={children} />
          </section>
        </>
      )}
      <LoadMore {...more} />
    </>
  )
}

const gridClass = (list: boolean) =>
  classNames('grid gap-5', list ? 'max-w-3xl' : 'grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))]')

const Grid = <T extends { id: number }>({
  items,
  list,
  render,
}: {
  items: readonly Merged<T>[]
  list: boolean
  render: (item: T) => ReactNode
}) => (
  <ul className={gridClass(list)}>
    {items.map(({ item }) => (
      <li key={item.id}>{render(item)}</li>
    ))}
  </ul>
)

const Waiting = ({ list }: { list: boolean }) => (
  <div role="status" aria-label="Buscando" className={gridClass(list)}>
    {[1, 2, 3, 4, 5, 6].map((place) => (
      <Skeleton key={place} className="h-96 rounded-lg" />
    ))}
  </div>
)
