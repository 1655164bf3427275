import { Link, type LinkOptions } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { DaySum } from '#web/parts/booking/calendar/day-sum.ts'
import { looks } from '#web/parts/booking/calendar/look.ts'
import { startAt, useMonthFocus, weekday, weekOf, weeksFrom } from '#web/parts/time/month-keys.ts'
import { durationText, longDate, monthName, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Before all dates that can be shown. */
const long = '0001-01-01'

/**
 * A month of a calendar: each day shows how much is on it and whether time is left, and leads to that day. One stop of the Tab key; arrows
 * by day and week, Home and End to the ends of a week, Page Up and Page Down by month, Enter opens.
 */
export const MonthOfDays = ({
  date,
  today,
  sumOf,
  words,
  to,
  onMonth,
}: {
  /** The chosen date; its month is shown. */
  date: string
  today: string
  /** Undefined: not known yet. */
  sumOf: (date: string) => DaySum | undefined
  /** The word for a visit on this side. */
  words: Words
  to: (date: string) => LinkOptions
  onMonth: (month: string) => void
}) => {
  const month = date.slice(0, 7)
  const { stop, focused, onKeyDown } = useMonthFocus({
    month,
    onMonth,
    first: long,
    last: undefined,
    chosen: date,
  })
  return (
    <div className="flex flex-col gap-3">
      <div
        role="grid"
        aria-label={monthName(month)}
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        <div role="row" className="grid grid-cols-7 border-b border-line">
          {weekOf(`${month}-01`).map((one) => (
            <span
              key={one}
              role="columnheader"
              aria-label={weekday(one)}
              className="py-1.5 text-center text-[0.8125rem] font-medium text-muted"
            >
              {partsOfDate(one).weekday}
            </span>
          ))}
        </div>
        {weeksFrom(long, month).map((dates) => (
          <div key={dates[0]} role="row" className="grid grid-cols-7 not-last:border-b not-last:border-line">
            {dates.map((one) => (
              <div
                key={one}
                role="gridcell"
                aria-selected={one === date}
                className={classNames('border-l border-line first:border-l-0', startAt(one))}
              >
                <DayCell
                  date={one}
                  sum={sumOf(one)}
                  words={words}
                  to={to(one)}
                  isToday={one === today}
                  isOver={one < today}
                  isStop={one === stop}
                  takesFocus={one === focused}
                  onKeyDown={onKeyDown}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
      <MonthLegend words={words} />
    </div>
  )
}

/** [one, several] */
export type Words = { visit: readonly [string, string] }

const counted = (n: number, [one, several]: readonly [string, string]) => `${n} ${n === 1 ? one : several}`
const rentWords = ['renta', 'rentas'] as const
const classWords = ['clase', 'clases'] as const

/** "3 citas, 1 renta, 2 h 30 min libres", for screen readers. */
const textOf = (sum: DaySum | undefined, words: Words, isOver: boolean) => {
  if (sum === undefined) return ''
  const parts = [
    sum.visits > 0 ? counted(sum.visits, words.visit) : '',
    sum.classes > 0 ? counted(sum.classes, classWords) : '',
    sum.rents > 0 ? counted(sum.rents, rentWords) : '',
    isOver ? '' : freeText(sum),
  ].filter((text) => text !== '')
  return parts.length === 0 ? 'nada' : parts.join(', ')
}

const freeText = ({ openMinutes, freeMinutes }: DaySum) =>
  openMinutes === 0
    ? 'cerrado'
    : freeMinutes === 0
      ? 'sin tiempo libre'
      : `${durationText(freeMinutes)} libres`

const DayCell = ({
  date,
  sum,
  words,
  to,
  isToday,
  isOver,
  isStop,
  takesFocus,
  onKeyDown,
}: {
  date: string
  sum: DaySum | undefined
  words: Words
  to: LinkOptions
  isToday: boolean
  isOver: boolean
  isStop: boolean
  takesFocus: boolean
  onKeyDown: (event: KeyboardEvent) => void
}) => {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  return (
    <Link
      {...to}
      ref={link}
      tabIndex={isStop ? 0 : -1}
      data-date={date}
      onKeyDown={onKeyDown}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'flex min-h-19 flex-col gap-0.5 p-1 text-xs leading-tight -outline-offset-3 hover:bg-jacaranda-soft sm:min-h-26 sm:p-2 sm:text-sm',
        isOver && 'text-muted',
      )}
    >
      <span className="sr-only">
        {[longDate(date), isToday ? 'hoy' : '', textOf(sum, words, isOver)].filter(Boolean).join(', ')}
      </span>
      <span aria-hidden className="contents">
        <span
          className={classNames(
            'figures flex size-6 items-center justify-center rounded-full font-semibold',
            isToday && 'bg-jacaranda text-on-jacaranda',
          )}
        >
          {Number(date.slice(8))}
        </span>
        {sum === undefined ? null : <DayLines sum={sum} words={words} isOver={isOver} />}
      </span>
    </Link>
  )
}

/** An icon and a number on a phone, with its word on a wider screen. */
const DayLines = ({ sum, words, isOver }: { sum: DaySum; words: Words; isOver: boolean }) => (
  <>
    <Count n={sum.visits} look={looks.booking} words={words.visit} />
    <Count n={sum.classes} look={looks.class} words={classWords} />
    <Count n={sum.rents} look={looks.rent} words={rentWords} />
    {isOver ? null : (
      <span
        className={classNames(
          'figures mt-auto',
          sum.openMinutes > 0 && sum.freeMinutes > 0 ? 'font-semibold text-agave' : 'text-muted',
        )}
      >
        <span className="sm:hidden">{shortFree(sum)}</span>
        <span className="hidden sm:inline">{freeText(sum)}</span>
      </span>
    )}
  </>
)

/** "2½ h", "45 m": fits a seventh of a phone's width. */
const shortFree = ({ openMinutes, freeMinutes }: DaySum) => {
  if (openMinutes === 0) return '–'
  if (freeMinutes === 0) return 'lleno'
  if (freeMinutes < 60) return `${freeMinutes} m`
  return `${Math.floor(freeMinutes / 60)}${freeMinutes % 60 >= 30 ? '½' : ''} h`
}

const Count = ({ n, look, words }: { n: number; look: string; words: readonly [string, string] }) =>
  n === 0 ? null : (
    <span className="flex items-center gap-1">
      <span aria-hidden className={classNames('size-2.5 shrink-0 rounded-xs', look)} />
      <span className="figures font-semibold">{n}</span>
      <span className="hidden truncate sm:inline">{words[n === 1 ? 0 : 1]}</span>
    </span>
  )

/** The meaning of the icons on a phone. */
const MonthLegend = ({ words }: { words: Words }) => (
  <ul aria-label="Qué dice cada día" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted sm:hidden">
    {[
      { look: looks.booking, text: words.visit[1] },
      { look: looks.class, text: classWords[1] },
      { look: looks.rent, text: rentWords[1] },
    ].map(({ look, text }) => (
      <li key={text} className="flex items-center gap-1.5">
        <span aria-hidden className={classNames('size-3 rounded-xs', look)} />
        {text}
      </li>
    ))}
    <li>
      <span className="font-semibold text-agave">2½ h</span> libres
    </li>
    <li>– cerrado</li>
  </ul>
)
