/** Periods on the clock of a place, and the weeks of dates. Pure. */
import { addDays, dateIn, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'

export const minuteOf = (instant: string, zone: string) => {
  const [hours = 0, minutes = 0] = timeOf(instant, zone).split(':').map(Number)
  return hours * 60 + minutes
}

/** The part of a period on a date, in minutes of its clock; null when there is none. */
export const onDate = (startsAt: string, endsAt: string, date: string, zone: string) => {
  const first = dateIn(startsAt, zone)
  const last = dateIn(endsAt, zone)
  if (first > date || last < date) return null
  const from = first === date ? minuteOf(startsAt, zone) : 0
  const to = last === date ? minuteOf(endsAt, zone) : 1440
  return from < to ? { from, to } : null
}

/** Each period under every date that it touches: converting times is slow, and a month of a large business has thousands of periods. */
export const byDate = <One extends { startsAt: string; endsAt: string }>(
  some: readonly One[],
  zone: string,
) => {
  const dates = new Map<string, One[]>()
  for (const one of some) {
    const last = dateIn(one.endsAt, zone)
    for (let date = dateIn(one.startsAt, zone); date <= last; date = addDays(date, 1)) {
      const own = dates.get(date)
      if (own === undefined) dates.set(date, [one])
      else own.push(one)
    }
  }
  return dates
}

/** Monday of a date's week. */
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
