/** Labels of booking statuses. Separate file, because the booking pages need none of them. */
import { type BookingStatus, endedStatuses } from '#contract/booking/booking-status.ts'

export const bookingStatuses: Readonly<Record<BookingStatus, string>> = {
  held: 'Apartada',
  awaiting_payment: 'Falta pagar',
  requested: 'Solicitada',
  confirmed: 'Confirmada',
  in_progress: 'En curso',
  to_settle: 'Por cerrar',
  completed: 'Completada',
  closed: 'Completada',
  expired: 'Venció',
  declined: 'Rechazada',
  cancelled_by_client: 'Cancelada por el cliente',
  cancelled_by_professional: 'Cancelada por el profesional',
  cancelled_by_host: 'Cancelada por el espacio',
  cancelled_by_platform: 'Cancelada por Kalli',
  client_no_show: 'No asistió',
  professional_no_show: 'El profesional no llegó',
}

type Party = 'client' | 'professional' | 'host'

/** For the party itself, what it did or did not do is phrased in the second person. */
const own: Readonly<Record<Party, Partial<Record<BookingStatus, string>>>> = {
  client: { cancelled_by_client: 'La cancelaste', client_no_show: 'No asististe' },
  professional: { cancelled_by_professional: 'La cancelaste', professional_no_show: 'No llegaste' },
  host: { cancelled_by_host: 'La cancelaste' },
}

/** The label as that party reads it; `null`: a viewer who is no party. */
export const statusFor = (status: BookingStatus, party: Party | null): string =>
  (party === null ? undefined : own[party][status]) ?? bookingStatuses[status]

/** The only action left is to book again. */
export const isOver = (status: BookingStatus): boolean => over.has(status)

const over: ReadonlySet<BookingStatus> = new Set([...endedStatuses, 'to_settle', 'completed'])
