import { MapPinCheckInside } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { arrivalWords } from '#web/parts/booking/summary/arrival-words.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

type Arrived = Pick<
  Booking,
  'checkedInAt' | 'checkInMethod' | 'professionalArrivedAt' | 'professionalArrivalMethod' | 'status' | 'zone'
>

/** When a party arrived and how that was registered; before the visit begins, that the professional is there. */
export const ArrivedBy = ({ booking: one }: { booking: Arrived }) => {
  const text =
    one.checkedInAt !== null
      ? saying('Llegó', one.checkedInAt, one.checkInMethod, one.zone)
      : one.professionalArrivedAt !== null && one.status === 'confirmed'
        ? saying('Quien atiende ya está', one.professionalArrivedAt, one.professionalArrivalMethod, one.zone)
        : null
  if (text === null) return null
  return (
    <p className="flex items-center gap-2 text-[0.9375rem] text-muted">
      <MapPinCheckInside aria-hidden className="size-4 shrink-0" />
      {text}
    </p>
  )
}

const saying = (who: string, at: string, method: Booking['checkInMethod'] | undefined, zone: string) =>
  [`${who}, ${timeOf(at, zone)}`, method ? arrivalWords[method] : ''].filter(Boolean).join(' · ')
