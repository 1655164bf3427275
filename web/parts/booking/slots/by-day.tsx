import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { DayOfSlots } from '#web/parts/booking/slots/day-of-slots.tsx'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { staleMs } from '#web/parts/booking/hours/slots-reading.ts'
import { HoursSkeleton, SlotsProblem } from '#web/parts/booking/slots/slots-problem.tsx'
import { longDate, monthName } from '#web/parts/time/wall-clock.ts'
import { type DateState, MonthGrid } from '#web/parts/time/month-grid.tsx'
import { endOf } from '#web/parts/time/month-keys.ts'

/** Loaded with the first day without slots. */
const NextDays = lazy(() => import('#web/parts/booking/slots/next-days.tsx'))

/** "Elegir día": a month of which one request loads the days with any slot, and below it the slots of one day. */
export default function ByDay({
  places,
  together,
  readingOf,
  daysOf,
  from: today,
  startAt,
  chosen,
  onChoose,
  whenEmpty,
  part,
  isWanted = () => true,
}: HoursProps & {
  /** Filters the places that have slots. */
  isWanted?: (spaceId: number | null) => boolean
}) {
  const [month, setMonth] = useState((startAt?.date ?? today).slice(0, 7))
  const [wanted, setWanted] = useState(startAt?.date)
  const first = `${month}-01` < today ? today : `${month}-01`
  const answer = useQuery({ ...daysOf(first, endOf(month)), refetchInterval: staleMs })
  const last = answer.data?.last
  const spacesOn = (date: string) => answer.data?.days.find((day) => day.date === date)?.spaces ?? []
  const isFree = (date: string) => spacesOn(date).some(isWanted)
  const day = wanted ?? answer.data?.days.find(({ date }) => isFree(date))?.date
  const stateOf = (date: string): DateState => {
    if (date < today) return { look: 'off', note: 'ya pasó' }
    if (answer.data === undefined) return { look: 'unknown', note: '' }
    if (date > answer.data.last) return { look: 'off', note: 'todavía no se reserva tan lejos' }
    if (isFree(date)) return { look: 'free', note: 'con horarios' }
    // Can be chosen even so: it shows when there is a place again, and offers the waitlist.
    const isClosed = answer.data.days.find((one) => one.date === date)?.closed === true
    return { look: 'full', note: isClosed ? 'no se atiende' : 'sin lugar' }
  }
  const choose = (date: string) => {
    setMonth(date.slice(0, 7))
    setWanted(date)
    onChoose(undefined)
  }
  const empty = (title: string, after: string, date: string | null) => (
    <Suspense>
      <NextDays
        title={title}
        after={after}
        last={last}
        daysOf={daysOf}
        isWanted={isWanted}
        onDay={choose}
        also={whenEmpty?.(date, date ?? first)}
      />
    </Suspense>
  )
  return (
    <div className="flex flex-col gap-5">
      <MonthGrid
        month={month}
        onMonth={(next) => {
          setMonth(next)
          setWanted(undefined)
        }}
        first={today}
        last={last}
        today={today}
        chosen={day}
        onChoose={choose}
        stateOf={stateOf}
        busy={answer.isPending}
      />
      {answer.data === undefined ? (
        <SlotsProblem answer={answer} />
      ) : day === undefined ? (
        empty(`Sin horarios en ${monthName(month)}`, endOf(month), null)
      ) : isFree(day) ? (
        <HoursOfDay
          day={day}
          readingOf={readingOf}
          isWanted={isWanted}
          ifNone={() => empty(`Nada libre el ${longDate(day)}`, day, day)}
          {...{ places, together, chosen, onChoose, part }}
        />
      ) : (
        empty(`Nada libre el ${longDate(day)}`, day, day)
      )}
    </div>
  )
}

const HoursOfDay = ({
  day,
  readingOf,
  isWanted,
  ifNone,
  ...shown
}: Pick<HoursProps, 'places' | 'together' | 'readingOf' | 'chosen' | 'onChoose' | 'part'> & {
  day: string
  isWanted: (spaceId: number | null) => boolean
  /** If the day's slots were taken since the month was loaded. */
  ifNone: () => ReactNode
}) => {
  const answer = useQuery({ ...readingOf(day, 1), refetchInterval: staleMs })
  if (answer.isPending) return <HoursSkeleton />
  if (answer.data === undefined) return <SlotsProblem answer={answer} />
  const slots = answer.data.days.flatMap((one) => one.slots.filter(({ spaceId }) => isWanted(spaceId)))
  return slots.length === 0 ? (
    ifNone()
  ) : (
    <section aria-label={`Horarios del ${longDate(day)}`} className="flex flex-col gap-4">
      <p className="font-semibold first-letter:uppercase">{longDate(day)}</p>
      <DayOfSlots {...shown} day={{ date: day, slots }} zone={answer.data.zone} />
    </section>
  )
}
