import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as figures from '#contract/figures/own-figures.ts'
import { ownReliability } from '#contract/booking/client/reliability.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { visitsOf } from '#web/parts/booking/hours/day-count.ts'
import { VisitRows } from '#web/parts/booking/day/day-visits.tsx'
import { dayReading } from '#web/parts/booking/hours/day-reading.ts'
import ReliabilityCard from '#web/parts/booking/visit/reliability.tsx'
import { DashboardFrame, DayOf } from '#web/parts/dashboard/dashboard-frame.tsx'
import { dashboardSearch, type Span, spanIn } from '#web/parts/dashboard/dashboard-search.ts'
import { dashboardTitle } from '#web/parts/dashboard/dashboard-title.ts'
import { type FirstStep, firstStepIn } from '#web/parts/dashboard/first-steps.ts'
import { Figure } from '#web/parts/dashboard/figure.tsx'
import { FunnelFigure } from '#web/parts/dashboard/funnel-figure.tsx'
import {
  ClientsFigure,
  HoursFigure,
  OwnIncomeFigure,
  OwnMoneyFigure,
} from '#web/parts/dashboard/own-figures.tsx'
import { prefetchFirstSteps } from '#web/parts/onboarding/reading.ts'
import ReceivedReviews from '#web/parts/review/received.tsx'
import { OwnTaskFigure } from '#web/parts/dashboard/own-task-figure.tsx'
import { Spans } from '#web/parts/dashboard/spans.tsx'
import { EarningsOfDay } from '#web/parts/payment/earnings.tsx'
import { PayoutNotice, payoutReading } from '#web/parts/payment/payout-notice.tsx'
import { prefetchSection } from '#web/parts/settings/readings.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { NoProfile } from '#web/parts/professional/no-profile.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

const FirstSteps = lazy(() => import('#web/parts/onboarding/first-steps.tsx'))

const { ownTableAddress, ownWhence } = figures

// Clients book and send requests while the professional looks at it.
const tasksReading = { ...reading(figures.ownTasks), refetchInterval: minuteMs }

/** The past period, until today. */
const backFrom = (today: string, days: Span) => ({ from: addDays(today, 1 - days), to: today })
const figuresReading = (today: string, days: Span) =>
  reading(figures.ownFigures, { query: backFrom(today, days) })

const prefetchDay = (queryClient: QueryClient, today: string) =>
  Promise.all([
    queryClient.prefetchQuery(dayReading(today)),
    queryClient.prefetchQuery(tasksReading),
    queryClient.prefetchQuery(payoutReading('professional')),
  ])

const prefetchNumbers = (queryClient: QueryClient, today: string, days: Span) =>
  Promise.all([
    queryClient.prefetchQuery(reading(ownReliability)),
    queryClient.prefetchQuery(figuresReading(today, days)),
  ])

export const Route = createFileRoute('/_signed-in/professional-dashboard')({
  staticData: { profile: 'professional' },
  validateSearch: (
    search: Record<string, unknown>,
  ): ReturnType<typeof dashboardSearch> & { days?: Span; start?: FirstStep | 'next' } => ({
    ...dashboardSearch(search),
    days: spanIn(search.days),
    start: firstStepIn(search.start),
  }),
  loaderDeps: ({ search }) => ({
    start: search.start !== undefined,
    tab: search.tab,
    profile: search.tab === 'profile',
    numbers: search.tab === 'numbers',
    section: search.section,
    days: search.days,
  }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    const guess = dateIn(Date.now(), user.zone)
    // Made in the screen's own file, so that other pages do not load the labels.
    const title = deps.start ? 'Primeros pasos' : dashboardTitle(deps)
    if (deps.start) {
      await prefetchFirstSteps(queryClient, user.professionalId !== null)
      return { today: guess, title }
    }
    if (deps.profile) await prefetchSection(queryClient, deps.section, user)
    if (deps.profile || user.professionalId === null) return { today: guess, title }
    // If loading fails, the screen shows the error and offers a retry.
    const day = await queryClient.ensureQueryData(dayReading(guess)).catch(() => undefined)
    const today = dateIn(Date.now(), day?.zone ?? user.zone)
    await (deps.numbers
      ? prefetchNumbers(queryClient, today, deps.days ?? 28)
      : prefetchDay(queryClient, today))
    return { today, title }
  },
  head: ({ loaderData }) => screenHead(loaderData?.title, 'Mi dashboard'),
  component: Dashboard,
})

function Dashboard() {
  const { user } = Route.useRouteContext()
  const { today } = Route.useLoaderData()
  const { days, start, ...search } = Route.useSearch()
  if (start !== undefined)
    return (
      <Suspense fallback={<PageLoading />}>
        <FirstSteps start={start} />
      </Suspense>
    )
  return (
    <DashboardFrame
      firstName={user.firstName}
      today={today}
      search={search}
      linkTo={paths.professionalDashboard}
    >
      {user.professionalId === null ? (
        <NoProfile heading="h2" />
      ) : search.tab === 'numbers' ? (
        <Figures today={today} days={days ?? 28} />
      ) : (
        <Day today={today} />
      )}
    </DashboardFrame>
  )
}

const Day = ({ today }: { today: string }) => {
  const answer = useQuery(dayReading(today))
  const tasks = useQuery(tasksReading)
  return (
    <DayOf answer={answer}>
      {(day) => (
        <>
          <EarningsOfDay
            expectedCents={day.expectedCents}
            settledCents={day.settledCents}
            count={visitsOf(day.bookings)}
            isToday
          />
          <PayoutNotice party="professional" />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
            <Card className="flex flex-col gap-4">
              <h2 className="text-xl">Tu día</h2>
              {day.bookings.length === 0 ? (
                <p className="text-muted">Hoy no tienes citas.</p>
              ) : (
                <VisitRows visits={day.bookings} />
              )}
              <div className="flex flex-wrap gap-2">
                <Link {...paths.appointments()} className={buttonClass({ tone: 'secondary', size: 'small' })}>
                  Abrir mi agenda
                  <ArrowRight aria-hidden className="size-4" />
                </Link>
                <Link {...paths.ownClients()} className={buttonClass({ tone: 'quiet', size: 'small' })}>
                  Mis clientes
                </Link>
              </div>
            </Card>
            <Figure
              title="Por hacer"
              answer={tasks}
              whence={ownWhence.tasks}
              table={ownTableAddress('tasks', { from: today, to: today })}
            >
              {(found) => <OwnTaskFigure tasks={found} />}
            </Figure>
          </div>
        </>
      )}
    </DayOf>
  )
}

const Figures = ({ today, days }: { today: string; days: Span }) => {
  const answer = useQuery(figuresReading(today, days))
  const table = ownTableAddress('visits', backFrom(today, days))
  const shared = { answer, table, height: 'h-32' }
  return (
    <>
      <Spans days={days} linkTo={(search) => paths.professionalDashboard({ tab: 'numbers', ...search })} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="flex min-w-0 flex-col gap-5">
          <Figure {...shared} title="Ingresos" whence={ownWhence.income} height="h-96">
            {(found) => <OwnIncomeFigure figures={found} />}
          </Figure>
          <Figure {...shared} title="Tu dinero" whence={ownWhence.money}>
            {(found) => (
              <>
                <OwnMoneyFigure figures={found} />
                <Link
                  {...paths.bankDeposits({ as: 'professional' })}
                  className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
                >
                  Ver mis depósitos
                  <ArrowRight aria-hidden className="size-4" />
                </Link>
              </>
            )}
          </Figure>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Figure {...shared} title="Ocupación" whence={ownWhence.hours}>
            {(found) => <HoursFigure figures={found} />}
          </Figure>
          <Figure {...shared} title="De la vista a la cita" whence={ownWhence.funnel}>
            {(found) => <FunnelFigure figures={found} />}
          </Figure>
          <Figure {...shared} title="Clientes que vuelven" whence={ownWhence.clients}>
            {(found) => <ClientsFigure figures={found} />}
          </Figure>
          <ReliabilityCard />
          <ReceivedReviews as="professional" />
        </div>
      </div>
    </>
  )
}
