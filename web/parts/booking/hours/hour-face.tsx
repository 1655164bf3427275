import type { Slot } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shownHour } from '#contract/pricing/shown-price.ts'
import { addDays, dateIn, partsOfDate, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { serverNow } from '#web/server-clock.ts'

const shape =
  'flex w-full flex-col items-center justify-center rounded-md border px-2 py-1.5 text-center leading-tight transition-colors'
const free = 'border-agave/60 bg-surface hover:border-agave hover:bg-agave-soft'

/** For links to an hour of the next days, and for the grid in which some are side by side. */
export const hourClass = classNames(shape, free, 'min-h-14')
export const hoursClass = 'grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2'
/** The same look for a button that chooses it. */
export const hourButtonClass = (on: boolean) =>
  classNames(shape, 'min-h-12', on ? 'border-jacaranda bg-jacaranda text-on-jacaranda' : free)

/** The content of an hour's link or button: its day, time, price with the difference, free seats, place and service. */
export const HourFace = ({
  slot,
  hasDay = true,
  hasTime = true,
  hasPrice = true,
  where,
  service,
  on = false,
}: {
  slot: Pick<Slot, 'startsAt' | 'totalCents' | 'price' | 'seats'> & { zone: string }
  /** Otherwise the day is shown above, for all hours. */
  hasDay?: boolean
  /** Otherwise the time is shown beside, for all places. */
  hasTime?: boolean
  /** Otherwise all cost the list price, which is shown with the service. */
  hasPrice?: boolean
  where?: string | undefined
  /** The held service, part of the accessible name: it is shown above. */
  service?: string | undefined
  /** Whether it is chosen. */
  on?: boolean
}) => {
  const { cents, difference } = shownHour(slot)
  const muted = on ? '' : 'text-muted'
  const place =
    where === undefined ? null : (
      <span className={hasTime ? classNames('text-xs', muted) : 'text-[0.9375rem] font-medium'}>{where}</span>
    )
  const label = hasTime ? zoneLabel(slot.zone) : null
  return (
    <>
      {hasDay && hasTime ? <span className="text-sm">{dayText(slot.startsAt, slot.zone)}</span> : null}
      {hasTime ? (
        <span className={classNames('figures font-semibold', on ? '' : 'text-agave')}>
          {timeOf(slot.startsAt, slot.zone)}
        </span>
      ) : (
        place
      )}
      {hasPrice ? <span className={classNames('figures text-sm', muted)}>{formatCents(cents)}</span> : null}
      {difference === null ? null : <span className={classNames('text-xs', muted)}>{difference.text}</span>}
      {slot.seats ? (
        <span className={classNames('text-xs', muted)}>
          {slot.seats.left} de {slot.seats.of} libres
        </span>
      ) : null}
      {hasTime ? place : null}
      {label === null ? null : <span className="sr-only">, {label}</span>}
      {service === undefined ? null : <span className="sr-only">, {service}</span>}
    </>
  )
}

/** "Hoy", the weekday with its day, and with its month where ambiguous. */
export const dayText = (instant: string, zone: string) => {
  const [date, today] = [dateIn(instant, zone), dateIn(serverNow(), zone)]
  if (date === today) return 'Hoy'
  const { weekday, day, month } = partsOfDate(date)
  return date < addDays(today, 28) ? `${weekday} ${day}` : `${weekday} ${day} ${month}`
}
