import { Link } from '@tanstack/react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { isOver } from '#contract/booking/status.ts'
import { wholeOf } from '#web/parts/booking/summary/shell.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Books the whole visit again, once it is over or did not take place. */
export default function BookAgain({ booking }: { booking: Booking }) {
  return isOver(booking.status) ? (
    <Link {...paths.booking(wholeOf(booking))} className={buttonClass({ tone: 'quiet', size: 'small' })}>
      Volver a reservar
    </Link>
  ) : null
}
