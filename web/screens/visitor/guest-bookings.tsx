import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { guestBookings } from '#contract/booking/client/guest.ts'
import { call, keyOf } from '#web/api.ts'
import { oneOf } from '#web/search-params.ts'
import { screenHead } from '#web/head.ts'
import { clientTabs } from '#web/parts/booking/summary/client-tabs.ts'
import { useListSearch } from '#web/parts/booking/summary/use-list-search.ts'
import { type GuestScreenTab, guestScreens } from '#web/parts/booking/summary/guest-tabs.ts'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Loads one of the two, by whether the visitor has confirmed a contact. */
const GuestKnown = lazy(() => import('#web/parts/booking/client/guest-known.tsx'))
const ListSearch = lazy(() => import('#web/parts/booking/summary/list-search.tsx'))
const GuestCode = lazy(() => import('#web/parts/booking/client/guest-code.tsx'))

/** The tabs with visits. */
const listed = ['upcoming', 'waiting', 'past'] as const

/** The other tabs load their own; whether the visitor is known is loaded with the first. */
const readingOf = (requested: GuestScreenTab = 'upcoming', q = '') => {
  const tab = requested === 'waiting' || requested === 'past' ? requested : 'upcoming'
  return infiniteQueryOptions({
    queryKey: [...keyOf(guestBookings), tab, q],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        guestBookings,
        { query: { tab, ...(q === '' ? {} : { q }), ...(cursor === '' ? {} : { cursor }) } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
}

export const Route = createFileRoute('/guest-bookings')({
  validateSearch: (requested: Record<string, unknown>): { tab?: GuestScreenTab; link?: 'over' } => ({
    tab: oneOf(guestScreens, requested.tab),
    link: oneOf(['over'], requested.link),
  }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context, deps: { tab } }) => context.queryClient.prefetchInfiniteQuery(readingOf(tab)),
  head: ({ match: { search } }) => {
    const { tab } = search
    const { meta } = screenHead(
      tab && (tab === 'privacy' ? 'Mis datos' : clientTabs[tab]),
      'Mis reservas sin cuenta',
    )
    return { meta: [...meta, { name: 'robots', content: 'noindex' }] }
  },
  component: GuestBookings,
})

/** A client who booked without an account: first a code, then the same as with one. */
function GuestBookings() {
  const { tab = 'upcoming', link } = Route.useSearch()
  const { answer, search, visits, q, isKnown } = useGuestVisits(tab)
  const isSearching = search.isOffered(visits.length, answer.isPlaceholderData)
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        <h1 className="text-3xl">Mis reservas sin cuenta</h1>
        {link === 'over' ? (
          <p role="status" className="rounded-md bg-maiz-soft px-4 py-3">
            Ese enlace ya no sirve. Con un código ves aquí lo mismo.
          </p>
        ) : null}
        {answer.isLoadingError && !isKnown ? (
          <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
        ) : answer.isPending ? (
          <Loading />
        ) : (
          <Suspense fallback={<Loading />}>
            {isKnown ? (
              <GuestKnown
                tab={tab}
                visits={visits}
                isSearched={q !== ''}
                problem={
                  answer.isLoadingError ? (
                    <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
                  ) : null
                }
                search={
                  isSearching ? (
                    <ListSearch
                      label="Buscar por nombre, servicio, lugar o código"
                      typed={search.typed}
                      onType={search.onType}
                      found={
                        q === '' || answer.isPlaceholderData || answer.isLoadingError
                          ? undefined
                          : { count: visits.length, more: answer.hasNextPage }
                      }
                    />
                  ) : null
                }
                more={
                  <LoadMore
                    has={answer.hasNextPage}
                    busy={answer.isFetchingNextPage}
                    error={answer.isFetchNextPageError ? answer.error : null}
                    onMore={() => answer.fetchNextPage()}
                  />
                }
              />
            ) : (
              <GuestCode />
            )}
          </Suspense>
        )}
      </div>
    </section>
  )
}

/** The visits of a tab, or the search results among them. */
const useGuestVisits = (tab: GuestScreenTab) => {
  const search = useListSearch()
  const { q, onType } = search
  const answer = useInfiniteQuery({
    ...readingOf(tab, q),
    // Data of another tab does not stay.
    ...(q === '' ? {} : { placeholderData: keepPreviousData }),
  })
  // Of a list that could not be read, the others say whether the visitor is known: its tabs stay.
  const queryClient = useQueryClient()
  const known = answer.isLoadingError
    ? listed.map((one) => queryClient.getQueryData(readingOf(one).queryKey))
    : [answer.data]
  // The search text belongs to the list below it.
  const [searched, setSearched] = useState(tab)
  if (searched !== tab) {
    setSearched(tab)
    onType('')
  }
  return {
    answer,
    search,
    q,
    visits: answer.data?.pages.flatMap((page) => page.visits) ?? [],
    isKnown: known.some((data) => data?.pages[0]?.known === true),
  }
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Buscando tus reservas…</span>
    <Skeleton className="h-48 rounded-lg" />
  </div>
)
