import type { BookingStatus } from '#contract/booking.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const labels: Readonly<Record<BookingStatus, readonly [string, BadgeTone]>> = {
  held: ['Apartada', 'maiz'],
  awaiting_payment: ['Falta pagar', 'maiz'],
  requested: ['Solicitada', 'maiz'],
  confirmed: ['Confirmada', 'agave'],
  in_progress: ['En curso', 'jacaranda'],
  to_settle: ['Por cerrar', 'maiz'],
  completed: ['Completada', 'agave'],
  closed: ['Completada', 'plain'],
  expired: ['Venció', 'plain'],
  declined: ['Rechazada', 'chile'],
  cancelled_by_client: ['Cancelada por la clienta', 'plain'],
  cancelled_by_professional: ['Cancelada por el profesional', 'chile'],
  cancelled_by_host: ['Cancelada por el espacio', 'chile'],
  cancelled_by_platform: ['Cancelada por Kalli', 'chile'],
  client_no_show: ['No asistió', 'chile'],
  professional_no_show: ['El profesional no llegó', 'chile'],
}

/** The state of a booking, in a word. */
export const BookingBadge = ({ status }: { status: BookingStatus }) => {
  const [label, tone] = labels[status]
  return <Badge tone={tone}>{label}</Badge>
}
