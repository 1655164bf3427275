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
  <header className="grid grid-cols-[1fr_auto] items-center gap-x-4 sm:gap-y-1">
    <p className="eyebrow col-start-1 row-start-1 text-barro">{date === today ? 'Hoy' : title}</p>
    <h1 className="col-start-1 row-start-2 text-3xl first-letter:uppercase max-sm:col-span-2">
      {longDate(date)}
    </h1>
    <div className="col-start-2 row-start-1 sm:row-end-3 sm:self-end">
      <DateSteps date={date} days={1} showsToday={date === today} to={to} todayAt={to(today)} />
    </div>
  </header>
)
