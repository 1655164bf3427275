import { useNavigate } from '@tanstack/react-router'
import type { Calendar } from '#contract/booking/agenda/calendar.ts'
import { type DaySum, freeOn } from '#web/parts/booking/calendar/day-sum.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { MonthOfDays } from '#web/parts/booking/calendar/month-of-days.tsx'
import { useNow } from '#web/parts/booking/calendar/use-now.ts'
import { sameDayIn } from '#web/parts/time/month-keys.ts'
import { paths } from '#web/paths.ts'

const words = { visit: ['cita', 'citas'] } as const

/** The professional's month; a day opens its day. */
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
  return (
    <MonthOfDays
      date={date}
      today={today}
      words={words}
      sumOf={(day) =>
        day < calendar.from || day > calendar.to
          ? undefined
          : sumOf(calendar, day, day === now?.date ? now.minute : 0)
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

/** Rented time is where one works: it takes none of the free time. */
const sumOf = ({ zone, open, entries }: Calendar, date: string, since: number): DaySum => {
  const own = entries.filter(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) !== null)
  const count = (wanted: (typeof own)[number]['layer']) => own.filter(({ layer }) => layer === wanted).length
  const taken = entries
    .filter(({ layer }) => layer !== 'rent')
    .map((one) => ({ startsAt: one.busyFrom ?? one.startsAt, endsAt: one.busyUntil ?? one.endsAt }))
  return {
    visits: count('visit'),
    classes: count('class'),
    rents: count('rent'),
    ...freeOn({ open, taken }, { date, zone, since }),
  }
}
