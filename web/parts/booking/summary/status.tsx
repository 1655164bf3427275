import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { statusFor } from '#contract/booking/status.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Readonly<Record<BookingStatus, BadgeTone>> = {
  held: 'maiz',
  awaiting_payment: 'maiz',
  requested: 'maiz',
  confirmed: 'agave',
  in_progress: 'jacaranda',
  to_settle: 'maiz',
  completed: 'agave',
  closed: 'plain',
  expired: 'plain',
  declined: 'chile',
  cancelled_by_client: 'plain',
  cancelled_by_professional: 'chile',
  cancelled_by_host: 'chile',
  cancelled_by_platform: 'chile',
  client_no_show: 'chile',
  professional_no_show: 'chile',
}

/**
 * The state of a booking, in a word, as `as` sees it; null: a list of the business or of staff. Not "Confirmada" while its place is lost
 * and an answer is due.
 */
export const BookingBadge = ({
  status,
  as,
  rescue = null,
}: {
  status: BookingStatus
  as: Parameters<typeof statusFor>[1]
  rescue?: object | null
}) =>
  status === 'confirmed' && rescue !== null ? (
    <Badge tone="maiz">Otro lugar por aceptar</Badge>
  ) : (
    <Badge tone={tones[status]}>{statusFor(status, as)}</Badge>
  )
