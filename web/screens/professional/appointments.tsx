import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CalendarCheck2, CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as booking from '#contract/booking.ts'
import { dateAsked, oneOf, wholeIn } from '#web/asked.ts'
import { reading } from '#web/api.ts'
import { requestsReading } from '#web/parts/booking/requests-reading.ts'
import { Appointment } from '#web/parts/booking/appointment.tsx'
import { DayHead } from '#web/parts/booking/day-head.tsx'
import { KeptLine } from '#web/parts/offline/kept-line.tsx'
import { useKeptAgenda } from '#web/parts/offline/use-kept-agenda.ts'
import { EarningsOfDay } from '#web/parts/money/earnings.tsx'
import { capitalZone, dateIn, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { bringIn } from '#web/ui/bring-in.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx'

const readingOf = (date: string) => ({
  ...reading(booking.professionalDay, { query: { date } }),
  // Clients book while one looks at one's day.
  refetchInterval: 60_000,
})

/** Today where the professional works: the capital's date first, theirs if it is another by then. */
const ownToday = async (queryClient: QueryClient) => {
  const guess = dateIn(Date.now(), capitalZone)
  const { zone } = await queryClient.ensureQueryData(readingOf(guess))
  return dateIn(Date.now(), zone)
}

type Asked = {
  tab?: 'rents' | 'requests' | 'waitlist' | 'clients' | 'no-show' | 'problem'
  client?: number
  rent?: string
  pack?: string
  request?: string
  booking?: string
  /** The visit whose review is meant. */
  review?: string
  date?: string
  station?: string
}

const ReliabilityCard = lazy(() => import('#web/parts/booking/reliability.tsx'))
const OneNoShow = lazy(() => import('#web/parts/booking/one-no-show.tsx'))
const DisputeView = lazy(() => import('#web/parts/dispute/dispute-view.tsx'))
const OwnClients = lazy(() => import('#web/parts/own-client/own-clients.tsx'))
const OneOwnClient = lazy(() => import('#web/parts/own-client/own-client.tsx'))
const NewAppointment = lazy(() => import('#web/parts/booking/new-appointment.tsx'))
const ProposedAppointments = lazy(() => import('#web/parts/booking/proposed-appointments.tsx'))
const WaitingForMe = lazy(() => import('#web/parts/waitlist/waiting-for-me.tsx'))
const AskedReview = lazy(() => import('#web/parts/review/asked-review.tsx'))
const Requests = lazy(() => import('#web/parts/booking/requests.tsx'))
const RentedHours = lazy(() => import('#web/parts/reservation/rented-hours.tsx'))

export const Route = createFileRoute('/_signed-in/professional-appointments')({
  staticData: { profile: 'professional' },
  validateSearch: (asked: Record<string, unknown>): Asked => ({
    tab: oneOf(['rents', 'requests', 'waitlist', 'clients', 'no-show', 'problem'], asked.tab),
    client: wholeIn(asked.client),
    request: typeof asked.request === 'string' ? asked.request.slice(0, 40) : undefined,
    booking: typeof asked.booking === 'string' ? asked.booking.slice(0, 40) : undefined,
    review: typeof asked.review === 'string' ? asked.review.slice(0, 40) : undefined,
    rent: typeof asked.rent === 'string' ? asked.rent.slice(0, 40) : undefined,
    pack: typeof asked.pack === 'string' ? asked.pack.slice(0, 40) : undefined,
    date: dateAsked(asked.date),
    // The square that hangs at a unit leads here with its code; a code of digits alone is read as a number.
    station: ['string', 'number'].includes(typeof asked.station)
      ? String(asked.station).slice(0, 20)
      : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    if (!user.availableRoles.includes('professional')) return { today: dateIn(Date.now(), capitalZone) }
    const today = await ownToday(queryClient)
    await Promise.all([
      queryClient.prefetchQuery(readingOf(deps.date ?? today)),
      queryClient.prefetchQuery(requestsReading()),
    ])
    return { today }
  },
  head: () => ({ meta: [{ title: 'Mis citas · Kalli' }] }),
  component: Appointments,
})

function Appointments() {
  const { tab, client, booking: noShow, date, rent, pack, request, review, station } = Route.useSearch()
  const navigate = Route.useNavigate()
  const waiting = useQuery(requestsReading()).data?.bookings.length ?? 0
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-4xl flex-col gap-7">
        <nav
          aria-label="Mi agenda"
          className="no-scrollbar scroll-cue relative flex gap-1 overflow-x-auto rounded-md p-1"
        >
          <Link
            {...paths.appointments()}
            className={viewClass(tab === undefined)}
            {...current(tab === undefined)}
          >
            Mis citas
          </Link>
          <Link
            {...paths.requests()}
            className={viewClass(tab === 'requests')}
            {...current(tab === 'requests')}
          >
            Por responder{waiting === 0 ? '' : ` (${waiting})`}
          </Link>
          <Link
            {...paths.waitlist()}
            className={viewClass(tab === 'waitlist')}
            {...current(tab === 'waitlist')}
          >
            Lista de espera
          </Link>
          <Link
            {...paths.ownClients()}
            className={viewClass(tab === 'clients')}
            {...current(tab === 'clients')}
          >
            Clientas
          </Link>
          <Link {...paths.rents()} className={viewClass(tab === 'rents')} {...current(tab === 'rents')}>
            Espacios rentados
          </Link>
        </nav>
        {review === undefined ? null : (
          <Suspense>
            <AskedReview
              id={review}
              as="professional"
              onClose={() =>
                void navigate({ ...paths.appointments({ date }), replace: true, resetScroll: false })
              }
            />
          </Suspense>
        )}
        {tab === 'no-show' && noShow !== undefined ? (
          <>
            <h1 className="text-3xl">Inasistencia</h1>
            <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
              <OneNoShow id={noShow} />
            </Suspense>
          </>
        ) : tab === 'problem' && noShow !== undefined ? (
          <>
            <h1 className="text-3xl">Problema o tiempo extra</h1>
            <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
              <DisputeView bookingId={noShow} as="professional" />
              <OneNoShow id={noShow} />
            </Suspense>
          </>
        ) : tab === 'requests' ? (
          <>
            <header>
              <h1 className="text-3xl">Por responder</h1>
              <p className="mt-1 text-muted">
                Tu tiempo queda apartado hasta que respondes. Lo que vence se suelta solo.
              </p>
            </header>
            <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
              <Requests shown={request} />
              <ProposedAppointments />
            </Suspense>
          </>
        ) : tab === 'clients' ? (
          client === undefined ? (
            <>
              <header>
                <h1 className="text-3xl">Mis clientas</h1>
                <p className="mt-1 text-muted">Quien tuvo una cita contigo, con su historial y tus notas.</p>
              </header>
              <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
                <OwnClients />
              </Suspense>
            </>
          ) : (
            <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
              <OneOwnClient key={client} id={client} />
            </Suspense>
          )
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
        ) : tab === 'rents' ? (
          <>
            <header>
              <h1 className="text-3xl">Mis espacios rentados</h1>
              <p className="mt-1 text-muted">Horas que pagas por adelantado, sin clienta todavía.</p>
            </header>
            <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
              <RentedHours shown={rent} pack={pack} station={station} />
            </Suspense>
          </>
        ) : (
          <Day />
        )}
      </div>
    </section>
  )
}

const viewClass = (chosen: boolean) =>
  `flex min-h-11 flex-1 items-center justify-center rounded-sm px-4 font-semibold whitespace-nowrap ${chosen ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink'}`
const current = (chosen: boolean) => (chosen ? { 'aria-current': 'page' as const, ref: bringIn } : {})

function Day() {
  const { today } = Route.useLoaderData()
  const { date = today, station } = Route.useSearch()
  const [makes, setMakes] = useState(false)
  const { user } = Route.useRouteContext()
  const answer = useQuery(readingOf(date))
  const { queryKey } = readingOf(date)
  const data = date === today ? answer.data : undefined
  useKeptAgenda({ user, data, date, queryKey, updatedAt: answer.dataUpdatedAt })
  const visits = answer.data?.bookings.filter(({ kind }) => kind === 'visit').map(({ id }) => id) ?? []
  return (
    <>
      <DayHead
        title="Mis citas"
        date={date}
        today={today}
        to={(day) => ({ ...paths.appointments(), search: { date: day } })}
      />
      <Button tone="secondary" className="self-start" onClick={() => setMakes(true)}>
        <CalendarPlus aria-hidden />
        Nueva cita para una clienta
      </Button>
      {makes ? (
        <Suspense>
          <NewAppointment onClose={() => setMakes(false)} />
        </Suspense>
      ) : null}
      {station === undefined ? null : (
        <p role="status" className="rounded-md bg-agave-soft px-4 py-3 font-medium text-agave">
          Código de la unidad leído. Registra la llegada en tu cita.
        </p>
      )}
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando tu día…</span>
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <>
          <KeptLine data={answer.data} />
          <EarningsOfDay
            expectedCents={answer.data.expectedCents}
            settledCents={answer.data.settledCents}
            count={answer.data.bookings.filter(({ kind }) => kind === 'visit').length}
          />
          {answer.data.bookings.length === 0 ? (
            <EmptyState
              icon={<CalendarCheck2 />}
              title="Nada en tu agenda este día"
              text="Cuando alguien reserve, su cita aparece aquí con su hora, su lugar y lo que ganas."
            />
          ) : (
            <ol className="flex flex-col gap-4">
              {answer.data.bookings.map((one) => (
                <li key={one.id} className="grid gap-x-5 gap-y-2 sm:grid-cols-[4.5rem_minmax(0,1fr)]">
                  <p className="figures pt-5 font-display text-xl font-semibold sm:text-right">
                    {timeOf(one.startsAt, one.zone)}
                    <span className="block font-sans text-sm font-normal text-muted max-sm:ml-2 max-sm:inline">
                      {timeOf(one.endsAt, one.zone)}
                    </span>
                  </p>
                  <Appointment booking={one} station={station} among={visits} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
      <Suspense fallback={<Skeleton className="h-32 rounded-lg" />}>
        <ReliabilityCard />
      </Suspense>
    </>
  )
}
