import { Link, type LinkOptions } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAhead } from '#web/pending.ts'
import { dateRequested } from '#web/search-params.ts'
import { monthsFrom, sameDayIn } from '#web/parts/time/month-keys.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'

/**
 * Previous, next and today for days, weeks or months. A step counts from the date that is being navigated to: three presses while a day
 * loads go three days ahead.
 */
export const DateSteps = <To extends LinkOptions>({
  date,
  days,
  showsToday,
  to,
  todayAt,
}: {
  date: string
  /** The size of a step. */
  days: 1 | 7 | 'month'
  showsToday: boolean
  /** The same screen on another date. */
  to: (date: string) => To
  todayAt: To
}) => {
  const ahead = useAhead((search) => dateRequested(search['date']))
  const from = ahead ?? date
  const { what, several } = words[days]
  const moved = (by: 1 | -1) =>
    days === 'month' ? sameDayIn(monthsFrom(from.slice(0, 7), by), from) : addDays(from, by * days)
  return (
    <nav aria-label={several} className="flex items-center gap-1">
      <Step to={to(moved(-1))} label={`${what} anterior`}>
        <ChevronLeft aria-hidden />
      </Step>
      {showsToday ? null : (
        <Link
          {...todayAt}
          aria-label="Volver a hoy"
          className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-jacaranda-deep hover:bg-sunk"
        >
          Hoy
        </Link>
      )}
      <Step to={to(moved(1))} label={`${what} siguiente`}>
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  )
}

const words = {
  1: { what: 'Día', several: 'Días' },
  7: { what: 'Semana', several: 'Semanas' },
  month: { what: 'Mes', several: 'Meses' },
} as const

const Step = ({ to, label, children }: { to: LinkOptions; label: string; children: ReactNode }) => (
  <Link
    {...to}
    aria-label={label}
    className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunk [&_svg]:size-5"
  >
    {children}
  </Link>
)
