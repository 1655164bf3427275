import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as contractOfDay from '#contract/booking/day.ts'
import * as nextContract from '#contract/booking/next-days.ts'
import * as figures from '#contract/figures/figures.ts'
import * as occupancyContract from '#contract/booking/agenda/occupancy.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { textIn } from '#web/search-params.ts'
import { screenHead } from '#web/head.ts'
import { DashboardFrame, DayOf } from '#web/parts/dashboard/dashboard-frame.tsx'
import { dashboardSearch, type Span, spanIn } from '#web/parts/dashboard/dashboard-search.ts'
import { dashboardTitle } from '#web/parts/dashboard/dashboard-title.ts'
import { DemandFigure } from '#web/parts/dashboard/demand-figure.tsx'
import { Figure } from '#web/parts/dashboard/figure.tsx'
import { IncomeFigure } from '#web/parts/dashboard/income-figure.tsx'
import { NextDaysFigure } from '#web/parts/dashboard/next-days.tsx'
import { OccupancyFigure } from '#web/parts/dashboard/occupancy-figure.tsx'
import { Spans } from '#web/parts/dashboard/spans.tsx'
import { TaskFigure } from '#web/parts/dashboard/task-figure.tsx'
import ReceivedReviews from '#web/parts/review/received.tsx'
import { HostRequests } from '#web/parts/booking/request/host-requests.tsx'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { HostToday } from '#web/parts/booking/agenda/host-today.tsx'
import { hostWaitingReading } from '#web/parts/booking/settlement/host-problems-reading.ts'
import { ProblemsNotice } from '#web/parts/booking/settlement/problems-waiting.tsx'
import { EarningsLine } from '#web/parts/payment/earnings.tsx'
import { PayoutNotice, payoutReading } from '#web/parts/payment/payout-notice.tsx'
import { prefetchSection } from '#web/parts/settings/readings.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

const { tableAddress, whence } = figures

/** Figures of the past: until today for money and searches, whole weeks until yesterday for occupancy. */
const readingsOf = (today: string, days: Span) => {
  const back = { from: addDays(today, 1 - days), to: today }
  const weeks = { from: addDays(today, -occupancyContract.occupancyDays), to: addDays(today, -1) }
  return {
    back,
    weeks,
    next: reading(nextContract.nextDays),
    day: reading(contractOfDay.hostDay, { query: { date: today } }),
    // Requests and reports arrive while the host looks at it.
    tasks: { ...reading(figures.tasks), refetchInterval: minuteMs },
    income: reading(figures.income, { query: back }),
    occupancy: reading(occupancyContract.occupancy, { query: weeks }),
    demand: reading(figures.unmetDemand, { query: back }),
  }
}

const prefetchDay = (queryClient: QueryClient, today: string, days: Span) => {
  const { day, tasks, next } = readingsOf(today, days)
  return Promise.all([
    queryClient.prefetchQuery(next),
    queryClient.prefetchQuery(day),
    queryClient.prefetchQuery(payoutReading('host')),
    queryClient.prefetchQuery(hostWaitingReading),
    queryClient.prefetchQuery(requestsReading('host')),
    queryClient.prefetchQuery(tasks),
  ])
}

const prefetchNumbers = (queryClient: QueryClient, today: string, days: Span) => {
  const { income, occupancy, demand } = readingsOf(today, days)
  return Promise.all([
    queryClient.prefetchQuery(income),
    queryClient.prefetchQuery(occupancy),
    queryClient.prefetchQuery(demand),
  ])
}

export const Route = createFileRoute('/_signed-in/host-dashboard')({
  staticData: { profile: 'host' },
  validateSearch: (
    search: Record<string, unknown>,
  ): ReturnType<typeof dashboardSearch> & { days?: Span; request?: string } => ({
    ...dashboardSearch(search),
    days: spanIn(search.days),
    request: textIn(search.request, 40),
  }),
  loaderDeps: ({ search }) => ({
    tab: search.tab,
    profile: search.tab === 'profile',
    numbers: search.tab === 'numbers',
    section: search.section,
    days: search.days,
  }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    const today = dateIn(Date.now(), user.zone)
    if (deps.profile) await prefetchSection(queryClient, deps.section, user)
    else if (user.availableRoles.includes('host'))
      await (deps.numbers ? prefetchNumbers : prefetchDay)(queryClient, today, deps.days ?? 28)
    // Made in the screen's own file, so that other pages do not load the labels.
    return { today, loadedAt: Date.now(), title: dashboardTitle(deps) }
  },
  head: ({ loaderData }) => screenHead(loaderData?.title, 'Dashboard Host'),
  component: Dashboard,
})

function Dashboard() {
  const { user } = Route.useRouteContext()
  const { today, loadedAt } = Route.useLoaderData()
  const { days, request, ...search } = Route.useSearch()
  return (
    <DashboardFrame firstName={user.firstName} today={today} search={search} linkTo={paths.hostDashboard}>
      {search.tab === 'numbers' ? (
        <Numbers today={today} days={days ?? 28} />
      ) : (
        <Day today={today} loadedAt={loadedAt} request={request} />
      )}
    </DashboardFrame>
  )
}

const Day = ({
  today,
  loadedAt,
  request,
}: {
  today: string
  loadedAt: number
  /** The request to answer, as named by a notification. */
  request: string | undefined
}) => {
  const ask = readingsOf(today, 28)
  const day = useQuery(ask.day)
  const tasks = useQuery(ask.tasks)
  const next = useQuery(ask.next)
  return (
    <>
      <DayOf answer={day}>
        {({ totals, spaces }) => (
          <EarningsLine
            expectedCents={totals.expectedCents}
            settledCents={totals.settledCents}
            count={spaces.flatMap(({ units }) => units).flatMap(({ bookings }) => bookings).length}
            of={['reserva', 'reservas']}
          />
        )}
      </DayOf>
      <HostRequests shown={request} />
      <ProblemsNotice />
      <PayoutNotice party="host" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Figure
          title="Hoy"
          answer={day}
          whence={whence.today}
          table={tableAddress('today', { from: today, to: today })}
        >
          {(found) => <HostToday day={found} loadedAt={loadedAt} />}
        </Figure>
        <Figure
          title="Por hacer"
          className="lg:row-span-2"
          answer={tasks}
          whence={whence.tasks}
          table={tableAddress('tasks', { from: today, to: today })}
        >
          {(found) => <TaskFigure tasks={found} />}
        </Figure>
        <Figure title="Próximos siete días" answer={next} whence={figures.nextDaysWhence}>
          {({ days }) => <NextDaysFigure days={days} />}
        </Figure>
      </div>
    </>
  )
}

const Numbers = ({ today, days }: { today: string; days: Span }) => {
  const { back, weeks, ...ask } = readingsOf(today, days)
  const income = useQuery(ask.income)
  const occupancy = useQuery(ask.occupancy)
  const demand = useQuery(ask.demand)
  return (
    <>
      <Spans days={days} linkTo={(search) => paths.hostDashboard({ tab: 'numbers', ...search })} />
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
