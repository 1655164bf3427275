/** Dates and times as read in Mexico, in the zone of the place. */
import { monthNames, weekdayNames } from '#contract/platform/day-names.ts'

const partsIn = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/** "viernes 20 de noviembre" */
export const longDate = (at: Date, zone: string) => {
  const clock = partsIn(at, zone)
  return `${weekdayNames[clock.dayOfWeek - 1]} ${clock.day} de ${monthNames[clock.month - 1]}`
}

/** "18:30" */
export const clockTime = (at: Date, zone: string) => {
  const { hour, minute } = partsIn(at, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** The wall clock at the place as PostgreSQL's `timestamp` reads it: "2026-11-20T18:30:00". */
export const localStart = (at: Date, zone: string) =>
  partsIn(at, zone).toPlainDateTime().toString({ smallestUnit: 'second' })

/** The calendar date at the place. */
export const localDate = (at: Date, zone: string) => partsIn(at, zone).toPlainDate().toString()
