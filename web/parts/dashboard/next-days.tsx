import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { NextDays } from '#contract/booking/next-days.ts'
import { durationText, longDate, partsOfDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'

type Day = NextDays['days'][number]

/** A row per day: occupancy as a bar and as text, and who comes; links to the day by unit. */
export const NextDaysFigure = ({ days }: { days: NextDays['days'] }) => (
  <ol className="flex flex-col divide-y divide-line">
    {days.map((day) => (
      <li key={day.date}>
        <Link
          {...paths.hostAvailability({ date: day.date, view: 'day' })}
          className="-mx-2 flex min-h-12 items-center gap-3 rounded-md px-2 py-1.5 leading-snug hover:bg-sunk"
        >
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="flex items-baseline justify-between gap-x-3">
              <span className="font-semibold first-letter:uppercase">
                <span aria-hidden>{shortDate(day.date)}</span>
                <span className="sr-only">{longDate(day.date)} </span>
              </span>
              <span className="figures text-[0.9375rem] text-muted">{hoursOf(day)} </span>
            </span>
            <span className="flex items-center gap-x-3">
              <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-full bg-sunk">
                <span
                  className="block h-full rounded-full bg-jacaranda"
                  style={{ width: `${share(day) * 100}%` }}
                />
              </span>
              {day.bookings === 0 ? null : (
                <span className="max-w-[65%] truncate text-sm text-muted">{whoOf(day)}</span>
              )}
            </span>
          </span>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
        </Link>
      </li>
    ))}
  </ol>
)

/** "dom 29 nov" */
const shortDate = (date: string) => {
  const { weekday, day, month } = partsOfDate(date)
  return `${weekday} ${day} ${month}`
}

const share = ({ openMinutes, bookedMinutes }: Day) =>
  openMinutes === 0 ? (bookedMinutes === 0 ? 0 : 1) : Math.min(1, bookedMinutes / openMinutes)

const hoursOf = ({ openMinutes, bookedMinutes }: Day) =>
  openMinutes === 0 && bookedMinutes === 0
    ? 'Cerrado'
    : bookedMinutes === 0
      ? `Nada rentado de ${durationText(openMinutes)}`
      : `${durationText(bookedMinutes)} de ${durationText(openMinutes)}`

const whoOf = ({ bookings, who, others }: Day) =>
  `${bookings === 1 ? '1 reserva' : `${bookings} reservas`}: ${who.join(', ')}${others === 0 ? '' : ` y ${others} más`}`
