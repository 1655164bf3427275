/** Search of a professional or host in the working day: for a person or a booking. docs/workday/moving-about.md. */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, Text, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Maximum per kind. */
export const maxFound = 6

export const Found = z.object({
  /** For a professional, her clients; for a host, professionals with an agreement, with the agreement's id. */
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** The client's telephone, or the space of an agreement; empty if there is none. */
      note: z.string(),
    }),
  ),
  /** Upcoming ones in order, then past ones, latest first. */
  bookings: z.array(
    z.object({
      id: Uuid,
      /** The client for a professional, the professional for a host. */
      name: z.string(),
      /** The service, or for a host the unit. */
      what: z.string(),
      startsAt: Instant,
      /** The local date at the place. */
      date: LocalDate,
      zone: Zone,
      status: BookingStatus,
    }),
  ),
})
export type Found = z.output<typeof Found>

export const findInWork = endpoint({
  method: 'GET',
  path: '/api/workday/found',
  summary: 'Find clients or partners and bookings by part of a name, telephone, service or unit',
  access: 'account',
  query: z.object({ q: Text(80), as: z.enum(['professional', 'host']) }),
  reply: Found,
  refusals: ['role_not_available', 'invalid_input'],
})
