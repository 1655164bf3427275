import { Link, type LinkOptions } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAhead } from '#web/pending.ts'
import { dateRequested } from '#web/search-params.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'

/**
 * Back and forth through the days or weeks of a screen, and back to today. A step counts from the date to which one is already on the
 * way: pressed three times while a day still loads, it goes three days.
 */
export const DateSteps = <To extends LinkOptions>({
  date,
  days,
  showsToday,
  to,
  todayAt,
}: {
  date: string
  /** How many a step is. */
  days: 1 | 7
  showsToday: boolean
  /** The same screen on another date. */
  to: (date: string) => To
  todayAt: To
}) => {
  const ahead = useAhead((search) => dateRequested(search['date']))
  const from = ahead ?? date
  const what = days === 1 ? 'Día' : 'Semana'
  return (
    <nav aria-label={`${what}s`} className="flex items-center gap-1">
      <Step to={to(addDays(from, -days))} label={`${what} anterior`}>
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
      <Step to={to(addDays(from, days))} label={`${what} siguiente`}>
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  )
}

const Step = ({ to, label, children }: { to: LinkOptions; label: string; children: ReactNode }) => (
  <Link
    {...to}
    aria-label={label}
    className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunk [&_svg]:size-5"
  >
    {children}
  </Link>
)
