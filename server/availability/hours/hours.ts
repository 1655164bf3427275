/** Converts the wall-clock rules of a place to instants.
 *
 * On the two nights when the clock changes: a place is open at an instant if and only if the clock on its wall then shows a time inside
 * a stated window. So a window in the missing hour is shorter or gone, one that covers the repeated hour lasts its real, longer time,
 * and one that begins or ends inside the repeated hour is open in both passes, exactly while the clock shows its hours. No minute
 * outside the stated hours is ever open. */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { append, type Intervals } from '#server/availability/zone/intervals.ts'
import { dayOf, spanAt, weekdayOf, type ZoneTable } from '#server/availability/zone/zone.ts'

/** Minutes of the wall clock, from 0 to 1440, half-open. */
export type Window = { readonly fromMinute: number; readonly toMinute: number }
/** Monday = 1. */
export type WeeklyWindow = Window & { readonly weekday: number }
/** Replaces the weekly windows of its date; no window means closed. */
export type HoursException = { readonly date: string; readonly windows: readonly Window[] }
export type Hours = {
  readonly weekly: readonly WeeklyWindow[]
  readonly exceptions: readonly HoursException[]
}

/** The part of one window of one date in which the clock runs evenly. Slots of the window are counted from `anchor`, its first instant. */
export type Stretch = {
  readonly day: number
  readonly anchor: number
  readonly start: number
  readonly end: number
}

/** Every stretch of the dates from `fromDay` to `toDay`, both included, in order of time. */
export const stretches = (
  hours: Hours,
  table: ZoneTable,
  fromDay: number,
  toDay: number,
): readonly Stretch[] => {
  const windowsOf = windowsByDay(hours)
  const found: Stretch[] = []
  // No zone is more than 14 hours from UTC: a day either side covers every instant of the requested dates.
  const lastSpan = spanAt(table, (toDay + 2) * dayMs)
  for (let span = spanAt(table, (fromDay - 1) * dayMs); span <= lastSpan; span++) {
    const offset = table.offsets[span] ?? 0
    const spanStart = table.starts[span] ?? -Infinity
    const spanEnd = table.starts[span + 1] ?? Infinity
    const first = Math.max(fromDay, Math.floor((spanStart + offset) / dayMs))
    const last = Math.min(toDay, Math.floor((spanEnd + offset) / dayMs))
    for (let day = first; day <= last; day++) {
      for (const window of windowsOf(day)) {
        const opens = day * dayMs + window.fromMinute * minuteMs - offset
        const closes = day * dayMs + window.toMinute * minuteMs - offset
        const start = opens > spanStart ? opens : spanStart
        const end = closes < spanEnd ? closes : spanEnd
        if (start >= end) continue
        const anchor =
          start - spanStart < 2 * dayMs
            ? firstInstant(table, span, start, opens + offset, closes + offset)
            : start
        found.push({ day, anchor, start, end })
      }
    }
  }
  return found
}

/** The first instant at which the clock shows a window that is open at `start`: earlier if a repeated hour opened it before. */
const firstInstant = (
  table: ZoneTable,
  span: number,
  start: number,
  opens: number,
  closes: number,
): number => {
  if (span === 0) return start
  const offset = table.offsets[span - 1] ?? 0
  const earlier = Math.max(opens - offset, table.starts[span - 1] ?? -Infinity)
  const end = Math.min(closes - offset, table.starts[span] ?? -Infinity)
  return earlier < end ? firstInstant(table, span - 1, earlier, opens, closes) : start
}

/** The complete open time: windows that touch, even at midnight, are one interval. */
export const openDuring = (stretches: readonly Stretch[]): Intervals => {
  const open: number[] = []
  for (const { start, end } of stretches) append(open, start, end)
  return open
}

const windowsByDay = ({ weekly, exceptions }: Hours) => {
  const byWeekday: (readonly Window[])[] = []
  for (const window of weekly) byWeekday[window.weekday] = [...(byWeekday[window.weekday] ?? []), window]
  byWeekday.forEach((windows, weekday) => (byWeekday[weekday] = inOrder(windows)))
  if (exceptions.length === 0) return (day: number) => byWeekday[weekdayOf(day)] ?? closed
  const byDate = new Map<number, readonly Window[]>()
  for (const { date, windows } of exceptions) byDate.set(dayOf(date), inOrder(windows))
  return (day: number) => byDate.get(day) ?? byWeekday[weekdayOf(day)] ?? closed
}

const closed: readonly Window[] = []

/** Sorted, with overlapping windows joined; windows that only touch stay separate, each with its own grid of slots. */
const inOrder = (windows: readonly Window[]): readonly Window[] => {
  if (windows.length < 2) return windows
  const joined: Window[] = []
  for (const window of [...windows].sort((a, b) => a.fromMinute - b.fromMinute)) {
    const last = joined.at(-1)
    if (last && window.fromMinute < last.toMinute)
      joined[joined.length - 1] = {
        fromMinute: last.fromMinute,
        toMinute: Math.max(last.toMinute, window.toMinute),
      }
    else joined.push(window)
  }
  return joined
}
