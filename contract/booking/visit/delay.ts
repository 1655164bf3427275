/**
 * "Voy tarde": a party who comes late to a visit announces it with one tap, from two hours before until the tolerance
 * is over. It only informs the other party; the latest one counts. docs/booking/no-shows.md.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import type { Allowed } from '#contract/platform/allowed.ts'
import { minuteMs } from '#contract/platform/duration.ts'

/** After the start. Beyond the tolerance the other party may report a no-show, and the text shown with the choice says so. */
export const delayMinutes = [5, 10, 15, 20, 30] as const
export const delayOpensMinutes = 120
/** Per visit and side; after that the late party writes or calls. */
export const maxDelays = 6

type Visit = { kind: 'visit' | 'rent'; status: BookingStatus; startsAt: string; toleranceMinutes: number }

/** Whether a delay may be announced now. */
export const mayReportDelay = ({ kind, status, startsAt, toleranceMinutes }: Visit, now: Date): Allowed => {
  const minutes = (now.getTime() - Date.parse(startsAt)) / minuteMs
  const reason =
    kind !== 'visit' || status !== 'confirmed'
      ? 'El estado de la reserva no lo permite.'
      : minutes < -delayOpensMinutes
        ? `Puedes avisar desde ${delayOpensMinutes / 60} horas antes.`
        : minutes >= toleranceMinutes
          ? `Ya pasaron los ${toleranceMinutes} minutos de tolerancia.`
          : null
  return reason === null ? { allowed: true } : { allowed: false, reason }
}

/** Delays that can still be announced: an arrival cannot be in the past. */
export const delaysLeft = (startsAt: string, now: Date) =>
  delayMinutes.filter((minutes) => Date.parse(startsAt) + minutes * minuteMs > now.getTime())

export const reportDelay = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/delay',
  summary: 'Report a delay of the client or professional; the other is notified at once, the newest counts',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ as: z.enum(['client', 'professional']), minutes: z.literal([...delayMinutes]) }),
  reply: Booking,
  idempotent: true,
  limit: 'messages',
  refusals: ['not_found', 'move_not_allowed', 'invalid_input', 'too_many_requests'],
})
