/** Home screen of a signed-in client: the next visit, what waits, and the next hours of their professionals. */
import * as z from 'zod/mini'
import { Slot } from '#contract/availability/slot.ts'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, SignedToken, Zone } from '#contract/platform/shapes.ts'

/** The first available start of a day. Without a token, options or a home address must be chosen first. */
const NextHour = z.extend(Slot, { serviceId: Id, zone: Zone, token: z.nullable(SignedToken) })
export type NextHour = z.output<typeof NextHour>

export const ClientHome = z.object({
  /** The soonest confirmed or running visit. */
  next: z.nullable(Booking),
  /** Bookings that wait for an answer or a payment, the soonest first; without `next`. At most three. */
  waiting: z.array(Booking),
  /** The last visit with each professional who takes bookings, and the first hours for the same visit within two weeks. At most three. */
  again: z.array(z.object({ visit: Booking, hours: z.array(NextHour) })),
  /** Saved professionals with an hour within seven days, except those in `again`. At most three. */
  saved: z.array(
    z.object({
      professional: z.object({
        id: Id,
        firstName: z.string(),
        lastName: z.string(),
        profileImageUrl: z.nullable(z.string()),
      }),
      /** Each with the name of its service. */
      hours: z.array(z.extend(NextHour, { service: z.string() })),
    }),
  ),
})
export type ClientHome = z.output<typeof ClientHome>

export const clientHome = endpoint({
  method: 'GET',
  path: '/api/bookings/home',
  summary: 'Get the next visit, what awaits an answer, and the next slots of visited or saved professionals',
  access: 'account',
  reply: ClientHome,
})
