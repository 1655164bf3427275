import { CalendarDays } from 'lucide-react'
import { OtherClock } from '#web/parts/time/other-clock.tsx'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'

/** When a visit is, by the clock of its place, which is named where the viewer's differs. */
export const HourLine = ({
  booking: { startsAt, endsAt, zone },
}: {
  booking: { startsAt: string; endsAt: string; zone: string }
}) => (
  <>
    <CalendarDays aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
    <span>
      <span className="inline-block font-semibold first-letter:uppercase">{dayOf(startsAt, zone)}</span>{' '}
      <span className="figures">
        {timeOf(startsAt, zone)} a {timeOf(endsAt, zone)}
      </span>{' '}
      <OtherClock instant={startsAt} zone={zone} className="text-muted" />
    </span>
  </>
)
