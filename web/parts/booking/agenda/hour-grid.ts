import { useId } from 'react'
import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { useNow } from '#web/parts/booking/calendar/use-now.ts'
import type { ToneOfEntry } from '#web/parts/booking/agenda/entry-look.ts'
import { daysOf, columnsOf } from '#web/parts/booking/agenda/grid-columns.ts'

/** Height of an hour: in a day, half an hour is large enough for a finger; a week is seen at once. */
const [dayRowPx, weekRowPx] = [88, 56]

/** The drawn columns and hours, and the position of each minute. */
export const useHourGrid = ({
  calendar,
  byPlace,
  entries,
  gaps,
  dates,
  toneOf,
}: {
  calendar: Calendar
  byPlace: boolean
  entries: readonly CalendarEntry[]
  gaps: readonly Gap[]
  dates: readonly string[]
  toneOf: ToneOfEntry
}) => {
  const { zone, open } = calendar
  const rowPx = byPlace ? dayRowPx : weekRowPx
  const helpId = useId()
  const columns = byPlace ? columnsOf(entries, gaps, dates[0] ?? '') : daysOf(entries, dates, zone)
  const spans = dates.flatMap((date) =>
    [...open, ...entries].flatMap(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) ?? []),
  )
  const clock = useNow(zone, dates)
  const first = Math.min(9, ...spans.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(19, ...spans.map(({ to }) => Math.ceil(to / 60)))
  // At night it opens at the first visit, and not at closed hours.
  const now = clock !== null && clock.minute >= first * 60 && clock.minute < last * 60 ? clock : null
  const hours = Array.from({ length: last - first }, (_, place) => first + place)
  const topOf = (minute: number) => ((minute - first * 60) / 60) * rowPx
  return { zone, helpId, columns, hours, rowPx, topOf, open, now, toneOf }
}

export type HourGrid = ReturnType<typeof useHourGrid>
