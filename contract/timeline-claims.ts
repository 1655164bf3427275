/**
 * What takes a unit's time, as it travels and as it is read. A month of a large house is thousands of visits: what those of one
 * professional share is said once, and the rest of each is a short row. Whoever draws them reads them by `claimsOf`.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking.ts'
import { Id, SlotInstant, Uuid } from '#contract/shapes.ts'

/** Whose booking it is, as far as a host may know: occupancy, the professional, and the client's first name. */
const BookedBy = z.object({
  id: Uuid,
  version: z.int(),
  status: BookingStatus,
  professional: z.string(),
  client: z.nullable(z.string()),
  rentCents: z.int(),
  /** The host's own desk asked for it. */
  desk: z.boolean(),
  /** Of rented hours: paid by hand at the desk. */
  cash: z.optional(z.boolean()),
})

const BlockedBy = z.object({
  id: Id,
  version: z.int(),
  reason: z.string(),
  author: z.string(),
  /** A piece of a closure: it goes with the closure. */
  closureId: z.nullable(Id),
})

export const TimelineClaim = z.object({
  kind: z.enum(['booking', 'rent', 'hold', 'block', 'maintenance', 'closure', 'external']),
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  /** Preparation and cleaning around it, when there are any: nobody else can have that time. */
  busyFrom: z.optional(SlotInstant),
  busyUntil: z.optional(SlotInstant),
  booking: z.optional(BookedBy),
  block: z.optional(BlockedBy),
  /** Of a hold: when it lapses. */
  expiresAt: z.optional(SlotInstant),
})
export type TimelineClaim = z.output<typeof TimelineClaim>

/**
 * One visit: booking id, version, start in minutes since 1970 (UTC), minutes, minutes kept before and after it, rent in centavos,
 * the client's first name. A row instead of an object, since names of fields and texts of instants were two thirds of a month.
 */
const VisitRow = z.tuple([Uuid, z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.nullable(z.string())])

/** Visits in one unit, by one professional, in one status, all or none of them from the desk. */
export const VisitsAlike = z.object({
  professional: z.string(),
  status: BookingStatus,
  desk: z.boolean(),
  each: z.array(VisitRow),
})
export type VisitsAlike = z.output<typeof VisitsAlike>

const atMinute = (minute: number) => new Date(minute * 60_000).toISOString()

/** All that takes a unit's time, its visits among it, in no promised order. */
export const claimsOf = (unit: {
  visits: readonly VisitsAlike[]
  claims: readonly TimelineClaim[]
}): TimelineClaim[] => [...unit.visits.flatMap(visitsOf), ...unit.claims]

const visitsOf = ({ each, ...shared }: VisitsAlike) =>
  each.map(([id, version, start, minutes, before, after, rentCents, client]): TimelineClaim => {
    const end = start + minutes
    return {
      kind: 'booking',
      startsAt: atMinute(start),
      endsAt: atMinute(end),
      ...(before > 0 ? { busyFrom: atMinute(start - before) } : {}),
      ...(after > 0 ? { busyUntil: atMinute(end + after) } : {}),
      booking: { id, version, client, rentCents, ...shared },
    }
  })
