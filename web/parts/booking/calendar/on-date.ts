/** Stretches on the clock of a place, and the weeks of dates. Pure. */
import { addDays, dateIn, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'

export const minuteOf = (instant: string, zone: string) => {
  const [hours = 0, minutes = 0] = timeOf(instant, zone).split(':').map(Number)
  return hours * 60 + minutes
}

/** What of a stretch lies on a date, in minutes of its clock; null when nothing does. */
export const onDate = (startsAt: string, endsAt: string, date: string, zone: string) => {
  const first = dateIn(startsAt, zone)
  const last = dateIn(endsAt, zone)
  if (first > date || last < date) return null
  const from = first === date ? minuteOf(startsAt, zone) : 0
  const to = last === date ? minuteOf(endsAt, zone) : 1440
  return from < to ? { from, to } : null
}

/** Monday of the week that holds a date. */
export const mondayOf = (date: string) => {
  const at = new Date(`${date}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

/** "23 a 29 de nov" */
export const weekText = (monday: string) => {
  const [first, last] = [partsOfDate(monday), partsOfDate(addDays(monday, 6))]
  return first.month === last.month
    ? `${first.day} a ${last.day} de ${last.month}`
    : `${first.day} ${first.month} a ${last.day} ${last.month}`
}
