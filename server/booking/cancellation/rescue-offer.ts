/** Finds and offers another place when a host cancels a visit. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { rescueBy, rescueRules } from '#contract/booking/cancellation/rescue.ts'
import { claim, releaseHolds, releaseOf } from '#server/availability/block/availability.ts'
import type { Outcome } from '#server/booking/cancellation/ending.ts'
import { remember } from '#server/booking/moves/host-cancellation.ts'
import { makeLink } from '#server/booking/columns/link-row.ts'
import { makeMove, type BookingRow } from '#server/booking/moves/move.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { findPlaces, type Found } from '#server/booking/cancellation/rescue-search.ts'
import { overtakeProposal } from '#server/booking/moves/open-question.ts'
import { asClaim, claimedBy, exchange } from '#server/booking/moves/rules.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Whether there is a party to ask, and enough time. */
export const mayRescue = (booking: BookingRow, now: Date): boolean =>
  booking.kind === 'visit' &&
  booking.client_id !== null &&
  booking.parent_rent_id === null &&
  // A class does not move for one of its clients.
  booking.class_id === null &&
  booking.starts_at.getTime() - now.getTime() >= rescueRules.minMinutesBefore * minuteMs

/** The best place at the moment; for a quote. */
export const lookForPlace = async (work: Work, booking: BookingRow): Promise<Found | undefined> =>
  mayRescue(booking, work.now) ? (await findPlaces(work, booking))[0] : undefined

/**
 * Holds the best free place and proposes it, in the caller's transaction, which has locked the booking. Returns false when there is none:
 * then the caller cancels. Refuses quote_changed when the only places cost the host more than quoted.
 */
export const begin = async (
  work: Work,
  booking: BookingRow,
  order: {
    reason: string
    failed: Outcome
    isFree: boolean
    maxCents: number
    closed?: readonly number[]
  },
): Promise<boolean> => {
  if (!mayRescue(booking, work.now)) return false
  const places = await findPlaces(work, booking, order.closed)
  // Overtakes a pending change of hour, whose hold is released.
  if (places.length > 0) await releaseHolds(work, booking.id)
  const affordable = places.filter(({ hostPaysCents }) => hostPaysCents <= order.maxCents)
  const expiresAt = rescueBy(booking.starts_at, work.now)
  for (const found of affordable)
    if (await isHeld(work, booking, found, expiresAt)) {
      await ask(work, booking, found, { ...order, expiresAt })
      return true
    }
  if (affordable.length < places.length) return refuse('quote_changed')
  return false
}

/** False: another booking took it at this moment. */
const isHeld = async (work: Work, booking: BookingRow, { changes }: Found, holdUntil: Date) => {
  if (changes.unit_id === null) return true
  const { taken } = exchange(claimedBy(booking), claimedBy({ ...booking, ...changes }))
  const claims = taken.map(asClaim)
  try {
    await claim(work, { bookingId: booking.id, claims, holdUntil })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return false
    throw error
  }
}

const ask = async (
  work: Work,
  booking: BookingRow,
  found: Found,
  order: { reason: string; failed: Outcome; isFree: boolean; expiresAt: Date },
) => {
  const { host_id: hostId, space_id: spaceId, unit_id: unitId } = booking
  if (hostId === null || spaceId === null || unitId === null) return refuse('move_not_allowed')
  // The former host's time is free at once, so that a closure may take it.
  const { left } = exchange(claimedBy(booking), claimedBy({ ...booking, ...found.changes }))
  for (const resourceId of left) await releaseOf(work, booking.id, resourceId)
  await overtakeProposal(work, booking.id, sql`${work.now}::timestamptz`)
  const id = randomUUIDv7()
  await work.db
    .insertInto('rescues')
    .values({
      id,
      booking_id: booking.id,
      from_host_id: hostId,
      from_space_id: spaceId,
      from_unit_id: unitId,
      to_space_id: found.changes.space_id,
      to_unit_id: found.changes.unit_id,
      same_business: found.ownBusiness,
      meters: found.meters,
      starts_at: booking.starts_at,
      changes: JSON.stringify(found.changes),
      old_rent_cents: booking.rent_cents,
      new_rent_cents: found.changes.rent_cents,
      host_pays_cents: found.hostPaysCents,
      fails_cents: -Math.min(0, order.failed.hostNetCents),
      is_free: order.isFree,
      reason: order.reason,
      created_at: work.now,
      expires_at: order.expiresAt,
    })
    .execute()
  await makeMove(
    work,
    booking,
    'begin_rescue',
    { party: 'host', reason: order.reason },
    { rescue_by: order.expiresAt, rescue_waits: ['client', 'professional'] },
  )
  const contact = contactOf(booking)
  if (contact !== null)
    await makeLink(work, {
      bookingId: booking.id,
      kind: 'rescue',
      firstName: contact.firstName,
      lastName: '',
      email: contact.email,
      phone: contact.phone,
      note: '',
      expiresAt: order.expiresAt,
    })
  await remember(work, booking, order)
  crashPoint('inside-rescue')
  await publish(work, 'booking.rescue_begun', { rescueId: id })
}
