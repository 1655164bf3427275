import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate, type SearchSchemaInput } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { FoundProfessional, FoundSpace } from '#contract/search/search.ts'
import { onServer } from '#web/data-loading.ts'
import { publicHead } from '#web/head.ts'
import { featuredReading } from '#web/parts/landing/featured-reading.ts'
import { centsOf } from '#web/parts/payment/cents.ts'
import { soughtCents } from '#web/parts/cards/from-price.ts'
import { AskCity } from '#web/parts/search/ask-city.tsx'
import { chipsOf } from '#web/parts/search/chips.ts'
import { InsteadOf, Shortcuts } from '#web/parts/search/instead-of.tsx'
import { insteadReading } from '#web/parts/search/instead-reading.ts'
import { fetchFound, wordsIn } from '#web/parts/search/fetch-found.ts'
import type { Chip } from '#web/parts/search/chips.ts'
import NothingYetNow from '#web/parts/search/nothing-yet.tsx'
import { MapBeside } from '#web/parts/search/map-beside.tsx'
import { forgetWhenTaken, atLastPlace } from '#web/parts/search/last-place.ts'
import { Finding, ResultList } from '#web/parts/search/result-list.tsx'
import { type Panel, ResultTools } from '#web/parts/search/result-tools.tsx'
import {
  mergedPages,
  orderOf,
  professionalCount,
  professionalReading,
  spaceCount,
  spaceReading,
} from '#web/parts/search/results.ts'
import type { Results } from '#web/parts/search/results.ts'
import { isSearch, saidChips } from '#web/parts/search/said-chips.ts'
import { useWords } from '#web/parts/search/use-words.ts'
import { Chips, TypeToggle, WordBox } from '#web/parts/search/search-bar.tsx'
import { searchStateOf, typeOf } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { usePlaced } from '#web/parts/search/use-placed.ts'
import { daysOfWord, wantedOf } from '#web/parts/search/window.ts'
import { serverNow } from '#web/server-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Still } from '#web/ui/page/still.tsx'

// A visitor who only reads needs none of these.
const SearchPanel = lazy(() => import('#web/parts/search/search-panel.tsx'))
const nothingLater = lazy(() => import('#web/parts/search/nothing-yet.tsx'))
const NothingYet = createIsomorphicFn()
  .server(() => NothingYetNow)
  .client(() => nothingLater)()
const SaveSearch = lazy(() => import('#web/parts/search/save-search.tsx'))

export const Route = createFileRoute('/search-results')({
  // Parsed by the screen and its loader (`searchStateOf`): other pages need not load the parser.
  validateSearch: (given: SearchState & SearchSchemaInput): SearchState => given,
  // The layout of the results needs no new search.
  loaderDeps: ({ search }): SearchState => ({ ...search, view: undefined, map: undefined }),
  // Nothing is fetched while there are no chips (spec §2); then the page shows shortcuts and featured people. In the browser the screen
  // appears at once, and its list shows that it is loading.
  loader: async ({ context: { queryClient }, deps: requested }) => {
    const deps = searchStateOf(requested)
    const days = daysOfWord(requested.day, atLastPlace(deps) ?? deps, serverNow())
    // A shared link means the same tomorrow.
    if (days !== undefined)
      throw redirect({ to: '/search-results', search: { ...deps, ...days }, replace: true })
    const written = import.meta.env.SSR ? await wordsIn(queryClient, requested, deps) : undefined
    // Without a place the last one applies, in the address like all that is searched.
    const here = atLastPlace(written ?? deps) ?? written
    if (here !== undefined) throw redirect({ to: '/search-results', search: here, replace: true })
    const chips = chipsOf(deps)
    const fetched = !isSearch(deps)
      ? queryClient.prefetchQuery(featuredReading)
      : fetchFound(queryClient, chips, deps)
    await onServer(fetched)
    // Made in the screen's own file, so that other pages do not load its code.
    return titleOf(deps)
  },
  // For a search engine every filter of the results is the same page.
  head: ({ loaderData = 'Buscar' }) =>
    publicHead({
      title: loaderData,
      description:
        'Profesionales y espacios de belleza, bienestar y salud en México, con los horarios en que de verdad puedes reservar.',
      path: '/search-results',
    }),
  component: SearchResults,
})

const headingOf = (search: SearchState) =>
  typeOf(search) === 'spaces' ? 'Buscar Espacios' : 'Buscar Profesionales'

/** The title of a shared link says what it finds. */
const titleOf = (search: SearchState) => {
  const said = saidChips(search, serverNow()).map(({ label }) => label)
  return said.length === 0 ? headingOf(search) : `${said.join(' · ')}, ${headingOf(search).toLowerCase()}`
}

function SearchResults() {
  const given = Route.useSearch()
  const search = useMemo(() => searchStateOf(given), [given])
  const navigate = useNavigate({ from: '/search-results' })
  const chips = useMemo(() => chipsOf(search), [search])
  const said = saidChips(search, serverNow())
  const isSought = isSearch(search)
  const [panel, setPanel] = useState<Panel>()
  const type = typeOf(search)
  // What the server could not fetch is loaded again once the component is hydrated.
  const featuredCame = useQueryClient().getQueryData(featuredReading.queryKey) !== undefined
  /** A step that "back" undoes. */
  const go = (next: SearchState) => {
    forgetWhenTaken(search, next)
    void navigate({ search: next, resetScroll: false })
  }
  const look = (next: SearchState) => void navigate({ search: next, replace: true, resetScroll: false })
  const { placed, presumed, ...finding } = usePlaced(chips, search, look)
  const words = useWords(search, go)

  return (
    <div className="page pt-4 sm:pt-10">
      <h1 className="text-2xl sm:text-4xl">{headingOf(search)}</h1>
      <div className="mt-3 sm:mt-6 grid gap-3 md:grid-cols-[auto_1fr]">
        <TypeToggle
          type={type}
          onChoose={(next) =>
            go({ ...search, category: undefined, amenities: undefined, service: undefined, type: next })
          }
        />
        <WordBox key={type} search={search} {...words} />
      </div>
      <Chips
        chips={said}
        onRemove={(chip) => go(chip.without)}
        onClear={() => go({ type: search.type, view: search.view, map: search.map })}
      />
      <ResultTools
        search={search}
        found={isSought}
        panel={panel}
        onPanel={setPanel}
        onSearch={go}
        onLook={look}
      />
      <AskCity presumed={presumed} search={search} onOther={() => setPanel('where')} />
      <div
        className={classNames(
          'mt-3 grid items-start gap-6 sm:mt-5',
          panel === 'filters' && search.map !== 'on' && 'lg:grid-cols-[16rem_minmax(0,1fr)]',
          search.map === 'on' && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,46%)]',
        )}
      >
        {panel === undefined ? null : (
          <div
            id="panel"
            className={classNames(
              'min-w-0',
              (panel !== 'filters' || search.map === 'on') && 'lg:col-span-full',
            )}
          >
            <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
              <SearchPanel
                panel={panel}
                search={search}
                onSearch={go}
                onClose={() => {
                  setPanel(undefined)
                  document.getElementById(`abrir-${panel}`)?.focus()
                }}
              />
            </Suspense>
          </div>
        )}
        {!isSought ? (
          <>
            <Still
              key={type}
              live={!featuredCame}
              fallback={<Skeleton className="h-96 rounded-lg" />}
              className="min-w-0"
            >
              <NothingYet spaces={type === 'spaces'} />
            </Still>
            <MapBeside results={undefined} search={search} onSearch={go} />
          </>
        ) : placed === undefined ? (
          <Finding list={search.view === 'list'} {...finding} />
        ) : type === 'spaces' ? (
          <SpaceResults chips={chips} search={search} placed={placed} onSearch={go} />
        ) : (
          <ProfessionalResults chips={chips} search={search} placed={placed} onSearch={go} />
        )}
      </div>
    </div>
  )
}

type Shown = {
  chips: readonly Chip[]
  /** As written in the address, and as run: with a presumed city where the address has no place. */
  search: SearchState
  placed: SearchState
  onSearch: (search: SearchState) => void
}

const ProfessionalResults = (shown: Shown) => {
  const reading = professionalReading(shown.chips, shown.placed)
  const query = useInfiniteQuery(reading)
  const total = useQuery({ ...professionalCount(shown.chips, shown.placed), enabled: query.hasNextPage })
  const found =
    query.data && mergedPages(query.data.pages, orderOf<FoundProfessional>(shown.search.sort, soughtCents))
  return (
    <Answer
      {...shown}
      name={reading.queryKey.join(' ')}
      query={query}
      pages={query.data?.pages.length}
      results={found && { type: 'professionals', found }}
      total={total.data}
    />
  )
}

const SpaceResults = (shown: Shown) => {
  const reading = spaceReading(shown.chips, shown.placed)
  const query = useInfiniteQuery(reading)
  const total = useQuery({ ...spaceCount(shown.chips, shown.placed), enabled: query.hasNextPage })
  const order = orderOf<FoundSpace>(shown.search.sort, ({ pricePerHour }) => centsOf(pricePerHour))
  const found = query.data && mergedPages(query.data.pages, order)
  return (
    <Answer
      {...shown}
      name={reading.queryKey.join(' ')}
      query={query}
      pages={query.data?.pages.length}
      results={found && { type: 'spaces', found }}
      total={total.data}
    />
  )
}

type SearchParams = {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

const Answer = ({
  chips,
  search,
  placed,
  onSearch,
  name,
  query,
  pages,
  results,
  total,
}: Shown & {
  name: string
  query: SearchParams
  pages: number | undefined
  results: Results | undefined
  total: { count: number; more: boolean } | undefined
}) => {
  const signedIn = Route.useRouteContext().user !== null
  const { hasNextPage: has, isFetchingNextPage: busy } = query
  const more = { has, busy, onMore: () => void query.fetchNextPage() }
  const isShort = results !== undefined && results.found.whole.length === 0
  const isEmpty = isShort && results.found.part.length === 0
  const instead = useQuery({ ...insteadReading(placed, serverNow()), enabled: isShort })
  // Suggestions appear together with the results, so that nothing moves.
  const shown = isShort && instead.isLoading ? undefined : results
  return (
    <>
      <div className="min-w-0">
        <ResultList
          results={shown}
          name={name}
          grown={(pages ?? 0) > 1}
          // If a next page fails, the list stays; the button retries.
          error={results === undefined ? query.error : null}
          onRetry={() => void query.refetch()}
          more={more}
          list={search.view === 'list'}
          chipLabels={Object.fromEntries(chips.map(({ id, label }) => [id, label]))}
          total={total}
          wanted={wantedOf(placed)}
          instead={
            isShort ? <InsteadOf key={name} read={instead.data} search={placed} isEmpty={isEmpty} /> : null
          }
        />
        {shown?.type === 'professionals' ? (
          <Suspense>
            <SaveSearch search={placed} signedIn={signedIn} isEmpty={isEmpty} />
          </Suspense>
        ) : null}
        {isEmpty && shown !== undefined ? <Shortcuts key={name} spaces={shown.type === 'spaces'} /> : null}
      </div>
      <MapBeside results={results} search={search} onSearch={onSearch} total={total} more={more} />
    </>
  )
}
