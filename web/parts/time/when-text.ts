/** The time of a URL as text, and as parameters of the search calls. */
import { startHoursFrom } from '#contract/platform/day-part.ts'
import { addDays, instantOf, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { hoursOfWhen, isAnyTime, type When } from '#web/parts/time/when.ts'

/**
 * The parameters of the two search calls: an interval that contains the whole visit; `hours`, for a part of the day, an hour alone and
 * several days, bound its start. `zone`: the timezone of the searched place.
 */
export const timeOfSearch = (
  when: When,
  zone: string,
): { startsAt?: string; endsAt?: string; hours?: string } => {
  const hours = hoursOfWhen(when)
  const daily = hours === undefined ? {} : { hours: `${hours.from}-${hours.to}` }
  const { day, until, from, to } = when
  if (day === undefined) return daily
  const midnight = (date: string) => instantOf(date, '00:00', zone)
  if (until === undefined && from !== undefined && to !== undefined)
    return { startsAt: instantOf(day, from, zone), endsAt: instantOf(day, to, zone) }
  return { startsAt: midnight(day), endsAt: midnight(addDays(until ?? day, 1)), ...daily }
}

/** Saturday and Sunday of this week; on a Sunday only that day. */
export const weekendOf = (today: string): Pick<When, 'day' | 'until'> => {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  if (weekday === 0) return { day: today }
  const saturday = addDays(today, 6 - weekday)
  return { day: saturday, until: addDays(saturday, 1) }
}

const partNames = { morning: 'en la mañana', afternoon: 'en la tarde', evening: 'en la noche' } as const

/** "Hoy en la tarde", "Este fin de semana", "jue 3 dic, 18:00–20:00"; undefined: any time. Without `today` (at the place) only dates. */
export const whenText = (when: When, today?: string): string | undefined => {
  if (isAnyTime(when)) return undefined
  const { part, from, to } = when
  const day = daysText(when, today)
  const hours = from === undefined ? (part === undefined ? '' : partNames[part]) : hoursText(from, to)
  if (day === '') return hours.charAt(0).toUpperCase() + hours.slice(1)
  return `${day}${hours === '' ? '' : from === undefined ? ` ${hours}` : `, ${hours}`}`
}

/** "18:00–20:00"; for an hour alone "empieza 11:00–13:00". */
const hoursText = (from: string, to: string | undefined) => {
  if (to !== undefined) return `${from}–${to}`
  const start = startHoursFrom(from)
  return `empieza ${start.from}–${start.to}`
}

const daysText = ({ day, until }: When, today: string | undefined): string => {
  if (day === undefined) return ''
  if (today === undefined)
    return until === undefined ? shortDate(day) : `${shortDate(day)} a ${shortDate(until)}`
  const weekend = weekendOf(today)
  if (until !== undefined)
    return weekend.day === day && weekend.until === until
      ? 'Este fin de semana'
      : `${shortDate(day)} a ${shortDate(until)}`
  if (day === today) return 'Hoy'
  return day === addDays(today, 1) ? 'Mañana' : shortDate(day)
}

/** "jue 3 dic" */
const shortDate = (date: string) => {
  const { weekday, day, month } = partsOfDate(date)
  return `${weekday} ${day} ${month}`
}
