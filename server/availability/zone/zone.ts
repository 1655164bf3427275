/** Wall-clock time of a zone as arithmetic. Each zone's offset changes are read once from Temporal into a table; nothing here or in the
 * engine uses Temporal, Intl or Date again, nor knows the process's TZ.
 *
 * Two words: an *instant* is epoch milliseconds; a *reading* is what the clock on the wall shows, in milliseconds as if it were UTC. A
 * *day* is a date as whole days since 1970-01-01. */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { daysBefore1970, spanAt, type ZoneTable } from '#contract/platform/clock.ts'

export { dayOf, spanAt, weekdayOf, type ZoneTable } from '#contract/platform/clock.ts'

const firstYear = Date.UTC(2000, 0, 1)
const lastYear = Date.UTC(2100, 0, 1)
const tables = new Map<string, ZoneTable>()

/** The offsets of a zone from 2000 to 2100; before and after, those of the ends. An unknown zone throws RangeError. */
export const zoneTable = (zone: string): ZoneTable => {
  const known = tables.get(zone)
  if (known) return known
  const starts = [-Infinity]
  let moment: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(firstYear).toZonedDateTimeISO(zone)
  const offsets = [moment.offsetNanoseconds / 1e6]
  while ((moment = moment.getTimeZoneTransition('next')) && moment.epochMilliseconds < lastYear) {
    starts.push(moment.epochMilliseconds)
    offsets.push(moment.offsetNanoseconds / 1e6)
  }
  const table = { starts, offsets }
  tables.set(zone, table)
  return table
}

/** What the clock on the wall shows at an instant. */
export const readingAt = (table: ZoneTable, instant: number) =>
  instant + (table.offsets[spanAt(table, instant)] ?? 0)

/** The local date of an instant. */
export const dayAt = (table: ZoneTable, instant: number) => Math.floor(readingAt(table, instant) / dayMs)

/** The first instant at which the clock shows a reading or later. */
export const instantAt = (table: ZoneTable, reading: number) => firstAtOrAfter(table, reading)

/** The first instant of a local date: after midnight when the clock jumps over it. */
export const startOfDay = (table: ZoneTable, day: number) => firstAtOrAfter(table, day * dayMs)

/** The first instant whose reading is `reading` or, in a missing hour, the instant at which it ends. */
const firstAtOrAfter = (table: ZoneTable, reading: number) => {
  for (let span = spanAt(table, reading - dayMs); ; span++) {
    const start = table.starts[span] ?? Infinity
    const end = table.starts[span + 1] ?? Infinity
    const instant = Math.max(reading - (table.offsets[span] ?? 0), start)
    if (instant < end) return instant
  }
}

/** A day to 'YYYY-MM-DD': the inverse of dayOf. */
export const dateOf = (day: number) => {
  const fromMarch0 = day + daysBefore1970
  const era = Math.floor(fromMarch0 / daysIn400Years)
  const dayOfEra = fromMarch0 - era * daysIn400Years
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + 400 * era + (month < 3 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`
}

/** An instant as ISO 8601 in UTC: equal to `toISOString` for whole minutes but cheaper, which matters for hundreds of slots. */
export const isoOf = (instant: number) => {
  const day = Math.floor(instant / dayMs)
  const end = endings[(instant - day * dayMs) / minuteMs]
  if (end === undefined) return new Date(instant).toISOString()
  if (day !== lastDay) {
    lastDay = day
    lastDate = dateOf(day)
  }
  return lastDate + end
}
let lastDay = Number.NaN
let lastDate = ''

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`)
const endings = Array.from(
  { length: 1440 },
  (_, minute) => `T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00.000Z`,
)

const daysIn400Years = 146_097
