import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { screenHead } from '#web/head.ts'
import { ClipboardCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as contract from '#contract/review/review.ts'
import { oneOf } from '#web/search-params.ts'
import { ApiError, reading } from '#web/api.ts'
import { ReviewCard } from '#web/parts/space/review-card.tsx'
import { type AdminShow, adminShows } from '#web/parts/booking/support/admin-shows.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const DeliveryMonitor = lazy(() => import('#web/parts/notification/delivery-monitor.tsx'))
const ContestedDeposits = lazy(() => import('#web/parts/booking/settlement/contested-deposits.tsx'))
const DisputesToDecide = lazy(() => import('#web/parts/booking/settlement/disputes-to-decide.tsx'))
const Chargebacks = lazy(() => import('#web/parts/chargeback/chargebacks.tsx'))
const ContestedNoShows = lazy(() => import('#web/parts/booking/visit/contested-no-shows.tsx'))
const PapersQueue = lazy(() => import('#web/parts/hiring/papers-queue.tsx'))
const ReportedReviews = lazy(() => import('#web/parts/review/reported.tsx'))
const FindAccounts = lazy(() => import('#web/parts/suspension/find.tsx'))
const FindBookings = lazy(() => import('#web/parts/booking/support/find.tsx'))
const GoogleFeeds = lazy(() => import('#web/parts/storefront/google-feeds.tsx'))
const MoneyActs = lazy(() => import('#web/parts/booking/support/money-acts.tsx'))
const Reports = lazy(() => import('#web/parts/conversation/reports.tsx'))

const readingOf = (show: 'waiting' | 'suspended') => ({
  ...reading(contract.reviewQueue, { query: { show } }),
  refetchInterval: 60_000,
  retry: false,
})

export const Route = createFileRoute('/_signed-in/admin')({
  validateSearch: (requested: Record<string, unknown>): { show?: AdminShow } => ({
    show: oneOf(adminShows, requested.show),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    // For everybody else there is no such page.
    if (!user.availableRoles.includes('admin')) throw notFound()
    await queryClient.prefetchQuery(readingOf(deps.show === 'suspended' ? 'suspended' : 'waiting'))
  },
  head: ({ match: { search } }) =>
    screenHead(search.show && (titles[search.show] ?? 'Espacios suspendidos'), 'Administración'),
  component: Admin,
})

const titles: Partial<Record<AdminShow | 'waiting', string>> = {
  papers: 'Documentos por revisar',
  messages: 'Mensajes reportados',
  reviews: 'Reseñas reportadas',
  'no-shows': 'Inasistencias objetadas',
  deposits: 'Garantías en disputa',
  disputes: 'Problemas por decidir',
  chargebacks: 'Contracargos',
  deliveries: 'Entregas de mensajes',
  bookings: 'Reservas',
  accounts: 'Cuentas',
  money: 'Registro de dinero',
  google: 'Google',
}

function Admin() {
  const { show = 'waiting' } = Route.useSearch()
  const answer = useQuery(readingOf(show === 'suspended' ? 'suspended' : 'waiting'))
  const counts = answer.data
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="flex flex-col gap-1">
            <p className="eyebrow text-barro">Administración</p>
            <h1 className="text-3xl">{titles[show] ?? 'Espacios por revisar'}</h1>
          </div>
          <AdminNav show={show} counts={counts} />
        </header>
        {show === 'google' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <GoogleFeeds />
          </Suspense>
        ) : show === 'money' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <MoneyActs />
          </Suspense>
        ) : show === 'accounts' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <FindAccounts />
          </Suspense>
        ) : show === 'bookings' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <FindBookings />
          </Suspense>
        ) : show === 'deliveries' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <DeliveryMonitor />
          </Suspense>
        ) : show === 'chargebacks' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <Chargebacks />
          </Suspense>
        ) : show === 'disputes' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <DisputesToDecide />
          </Suspense>
        ) : show === 'deposits' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <ContestedDeposits />
          </Suspense>
        ) : show === 'no-shows' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <ContestedNoShows />
          </Suspense>
        ) : show === 'papers' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <PapersQueue />
          </Suspense>
        ) : show === 'reviews' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <ReportedReviews />
          </Suspense>
        ) : show === 'messages' ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <Reports />
          </Suspense>
        ) : answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">Cargando la lista…</span>
            <Skeleton className="h-72 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <Refused error={answer.error} onRetry={() => answer.refetch()} />
        ) : answer.data.listings.length === 0 ? (
          <EmptyState
            icon={<ClipboardCheck />}
            title={show === 'waiting' ? 'Nada por revisar' : 'Nada suspendido'}
            text={
              show === 'waiting'
                ? 'Lo que está completo y sin dudas se publica solo. Aquí llega lo demás.'
                : 'Los espacios que suspendas aparecen aquí.'
            }
          />
        ) : (
          <ul className="flex flex-col gap-6">
            {answer.data.listings.map((listing) => (
              <li key={listing.id}>
                <ReviewCard listing={listing} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const AdminNav = ({
  show,
  counts,
}: {
  show: AdminShow | 'waiting'
  counts: { waiting: number; suspended: number } | undefined
}) => (
  <nav aria-label="Qué ver" className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
    <View to="waiting" open={show === 'waiting'} label="Por revisar" count={counts?.waiting} />
    <View to="suspended" open={show === 'suspended'} label="Suspendidos" count={counts?.suspended} />
    <View to="papers" open={show === 'papers'} label="Documentos" count={undefined} />
    <View to="messages" open={show === 'messages'} label="Mensajes" count={undefined} />
    <View to="reviews" open={show === 'reviews'} label="Reseñas" count={undefined} />
    <View to="no-shows" open={show === 'no-shows'} label="Inasistencias" count={undefined} />
    <View to="deposits" open={show === 'deposits'} label="Garantías" count={undefined} />
    <View to="disputes" open={show === 'disputes'} label="Problemas" count={undefined} />
    <View to="chargebacks" open={show === 'chargebacks'} label="Contracargos" count={undefined} />
    <View to="deliveries" open={show === 'deliveries'} label="Entregas" count={undefined} />
    <View to="bookings" open={show === 'bookings'} label="Reservas" count={undefined} />
    <View to="accounts" open={show === 'accounts'} label="Cuentas" count={undefined} />
    <View to="money" open={show === 'money'} label="Registro de dinero" count={undefined} />
    <View to="google" open={show === 'google'} label="Google" count={undefined} />
  </nav>
)

const View = ({
  to,
  open,
  label,
  count,
}: {
  to: 'waiting' | AdminShow
  open: boolean
  label: string
  count: number | undefined
}) => (
  <Link
    {...paths.admin(to === 'waiting' ? {} : { show: to })}
    aria-current={open ? 'page' : undefined}
    className={classNames(
      'inline-flex min-h-11 items-center gap-2 rounded-sm px-4 font-semibold transition-colors',
      open ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
    )}
  >
    {label}
    {count === undefined ? null : <span className="figures text-sm font-normal">{count}</span>}
  </Link>
)

/** An administrator without a second step is shown where to set it. */
const Refused = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof ApiError && error.code === 'second_factor_missing' ? (
    <EmptyState
      icon={<ClipboardCheck />}
      title="Falta tu segundo paso"
      text={error.message}
      action={
        <Link {...paths.settings({ section: 'security' })} className={buttonClass({})}>
          Ir a Seguridad
        </Link>
      }
    />
  ) : (
    <ErrorState text={error.message} onRetry={onRetry} />
  )
