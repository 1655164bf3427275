import { Link } from '@tanstack/react-router'
import { mondayOf, weekText } from '#web/parts/booking/calendar/on-date.ts'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { longDate, monthName } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'

export type AgendaView = 'day' | 'week' | 'month' | 'list'

const views = [
  { value: 'day', label: 'Día', step: 1 },
  { value: 'week', label: 'Semana', step: 7 },
  { value: 'month', label: 'Mes', step: 'month' },
  { value: 'list', label: 'Lista', step: 7 },
] as const

const titleOf = (view: AgendaView, date: string) => {
  if (view === 'day') return longDate(date)
  return view === 'month' ? monthName(date.slice(0, 7)) : weekText(mondayOf(date))
}

/** The shown days and view, and the links to others. */
export const AgendaHeader = ({
  view,
  date,
  dates,
  today,
  at,
}: {
  view: AgendaView
  date: string
  dates: readonly string[]
  today: string
  /** The view in the address: links to other dates keep it. */
  at: { view?: AgendaView }
}) => (
  <header className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto_auto]">
    <p className="eyebrow col-start-1 text-barro">Agenda avanzada</p>
    <h1 className="col-span-2 col-start-1 row-start-2 text-3xl first-letter:uppercase sm:col-span-1">
      {titleOf(view, date)}
    </h1>
    <nav
      aria-label="Vista"
      className="no-print col-span-2 col-start-1 row-start-3 mt-2 flex flex-wrap gap-1 rounded-md bg-sunk p-1 sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:mt-0"
    >
      {views.map(({ value, label }) => (
        <Link
          key={value}
          {...paths.calendar({ view: value, date })}
          aria-current={value === view ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center justify-center rounded-sm px-3 font-semibold max-sm:flex-1 sm:px-4',
            value === view ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
    <div className="no-print col-start-2 row-start-1 sm:col-start-3 sm:row-start-2">
      <DateSteps
        date={date}
        days={views.find(({ value }) => value === view)?.step ?? 7}
        showsToday={dates.includes(today)}
        to={(day) => paths.calendar({ ...at, date: day })}
        todayAt={paths.calendar(at)}
      />
    </div>
  </header>
)
