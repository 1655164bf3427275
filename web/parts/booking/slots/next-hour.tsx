import type { Slot } from '#contract/availability/slot.ts'
import type { HoursProps } from '#web/parts/booking/summary/hours-props.ts'
import { PriceOf } from '#web/parts/booking/slots/price-of.tsx'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'
import { dateIn, dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { serverNow } from '#web/server-clock.ts'

/** "Lo antes posible", as one button with the first slot. */
export const NextHour = ({
  slot,
  zone,
  where,
  way,
  chosen,
  onChoose,
}: {
  slot: Slot
  zone: string
  where: string
  /** The walking distance, if a start was given. */
  way: string | undefined
  chosen: Slot | undefined
  onChoose: HoursProps['onChoose']
}) => {
  const on = sameHour([slot], chosen) !== undefined
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChoose(slot)}
      className={classNames(
        'flex w-full items-baseline justify-between gap-3 rounded-md border px-4 py-2.5 text-left leading-snug transition-colors',
        on
          ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
          : 'border-agave bg-agave-soft hover:border-ink/50',
      )}
    >
      <span className="min-w-0">
        <span className="block text-sm font-semibold text-agave">
          Lo antes posible<span className="sr-only">: </span>
        </span>
        <span className="block font-semibold first-letter:uppercase">
          {isToday(slot.startsAt, zone) ? 'Hoy' : dayOf(slot.startsAt, zone)},{' '}
          <span className="figures">{timeOf(slot.startsAt, zone)}</span>
        </span>
        <span className="block text-[0.9375rem] text-muted">
          {[where, way, slot.seats && `${slot.seats.left} de ${slot.seats.of} lugares libres`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <PriceOf slot={slot} />
    </button>
  )
}

const isToday = (instant: string, zone: string) => dateIn(instant, zone) === dateIn(serverNow(), zone)
