import { Link } from '@tanstack/react-router'
import { mondayOf, weekText } from '#web/parts/booking/calendar/on-date.ts'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { weekOf } from '#web/parts/time/month-keys.ts'
import { longDate, monthName, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The zoom level. */
export type Zoom = 'hour' | 'day' | 'week' | 'month'

const zooms = [
  { value: 'hour', label: 'Hora', step: 1 },
  { value: 'day', label: 'Día', step: 1 },
  { value: 'week', label: 'Semana', step: 7 },
  { value: 'month', label: 'Mes', step: 'month' },
] as const

const titleOf = (zoom: Zoom, date: string) => {
  if (zoom === 'month') return monthName(date.slice(0, 7))
  return zoom === 'week' ? weekText(mondayOf(date)) : longDate(date)
}

/** The shown days and zoom, and the links to others. */
export const BoardHeader = ({
  zoom,
  date,
  dates,
  today,
  at = {},
}: {
  zoom: Zoom
  date: string
  dates: readonly string[]
  today: string
  /** The zoom in the address: links to other dates keep it. */
  at?: { zoom?: Zoom } | undefined
}) => {
  const isHere = zoom === 'month' ? date.slice(0, 7) === today.slice(0, 7) : dates.includes(today)
  return (
    <header className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto_auto]">
      <p className="eyebrow col-start-1 text-barro">{isHere ? 'Hoy' : 'Calendario'}</p>
      <h1 className="col-span-2 col-start-1 row-start-2 text-3xl first-letter:uppercase sm:col-span-1">
        {titleOf(zoom, date)}
      </h1>
      <nav
        aria-label="Acercamiento"
        className="no-print col-span-2 col-start-1 row-start-3 mt-2 flex flex-wrap gap-1 rounded-md bg-sunk p-1 sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:mt-0"
      >
        {zooms.map(({ value, label }) => (
          <Link
            key={value}
            {...paths.hostAvailability({ zoom: value, date })}
            aria-current={value === zoom ? 'true' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center justify-center rounded-sm px-3 font-semibold max-sm:flex-1 sm:px-4',
              value === zoom ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="no-print col-start-2 row-start-1 sm:col-start-3 sm:row-start-2">
        <DateSteps
          date={date}
          days={zooms.find(({ value }) => value === zoom)?.step ?? 1}
          showsToday={isHere}
          to={(day) => paths.hostAvailability({ ...at, date: day })}
          todayAt={paths.hostAvailability(at)}
        />
      </div>
    </header>
  )
}

/** The days of the week around a date. */
export const Days = ({
  date,
  today,
  at,
}: {
  date: string
  today: string
  at: { zoom?: Zoom | undefined }
}) => (
  <nav aria-label="Días de la semana" className="grid grid-cols-7 gap-1 lg:hidden">
    {weekOf(date).map((day) => {
      const parts = partsOfDate(day)
      return (
        <Link
          key={day}
          {...paths.hostAvailability({ ...at, date: day })}
          aria-current={day === date ? 'date' : undefined}
          className={classNames(
            'flex min-h-12 flex-col items-center justify-center rounded-md text-sm',
            day === date
              ? 'bg-jacaranda font-semibold text-on-jacaranda'
              : day === today
                ? 'bg-jacaranda-soft'
                : 'hover:bg-sunk',
          )}
        >
          <span className="sr-only">{longDate(day)}</span>
          <span aria-hidden>{parts.weekday}</span>
          <span aria-hidden className="figures font-semibold">
            {parts.day}
          </span>
        </Link>
      )
    })}
  </nav>
)
