import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { CalendarHeart, History, Hourglass } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as booking from '#contract/booking/booking.ts'
import { favourites } from '#contract/favourite/favourite.ts'
import { oneOf } from '#web/search-params.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { ClientVisits } from '#web/parts/booking/client/visit-list.tsx'
import { clientTabs } from '#web/parts/booking/summary/client-tabs.ts'
import { useListSearch } from '#web/parts/booking/summary/use-list-search.ts'
import { paths } from '#web/paths.ts'
import { hasBell } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

type Listed = 'upcoming' | 'waiting' | 'past'
const tabs = ['upcoming', 'waiting', 'past', 'waitlist', 'saved', 'wallet'] as const
type Tab = (typeof tabs)[number]

const tabIn = (value: unknown): Tab => oneOf(tabs, value) ?? 'upcoming'
const inAddress = (tab: Tab) => (tab === 'upcoming' ? undefined : tab)

/** Only a member who helps at a business sees its link here. */
const BusinessLinks = lazy(async () => ({
  default: (await import('#web/parts/team/business-links.tsx')).BusinessLinks,
}))

/** Search cards are loaded with the tab that shows them. */
const SavedList = lazy(() => import('#web/parts/favourite/saved-list.tsx'))

/** Users with a bell have their notifications there. */
const OwnNotices = lazy(() => import('#web/parts/notification/own-notices.tsx'))
const OwnEntries = lazy(() => import('#web/parts/booking/waitlist/own-entries.tsx'))
const WalletView = lazy(() => import('#web/parts/booking/prepaid/wallet.tsx'))

/** Most lists are short. */
const ListSearch = lazy(() => import('#web/parts/booking/summary/list-search.tsx'))

const readingOf = (tab: Listed, q = '') =>
  pagesOf(booking.bookings, { query: { role: 'client', tab, ...(q === '' ? {} : { q }) } })

export const Route = createFileRoute('/_signed-in/my-bookings')({
  validateSearch: (requested: Record<string, unknown>): { tab?: Tab } => ({
    tab: inAddress(tabIn(requested.tab)),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { tab = 'upcoming' } }) =>
    tab === 'saved'
      ? queryClient.prefetchQuery(reading(favourites))
      : // Its contract is loaded with the part that shows it, or every user's first page would carry it.
        tab === 'wallet' || tab === 'waitlist'
        ? undefined
        : queryClient.prefetchInfiniteQuery(readingOf(tab)),
  head: ({ match: { search } }) => screenHead(search.tab && clientTabs[search.tab], 'Mis reservas'),
  component: MyBookings,
})

function MyBookings() {
  const { tab = 'upcoming' } = Route.useSearch()
  const { user } = Route.useRouteContext()
  const navigate = useNavigate()
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        <h1 className="text-3xl">Mis reservas</h1>
        <Suspense>
          <BusinessLinks />
          {hasBell(user) ? null : <OwnNotices />}
        </Suspense>
        <Tabs
          label="Mis reservas"
          value={tab}
          onChange={(next) =>
            void navigate({
              ...paths.myBookings(),
              search: { tab: inAddress(tabIn(next)) },
              replace: true,
            })
          }
          tabs={tabs.map((value) => ({ value, label: clientTabs[value] }))}
        >
          {tab === 'saved' ? (
            <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
              <SavedList />
            </Suspense>
          ) : tab === 'waitlist' ? (
            <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
              <OwnEntries />
            </Suspense>
          ) : tab === 'wallet' ? (
            <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
              <WalletView />
            </Suspense>
          ) : (
            <List key={tab} tab={tab} />
          )}
        </Tabs>
      </div>
    </section>
  )
}

const List = ({ tab }: { tab: Listed }) => {
  const search = useListSearch()
  const { q } = search
  const answer = useInfiniteQuery({ ...readingOf(tab, q), placeholderData: keepPreviousData })
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando…</span>
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-24 rounded-lg" />
      </div>
    )
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  const isFound = q !== '' && !answer.isPlaceholderData && !answer.isLoadingError
  return (
    <>
      {search.isOffered(all.length, answer.isPlaceholderData) ? (
        <div className="mb-4">
          <Suspense fallback={<div className="h-12" />}>
            <ListSearch
              label="Buscar por nombre, servicio, lugar o código"
              typed={search.typed}
              onType={search.onType}
              found={isFound ? { count: all.length, more: answer.hasNextPage } : undefined}
            />
          </Suspense>
        </div>
      ) : null}
      {answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : all.length === 0 ? (
        q === '' ? (
          <Nothing tab={tab} />
        ) : null
      ) : (
        <ClientVisits visits={all.map((one) => ({ booking: one }))} firstOpen={tab !== 'past' && q === ''} />
      )}
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        error={answer.isFetchNextPageError ? answer.error : null}
        onMore={() => answer.fetchNextPage()}
      />
    </>
  )
}

const Nothing = ({ tab }: { tab: Listed }) =>
  tab === 'upcoming' ? (
    <EmptyState
      icon={<CalendarHeart />}
      title="No tienes citas por venir"
      text="Encuentra a quien te atienda y aparta una hora en un minuto. ¿Reservaste sin cuenta? Confirma en Configuración el mismo celular o correo y esas citas aparecen aquí."
      action={
        <Link {...paths.search()} className={buttonClass()}>
          Buscar profesionales
        </Link>
      }
    />
  ) : tab === 'waiting' ? (
    <EmptyState
      icon={<Hourglass />}
      title="Nada espera respuesta ni pago"
      text="Aquí están las citas que alguien debe aceptar o que falta pagar, y las que esperan tu respuesta: otra hora u otro lugar."
      action={
        <Link {...paths.myBookings()} className={buttonClass({ tone: 'secondary' })}>
          Ver mis próximas citas
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={<History />}
      title="Todavía no hay citas pasadas"
      text="Aquí quedan tus recibos y con un toque vuelves a reservar."
      action={
        <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
          Buscar profesionales
        </Link>
      }
    />
  )
