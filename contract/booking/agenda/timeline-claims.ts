/**
 * What takes a unit's time, as sent and as read. A month of a large business is thousands of visits: fields shared by visits of one
 * professional are sent once, and the rest of each is a short row. The screen expands them with `claimsOf`.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { Id, SlotInstant, Uuid } from '#contract/platform/shapes.ts'
import { minuteMs } from '#contract/platform/duration.ts'

/** The booking as far as a host may see it: the professional, the service, and the client's first name. */
const BookedBy = z.object({
  id: Uuid,
  version: z.int(),
  status: BookingStatus,
  professionalId: Id,
  professional: z.string(),
  /** Absent for rented hours without a visit. */
  service: z.optional(z.string()),
  client: z.nullable(z.string()),
  rentCents: z.int(),
  /** Number of people; absent for one. */
  persons: z.optional(z.int()),
  /** Requested by the host's own desk. */
  desk: z.boolean(),
  /** For rented hours: paid by hand at the desk. */
  cash: z.optional(z.boolean()),
})

const BlockedBy = z.object({
  id: Id,
  version: z.int(),
  reason: z.string(),
  author: z.string(),
  /** The closure it belongs to: it is removed with it. */
  closureId: z.nullable(Id),
})

export const SentClaim = z.object({
  kind: z.enum(['booking', 'rent', 'hold', 'block', 'maintenance', 'closure', 'class', 'external']),
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  /** Preparation and cleaning around it, if any: that time is unavailable to others. */
  busyFrom: z.optional(SlotInstant),
  busyUntil: z.optional(SlotInstant),
  booking: z.optional(BookedBy),
  block: z.optional(BlockedBy),
  /** When the hold lapses. */
  expiresAt: z.optional(SlotInstant),
  /** For a class: its professional and service; its clients are not disclosed here. */
  professional: z.optional(z.string()),
  professionalId: z.optional(Id),
  service: z.optional(z.string()),
})
export type SentClaim = z.output<typeof SentClaim>

/**
 * One visit: booking id, version, start in minutes since 1970 (UTC), minutes, minutes reserved before and after it, rent in centavos, the
 * client's first name, and for several people how many. A row instead of an object, since field names and instant texts were two thirds
 * of a month.
 */
const VisitRow = z.tuple([
  Uuid,
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.nullable(z.string()),
  z.optional(z.int()),
])

/** Visits in one unit for one service of one professional, in one status, either all or none from the desk. */
export const VisitsAlike = z.object({
  professionalId: Id,
  professional: z.string(),
  service: z.string(),
  status: BookingStatus,
  desk: z.boolean(),
  each: z.array(VisitRow),
})
export type VisitsAlike = z.output<typeof VisitsAlike>

/** Weekly hours in which the unit is reserved for a team member (by name) or closed (null) while the place is open. */
export const SavedHours = z.object({
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  name: z.nullable(z.string()),
})
export type SavedHours = z.output<typeof SavedHours>

/** A claim as drawn. `team`: unbooked reserved time; `shut`: closed. Neither is offered to others, nor stored as a claim. */
export type TimelineClaim = Omit<SentClaim, 'kind'> & {
  kind: SentClaim['kind'] | 'team' | 'shut'
  reservedFor?: string
}

export type SentUnit = {
  visits: readonly VisitsAlike[]
  claims: readonly SentClaim[]
  reserved: readonly SavedHours[]
}

const atMinute = (minute: number) => new Date(minute * minuteMs).toISOString()

/** All claims on a unit's time, visits included, in no particular order. */
export const claimsOf = ({ visits, claims, reserved: saved }: SentUnit): TimelineClaim[] => {
  const taken = [...visits.flatMap(visitsOf), ...claims]
  return [...taken, ...savedFree(saved, taken)]
}

const visitsOf = ({ each, ...shared }: VisitsAlike) =>
  each.map(([id, version, start, minutes, before, after, rentCents, client, persons]): SentClaim => {
    const end = start + minutes
    return {
      kind: 'booking',
      startsAt: atMinute(start),
      endsAt: atMinute(end),
      ...(before > 0 ? { busyFrom: atMinute(start - before) } : {}),
      ...(after > 0 ? { busyUntil: atMinute(end + after) } : {}),
      booking: { id, version, client, rentCents, ...(persons === undefined ? {} : { persons }), ...shared },
    }
  })

/** A claim with its preparation and cleaning, in epoch milliseconds. */
export const busySpan = (claim: Pick<SentClaim, 'startsAt' | 'endsAt' | 'busyFrom' | 'busyUntil'>) => ({
  from: Date.parse(claim.busyFrom ?? claim.startsAt),
  until: Date.parse(claim.busyUntil ?? claim.endsAt),
})

const savedFree = (saved: readonly SavedHours[], taken: readonly SentClaim[]): TimelineClaim[] => {
  if (saved.length === 0) return []
  const busy = taken.map(busySpan).toSorted((a, b) => a.from - b.from)
  return saved.flatMap(({ startsAt, endsAt, name }) => {
    const end = Date.parse(endsAt)
    const pieces: TimelineClaim[] = []
    let from = Date.parse(startsAt)
    for (const next of [...busy, { from: end, until: end }]) {
      const to = Math.min(next.from, end)
      if (to > from) {
        const span = { startsAt: new Date(from).toISOString(), endsAt: new Date(to).toISOString() }
        pieces.push(name === null ? { kind: 'shut', ...span } : { kind: 'team', ...span, reservedFor: name })
      }
      from = Math.max(from, next.until)
    }
    return pieces
  })
}
