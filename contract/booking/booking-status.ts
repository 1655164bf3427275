/** The states of a booking. */
import * as z from 'zod/mini'

export const BookingStatus = z.enum([
  'held',
  'awaiting_payment',
  'requested',
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
  'expired',
  'declined',
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
  'client_no_show',
  'professional_no_show',
])
export type BookingStatus = z.output<typeof BookingStatus>

/** Final statuses; such bookings have no claims. */
export const endedStatuses: readonly BookingStatus[] = [
  'closed',
  'expired',
  'declined',
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
  'client_no_show',
  'professional_no_show',
]
