import type { Booking } from '#contract/booking/booking.ts'
import { Appointment } from '#web/parts/booking/visit/appointment.tsx'
import { OtherClock } from '#web/parts/time/other-clock.tsx'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** An appointment beside its hour. `isShown`: a notice led to it, so it is brought into view. */
export const VisitRow = ({
  booking: one,
  isShown = false,
  station,
  among,
}: {
  booking: Booking
  isShown?: boolean
  station?: string | undefined
  among?: readonly string[]
}) => (
  <div
    {...(isShown ? { ref: bringVisitIn, 'aria-current': 'true' as const } : {})}
    className={classNames(
      '@container scroll-mt-24',
      isShown && 'rounded-lg ring-2 ring-jacaranda ring-offset-4 ring-offset-plaster',
    )}
  >
    {/* The hour is beside the card only where the card leaves room for characters of twice the size. */}
    <div className="grid grid-cols-1 gap-x-5 gap-y-2 @lg:grid-cols-[4.5rem_minmax(0,1fr)]">
      <p className="figures pt-5 font-display text-xl font-semibold @lg:text-right">
        {timeOf(one.startsAt, one.zone)}
        <span className="block font-sans text-sm font-normal text-muted @max-lg:ml-2 @max-lg:inline">
          {timeOf(one.endsAt, one.zone)}
        </span>
        <OtherClock
          instant={one.startsAt}
          zone={one.zone}
          className="block font-sans text-sm leading-snug font-normal text-muted @max-lg:ml-2 @max-lg:inline"
        />
      </p>
      <Appointment booking={one} station={station} {...(among === undefined ? {} : { among })} />
    </div>
  </div>
)

const bringVisitIn = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'start' })
