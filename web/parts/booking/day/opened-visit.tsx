import type { Booking } from '#contract/booking/booking.ts'
import { AppointmentDetails, nameOf } from '#web/parts/booking/visit/appointment.tsx'
import { VisitSheet } from '#web/parts/booking/visit/visit-sheet.tsx'
import { shortOf, timeOf } from '#web/parts/time/wall-clock.ts'

/** All details of a professional's visit in a sheet over its list. */
export const OpenedVisit = ({
  opened,
  listed,
  station,
  among,
  onClose,
}: {
  opened: Booking
  listed: Booking | undefined
  station?: string | undefined
  among?: readonly string[] | undefined
  onClose: () => void
}) => (
  <VisitSheet
    opened={opened}
    listed={listed}
    as="professional"
    title={`${nameOf(opened)}, ${shortOf((listed ?? opened).startsAt, opened.zone)}`}
    onClose={onClose}
  >
    {(one) => (
      <>
        <p className="figures -mb-2 font-semibold first-letter:uppercase">
          {shortOf(one.startsAt, one.zone)}
          <span className="text-muted"> – {timeOf(one.endsAt, one.zone)}</span>
        </p>
        <AppointmentDetails booking={one} station={station} among={among} />
      </>
    )}
  </VisitSheet>
)
