import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Timeline, TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { type DaySum, freeOn } from '#web/parts/booking/calendar/day-sum.ts'
import { MonthOfDays } from '#web/parts/booking/calendar/month-of-days.tsx'
import { byDate, minuteOf, onDate } from '#web/parts/booking/calendar/on-date.ts'
import { sameDayIn } from '#web/parts/time/month-keys.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { useMinute } from '#web/ui/minute.ts'

const words = { visit: ['reserva', 'reservas'] } as const

/** The host's month over all spaces and units; a day leads to its day view. */
export const HostMonth = ({ timeline, date, today }: { timeline: Timeline; date: string; today: string }) => {
  const now = useMinute()
  const navigate = useNavigate()
  const spaces = useMemo(() => timeline.spaces.map(indexed), [timeline])
  return (
    <MonthOfDays
      date={date}
      today={today}
      words={words}
      sumOf={(day) =>
        day < timeline.from || day > timeline.to
          ? undefined
          : spaces.map((space) => sumOf(space, day, now)).reduce(added, none)
      }
      to={(day) => paths.hostAvailability({ zoom: 'day', date: day })}
      onMonth={(month) =>
        void navigate({
          ...paths.hostAvailability({ zoom: 'month', date: sameDayIn(month, date) }),
          resetScroll: false,
        })
      }
    />
  )
}

const none: DaySum = { visits: 0, classes: 0, rents: 0, openMinutes: 0, freeMinutes: 0 }

const added = (one: DaySum, other: DaySum): DaySum => ({
  visits: one.visits + other.visits,
  classes: one.classes + other.classes,
  rents: one.rents + other.rents,
  openMinutes: one.openMinutes + other.openMinutes,
  freeMinutes: one.freeMinutes + other.freeMinutes,
})

/** By date, with preparation and cleaning, which take the unit too. */
const indexed = ({ zone, open, units }: TimelineSpace) => ({
  zone,
  open: byDate(open, zone),
  units: units.map(({ active, claims }) => ({
    active,
    claims: byDate(claims, zone),
    taken: byDate(
      claims.map(({ startsAt, endsAt, busyFrom, busyUntil }) => ({
        startsAt: busyFrom ?? startsAt,
        endsAt: busyUntil ?? endsAt,
      })),
      zone,
    ),
  })),
})

/** For one space: each unit in use is open while the space is, except for closed time and members' time. */
const sumOf = ({ zone, open, units }: ReturnType<typeof indexed>, date: string, now: number): DaySum => {
  const since = now !== 0 && dateIn(now, zone) === date ? minuteOf(new Date(now).toISOString(), zone) : 0
  const claims = units.flatMap((unit, place) =>
    (unit.claims.get(date) ?? [])
      .filter(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) !== null)
      // A rent is drawn in pieces around the visits within it, but counts once.
      .map(({ kind, booking, startsAt }) => ({ kind, id: booking?.id ?? `${place} ${startsAt}` })),
  )
  const counted = (wanted: string) =>
    new Set(claims.filter(({ kind }) => kind === wanted).map(({ id }) => id)).size
  const free = units
    .filter(({ active }) => active)
    .map(({ taken }) =>
      freeOn({ open: open.get(date) ?? [], taken: taken.get(date) ?? [] }, { date, zone, since }),
    )
  return {
    visits: counted('booking'),
    classes: counted('class'),
    rents: counted('rent'),
    openMinutes: free.reduce((sum, { openMinutes }) => sum + openMinutes, 0),
    freeMinutes: free.reduce((sum, { freeMinutes }) => sum + freeMinutes, 0),
  }
}
