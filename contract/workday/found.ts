/** What a professional or a host looks for in the working day: a person, or a booking. docs/workday/moving-about.md. */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, Text, Uuid, Zone } from '#contract/platform/shapes.ts'

/** So many of each kind at most. */
export const mostFound = 6

export const Found = z.object({
  /** For a professional a client of hers; for a host who has an agreement with one of their spaces, with the agreement's id. */
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** The telephone of a client, or the space of an agreement; empty where there is none. */
      note: z.string(),
    }),
  ),
  /** Whatever comes first, then the latest of what is over. */
  bookings: z.array(
    z.object({
      id: Uuid,
      /** The client's for a professional, the professional's for a host. */
      name: z.string(),
      /** The service, or for a host the unit. */
      what: z.string(),
      startsAt: Instant,
      /** The date at the place. */
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
  summary: 'My clients or partners and bookings by a part of a name, a telephone, a service or a unit',
  access: 'account',
  query: z.object({ q: Text(80), as: z.enum(['professional', 'host']) }),
  reply: Found,
  refusals: ['role_not_available', 'invalid_input'],
})
