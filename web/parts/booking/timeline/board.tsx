import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Armchair, CalendarSync, CalendarX2, Clock, ConciergeBell, SquareSlash } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/booking/agenda/timeline.ts'
import * as blocks from '#contract/booking/agenda/block.ts'
import * as occupancys from '#contract/booking/agenda/occupancy.ts'
import type { Timeline as View, TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { isDead, type Occupancy } from '#contract/booking/agenda/occupancy.ts'
import { outsideCalendars } from '#contract/availability/outside-calendar.ts'
import { call, reading } from '#web/api.ts'
import { formatCents } from '#contract/platform/money.ts'
import { quietCents, quietText, stretchesOf } from '#web/parts/pricing/quiet.ts'
import { UnitBlockForm } from '#web/parts/booking/timeline/unit-block-form.tsx'
import { ClaimDialog } from '#web/parts/booking/timeline/claim-dialog.tsx'
import { mondayOf, weekText } from '#web/parts/booking/timeline/layout.ts'
import { type Pointed, type Sent, Timeline } from '#web/parts/booking/timeline/timeline.tsx'
import type { Wish } from '#web/parts/booking/rent/rent-change-dialog.tsx'
import { useWide } from '#web/parts/booking/timeline/use-wide.ts'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { addDays, capitalZone, longDate, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutsideTrouble } from '#web/parts/time/outside-calendars.tsx'
import { CashToHandBack } from '#web/parts/booking/timeline/desk-cash.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const ClosureDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/closure-dialog.tsx')).ClosureDialog,
}))
const DeskDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/desk-dialog.tsx')).DeskDialog,
}))
const CalendarsDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/calendars-dialog.tsx')).CalendarsDialog,
}))
const DeskRentDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/desk-rent-dialog.tsx')).DeskRentDialog,
}))
const RentChangeDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/rent/rent-change-dialog.tsx')).RentChangeDialog,
}))
const HoursDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/hours-dialog.tsx')).HoursDialog,
}))

type Shown =
  | { what: 'claim'; pointed: Pointed }
  | { what: 'block'; spaceId: number; start: { unitId: number; date: string; minute: number } }
  | { what: 'rent-change'; space: TimelineSpace; wish: Wish }
  | { what: 'calendars' | 'closure' | 'desk' | 'desk-rent' | 'hours' }

/** The timeline with everything that a host does on it. */
export const Board = ({
  timeline,
  occupancy,
  date,
  today,
}: {
  timeline: View
  occupancy: Occupancy | undefined
  date: string
  today: string
}) => {
  const week = useWide()
  const [shown, show] = useState<Shown>()
  const queryClient = useQueryClient()
  const outside = useQuery(reading(outsideCalendars))
  const monday = mondayOf(date)
  const dates = week ? [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)) : [date]
  const close = () => show(undefined)

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
      return call(blocks.changeBlock, {
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
  const space = shown?.what === 'block' ? timeline.spaces.find(({ id }) => id === shown.spaceId) : undefined
  const first = timeline.spaces[0]

  return (
    <>
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
      {week ? null : <Days monday={monday} date={date} today={today} />}
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
      <CashToHandBack />
      <OutsideTrouble calendars={outside.data} onOpen={() => show({ what: 'calendars' })} />
      <Timeline
        timeline={timeline}
        dates={dates}
        date={date}
        today={today}
        dead={dead}
        onOpen={(pointed) => show({ what: 'claim', pointed })}
        onSend={(sent) => {
          const { claim, space, to, minutes } = sent
          // At another hour somebody must say yes first.
          if (claim.booking !== undefined && minutes !== 0)
            show({ what: 'rent-change', space, wish: { id: claim.booking.id, unitId: to.id, minutes } })
          else sending.mutate(sent)
        }}
        onEmpty={({ space, unit, date, minute }) =>
          show({ what: 'block', spaceId: space.id, start: { unitId: unit.id, date, minute } })
        }
      />
      {occupancy === undefined ? null : <Quiet spaces={timeline.spaces} occupancy={occupancy} />}
      <Suspense fallback={<Opening />}>
        {shown === undefined ? null : shown.what === 'claim' ? (
          <ClaimDialog
            pointed={shown.pointed}
            onClose={close}
            onOtherHour={(wish) => show({ what: 'rent-change', space: shown.pointed.space, wish })}
          />
        ) : shown.what === 'rent-change' ? (
          <RentChangeDialog by={{ as: 'host', units: shown.space.units }} wish={shown.wish} onClose={close} />
        ) : shown.what === 'closure' ? (
          <ClosureDialog spaces={timeline.spaces} date={date < today ? today : date} onClose={close} />
        ) : shown.what === 'desk' ? (
          <DeskDialog spaces={timeline.spaces} date={date < today ? today : date} onClose={close} />
        ) : shown.what === 'calendars' ? (
          <CalendarsDialog zone={first?.zone ?? capitalZone} onClose={close} />
        ) : shown.what === 'desk-rent' ? (
          <DeskRentDialog
            spaces={timeline.spaces.filter(({ status }) => status === 'published')}
            date={date < today ? today : date}
            onClose={close}
          />
        ) : shown.what === 'hours' ? (
          <HoursDialog spaces={timeline.spaces} onClose={close} />
        ) : shown.what !== 'block' || space === undefined ? null : (
          <Dialog
            open
            onOpenChange={(open) => (open ? undefined : close())}
            title="Bloquear un horario"
            description="Ese tiempo deja de ofrecerse. Si ya hay una cita, usa «Cerrar un tiempo»."
          >
            <UnitBlockForm space={space} start={shown.start} onDone={close} />
          </Dialog>
        )}
      </Suspense>
    </>
  )
}

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

const weekdayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados', 'domingos']
/** What is said in one line of so many quiet hours. */
const mostQuiet = 6

/** The hours that hardly ever sell, in words, with where their price is set. */
const Quiet = ({ spaces, occupancy }: { spaces: readonly TimelineSpace[]; occupancy: Occupancy }) => {
  const found = occupancy.spaces.flatMap((space) => {
    const price = spaces.find(({ id }) => id === space.spaceId)?.pricePerHourCents
    const stretches = stretchesOf(space.cells.filter(isDead))
    return stretches.length === 0 ? [] : [{ ...space, price, stretches }]
  })
  if (found.length === 0) return null
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl">Horas muertas</h2>
        <p className="text-muted">
          De las últimas cuatro semanas: abiertas, y con menos de {Math.round(occupancys.deadShare * 100)} %
          reservado.
        </p>
      </div>
      {found.map(({ spaceId, name, stretches, price }) => (
        <div key={spaceId} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-64">
            <span className="font-semibold">{name}</span>:{' '}
            {stretches
              .slice(0, mostQuiet)
              .map(({ weekday, from, to }) => `${weekdayNames[weekday - 1]} ${from}–${to} h`)
              .join(', ')}
            {stretches.length > mostQuiet
              ? ` y ${stretches.length - mostQuiet} ${stretches.length - mostQuiet === 1 ? 'tramo' : 'tramos'} más`
              : ''}
            .
          </p>
          <Link
            {...paths.spacePricingRules({ space: spaceId, quiet: quietText(stretches) })}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            {price === undefined ? 'Cambiar precio' : `Publicar a ${formatCents(quietCents(price))}`}
          </Link>
        </div>
      ))}
    </Card>
  )
}
