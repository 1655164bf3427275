import { Plus } from 'lucide-react'
import {
  claimKinds,
  type Timeline as View,
  type TimelineSpace,
  type TimelineUnit,
} from '#contract/booking/agenda/timeline.ts'
import { kindsIn, occupancyOf, place, hourShare, type Hours } from '#web/parts/booking/timeline/layout.ts'
import { looks } from '#web/parts/booking/calendar/look.ts'
import { partsOfDate } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

const hourList = ({ from, to }: Hours) => Array.from({ length: to - from }, (_, index) => from + index)

export const TimelineHead = ({
  dates,
  hours,
  today,
}: {
  dates: readonly string[]
  hours: Hours
  today: string
}) => (
  <div aria-hidden className="sticky top-0 z-20 flex border-b border-line bg-surface">
    <span className="sticky left-0 z-10 w-28 shrink-0 bg-surface sm:w-40" />
    <div className="grid flex-1" style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}>
      {dates.map((date) => {
        const { weekday, day } = partsOfDate(date)
        return (
          <div
            key={date}
            className={classNames('border-l border-line pt-2', date === today && 'bg-jacaranda-soft')}
          >
            <p
              className={classNames(
                'px-2 text-sm',
                date === today ? 'font-bold text-jacaranda-deep' : 'font-semibold',
              )}
            >
              {weekday} {day}
            </p>
            <div className="relative h-5">
              {hourList(hours).map((hour) => {
                const at = place({ from: hour * 60, to: hour * 60 + 60 }, hours)
                return at === null ? null : (
                  <span
                    key={hour}
                    className="figures absolute pl-1 text-[0.6875rem] text-muted"
                    style={{ left: at.left }}
                  >
                    {hour}
                  </span>
                )
              })}
            </div>
          </div>
        )
      })}
    </div>
  </div>
)

export const UnitName = ({ space, unit }: { space: TimelineSpace; unit: TimelineUnit }) => {
  const { share } = occupancyOf(space, unit)
  const percent = Math.round(share * 100)
  return (
    <div className="sticky left-0 z-10 flex w-28 shrink-0 flex-col justify-center gap-1 bg-surface px-3 py-2 sm:w-40 sm:px-4">
      <h3 className="truncate font-sans text-[0.9375rem] max-sm:text-sm font-semibold tracking-normal">
        {unit.name}
      </h3>
      <p className="flex items-center gap-2 text-xs text-muted">
        <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunk">
          <span className="drawn block h-full rounded-full bg-agave" style={{ width: `${percent}%` }} />
        </span>
        <span className="figures">{unit.active ? `${percent} %` : 'sin uso'}</span>
        <span className="sr-only">de sus horas abiertas reservado</span>
      </p>
    </div>
  )
}

/** The booked share of each hour, drawn; the list of quiet hours below gives it in words. */
export const HourShares = ({
  space,
  dates,
  hours,
  dead,
}: {
  space: TimelineSpace
  dates: readonly string[]
  hours: Hours
  dead: (spaceId: number, date: string, hour: number) => boolean
}) => (
  <div aria-hidden className="flex border-t border-line">
    <p className="sticky left-0 z-10 w-28 shrink-0 bg-surface px-3 py-1.5 text-xs text-muted sm:w-40 sm:px-4">
      Por hora
    </p>
    <div className="grid flex-1" style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}>
      {dates.map((date) => (
        <div key={date} className="flex h-8 items-end border-l border-line">
          {hourList(hours).map((hour) => {
            const { share, open, booked } = hourShare(space, date, hour)
            const quiet = share !== null && dead(space.id, date, hour)
            return (
              <span
                key={hour}
                title={
                  share === null
                    ? undefined
                    : `${hour}:00 · ${Math.round((booked / open) * 100)} % reservado${quiet ? ' · hora muerta' : ''}`
                }
                className={classNames('flex h-full flex-1 items-end', quiet && 'bg-maiz-soft')}
              >
                {share === null ? null : (
                  <span
                    className="drawn w-full bg-agave"
                    style={{ height: `${Math.max(share === 0 ? 0 : 8, share * 100)}%` }}
                  />
                )}
              </span>
            )
          })}
        </div>
      ))}
    </div>
  </div>
)

/** `isRows`: with the shares of each hour, drawn only where units are rows. */
export const Legend = ({ timeline, isRows }: { timeline: View; isRows: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
    <ul aria-label="Qué significa cada color" className="flex flex-wrap gap-x-4 gap-y-2">
      {kindsIn(timeline).map((kind) => (
        <li key={kind} className="flex items-center gap-2">
          <span aria-hidden className={classNames('h-4 w-6 rounded-xs', looks[kind])} />
          {claimKinds[kind]}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <span aria-hidden className="timeline-stripes h-4 w-6 rounded-xs bg-sunk" />
        Fuera de horario
      </li>
      {isRows ? (
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-4 w-6 rounded-xs bg-maiz-soft" />
          Hora muerta
        </li>
      ) : null}
    </ul>
    <p className="hidden lg:block">
      <Plus aria-hidden className="mr-1 inline size-4" />
      Toca un hueco para bloquearlo. Teclado: flechas recorren, Entrar abre, M mueve.
    </p>
  </div>
)
