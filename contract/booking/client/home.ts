/** The home of a client who is signed in: what is next, what waits, and the next hours of the people they go to. */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, Zone } from '#contract/platform/shapes.ts'
import { modalities } from '#contract/service/modality.ts'

/** The first start of a day. */
const NextHour = z.object({
  startsAt: Instant,
  serviceId: Id,
  /** At which space; null: at the professional's own place, at home or online. */
  spaceId: z.nullable(Id),
  how: z.enum(modalities),
})
export type NextHour = z.output<typeof NextHour>

export const ClientHome = z.object({
  /** Confirmed or in progress, the soonest. */
  next: z.nullable(Booking),
  /** What waits for an answer or a payment, the soonest first; without `next`. At most three. */
  waiting: z.array(Booking),
  /** The last visit with each professional who receives bookings, and the first hours of that service in two weeks. At most three. */
  again: z.array(z.object({ visit: Booking, hours: z.array(NextHour), zone: Zone })),
  /** Saved professionals with an hour within seven days, without those of `again`. At most three. */
  saved: z.array(
    z.object({
      professional: z.object({
        id: Id,
        firstName: z.string(),
        lastName: z.string(),
        profileImageUrl: z.nullable(z.string()),
      }),
      zone: Zone,
      /** With the name of the service of each. */
      hours: z.array(z.extend(NextHour, { service: z.string() })),
    }),
  ),
})
export type ClientHome = z.output<typeof ClientHome>

export const clientHome = endpoint({
  method: 'GET',
  path: '/api/bookings/home',
  summary: 'My next visit, what waits for me, and the next hours of the professionals whom I visit or saved',
  access: 'account',
  reply: ClientHome,
})
