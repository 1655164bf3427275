import type { Booking } from '#contract/booking/booking.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

type Registered = Pick<
  Booking,
  | 'professionalArrivedAt'
  | 'professionalArrivalReceivedAt'
  | 'checkedInAt'
  | 'checkInReceivedAt'
  | 'checkedOutAt'
  | 'checkOutReceivedAt'
  | 'zone'
>

/** Both times of a step registered offline, for all parties of the booking. */
export const RegisteredOffline = ({ booking: one }: { booking: Registered }) => (
  <>
    <Line
      what="Llegada de quien da el servicio"
      at={one.professionalArrivedAt}
      receivedAt={one.professionalArrivalReceivedAt}
      zone={one.zone}
    />
    <Line what="Llegada" at={one.checkedInAt} receivedAt={one.checkInReceivedAt} zone={one.zone} />
    <Line what="Salida" at={one.checkedOutAt} receivedAt={one.checkOutReceivedAt} zone={one.zone} />
  </>
)

const Line = ({
  what,
  at,
  receivedAt,
  zone,
}: {
  what: string
  at: string | null
  receivedAt: string | null
  zone: string
}) =>
  at === null || receivedAt === null ? null : (
    <p className="text-[0.9375rem] text-muted">
      {what} registrada sin conexión: a las {timeOf(at, zone)} según su equipo, recibida a las{' '}
      {timeOf(receivedAt, zone)}.
    </p>
  )
