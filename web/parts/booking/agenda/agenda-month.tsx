import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Calendar } from '#contract/booking/agenda/calendar.ts'
import { type DaySum, freeOn } from '#web/parts/booking/calendar/day-sum.ts'
import { byDate, onDate } from '#web/parts/booking/calendar/on-date.ts'
import { MonthOfDays } from '#web/parts/booking/calendar/month-of-days.tsx'
import { useNow } from '#web/parts/booking/calendar/use-now.ts'
import { sameDayIn } from '#web/parts/time/month-keys.ts'
import { paths } from '#web/paths.ts'

const words = { visit: ['cita', 'citas'] } as const

/** The professional's month; a day leads to its day view. */
export const AgendaMonth = ({
  calendar,
  date,
  today,
}: {
  calendar: Calendar
  date: string
  today: string
}) => {
  const now = useNow(calendar.zone, [today])
  const navigate = useNavigate()
  const days = useMemo(() => indexed(calendar), [calendar])
  return (
    <MonthOfDays
      date={date}
      today={today}
      words={words}
      sumOf={(day) =>
        day < calendar.from || day > calendar.to
          ? undefined
          : sumOf(days, day, day === now?.date ? now.minute : 0)
      }
      to={(day) => paths.calendar({ view: 'day', date: day })}
      onMonth={(month) =>
        void navigate({
          ...paths.calendar({ view: 'month', date: sameDayIn(month, date) }),
          resetScroll: false,
        })
      }
    />
  )
}

/** By date. Rents are where the professional works: they take none of the free time. */
const indexed = ({ zone, open, entries }: Calendar) => ({
  zone,
  open: byDate(open, zone),
  entries: byDate(entries, zone),
  taken: byDate(
    entries
      .filter(({ layer }) => layer !== 'rent')
      .map((one) => ({ startsAt: one.busyFrom ?? one.startsAt, endsAt: one.busyUntil ?? one.endsAt })),
    zone,
  ),
})

const sumOf = ({ zone, ...all }: ReturnType<typeof indexed>, date: string, since: number): DaySum => {
  const own = (all.entries.get(date) ?? []).filter(
    ({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) !== null,
  )
  const count = (wanted: (typeof own)[number]['layer']) => own.filter(({ layer }) => layer === wanted).length
  const [open, taken] = [all.open.get(date) ?? [], all.taken.get(date) ?? []]
  return {
    visits: count('visit'),
    classes: count('class'),
    rents: count('rent'),
    ...freeOn({ open, taken }, { date, zone, since }),
  }
}
