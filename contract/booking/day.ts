/** Bookings of one day, for a host and for a professional. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate, Zone } from '#contract/platform/shapes.ts'
import { Booking } from '#contract/booking/booking.ts'

/** The host's day: utilization and income of each unit. */
export const HostDay = z.object({
  date: LocalDate,
  spaces: z.array(
    z.object({
      spaceId: Id,
      name: z.string(),
      zone: Zone,
      openMinutes: z.int(),
      units: z.array(
        z.object({
          unitId: Id,
          name: z.string(),
          /** Without the reserved hours of a team member that had no visit. */
          openMinutes: z.int(),
          bookedMinutes: z.int(),
          usedMinutes: z.int(),
          incomeCents: z.int(),
          bookings: z.array(Booking),
        }),
      ),
    }),
  ),
  /** How the host writes to those who come under an agreement. */
  talks: z.array(
    z.object({
      professionalId: Id,
      spaceId: Id,
      /** The conversation of its application or invitation; null for a member of the business. */
      about: z.nullable(z.object({ kind: z.enum(['application', 'invitation']), id: z.string() })),
      /** The telephone to which the host sent the invitation to the team, only where there is no conversation. */
      phone: z.nullable(z.string()),
    }),
  ),
  totals: z.object({
    bookedMinutes: z.int(),
    usedMinutes: z.int(),
    openMinutes: z.int(),
    /** Rent of the day less the platform's commission, settled or not. */
    expectedCents: z.int(),
    settledCents: z.int(),
  }),
})
export type HostDay = z.output<typeof HostDay>

export const hostDay = endpoint({
  method: 'GET',
  path: '/api/host/day',
  summary: 'Get use and income of own spaces on one date',
  access: 'host',
  query: z.object({ date: LocalDate }),
  reply: HostDay,
})

/** Figures of the professional's day. */
export const professionalDay = endpoint({
  method: 'GET',
  path: '/api/professional/day',
  summary: 'Get own appointments of one date and their earnings',
  access: 'professional',
  query: z.object({ date: LocalDate }),
  reply: z.object({
    date: LocalDate,
    zone: Zone,
    bookings: z.array(Booking),
    expectedCents: z.int(),
    settledCents: z.int(),
  }),
})
