import { clockText } from '#contract/platform/clock-text.ts'
import type { OpenNow } from '#contract/search/public-page.ts'
import { zoneLabel } from '#web/parts/time/wall-clock.ts'

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']

type Hours = {
  openNow: OpenNow
  zone: string
  weekly: readonly { weekday: number; fromMinute: number; toMinute: number }[]
}

/** The weekly hours, with today marked. The page's header says whether it is open now. */
export const OpeningHours = ({ of: place }: { of: Hours }) => {
  const label = zoneLabel(place.zone)
  return (
    <div className="flex max-w-md flex-col gap-3">
      <dl className="grid">
        {weekdays.map((name, at) => {
          const windows = place.weekly.filter(({ weekday }) => weekday === at + 1)
          const today = weekdayOf(place.openNow.today) === at + 1
          return (
            <div
              key={name}
              className={`flex justify-between gap-6 border-b border-line py-1.5 ${today ? 'font-semibold' : ''}`}
            >
              <dt>
                {name}
                {today ? <span className="sr-only"> (hoy)</span> : null}
              </dt>
              <dd className={`figures ${today ? '' : 'text-muted'}`}>
                {windows.length === 0
                  ? 'Cerrado'
                  : windows
                      .map(({ fromMinute, toMinute }) => `${clockText(fromMinute)} a ${clockText(toMinute)}`)
                      .join(', ')}
              </dd>
            </div>
          )
        })}
      </dl>
      {label === null ? null : <p className="text-sm text-muted">En {label}.</p>}
    </div>
  )
}

const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() || 7
