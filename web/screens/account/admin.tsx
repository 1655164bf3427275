import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { screenHead } from '#web/head.ts'
import { ClipboardCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as contract from '#contract/review/review.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { oneOf } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { ReviewCard } from '#web/parts/space/review-card.tsx'
import { AdminNav } from '#web/parts/booking/support/admin-nav.tsx'
import { adminWaitingReading } from '#web/parts/booking/support/admin-places.ts'
import { AdminRefused } from '#web/parts/booking/support/admin-refused.tsx'
import { type AdminShow, adminShows } from '#web/parts/booking/support/admin-shows.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const DeliveryMonitor = lazy(() => import('#web/parts/notification/delivery-monitor.tsx'))
const ContestedDeposits = lazy(() => import('#web/parts/booking/settlement/contested-deposits.tsx'))
const DisputesToDecide = lazy(() => import('#web/parts/booking/settlement/disputes-to-decide.tsx'))
const Chargebacks = lazy(() => import('#web/parts/chargeback/chargebacks.tsx'))
const ContestedNoShows = lazy(() => import('#web/parts/booking/visit/contested-no-shows.tsx'))
const DocumentsQueue = lazy(() => import('#web/parts/hiring/documents-queue.tsx'))
const ReportedReviews = lazy(() => import('#web/parts/review/reported.tsx'))
const FindAccounts = lazy(() => import('#web/parts/suspension/find.tsx'))
const FindBookings = lazy(() => import('#web/parts/booking/support/find.tsx'))
const GoogleFeeds = lazy(() => import('#web/parts/storefront/google-feeds.tsx'))
const MoneyActs = lazy(() => import('#web/parts/booking/support/money-acts.tsx'))
const Reports = lazy(() => import('#web/parts/conversation/reports.tsx'))

const readingOf = (show: 'waiting' | 'suspended') => ({
  ...reading(contract.reviewQueue, { query: { show } }),
  refetchInterval: minuteMs,
  retry: false,
})

export const Route = createFileRoute('/_signed-in/admin')({
  validateSearch: (requested: Record<string, unknown>): { show?: AdminShow; q?: string } => ({
    show: oneOf(adminShows, requested.show),
    // The person whose bookings are searched.
    q: typeof requested.q === 'string' ? requested.q.slice(0, 254) : undefined,
  }),
  loaderDeps: ({ search: { show } }) => ({ show }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    // Others than administrators are not shown that the page exists.
    if (!user.availableRoles.includes('admin')) throw notFound()
    await Promise.all([
      queryClient.prefetchQuery(adminWaitingReading),
      queryClient.prefetchQuery(readingOf(deps.show === 'suspended' ? 'suspended' : 'waiting')),
    ])
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
  const { show = 'waiting', q } = Route.useSearch()
  const answer = useQuery(readingOf(show === 'suspended' ? 'suspended' : 'waiting'))
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="flex flex-col gap-1">
            <p className="eyebrow text-barro">Administración</p>
            <h1 className="text-3xl">{titles[show] ?? 'Espacios por revisar'}</h1>
          </div>
          <AdminNav show={show} />
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
            <FindBookings key={q} requested={q} />
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
            <DocumentsQueue />
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
          <AdminRefused error={answer.error} onRetry={() => answer.refetch()} />
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
