import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as booking from '#contract/booking/booking.ts'
import { dateRequested, oneOf, wholeIn, textIn } from '#web/search-params.ts'
import { ApiError, reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { dayReading } from '#web/parts/booking/hours/day-reading.ts'
import { OwnDay } from '#web/parts/booking/day/own-day.tsx'
import { RequestedCount } from '#web/parts/booking/request/request-count.tsx'
import { capitalZone, dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Today where the professional works: tries Mexico City's date first, then the professional's if it differs. */
const ownToday = async (queryClient: QueryClient) => {
  const guess = dateIn(Date.now(), capitalZone)
  // If loading fails, the screen shows the error and offers a retry.
  const day = await queryClient.ensureQueryData(dayReading(guess)).catch(() => undefined)
  return dateIn(Date.now(), day?.zone ?? capitalZone)
}

const tabs = [
  'upcoming',
  'close',
  'past',
  'rents',
  'requests',
  'waitlist',
  'clients',
  'no-show',
  'problem',
] as const

const visitReading = (id: string) =>
  reading(booking.booking, { params: { id }, query: { as: 'professional' as const } })

/** The visit of a notification; null once it is no longer the professional's, or while offline. */
const found = (queryClient: QueryClient, id: string) =>
  queryClient.ensureQueryData(visitReading(id)).catch((problem: unknown) => {
    if (problem instanceof ApiError && [0, 400, 404].includes(problem.status)) return null
    throw problem
  })

const tabTitles: Readonly<Record<(typeof tabs)[number], string>> = {
  upcoming: 'Próximas',
  close: 'Por cerrar',
  past: 'Pasadas',
  rents: 'Mis espacios rentados',
  requests: 'Por responder',
  waitlist: 'Lista de espera',
  clients: 'Mis clientes',
  'no-show': 'Inasistencia',
  problem: 'Problema o tiempo extra',
}

/** Today has no date in the title: it is the default. */
const titleOf = ({ tab, date }: SearchParams) => (tab === undefined ? date && longDate(date) : tabTitles[tab])

type SearchParams = {
  tab?: (typeof tabs)[number]
  client?: number
  rent?: string
  pack?: string
  request?: string
  booking?: string
  /** The visit of a notification, whatever its day. */
  visit?: string
  /** The visit whose review is opened. */
  review?: string
  date?: string
  station?: string
}

const OneVisit = lazy(() => import('#web/parts/booking/visit/one-visit.tsx'))
const DisputeView = lazy(() => import('#web/parts/booking/settlement/dispute-view.tsx'))
const ProposedAppointments = lazy(() => import('#web/parts/booking/series/proposed-appointments.tsx'))
const VisitList = lazy(() => import('#web/parts/booking/day/visit-list.tsx'))
const WaitingForMe = lazy(() => import('#web/parts/booking/waitlist/waiting-for-me.tsx'))
const RequestedReview = lazy(() => import('#web/parts/review/requested-review.tsx'))
const Requests = lazy(() => import('#web/parts/booking/request/requests.tsx'))
const RentedHours = lazy(() => import('#web/parts/booking/rent/rented-hours.tsx'))

export const Route = createFileRoute('/_signed-in/professional-appointments')({
  staticData: { profile: 'professional', needsSaved: true },
  validateSearch: (requested: Record<string, unknown>): SearchParams => ({
    tab: oneOf(tabs, requested.tab),
    client: wholeIn(requested.client),
    request: textIn(requested.request, 40),
    booking: textIn(requested.booking, 40),
    visit: textIn(requested.visit, 40),
    review: textIn(requested.review, 40),
    rent: textIn(requested.rent, 40),
    pack: textIn(requested.pack, 40),
    date: dateRequested(requested.date),
    // The QR code at a unit leads here with its code; a code of digits alone is parsed as a number.
    station: ['string', 'number'].includes(typeof requested.station)
      ? String(requested.station).slice(0, 20)
      : undefined,
  }),
  // The client book had its address here; links of earlier emails lead to it.
  beforeLoad: ({ search: { tab, client } }) => {
    if (tab === 'clients') throw redirect(paths.ownClients(client))
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    if (user.professionalId === null) {
      const today = dateIn(Date.now(), capitalZone)
      return { today, date: deps.date ?? today, loadedAt: Date.now(), title: titleOf(deps) }
    }
    const today = await ownToday(queryClient)
    const visit = deps.visit === undefined ? undefined : await found(queryClient, deps.visit)
    const date = deps.date ?? (visit ? dateIn(visit.startsAt, visit.zone) : today)
    await Promise.all([
      queryClient.prefetchQuery(dayReading(date)),
      queryClient.prefetchQuery(requestsReading()),
    ])
    // Made in the screen's own file, so that other pages do not load the date functions.
    return { today, date, loadedAt: Date.now(), title: titleOf(deps) }
  },
  head: ({ loaderData }) => screenHead(loaderData?.title, 'Mis citas'),
  component: Appointments,
})

function Appointments() {
  const { tab, review } = Route.useSearch()
  const { date } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <section className="page py-4 sm:py-8">
      <div className="mx-auto flex max-w-list flex-col gap-4 sm:gap-7">
        {review === undefined ? null : (
          <Suspense>
            <RequestedReview
              id={review}
              as="professional"
              onClose={() =>
                void navigate({ ...paths.appointments({ date }), replace: true, resetScroll: false })
              }
            />
          </Suspense>
        )}
        <TabContent />
        <MoreOfAgenda tab={tab} />
      </div>
    </section>
  )
}

/** The content of the address's tab. One component, so that the previous content stays until the next has loaded. */
const TabContent = () => {
  const { tab, booking: noShow, rent, pack, request, station, visit } = Route.useSearch()
  const { today, date, loadedAt } = Route.useLoaderData()
  const { user } = Route.useRouteContext()
  return tab === 'no-show' && noShow !== undefined ? (
    <>
      <h1 className="text-3xl">Inasistencia</h1>
      <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
        <OneVisit id={noShow} />
      </Suspense>
    </>
  ) : tab === 'problem' && noShow !== undefined ? (
    <>
      <h1 className="text-3xl">Problema o tiempo extra</h1>
      <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
        <DisputeView bookingId={noShow} as="professional" />
        <OneVisit id={noShow} />
      </Suspense>
    </>
  ) : tab === 'requests' ? (
    <>
      <header>
        <h1 className="text-3xl">Por responder</h1>
        <p className="mt-1 text-muted max-sm:hidden">
          Lo que espera tu palabra, con su plazo. Tu tiempo queda apartado mientras; lo que vence se suelta
          solo.
        </p>
      </header>
      <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
        <Requests shown={request} />
        <ProposedAppointments />
      </Suspense>
    </>
  ) : tab === 'waitlist' ? (
    <>
      <header>
        <h1 className="text-3xl">Lista de espera</h1>
        <p className="mt-1 text-muted">
          Lo que se abre en tu agenda se ofrece solo, a quien lo pidió primero.
        </p>
      </header>
      <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
        <WaitingForMe />
      </Suspense>
    </>
  ) : tab === 'upcoming' || tab === 'close' || tab === 'past' ? (
    <Listed tab={tab} today={today} />
  ) : tab === 'rents' ? (
    <>
      <header>
        <h1 className="text-3xl">Mis espacios rentados</h1>
        <p className="mt-1 text-muted">Horas que pagas por adelantado, sin cliente todavía.</p>
      </header>
      <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
        <RentedHours shown={rent} pack={pack} station={station} />
      </Suspense>
    </>
  ) : (
    <OwnDay user={user} today={today} date={date} loadedAt={loadedAt} visit={visit} station={station} />
  )
}

/** Links to the other views of the appointments, below the content; on a wide screen they are in the rail. */
const MoreOfAgenda = ({ tab }: { tab: SearchParams['tab'] }) => (
  <nav aria-label="Mi agenda" className="lg:hidden">
    <ul className="flex flex-wrap gap-x-1 border-t border-line pt-3">
      {views.map(({ of, link, label }) => (
        <li key={label}>
          <Link
            {...link}
            {...(of === tab ? { 'aria-current': 'page' as const } : {})}
            className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-jacaranda-deep hover:bg-sunk aria-[current=page]:text-ink"
          >
            {label}
            {of === 'requests' ? <RequestedCount /> : null}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const views = [
  { of: 'requests', link: paths.requests(), label: 'Por responder' },
  { of: 'upcoming', link: paths.appointments({ tab: 'upcoming' }), label: 'Próximas' },
  { of: 'close', link: paths.appointments({ tab: 'close' }), label: 'Por cerrar' },
  { of: 'past', link: paths.appointments({ tab: 'past' }), label: 'Historial' },
  { of: 'waitlist', link: paths.waitlist(), label: 'Lista de espera' },
  { of: 'rents', link: paths.rents(), label: 'Espacios rentados' },
] as const

const listed = {
  upcoming: {
    title: 'Próximas',
    text: 'Lo que viene, con lo que falta para cada cita.',
    of: 'upcoming',
  },
  close: {
    title: 'Por cerrar',
    text: 'Ya pasó su hora: ciérrala, y cobra lo que falte.',
    of: 'to_close',
  },
  past: { title: 'Historial', text: 'Lo que ya fue, con su recibo.', of: 'past' },
} as const

const Listed = ({ tab, today }: { tab: keyof typeof listed; today: string }) => {
  const { title, text, of } = listed[tab]
  return (
    <>
      <header>
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-1 text-muted">{text}</p>
      </header>
      <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
        <VisitList key={tab} tab={of} today={today} />
      </Suspense>
    </>
  )
}
