import type { Booking } from '#contract/booking/booking.ts'
import { VisitDetails } from '#web/parts/booking/visit/booking-card.tsx'
import { VisitSheet } from '#web/parts/booking/visit/visit-sheet.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'

/** All details of a client's visit in a sheet over the list. `listed`: the list's version of it. */
export default function ClientVisitSheet({
  opened,
  listed,
  token,
  onClose,
}: {
  opened: Booking
  listed: Booking | undefined
  token: string | undefined
  onClose: () => void
}) {
  return (
    <VisitSheet
      opened={opened}
      listed={listed}
      as="client"
      token={token}
      title={`${opened.service.name}, ${shortOf((listed ?? opened).startsAt, opened.zone)}`}
      onClose={onClose}
    >
      {(one) => <VisitDetails booking={one} token={token} />}
    </VisitSheet>
  )
}
