/** The home of a client who is signed in: what is next, what waits, and the next hours of the people they go to. */
import * as z from 'zod/mini'
import { Slot } from '#contract/availability/slot.ts'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, SignedToken, Zone } from '#contract/platform/shapes.ts'

/** The first start of a day that is for sale. Without a token there is something to choose first: options, or the address of a home. */
const NextHour = z.extend(Slot, { serviceId: Id, zone: Zone, token: z.nullable(SignedToken) })
export type NextHour = z.output<typeof NextHour>

export const ClientHome = z.object({
  /** Confirmed or in progress, the soonest. */
  next: z.nullable(Booking),
  /** What waits for an answer or a payment, the soonest first; without `next`. At most three. */
  waiting: z.array(Booking),
  /** The last visit with each professional who receives bookings, and the first hours of the same visit in two weeks. At most three. */
  again: z.array(z.object({ visit: Booking, hours: z.array(NextHour) })),
  /** Saved professionals with an hour within seven days, without those of `again`. At most three. */
  saved: z.array(
    z.object({
      professional: z.object({
        id: Id,
        firstName: z.string(),
        lastName: z.string(),
        profileImageUrl: z.nullable(z.string()),
      }),
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
