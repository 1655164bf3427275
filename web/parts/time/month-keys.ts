/** The weeks of a month, and keyboard navigation through them: WAI-ARIA's date grid. */
import { useState, type KeyboardEvent } from 'react'
import { addDays, longDate } from '#web/parts/time/wall-clock.ts'

/** The one date in the tab order, and the handling of keys. */
export const useMonthFocus = ({
  month,
  onMonth,
  first,
  last,
  chosen,
}: {
  month: string
  onMonth: (month: string) => void
  /** Dates outside are not reachable; undefined: unlimited. */
  first: string
  last: string | undefined
  chosen: string | undefined
}) => {
  /** The date reached by arrow keys: only they move the focus. */
  const [at, setAt] = useState<{ date: string; byKeys: boolean }>()
  const within = (date: string) =>
    date < first ? first : last !== undefined && date > last && last >= first ? last : date
  const isHere = (date: string | undefined): date is string => date?.startsWith(month) === true
  const stop = isHere(at?.date) ? at.date : isHere(chosen) ? chosen : within(`${month}-01`)
  const reach = (date: string) => {
    const next = within(date)
    setAt({ date: next, byKeys: true })
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }
  const turn = (months: number) => {
    setAt(undefined)
    onMonth(monthsFrom(month, months))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, stop)
    if (to === undefined) return
    event.preventDefault()
    reach(to)
  }
  return {
    stop,
    focused: at?.byKeys === true ? at.date : undefined,
    choose: (date: string) => setAt({ date, byKeys: false }),
    turn,
    onKeyDown,
  }
}

/** "viernes" */
export const weekday = (date: string) => longDate(date).split(' ')[0]
/** "2026-11", shifted by this many months. */
export const monthsFrom = (month: string, months: number) => {
  const [year = 0, one = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The last date of a month. */
export const endOf = (month: string) => addDays(`${monthsFrom(month, 1)}-01`, -1)
export const datesOfMonth = (month: string) =>
  Array.from({ length: Number(endOf(month).slice(8)) }, (_, days) => addDays(`${month}-01`, days))

/** The same day of another month, or its last. */
export const sameDayIn = (month: string, date: string) => {
  const end = endOf(month)
  const same = `${month}-${date.slice(8)}`
  return same > end ? end : same
}

/** Monday is 0. */
const dayOfWeek = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
/** The seven dates of a date's week, from Monday. */
export const weekOf = (date: string) =>
  Array.from({ length: 7 }, (_, day) => addDays(date, day - dayOfWeek(date)))
/** The dates of a month by week, without past weeks. */
export const weeksFrom = (first: string, month: string) => {
  const weeks: string[][] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) {
    if (weeks.length === 0 || dayOfWeek(date) === 0) weeks.push([])
    weeks.at(-1)?.push(date)
  }
  return weeks.filter((dates) => (dates.at(-1) ?? '') >= first)
}

/** The grid column of the first of a month; undefined for other dates, which follow it. */
export const startAt = (date: string) => (date.endsWith('-01') ? starts[dayOfWeek(date)] : undefined)
const starts = [
  'col-start-1',
  'col-start-2',
  'col-start-3',
  'col-start-4',
  'col-start-5',
  'col-start-6',
  'col-start-7',
] as const

const targetOf = (key: string, from: string): string | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1)
    case 'ArrowRight':
      return addDays(from, 1)
    case 'ArrowUp':
      return addDays(from, -7)
    case 'ArrowDown':
      return addDays(from, 7)
    case 'Home':
      return addDays(from, -dayOfWeek(from))
    case 'End':
      return addDays(from, 6 - dayOfWeek(from))
    case 'PageUp':
      return sameDayIn(monthsFrom(from.slice(0, 7), -1), from)
    case 'PageDown':
      return sameDayIn(monthsFrom(from.slice(0, 7), 1), from)
    default:
      return undefined
  }
}
