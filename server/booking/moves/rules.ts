/** The numeric rules of a booking's life. Pure; the numbers come from product.md §3. */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { requestMinMinutes, requestMaxHours } from '#contract/booking/moves.ts'
import type { Claim } from '#server/availability/block/claim-statement.ts'
import { equipmentUnitsOf } from '#server/availability/offer/equipment.ts'

/** How long a time is held while the client pays. */
export const holdMinutes = 10
/** Once, while the bank authenticates the payer (3-D Secure). */
export const prolongMinutes = 5
/** How long a quote to cancel is valid. */
export const cancelQuoteMinutes = 10
/** Hours after the end at which a booking completes by itself: sooner when the arrival was registered. */
export const completeAfterHours = { checkedIn: 2, unseen: 24 } as const
/** When a live booking completes by itself. */
export const completesAt = (booking: {
  status: string
  ends_at: Date
  checked_in_at: Date | null
}): Date | null =>
  isLive(booking.status)
    ? new Date(
        booking.ends_at.getTime() +
          completeAfterHours[booking.checked_in_at === null ? 'unseen' : 'checkedIn'] * hourMs,
      )
    : null
/** Afterwards it is closed for good: paid out, reviews closed. */
export const closeAfterDays = 14

/** How long a request waits for its answer: a quarter of the time left, within these bounds, never into the last hour (product.md §3). */
export const response = {
  minMinutes: requestMinMinutes,
  maxMinutes: 720,
  beforeStartMinutes: 60,
} as const

/** Until when a request can be answered. Past or now: there is no time left to ask. */
export const respondBy = (startsAt: Date, now: Date): Date => {
  const quarter = Math.floor((startsAt.getTime() - now.getTime()) / 4)
  const wait = Math.min(Math.max(quarter, response.minMinutes * minuteMs), response.maxMinutes * minuteMs)
  return new Date(Math.min(now.getTime() + wait, startsAt.getTime() - response.beforeStartMinutes * minuteMs))
}

/**
 * Until when a request can be answered after a proposal for it failed: the time left when it was proposed is restored, with a minimum. No
 * client waits longer than `requestMostHours` in all.
 */
export const respondAgainBy = (
  request: { starts_at: Date; requested_at: Date | null },
  { leftMs, from }: { leftMs: number; from: Date },
): Date =>
  new Date(
    Math.min(
      from.getTime() + Math.max(leftMs, response.minMinutes * minuteMs),
      request.starts_at.getTime() - response.beforeStartMinutes * minuteMs,
      (request.requested_at ?? from).getTime() + requestMaxHours * hourMs,
    ),
  )

export const holdExpiry = (now: Date) => new Date(now.getTime() + holdMinutes * minuteMs)

/** Confirmed, on its way or under way. */
export const liveStatuses = [
  'confirmed',
  'in_progress',
  'to_settle',
] as const satisfies readonly BookingStatus[]
const live: ReadonlySet<string> = new Set(liveStatuses)
const isLive = (status: string) => live.has(status)
/** Took place and paid. */
export const doneStatuses = ['completed', 'closed'] as const satisfies readonly BookingStatus[]
export const cancelledStatuses = [
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
] as const satisfies readonly BookingStatus[]
export const pastStatuses = [
  ...doneStatuses,
  ...cancelledStatuses,
  'declined',
  'client_no_show',
  'professional_no_show',
] as const satisfies readonly BookingStatus[]

/** The client is certain to come, or came. */
export const certainStatuses = [...liveStatuses, ...doneStatuses] as const
/** The exact place, the phone and the code are shown to parties of a certain visit only. */
export const isCertain = (status: BookingStatus) => certain.has(status)
const certain: ReadonlySet<string> = new Set(certainStatuses)

export const minutesBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / minuteMs)

/** Sum over all resources; a resource's time may be in two pieces, at the edge of rented hours. */
export const claimedMs = (booking: Parameters<typeof claimedBy>[0]): number =>
  claimedBy(booking).reduce((sum, { startsAt, endsAt }) => sum + endsAt.getTime() - startsAt.getTime(), 0)

/** Each piece of time that a booking claims: the resource and the interval, buffers included. */
export type Claimed = { resourceId: number; startsAt: Date; endsAt: Date; stay?: Claim['stay'] }

/** The same in the shape that availability takes. */
export const asClaim = ({ resourceId, startsAt, endsAt, stay }: Claimed): Claim => ({
  resourceId,
  start: startsAt,
  end: endsAt,
  stay,
})

/** For another place at the same hour: the claims to release and those to take. What both share stays. */
export const exchange = (own: readonly Claimed[], wanted: readonly Claimed[]) => {
  const isAmong = (one: Claimed, others: readonly Claimed[]) =>
    others.some(
      ({ resourceId, startsAt, endsAt }) =>
        resourceId === one.resourceId &&
        startsAt.getTime() === one.startsAt.getTime() &&
        endsAt.getTime() === one.endsAt.getTime(),
    )
  const left = new Set(own.filter((one) => !isAmong(one, wanted)).map(({ resourceId }) => resourceId))
  return {
    left: [...left],
    taken: wanted.filter((one) => left.has(one.resourceId) || !isAmong(one, own)),
  }
}

/** The claims of a booking, from its stored fields; the same at the hold and when late money takes the time again. */
export const claimedBy = (booking: {
  professional_id: number
  unit_id: number | null
  client_id: number | null
  starts_at: Date
  ends_at: Date
  buffer_before_minutes: number
  buffer_after_minutes: number
  unit_after_minutes: number
  space_id?: number | null
  visit_place?: number | null
  parent_rent_id?: string | null
  class_id?: string | null | undefined
  processes?: readonly number[] | null
  /** As stored, or about to be. */
  equipment?: unknown
}): Claimed[] => {
  const own =
    booking.client_id === null
      ? []
      : [{ resourceId: booking.client_id, startsAt: booking.starts_at, endsAt: booking.ends_at }]
  // The class itself claims its professional's and its place's time.
  if (typeof booking.class_id === 'string') return own
  const startsAt = new Date(booking.starts_at.getTime() - booking.buffer_before_minutes * minuteMs)
  const until = (minutes: number) => new Date(booking.ends_at.getTime() + minutes * minuteMs)
  const claims: Claimed[] = [
    ...own,
    ...handsOf(booking, { startsAt, endsAt: until(booking.buffer_after_minutes) }),
  ]
  if (booking.unit_id !== null)
    claims.push({ resourceId: booking.unit_id, startsAt, endsAt: until(booking.unit_after_minutes) })
  for (const { id, fromMinute, toMinute } of equipmentUnitsOf(booking.equipment))
    claims.push({
      resourceId: id,
      startsAt: new Date(booking.starts_at.getTime() + fromMinute * minuteMs),
      endsAt: new Date(booking.starts_at.getTime() + toMinute * minuteMs),
    })
  return claims.sort((a, b) => a.resourceId - b.resourceId)
}

/**
 * All of the professional's time but the processing phases. Within their own rented hours no one else could use those phases, so the whole
 * is claimed.
 */
const handsOf = (
  booking: Parameters<typeof claimedBy>[0],
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Claimed[] => {
  const { professional_id: resourceId, processes = null, parent_rent_id: parentRentId = null } = booking
  if (processes === null || parentRentId !== null) return [{ resourceId, startsAt, endsAt }]
  const stay = { start: startsAt, end: endsAt, place: booking.visit_place ?? booking.space_id ?? 0 }
  const edges = [
    startsAt,
    ...processes.map((minutes) => new Date(booking.starts_at.getTime() + minutes * minuteMs)),
    endsAt,
  ]
  return edges.flatMap((from, place) => {
    const to = edges[place + 1]
    return place % 2 === 0 && to !== undefined ? [{ resourceId, startsAt: from, endsAt: to, stay }] : []
  })
}
