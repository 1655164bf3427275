import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { LayoutGrid, List, Search, SlidersHorizontal, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { categories, spaceTypes } from '#contract/categories.ts'
import { CategoryStrip } from '#web/parts/landing/category-strip.tsx'
import { Featured, featuredReading } from '#web/parts/landing/featured.tsx'
import { ProfessionalCard } from '#web/parts/professional/professional-card.tsx'
import { chipsOf, searchStateForRouter, without, withWord } from '#web/parts/search/chips.ts'
import type { Chip, SearchState } from '#web/parts/search/chips.ts'
import { FilterPanel, filterCount, withoutFilters } from '#web/parts/search/filter-panel.tsx'
import { ResultList } from '#web/parts/search/result-list.tsx'
import { mergedPages, professionalReading, spaceReading } from '#web/parts/search/results.ts'
import { SpaceCard } from '#web/parts/space/space-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'

const typeOf = (search: SearchState) => search.type ?? 'professionals'
const chipsIn = (search: SearchState) =>
  chipsOf(search, typeOf(search) === 'spaces' ? spaceTypes : categories)

export const Route = createFileRoute('/search-results')({
  validateSearch: searchStateForRouter,
  // How the results are laid out needs no new search.
  loaderDeps: ({ search }): SearchState => ({ ...search, view: undefined }),
  // Nothing is fetched while there are no chips (spec §2); then the page shows shortcuts and featured people.
  loader: async ({ context, deps }) => {
    const chips = chipsIn(deps)
    if (chips.length === 0) await context.queryClient.prefetchQuery(featuredReading)
    else if (typeOf(deps) === 'spaces')
      await context.queryClient.prefetchInfiniteQuery(spaceReading(chips, deps))
    else await context.queryClient.prefetchInfiniteQuery(professionalReading(chips, deps))
  },
  head: ({ match }) => ({
    meta: [
      { title: `${typeOf(match.search) === 'spaces' ? 'Buscar Espacios' : 'Buscar Profesionales'} · Kalli` },
    ],
  }),
  component: SearchResults,
})

function SearchResults() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: '/search-results' })
  const go = (next: SearchState) => void navigate({ search: next, replace: true, resetScroll: false })
  const chips = useMemo(() => chipsIn(search), [search])
  const [filtersOpen, setFiltersOpen] = useState(filterCount(search) > 0)
  const type = typeOf(search)
  const count = filterCount(search)

  return (
    <div className="page pt-8 sm:pt-10">
      <h1 className="text-3xl sm:text-4xl">
        {type === 'spaces' ? 'Buscar Espacios' : 'Buscar Profesionales'}
      </h1>
      <div className="mt-6 grid gap-3 md:grid-cols-[auto_1fr]">
        <TypeToggle
          type={type}
          onChoose={(next) => go({ ...withoutFilters(search), category: undefined, type: next })}
        />
        <WordBox key={type} type={type} onAdd={(word) => go(withWord(search, word))} />
      </div>
      <Chips
        chips={chips}
        onRemove={(chip) => go(without(search, chip))}
        onClear={() => go({ type: search.type, view: search.view })}
      />
      {chips.length === 0 ? (
        <NothingYet spaces={type === 'spaces'} />
      ) : (
        <>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
            <Button
              tone="secondary"
              size="small"
              aria-expanded={filtersOpen}
              aria-controls="filtros"
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              <SlidersHorizontal aria-hidden className="size-4.5" />
              Filtros{count > 0 ? ` (${count})` : ''}
            </Button>
            <ViewToggle
              list={search.view === 'list'}
              onChoose={(list) => go({ ...search, view: list ? 'list' : undefined })}
            />
          </div>
          <div
            className={classNames('mt-5 grid items-start gap-6', filtersOpen && 'lg:grid-cols-[16rem_1fr]')}
          >
            <div id="filtros" hidden={!filtersOpen} className="flex flex-col gap-3">
              <FilterPanel type={type} search={search} onChange={go} />
              {count > 0 ? (
                <Button tone="quiet" size="small" onClick={() => go(withoutFilters(search))}>
                  Quitar filtros
                </Button>
              ) : null}
            </div>
            <div className="min-w-0">
              {type === 'spaces' ? (
                <SpaceResults chips={chips} search={search} />
              ) : (
                <ProfessionalResults chips={chips} search={search} />
              )}
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const ProfessionalResults = ({ chips, search }: { chips: readonly Chip[]; search: SearchState }) => {
  const query = useInfiniteQuery(professionalReading(chips, search))
  return (
    <ResultList {...resultProps(query, search)} found={query.data && mergedPages(query.data.pages)}>
      {(professional) => <ProfessionalCard professional={professional} />}
    </ResultList>
  )
}

const SpaceResults = ({ chips, search }: { chips: readonly Chip[]; search: SearchState }) => {
  const query = useInfiniteQuery(spaceReading(chips, search))
  return (
    <ResultList {...resultProps(query, search)} found={query.data && mergedPages(query.data.pages)}>
      {(space) => <SpaceCard space={space} />}
    </ResultList>
  )
}

const resultProps = (
  query: {
    isPending: boolean
    error: Error | null
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  },
  search: SearchState,
) => ({
  pending: query.isPending,
  error: query.error,
  onRetry: () => void query.refetch(),
  more: { has: query.hasNextPage, busy: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() },
  list: search.view === 'list',
})

const toggleClass = (on: boolean) =>
  classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm px-4 font-semibold transition-colors',
    on ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
  )

const TypeToggle = ({
  type,
  onChoose,
}: {
  type: 'professionals' | 'spaces'
  onChoose: (type: 'professionals' | 'spaces') => void
}) => (
  <div role="group" aria-label="Qué buscas" className="grid grid-cols-2 gap-1 rounded-md bg-sunk p-1">
    <button
      type="button"
      aria-pressed={type === 'professionals'}
      onClick={() => onChoose('professionals')}
      className={toggleClass(type === 'professionals')}
    >
      Profesionales
    </button>
    <button
      type="button"
      aria-pressed={type === 'spaces'}
      onClick={() => onChoose('spaces')}
      className={toggleClass(type === 'spaces')}
    >
      Espacios
    </button>
  </div>
)

const ViewToggle = ({ list, onChoose }: { list: boolean; onChoose: (list: boolean) => void }) => (
  <div
    role="group"
    aria-label="Cómo ver los resultados"
    className="hidden w-fit gap-1 rounded-md bg-sunk p-1 sm:flex"
  >
    <button type="button" aria-pressed={!list} onClick={() => onChoose(false)} className={toggleClass(!list)}>
      <LayoutGrid aria-hidden className="size-4.5" />
      Cuadrícula
    </button>
    <button type="button" aria-pressed={list} onClick={() => onChoose(true)} className={toggleClass(list)}>
      <List aria-hidden className="size-4.5" />
      Lista
    </button>
  </div>
)

const WordBox = ({ type, onAdd }: { type: 'professionals' | 'spaces'; onAdd: (word: string) => void }) => (
  <form
    role="search"
    onSubmit={(event) => {
      event.preventDefault()
      const word = formText(event.currentTarget)('q')
      if (word !== '') onAdd(word)
      event.currentTarget.reset()
    }}
    className="flex gap-2"
  >
    {/* What the address says of the other fields goes along when the form is sent before any script has arrived. */}
    <input type="hidden" name="type" value={type} />
    <Input
      name="q"
      type="search"
      aria-label={
        type === 'spaces' ? 'Agregar una búsqueda de espacios' : 'Agregar una búsqueda de profesionales'
      }
      placeholder={type === 'spaces' ? 'Cabina, salón, consultorio…' : 'Facial, corte, yoga…'}
      maxLength={120}
    />
    <Button type="submit">
      <Search aria-hidden className="size-5" />
      <span className="max-sm:sr-only">Buscar</span>
    </Button>
  </form>
)

const Chips = ({
  chips,
  onRemove,
  onClear,
}: {
  chips: readonly Chip[]
  onRemove: (chip: Chip) => void
  onClear: () => void
}) =>
  chips.length === 0 ? null : (
    <ul aria-label="Tu búsqueda" className="mt-4 flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={chip.id}>
          <button
            type="button"
            onClick={() => onRemove(chip)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-jacaranda-soft pr-3 pl-4 font-medium text-jacaranda-deep hover:brightness-95"
          >
            {chip.label}
            <X aria-hidden className="size-4" />
            <span className="sr-only">, quitar</span>
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <button
            type="button"
            onClick={onClear}
            className="min-h-11 px-2 font-semibold underline underline-offset-4"
          >
            Limpiar todo
          </button>
        </li>
      ) : null}
    </ul>
  )

const NothingYet = ({ spaces }: { spaces: boolean }) => (
  <div className="mt-8">
    <p className="mb-4 text-lg text-muted">
      {spaces
        ? 'Escribe qué espacio necesitas o empieza por un tipo.'
        : 'Escribe qué necesitas o empieza por una categoría.'}
    </p>
    <CategoryStrip spaces={spaces} />
    <div className="-mx-[clamp(1.125rem,4vw,2.5rem)]">
      <Featured />
    </div>
  </div>
)
