/** Time in the slow test engines: the wall-clock time at each single minute. */
import { minuteMs } from '#contract/platform/duration.ts'
import type { Hours, Window } from '#server/availability/hours/hours.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'

const readings = new Map<string, Map<number, { date: string; weekday: number; minuteOfDay: number }>>()
export const reading = (zone: string, instant: number) => {
  const known = readings.get(zone) ?? new Map()
  readings.set(zone, known)
  const found = known.get(instant)
  if (found) return found
  const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  const shown = {
    date: wall.toPlainDate().toString(),
    weekday: wall.dayOfWeek,
    minuteOfDay: wall.hour * 60 + wall.minute,
  }
  known.set(instant, shown)
  return shown
}
const windowsAt = (hours: Hours, zone: string, instant: number): readonly Window[] => {
  const { date, weekday } = reading(zone, instant)
  return (
    hours.exceptions.find((exception) => exception.date === date)?.windows ??
    hours.weekly.filter((window) => window.weekday === weekday)
  )
}
const isShown = (window: Window, zone: string, instant: number) => {
  const { minuteOfDay } = reading(zone, instant)
  return window.fromMinute <= minuteOfDay && minuteOfDay < window.toMinute
}
export const isOpen = (hours: Hours, zone: string, instant: number) =>
  windowsAt(hours, zone, instant).some((window) => isShown(window, zone, instant))
export const isBusy = (busy: Intervals, instant: number) =>
  busy.some((start, index) => index % 2 === 0 && start <= instant && instant < (busy[index + 1] ?? 0))
export const minutesOf = (start: number, end: number) =>
  Array.from({ length: Math.max(0, (end - start) / minuteMs) }, (_, index) => start + index * minuteMs)
export const minutesOfDate = (zone: string, date: string) => {
  const begins = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone })
  const ends = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime({ timeZone: zone })
  return minutesOf(begins.epochMilliseconds, ends.epochMilliseconds)
}

/** The minutes in which each window of a date is shown. */
export const shownIn = (hours: Hours, zone: string, date: string) => {
  const minutes = minutesOfDate(zone, date)
  const windows = minutes[0] === undefined ? [] : windowsAt(hours, zone, minutes[0])
  return windows.map((window) => minutes.filter((instant) => isShown(window, zone, instant)))
}

export const later = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()

/** Every start of the grid of each window of a date, from the first minute in which it is shown. */
export const evenGridOf = ({ zone, professional, service }: Snapshot, date: string) =>
  shownIn(professional.hours, zone, date)
    .flatMap((shown) =>
      shown.filter((instant) => (instant - (shown[0] ?? 0)) % (service.stepMinutes * minuteMs) === 0),
    )
    .sort((a, b) => a - b)
