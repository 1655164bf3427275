import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, longDate } from '#web/parts/time/wall-clock.ts'

/** The screens that show one day at a time. */
type DayLink = {
  to: '/professional-appointments' | '/host-availability'
  search: { date?: string; view?: 'day' | 'codes' }
}

/** The title of a day, with the days before and after. */
export const DayHead = ({
  title,
  date,
  today,
  to,
}: {
  title: string
  date: string
  today: string
  /** The link to the same screen on another date. */
  to: (date: string) => DayLink
}) => (
  <header className="flex flex-wrap items-end justify-between gap-4">
    <div className="flex flex-col gap-1">
      <p className="eyebrow text-barro">{date === today ? 'Hoy' : title}</p>
      <h1 className="text-3xl first-letter:uppercase">{longDate(date)}</h1>
    </div>
    <nav aria-label="Días" className="flex items-center gap-1">
      <Step to={to(addDays(date, -1))} label="Día anterior">
        <ChevronLeft aria-hidden />
      </Step>
      {date === today ? null : (
        <Link
          {...to(today)}
          className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-jacaranda hover:bg-sunk"
        >
          Hoy
        </Link>
      )}
      <Step to={to(addDays(date, 1))} label="Día siguiente">
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  </header>
)

const Step = ({ to, label, children }: { to: DayLink; label: string; children: ReactNode }) => (
  <Link
    {...to}
    aria-label={label}
    className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunk [&_svg]:size-5"
  >
    {children}
  </Link>
)
