import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { startAt, useMonthFocus, weekday, weekOf, weeksFrom } from '#web/parts/time/month-keys.ts'
import { longDate, monthName, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/button.tsx'

/** The state of a date; one that is off cannot be chosen, and its note is the reason. */
export type DateState = { note: string; look: 'free' | 'full' | 'off' | 'unknown' }

/**
 * A month to choose a date from, as WAI-ARIA's date grid: one tab stop, arrows by day and week, Home and End to the ends of the week, Page
 * Up and Page Down by month. Dates outside `first` to `last` are not reachable.
 */
export const MonthGrid = ({
  month,
  onMonth,
  first,
  last,
  today,
  chosen,
  onChoose,
  stateOf,
  busy,
}: {
  /** "2026-11" */
  month: string
  onMonth: (month: string) => void
  first: string
  /** Undefined: not known yet, so unlimited. */
  last: string | undefined
  today: string
  chosen: string | undefined
  onChoose: (date: string) => void
  stateOf: (date: string) => DateState
  busy: boolean
}) => {
  const { stop, focused, choose, turn, onKeyDown } = useMonthFocus({ month, onMonth, first, last, chosen })
  const isFirst = month <= first.slice(0, 7)
  const isLast = last !== undefined && month >= last.slice(0, 7)
  return (
    <div className="rounded-lg border border-line bg-surface p-2.5 sm:p-4">
      <MonthTurner month={month} isFirst={isFirst} isLast={isLast} onTurn={turn} />
      <div
        role="grid"
        aria-label={`Elige un día de ${monthName(month)}`}
        aria-busy={busy || undefined}
        className="mt-1 flex flex-col gap-0.5"
      >
        <div role="row" className={week}>
          {weekOf(`${month}-01`).map((date) => (
            <span
              key={date}
              role="columnheader"
              aria-label={weekday(date)}
              className="pb-1 text-center text-[0.8125rem] font-medium text-muted"
            >
              {partsOfDate(date).weekday}
            </span>
          ))}
        </div>
        {weeksFrom(first, month).map((dates) => (
          <div key={dates[0]} role="row" className={week}>
            {dates.map((date) => (
              <div key={date} role="gridcell" aria-selected={date === chosen} className={startAt(date)}>
                <DateButton
                  date={date}
                  state={stateOf(date)}
                  isChosen={date === chosen}
                  isToday={date === today}
                  isStop={date === stop}
                  takesFocus={date === focused}
                  onKeyDown={onKeyDown}
                  onChoose={() => {
                    choose(date)
                    onChoose(date)
                  }}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const MonthTurner = ({
  month,
  isFirst,
  isLast,
  onTurn,
}: {
  month: string
  isFirst: boolean
  isLast: boolean
  onTurn: (months: number) => void
}) => (
  <div className="flex items-center justify-between gap-2">
    <IconButton
      label={isFirst ? 'Mes anterior: ya pasó' : 'Mes anterior'}
      aria-disabled={isFirst || undefined}
      className={isFirst ? 'opacity-40' : ''}
      onClick={() => !isFirst && onTurn(-1)}
    >
      <ChevronLeft aria-hidden />
    </IconButton>
    <p aria-live="polite" className="font-display text-lg font-semibold first-letter:uppercase">
      {monthName(month)}
    </p>
    <IconButton
      label={isLast ? 'Mes siguiente: todavía no se reserva tan lejos' : 'Mes siguiente'}
      aria-disabled={isLast || undefined}
      className={isLast ? 'opacity-40' : ''}
      onClick={() => !isLast && onTurn(1)}
    >
      <ChevronRight aria-hidden />
    </IconButton>
  </div>
)

const week = 'grid grid-cols-7 gap-0.5'

const DateButton = ({
  date,
  state: { note, look },
  isChosen,
  isToday,
  isStop,
  takesFocus,
  onKeyDown,
  onChoose,
}: {
  date: string
  state: DateState
  isChosen: boolean
  isToday: boolean
  isStop: boolean
  takesFocus: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onChoose: () => void
}) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <button
      ref={button}
      type="button"
      data-date={date}
      tabIndex={isStop ? 0 : -1}
      aria-label={[longDate(date), isToday ? 'hoy' : '', note].filter(Boolean).join(', ')}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={look === 'off' || undefined}
      title={look === 'off' || look === 'full' ? note : undefined}
      onKeyDown={onKeyDown}
      onClick={look === 'off' ? undefined : onChoose}
      className={classNames(
        'figures flex min-h-12 w-full flex-col items-center justify-center gap-1 rounded-md leading-none transition-colors',
        isChosen
          ? 'bg-jacaranda font-semibold text-on-jacaranda'
          : look === 'free'
            ? 'font-semibold text-ink hover:bg-jacaranda-soft'
            : look === 'off'
              ? 'cursor-default text-muted opacity-60'
              : 'text-muted hover:bg-sunk',
      )}
    >
      <span className={classNames(isToday && 'underline decoration-2 underline-offset-4')}>
        {Number(date.slice(8))}
      </span>
      <span
        aria-hidden
        className={classNames(
          'size-1.5 rounded-full',
          look === 'free' ? (isChosen ? 'bg-on-jacaranda' : 'bg-agave') : 'bg-transparent',
        )}
      />
    </button>
  )
}
