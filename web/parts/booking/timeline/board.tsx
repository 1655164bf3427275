import * as blockContract from '#contract/booking/agenda/block.ts'
import { isDead, type Occupancy } from '#contract/booking/agenda/occupancy.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Armchair, CalendarSync, CalendarX2, Clock, ConciergeBell, SquareSlash } from 'lucide-react'
import { Suspense, useState } from 'react'
import * as contract from '#contract/booking/agenda/timeline.ts'
import { type Timeline as View, type TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { outsideCalendars } from '#contract/availability/outside-calendar.ts'
import { call, reading } from '#web/api.ts'
import { mondayOf, weekText } from '#web/parts/booking/calendar/on-date.ts'
import type { Sent } from '#web/parts/booking/timeline/timeline-claim.ts'
import { Timeline } from '#web/parts/booking/timeline/timeline.tsx'
import { useWide } from '#web/parts/booking/timeline/use-wide.ts'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { addDays, longDate, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/toast.ts'
import { OutsideProblem } from '#web/parts/time/outside-calendars.tsx'
import { CashToHandBack } from '#web/parts/booking/timeline/desk-cash.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { type Shown, BoardDialog } from '#web/parts/booking/timeline/board-dialog.tsx'
import { QuietHours } from '#web/parts/booking/timeline/quiet-hours.tsx'

/** The timeline with everything that a host does on it. */
export const Board = ({
  timeline,
  occupancy,
  date,
  today,
  opens,
  onClosed,
}: {
  timeline: View
  occupancy: Occupancy | undefined
  date: string
  today: string
  /** What is open for who comes here by a link. */
  opens: 'desk' | 'closure' | undefined
  /** What the link opened was closed. */
  onClosed: () => void
}) => {
  const week = useWide()
  const [shown, show] = useState<Shown | undefined>(opens && { what: opens })
  // The same link again, from the bar below, opens it again.
  const [linked, setLinked] = useState(opens)
  if (linked !== opens) {
    setLinked(opens)
    if (opens !== undefined) show({ what: opens })
  }

  const outside = useQuery(reading(outsideCalendars))
  const monday = mondayOf(date)
  const dates = week ? [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)) : [date]
  const close = () => {
    show(undefined)
    if (opens !== undefined) onClosed()
  }

  const sending = useSendClaim()

  const dead = deadHoursOf(occupancy)
  const space = shown?.what === 'block' ? timeline.spaces.find(({ id }) => id === shown.spaceId) : undefined
  const first = timeline.spaces[0]

  return (
    <>
      <BoardHeader week={week} date={date} today={today} monday={monday} dates={dates} />
      {week ? null : <Days monday={monday} date={date} today={today} />}
      <BoardActions show={show} first={first} date={date} today={today} />
      <CashToHandBack />
      <OutsideProblem calendars={outside.data} onOpen={() => show({ what: 'calendars' })} />
      <Timeline
        timeline={timeline}
        dates={dates}
        date={date}
        today={today}
        dead={dead}
        onOpen={(pointed) => show({ what: 'claim', pointed })}
        onSend={(sent) => {
          const { claim, space, to, minutes } = sent
          // At another hour the other party must accept first.
          if (claim.booking !== undefined && minutes !== 0)
            show({ what: 'rent-change', space, selection: { id: claim.booking.id, unitId: to.id, minutes } })
          else sending.mutate(sent)
        }}
        onEmpty={({ space, unit, date, minute }) =>
          show({ what: 'block', spaceId: space.id, start: { unitId: unit.id, date, minute } })
        }
      />
      {occupancy === undefined ? null : <QuietHours spaces={timeline.spaces} occupancy={occupancy} />}
      <Suspense fallback={<Opening />}>
        <BoardDialog
          shown={shown}
          close={close}
          show={show}
          timeline={timeline}
          date={date}
          today={today}
          first={first}
          space={space}
        />
      </Suspense>
    </>
  )
}

/** Moves a booking to another unit, or a block anywhere. */
const useSendClaim = () => {
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: async ({ claim, to, minutes, longer, unit }: Sent) => {
      const at = (instant: string, by: number) => new Date(Date.parse(instant) + by * 60_000).toISOString()
      if (claim.booking !== undefined)
        return to.id === unit.id
          ? null
          : call(contract.moveUnit, {
              params: { id: claim.booking.id },
              body: { unitId: to.id, version: claim.booking.version },
            })
      if (claim.block === undefined) return null
      return call(blockContract.changeBlock, {
        params: { id: claim.block.id },
        body: {
          unitId: to.id,
          startsAt: at(claim.startsAt, minutes),
          endsAt: at(claim.endsAt, minutes + longer),
          version: claim.block.version,
        },
      })
    },
    onSuccess: async (changed, { claim, to }) => {
      if (changed === null) return
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      if (claim.booking === undefined) toast('Bloqueo movido', to.name, 'good')
      else toast(`Ahora en ${to.name}`, 'Misma hora y mismo precio. Ya avisamos.', 'good')
    },
    onError: async (problem) => {
      toast('No se movió', problem.message, 'bad')
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
    },
  })
  return sending
}

/** Whether that hour of that weekday hardly ever sells. */
const deadHoursOf = (occupancy: Occupancy | undefined) => {
  const cells = new Map(
    (occupancy?.spaces ?? []).map((space) => [
      space.spaceId,
      new Map(space.cells.map((cell) => [cell.weekday * 24 + cell.hour, cell])),
    ]),
  )
  const dead = (spaceId: number, day: string, hour: number) => {
    const weekday = ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
    const cell = cells.get(spaceId)?.get(weekday * 24 + hour)
    return cell !== undefined && isDead(cell)
  }
  return dead
}

const BoardHeader = ({
  week,
  date,
  today,
  monday,
  dates,
}: {
  week: boolean
  date: string
  today: string
  monday: string
  dates: readonly string[]
}) => (
  <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <div className="flex min-w-0 flex-col gap-1">
      <p className="eyebrow text-barro">{week ? 'Semana' : date === today ? 'Hoy' : 'Día'}</p>
      <h1 className="text-3xl first-letter:uppercase">{week ? weekText(monday) : longDate(date)}</h1>
    </div>
    <DateSteps
      date={date}
      days={week ? 7 : 1}
      showsToday={dates.includes(today)}
      to={(day) => paths.hostAvailability({ date: day })}
      todayAt={paths.hostAvailability()}
    />
  </header>
)

const BoardActions = ({
  show,
  first,
  date,
  today,
}: {
  show: (shown: Shown) => void
  first: TimelineSpace | undefined
  date: string
  today: string
}) => (
  <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
    <Button size="small" onClick={() => show({ what: 'desk' })}>
      <ConciergeBell aria-hidden className="size-4.5" />
      Reservar en recepción
    </Button>
    <Button tone="secondary" size="small" onClick={() => show({ what: 'desk-rent' })}>
      <Armchair aria-hidden className="size-4.5" />
      Rentar en recepción
    </Button>
    <Button
      tone="secondary"
      size="small"
      onClick={() =>
        first !== undefined &&
        show({
          what: 'block',
          spaceId: first.id,
          start: { unitId: first.units[0]?.id ?? 0, date: date < today ? today : date, minute: 600 },
        })
      }
    >
      <SquareSlash aria-hidden className="size-4.5" />
      Bloquear
    </Button>
    <Button tone="secondary" size="small" onClick={() => show({ what: 'closure' })}>
      <CalendarX2 aria-hidden className="size-4.5" />
      Cerrar un tiempo
    </Button>
    <Button tone="secondary" size="small" onClick={() => show({ what: 'hours' })}>
      <Clock aria-hidden className="size-4.5" />
      Horarios
    </Button>
    <Button tone="secondary" size="small" onClick={() => show({ what: 'calendars' })}>
      <CalendarSync aria-hidden className="size-4.5" />
      Calendarios
    </Button>
  </div>
)

const Days = ({ monday, date, today }: { monday: string; date: string; today: string }) => (
  <nav aria-label="Días de la semana" className="grid grid-cols-7 gap-1">
    {[0, 1, 2, 3, 4, 5, 6].map((days) => {
      const day = addDays(monday, days)
      const parts = partsOfDate(day)
      return (
        <Link
          key={day}
          {...paths.hostAvailability({ date: day })}
          aria-current={day === date ? 'date' : undefined}
          className={classNames(
            'flex min-h-14 flex-col items-center justify-center rounded-md text-sm',
            day === date
              ? 'bg-jacaranda font-semibold text-on-jacaranda'
              : day === today
                ? 'bg-jacaranda-soft'
                : 'hover:bg-sunk',
          )}
        >
          <span className="sr-only">{longDate(day)}</span>
          <span aria-hidden>{parts.weekday}</span>
          <span aria-hidden className="figures font-semibold">
            {parts.day}
          </span>
        </Link>
      )
    })}
  </nav>
)
