import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { placesOf } from '#web/parts/booking/agenda/day-columns.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { partsOfDate } from '#web/parts/time/wall-clock.ts'

export type Column = {
  key: string
  date: string
  label: string
  sub: string
  entries: readonly CalendarEntry[]
}

/** The part of an entry on the column's date, in minutes of its clock. */
export type Part = NonNullable<ReturnType<typeof onDate>>

/** The entries and gaps of a day, by their start. */
export const inTime = (entries: readonly CalendarEntry[], gaps: readonly Gap[]) =>
  [
    ...entries.map((entry) => ({ at: entry.startsAt, entry })),
    ...gaps.map((gap) => ({ at: gap.startsAt, gap })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

export const daysOf = (entries: readonly CalendarEntry[], dates: readonly string[], zone: string): Column[] =>
  dates.map((date) => {
    const { weekday, day } = partsOfDate(date)
    const own = entries.filter(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone))
    return { key: date, date, label: `${weekday} ${day}`, sub: countText(own), entries: own }
  })

export const columnsOf = (entries: readonly CalendarEntry[], gaps: readonly Gap[], date: string): Column[] =>
  placesOf(entries, gaps).map(({ entries: own, ...place }) => ({
    ...place,
    date,
    sub: entries.length === 0 && gaps.length === 0 ? 'Libre' : countText(own),
    entries: own,
  }))

const countText = (entries: readonly CalendarEntry[]) => {
  const count = (wanted: CalendarEntry['layer'], one: string) => {
    const n = entries.filter(({ layer }) => layer === wanted).length
    return n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${one}s`]
  }
  return [...count('visit', 'cita'), ...count('class', 'clase')].join(', ') || 'Sin citas'
}
