import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as contractOfDay from '#contract/booking/day.ts'
import * as figures from '#contract/figures/figures.ts'
import * as occupancys from '#contract/booking/agenda/occupancy.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { DashboardFrame, DayOf } from '#web/parts/dashboard/dashboard-frame.tsx'
import { dashboardSearch, dashboardTitle, type Span, spanIn } from '#web/parts/dashboard/dashboard-search.ts'
import { DemandFigure } from '#web/parts/dashboard/demand-figure.tsx'
import { Figure } from '#web/parts/dashboard/figure.tsx'
import { IncomeFigure } from '#web/parts/dashboard/income-figure.tsx'
import { OccupancyFigure } from '#web/parts/dashboard/occupancy-figure.tsx'
import { Spans } from '#web/parts/dashboard/spans.tsx'
import { TaskFigure } from '#web/parts/dashboard/task-figure.tsx'
import ReceivedReviews from '#web/parts/review/received.tsx'
import { TodayFigure } from '#web/parts/dashboard/today-figure.tsx'
import { hostWaitingReading } from '#web/parts/booking/settlement/host-problems-reading.ts'
import { ProblemsNotice } from '#web/parts/booking/settlement/problems-waiting.tsx'
import { EarningsOfDay } from '#web/parts/payment/earnings.tsx'
import { PayoutNotice, payoutReading } from '#web/parts/payment/payout-notice.tsx'
import { prefetchSection } from '#web/parts/settings/readings.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

const { tableAddress, whence } = figures

/** What one looks back on: until today for money and searches, whole weeks until yesterday for how full it was. */
const readingsOf = (today: string, days: Span) => {
  const back = { from: addDays(today, 1 - days), to: today }
  const weeks = { from: addDays(today, -occupancys.occupancyDays), to: addDays(today, -1) }
  return {
    back,
    weeks,
    day: reading(contractOfDay.hostDay, { query: { date: today } }),
    // Others ask, and report, while one looks at it.
    tasks: { ...reading(figures.tasks), refetchInterval: 60_000 },
    income: reading(figures.income, { query: back }),
    occupancy: reading(occupancys.occupancy, { query: weeks }),
    demand: reading(figures.unmetDemand, { query: back }),
  }
}

const prefetchFigures = async (queryClient: QueryClient, today: string, days: Span) => {
  const { day, tasks, income, occupancy, demand } = readingsOf(today, days)
  await Promise.all([
    queryClient.prefetchQuery(day),
    queryClient.prefetchQuery(payoutReading('host')),
    queryClient.prefetchQuery(hostWaitingReading),
    queryClient.prefetchQuery(tasks),
    queryClient.prefetchQuery(income),
    queryClient.prefetchQuery(occupancy),
    queryClient.prefetchQuery(demand),
  ])
}

export const Route = createFileRoute('/_signed-in/host-dashboard')({
  staticData: { profile: 'host' },
  validateSearch: (
    search: Record<string, unknown>,
  ): ReturnType<typeof dashboardSearch> & { days?: Span } => ({
    ...dashboardSearch(search),
    days: spanIn(search.days),
  }),
  loaderDeps: ({ search }) => ({
    profile: search.tab === 'profile',
    section: search.section,
    days: search.days,
  }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    const today = dateIn(Date.now(), user.zone)
    if (deps.profile) await prefetchSection(queryClient, deps.section, user)
    else if (user.availableRoles.includes('host')) await prefetchFigures(queryClient, today, deps.days ?? 28)
    return { today }
  },
  head: ({ match: { search } }) => screenHead(dashboardTitle(search), 'Dashboard Host'),
  component: Dashboard,
})

function Dashboard() {
  const { user } = Route.useRouteContext()
  const { today } = Route.useLoaderData()
  const { days, ...search } = Route.useSearch()
  return (
    <DashboardFrame firstName={user.firstName} today={today} search={search} linkTo={paths.hostDashboard}>
      <Figures today={today} days={days ?? 28} />
    </DashboardFrame>
  )
}

const Figures = ({ today, days }: { today: string; days: Span }) => {
  const { back, weeks, ...ask } = readingsOf(today, days)
  const day = useQuery(ask.day)
  const tasks = useQuery(ask.tasks)
  const income = useQuery(ask.income)
  const occupancy = useQuery(ask.occupancy)
  const demand = useQuery(ask.demand)
  return (
    <>
      <DayOf answer={day}>
        {({ totals, spaces }) => (
          <EarningsOfDay
            expectedCents={totals.expectedCents}
            settledCents={totals.settledCents}
            count={spaces.flatMap(({ units }) => units).flatMap(({ bookings }) => bookings).length}
            of={['reserva', 'reservas']}
            note="Después de comisión e impuestos retenidos. Cada reserva tiene su recibo."
          />
        )}
      </DayOf>
      <ProblemsNotice />
      <PayoutNotice party="host" />
      <Shortcuts />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Figure
          title="Por hacer"
          answer={tasks}
          whence={whence.tasks}
          table={tableAddress('tasks', { from: today, to: today })}
        >
          {(found) => <TaskFigure tasks={found} />}
        </Figure>
        <Figure
          title="Hoy"
          answer={day}
          whence={whence.today}
          table={tableAddress('today', { from: today, to: today })}
        >
          {(found) => <TodayFigure day={found} />}
        </Figure>
      </div>
      <Spans days={days} linkTo={paths.hostDashboard} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="flex min-w-0 flex-col gap-5">
          <Figure
            title="Ingresos"
            answer={income}
            whence={whence.income}
            table={tableAddress('income', back)}
            height="h-96"
          >
            {(found) => <IncomeFigure income={found} />}
          </Figure>
          <Figure
            title="Ocupación por hora"
            answer={occupancy}
            whence={whence.occupancy}
            table={tableAddress('occupancy', weeks)}
            height="h-96"
          >
            {(found) => <OccupancyFigure occupancy={found} />}
          </Figure>
        </div>
        <Figure
          title="Demanda que nadie atendió"
          answer={demand}
          whence={whence.demand}
          table={tableAddress('demand', back)}
          height="h-96"
        >
          {(found) => <DemandFigure demand={found} />}
        </Figure>
      </div>
      <ReceivedReviews as="host" />
    </>
  )
}

const Shortcuts = () => (
  <nav aria-label="Ir a" className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 sm:mx-0 sm:flex-wrap sm:px-0">
    {(
      [
        ['Mis espacios', paths.hostRegistration()],
        ['Disponibilidad', paths.hostAvailability()],
        ['Depósitos', paths.bankDeposits({ as: 'host' })],
        ['Problemas', paths.hostAvailability({ view: 'problems' })],
        ['Reglas de precio', paths.spacePricingRules()],
        ['Solicitudes y convenios', paths.hostApplications()],
        ['Equipo de casa', paths.team({ as: 'host' })],
        ['Mis vacantes', paths.vacancies({ as: 'host' })],
        ['Buscar profesionales', paths.searchProfessionals()],
      ] as const
    ).map(([label, link]) => (
      <Link key={label} {...link} className={buttonClass({ tone: 'secondary', size: 'small' }, 'shrink-0')}>
        {label}
      </Link>
    ))}
  </nav>
)
