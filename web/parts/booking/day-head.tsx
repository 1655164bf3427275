import type { LinkOptions } from '@tanstack/react-router'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'

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
  to: (date: string) => LinkOptions
}) => (
  <header className="flex flex-wrap items-end justify-between gap-4">
    <div className="flex flex-col gap-1">
      <p className="eyebrow text-barro">{date === today ? 'Hoy' : title}</p>
      <h1 className="text-3xl first-letter:uppercase">{longDate(date)}</h1>
    </div>
    <DateSteps date={date} days={1} showsToday={date === today} to={to} todayAt={to(today)} />
  </header>
)
