/**
 * Bookings that await acceptance (product.md §4, B3 and B6–B8): secured but not charged, with the time of all parties
 * held until the requested party answers. The moves are in the table of contract/booking/booking.ts.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Zone } from '#contract/platform/shapes.ts'
import { Slot } from '#contract/availability/slot.ts'

/** Reasons to decline a request; the client reads the sentence. */
export const declineReasons = {
  no_time: 'Ese horario ya no me queda libre.',
  not_offered: 'No ofrezco lo que necesitas.',
  too_far: 'No puedo llegar a ese lugar a esa hora.',
  more_time: 'Necesito más tiempo para prepararme.',
  personal: 'Tuve un imprevisto personal.',
} as const
export const DeclineReason = z.enum(['no_time', 'not_offered', 'too_far', 'more_time', 'personal'])
export type DeclineReason = z.output<typeof DeclineReason>

/** The same for a host, about their place. */
export const hostDeclineReasons: Readonly<Record<DeclineReason, string>> = {
  no_time: 'El espacio ya no está libre a esa hora.',
  not_offered: 'Ese servicio no se puede dar en el espacio.',
  too_far: 'El espacio no recibe a esa hora.',
  more_time: 'El espacio necesita más tiempo para prepararse.',
  personal: 'El espacio tuvo un imprevisto.',
}

/** Parties who may have to answer beside the client. */
const RequestedSide = z.enum(['professional', 'host'])

/** Other questions a professional or a host must answer, each with its deadline (product.md §3 and §4, B9, B12, B16, B17 and B20). */
export const RequestParams = z.object({
  kind: z.enum(['change', 'rescue', 'absence', 'dispute', 'overtime']),
  deadline: Instant,
  booking: Booking,
})
export type RequestParams = z.output<typeof RequestParams>

export const requests = endpoint({
  method: 'GET',
  path: '/api/bookings/requests',
  summary: 'List requests that await an answer, most urgent first, with the share answered in time',
  access: 'account',
  query: z.object({ role: RequestedSide }),
  reply: z.object({
    bookings: z.array(Booking),
    /** For a host: proposed changes of visits; the rest is among their tasks (contract/figures/figures.ts). */
    others: z.array(RequestParams),
    /** The professional's own requests that wait only for the host. */
    awaited: z.array(Booking),
    /** Requests of the last ninety days: answered by the viewer, and lapsed without an answer. */
    answered: z.int(),
    missed: z.int(),
  }),
  refusals: ['role_not_available'],
})

export const acceptRequest = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/accept',
  summary: 'Accept a request: the last acceptance confirms it, and it is charged when due',
  access: 'account',
  params: OneBooking,
  body: z.object({ as: RequestedSide, version: z.int() }),
  reply: Booking,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'stale_version',
    'slot_taken',
    'slot_not_available',
    'payment_in_progress',
  ],
})

export const declineRequest = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/decline',
  summary: 'Decline a request: nothing is charged and the time is free again',
  access: 'account',
  params: OneBooking,
  body: z.object({ as: RequestedSide, version: z.int(), reason: DeclineReason }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version'],
})

export const alternatives = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/alternatives',
  summary: 'List the three nearest slots of the same service for the client of a declined request',
  access: 'anyone',
  params: OneBooking,
  query: z.object({ t: z.optional(z.string().check(z.maxLength(600))) }),
  reply: z.object({ zone: Zone, slots: z.array(Slot) }),
  limit: 'slots',
  refusals: ['not_found'],
})
