import type { Slot } from '#contract/availability/slot.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shownHour } from '#contract/pricing/shown-price.ts'
import { dateIn, partsOfDate, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { serverNow } from '#web/server-clock.ts'

/** Of a link that is an hour of the next days, and of the grid in which some stand beside each other. */
export const hourClass =
  'flex min-h-14 flex-col items-center justify-center rounded-md border border-agave/60 px-2 py-1.5 text-center hover:border-agave hover:bg-agave-soft'
export const hoursClass = 'grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2'

/** What such an hour says: its day, its time, its price with the difference. */
export const HourFace = ({
  slot,
}: {
  slot: Pick<Slot, 'startsAt' | 'totalCents' | 'price'> & { zone: string }
}) => {
  const { cents, difference } = shownHour(slot)
  return (
    <>
      <span className="text-sm">{dayText(slot.startsAt, slot.zone)}</span>
      <span className="figures font-semibold text-agave">{timeOf(slot.startsAt, slot.zone)}</span>
      <span className="figures text-sm text-muted">{formatCents(cents)}</span>
      {difference === null ? null : <span className="text-xs text-muted">{difference.text}</span>}
      {zoneLabel(slot.zone) === null ? null : <span className="sr-only">, {zoneLabel(slot.zone)}</span>}
    </>
  )
}

const dayText = (instant: string, zone: string) => {
  const date = dateIn(instant, zone)
  if (date === dateIn(serverNow(), zone)) return 'Hoy'
  const { weekday, day } = partsOfDate(date)
  return `${weekday} ${day}`
}
