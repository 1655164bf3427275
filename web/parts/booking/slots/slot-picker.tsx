import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import type { PlaceName } from '#web/parts/booking/hours/place-of-hour.ts'
import { DayOfSlots } from '#web/parts/booking/slots/day-of-slots.tsx'
import { daysShown, type slotsReading, staleMs } from '#web/parts/booking/hours/slots-reading.ts'
import { SlotsProblem } from '#web/parts/booking/slots/slots-problem.tsx'
import { addDays, partsOfDate, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { DateStrip } from '#web/ui/slots.tsx'

/** Loaded with the first days without slots. */
const NoHours = lazy(() => import('#web/parts/booking/slots/no-hours.tsx'))
const NearestDays = lazy(() => import('#web/parts/booking/slots/nearest-days.tsx'))

/** Another hour for an existing visit, or one for a client: the next two weeks day by day, in a dialog too small for a month. */
export const SlotPicker = ({
  places,
  together,
  readingOf,
  from: firstDay,
  startAt,
  chosen,
  onChoose,
}: {
  places: readonly PlaceName[]
  together?: string | undefined
  /** The request for `daysShown` days from a date on. */
  readingOf: (from: string) => ReturnType<typeof slotsReading>
  from: string
  /** The day shown first, and the first of the days around it. */
  startAt?: { from: string; date: string } | undefined
  chosen: Slot | undefined
  onChoose: (slot: Slot | undefined) => void
}) => {
  const [from, setFrom] = useState(startAt?.from ?? firstDay)
  const [wantedDay, setWantedDay] = useState(startAt?.date)
  const answer = useQuery({ ...readingOf(from), refetchInterval: staleMs })
  if (answer.data === undefined) return <SlotsProblem answer={answer} />

  const { zone, days } = answer.data
  const withSlots = days.filter((day) => day.slots.length > 0)
  const day = days.find(({ date }) => date === wantedDay) ?? withSlots[0]
  const move = (days: number) => {
    const next = addDays(from, days)
    setFrom(next < firstDay ? firstDay : next)
    setWantedDay(undefined)
    onChoose(undefined)
  }
  const label = zoneLabel(zone)
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted">{label === null ? null : `Horarios en ${label}`}</p>
        <div className="flex gap-1">
          <Button tone="quiet" size="small" disabled={from <= firstDay} onClick={() => move(-daysShown)}>
            Antes
          </Button>
          <Button tone="quiet" size="small" onClick={() => move(daysShown)}>
            Más fechas
          </Button>
        </div>
      </div>
      <DateStrip
        days={days.map(({ date, slots }) => ({
          date,
          ...partsOfDate(date),
          empty: slots.length === 0,
          note:
            slots.length === 0
              ? 'sin horarios'
              : slots.length === 1
                ? '1 horario'
                : `${slots.length} horarios`,
        }))}
        chosen={day?.date}
        onChoose={(date) => {
          setWantedDay(date)
          onChoose(undefined)
        }}
      />
      {day === undefined ? (
        <Suspense>
          <NoHours onLater={() => move(daysShown)} />
        </Suspense>
      ) : day.slots.length === 0 ? (
        <Suspense>
          <NearestDays date={day.date} others={withSlots} onDay={setWantedDay} />
        </Suspense>
      ) : (
        <DayOfSlots {...{ day, zone, chosen, onChoose, places, together }} />
      )}
    </div>
  )
}
