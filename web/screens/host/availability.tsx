import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as days from '#contract/booking/day.ts'
import * as occupancyContract from '#contract/booking/agenda/occupancy.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { dateRequested, oneOf, textIn, wholeIn } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { DayHead } from '#web/parts/booking/visit/day-head.tsx'
import {
  hostProblemsReading,
  hostWaitingReading,
} from '#web/parts/booking/settlement/host-problems-reading.ts'
import { ProblemsCount } from '#web/parts/booking/settlement/problems-waiting.tsx'
import { EarningsOfDay } from '#web/parts/payment/earnings.tsx'
import { NoSpaces, Waiting } from '#web/parts/booking/agenda/host-empty.tsx'
import { SpaceDay } from '#web/parts/booking/agenda/host-day.tsx'
import { timelineReading, zoomTitles } from '#web/parts/booking/timeline/timeline-reading.ts'
import type { Zoom } from '#web/parts/booking/timeline/board-header.tsx'
import { type View, ViewLink } from '#web/parts/booking/host/view-link.tsx'
import { lookReading } from '#web/parts/booking/calendar/use-calendar-look.ts'
import { capitalZone, dateIn, durationText, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Meter } from '#web/ui/bars.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/page/states.tsx'

type SearchParams = {
  date?: string
  view?: View
  zoom?: Zoom | undefined
  deposit?: string
  problem?: string
  review?: string
  open?: 'desk' | 'closure' | 'block'
  unit?: number
  why?: number
}

const viewTitles = {
  bookings: 'Reservas',
  day: 'Uso e ingresos',
  codes: 'Códigos',
  problems: 'Problemas',
} as const

const titlesOf = ({ view, zoom, date }: SearchParams) => [
  view ? viewTitles[view] : zoom && zoomTitles[zoom],
  date && longDate(date),
]

const dayReading = (date: string) => ({
  ...reading(days.hostDay, { query: { date } }),
  refetchInterval: minuteMs,
})
const occupancyReading = reading(occupancyContract.occupancy, { query: {} })

const Board = lazy(async () => ({ default: (await import('#web/parts/booking/timeline/board.tsx')).Board }))
const StationSheet = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/station-sheet.tsx')).StationSheet,
}))

const AvailabilitySheets = lazy(() => import('#web/parts/booking/agenda/availability-sheets.tsx'))
const HostBookings = lazy(() => import('#web/parts/booking/host/host-bookings.tsx'))
const HostProblems = lazy(() => import('#web/parts/booking/settlement/host-problems.tsx'))
const HostRescues = lazy(() => import('#web/parts/booking/cancellation/host-rescues.tsx'))
const HostDeposits = lazy(() => import('#web/parts/booking/settlement/host-deposits.tsx'))

export const Route = createFileRoute('/_signed-in/host-availability')({
  staticData: { profile: 'host' },
  validateSearch: (requested: Record<string, unknown>): SearchParams => ({
    why: wholeIn(requested.why),
    date: dateRequested(requested.date),
    deposit: textIn(requested.deposit),
    problem: textIn(requested.problem, 40),
    review: textIn(requested.review, 40),
    view: oneOf(['bookings', 'day', 'codes', 'problems'], requested.view),
    zoom: oneOf(['hour', 'day', 'week', 'month'], requested.zoom),
    open: oneOf(['desk', 'closure', 'block'], requested.open),
    unit: wholeIn(requested.unit),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    const guess = dateIn(Date.now(), capitalZone)
    // Made in the screen's own file, so that other pages do not load the date functions.
    const title = titlesOf(deps)
    if (!user.availableRoles.includes('host')) return { today: guess, title }
    // If loading fails, the screen shows the error and offers a retry.
    const timeline = await queryClient
      .ensureQueryData(timelineReading(deps.date ?? guess, deps.zoom))
      .catch(() => undefined)
    const today = dateIn(Date.now(), timeline?.spaces[0]?.zone ?? capitalZone)
    await Promise.all([
      queryClient.prefetchQuery(hostWaitingReading),
      queryClient.prefetchQuery(lookReading('host')),
      deps.view === 'day'
        ? queryClient.prefetchQuery(dayReading(deps.date ?? today))
        : deps.view === 'problems'
          ? queryClient.prefetchInfiniteQuery(hostProblemsReading)
          : queryClient.prefetchQuery(occupancyReading),
    ])
    return { today, title }
  },
  head: ({ loaderData }) => screenHead(...(loaderData?.title ?? []), 'Disponibilidad de espacios'),
  component: Availability,
})

function Availability() {
  const { today } = Route.useLoaderData()
  const { date = today, view, zoom, deposit, problem, review, open, unit, why } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <section className="page py-5 sm:py-8">
      <div className="flex flex-col gap-4 sm:gap-6">
        <nav
          aria-label="Vistas de disponibilidad"
          className={classNames(
            'no-print flex max-w-full flex-wrap gap-1 self-start rounded-md bg-sunk p-1 max-sm:w-full',
            // On a phone the units come first; the calendar is in the bottom bar, the other views are tools of "Más".
            view === undefined && 'max-sm:hidden',
          )}
        >
          <ViewLink label="Calendario" open={view === undefined} date={date} className="max-sm:hidden" />
          <ViewLink label="Reservas" open={view === 'bookings'} date={date} view="bookings" />
          <ViewLink label="Uso" open={view === 'day'} date={date} view="day">
            <span className="whitespace-pre max-sm:sr-only"> e ingresos</span>
          </ViewLink>
          <ViewLink label="Códigos" open={view === 'codes'} date={date} view="codes" />
          <ViewLink label="Problemas" open={view === 'problems'} date={date} view="problems">
            <ProblemsCount />
          </ViewLink>
        </nav>
        {view === 'day' ? (
          <Day date={date} today={today} />
        ) : view === 'bookings' ? (
          <Suspense fallback={<Waiting />}>
            <HostBookings />
          </Suspense>
        ) : view === 'codes' ? (
          <Codes date={date} />
        ) : view === 'problems' ? (
          <Suspense fallback={<Waiting />}>
            <HostProblems date={date} />
          </Suspense>
        ) : (
          <Week
            date={date}
            today={today}
            zoom={zoom}
            opens={open}
            unit={unit}
            onClosed={() =>
              void navigate({ ...paths.hostAvailability({ date, zoom }), replace: true, resetScroll: false })
            }
          />
        )}
        <Suspense>
          <AvailabilitySheets
            problem={problem}
            review={review}
            why={why}
            date={date}
            onClose={() =>
              void navigate({ ...paths.hostAvailability({ date, view }), replace: true, resetScroll: false })
            }
          />
        </Suspense>
        {view === 'bookings' || view === 'codes' || view === 'problems' ? null : (
          <Suspense>
            <HostRescues />
            <HostDeposits open={deposit} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

const Week = ({
  date,
  today,
  zoom,
  ...link
}: {
  date: string
  today: string
  zoom: Zoom | undefined
  /** The dialog that a link opens, and the one that follows when it is closed. */
  opens: 'desk' | 'closure' | 'block' | undefined
  unit: number | undefined
  onClosed: () => void
}) => {
  const answer = useQuery(timelineReading(date, zoom))
  const occupancy = useQuery(occupancyReading)
  if (answer.isPending) return <Waiting />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.spaces.length === 0) return <NoSpaces />
  return (
    <Suspense fallback={<Waiting />}>
      <Board
        timeline={answer.data}
        occupancy={occupancy.data}
        date={date}
        today={today}
        zoom={zoom}
        {...link}
      />
    </Suspense>
  )
}

const Codes = ({ date }: { date: string }) => {
  const answer = useQuery(timelineReading(date))
  if (answer.isPending) return <Waiting />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.spaces.length === 0) return <NoSpaces />
  return (
    <Suspense fallback={<Waiting />}>
      <h1 className="no-print text-3xl">Códigos de llegada</h1>
      {answer.data.spaces.map(({ id }) => (
        <StationSheet key={id} spaceId={id} />
      ))}
    </Suspense>
  )
}

/** The bookings and income of one day, unit by unit. */
const Day = ({ date, today }: { date: string; today: string }) => {
  const answer = useQuery(dayReading(date))
  return (
    <div className="mx-auto flex w-full max-w-list flex-col gap-7">
      <DayHead
        title="Uso e ingresos"
        date={date}
        today={today}
        to={(day) => paths.hostAvailability({ date: day, view: 'day' })}
      />
      {answer.isPending ? (
        <Waiting />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : answer.data.spaces.length === 0 ? (
        <NoSpaces />
      ) : (
        <>
          <EarningsOfDay
            expectedCents={answer.data.totals.expectedCents}
            settledCents={answer.data.totals.settledCents}
            count={
              answer.data.spaces.flatMap(({ units }) => units).flatMap(({ bookings }) => bookings).length
            }
            of={['reserva', 'reservas']}
            isToday={date === today}
            note="Renta menos comisión e impuestos retenidos. Cada reserva tiene su recibo."
          />
          <Card className="grid gap-5 sm:grid-cols-2">
            <Meter
              label="Horas reservadas"
              share={
                answer.data.totals.openMinutes === 0
                  ? 0
                  : answer.data.totals.bookedMinutes / answer.data.totals.openMinutes
              }
              text={`${durationText(answer.data.totals.bookedMinutes)} de ${durationText(answer.data.totals.openMinutes)}`}
            />
            <Meter
              label="Horas usadas"
              share={
                answer.data.totals.bookedMinutes === 0
                  ? 0
                  : answer.data.totals.usedMinutes / answer.data.totals.bookedMinutes
              }
              text={durationText(answer.data.totals.usedMinutes)}
            />
          </Card>
          {answer.data.spaces.map((space) => (
            <SpaceDay key={space.spaceId} space={space} date={date} isComing={date >= today} />
          ))}
        </>
      )}
    </div>
  )
}
