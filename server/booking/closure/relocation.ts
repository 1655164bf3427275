/** Moves a booking to another unit of its host at the same time: for the client only the name of the chair changes. */
import type * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { claim, moveStay, releaseOf } from '#server/availability/block/availability.ts'
import { equipmentThere } from '#server/availability/offer/equipment-there.ts'
import { touches } from '#server/booking/closure/impact.ts'
import { makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { lockFor } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { type RelocationCandidate, candidatesFor } from '#server/booking/closure/relocation-candidates.ts'
import { requireNoVisits } from '#server/booking/checkout/within.ts'
import { asClaim, claimedBy, exchange } from '#server/booking/moves/rules.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Same time, same price. Refuses not_found, move_not_allowed, stale_version, unit_taken, visits_within. */
export const moveUnit = (
  work: Work,
  id: string,
  to: { unitId: number; version: number },
): Promise<z.input<typeof Booking>> =>
  inTransaction(work, async (work) => {
    await relocate(work, id, to)
    return readAs(work, id, 'host')
  })

/**
 * The same in the caller's transaction. `offered`: the unit was proposed as free, so it must not be another professional's own chair; a
 * host may place a booking there by hand.
 */
export const relocate = async (
  work: Work,
  id: string,
  to: { unitId: number; version: number; offered?: boolean },
) => {
  const { booking } = await lockFor(work, id, { as: 'host' })
  if (booking.version !== to.version) return refuse('stale_version')
  requireMove(booking, 'move_unit', 'host', work.now)
  if (booking.unit_id === to.unitId) return
  // Clients with visits within the rent come to that chair.
  if (booking.kind === 'rent') await requireNoVisits(work, booking)
  const units = (await candidatesFor(work, [id])).get(id) ?? []
  const target = units.find(({ unitId }) => unitId === to.unitId) ?? refuse('not_found')
  if (to.offered === true && !isFreeFor(booking, target)) return refuse('unit_taken')
  const equipment = await equipmentAt(work, booking, target.spaceId)
  await take(work, booking, { unit_id: target.unitId, equipment })
  const from = units.find(({ unitId }) => unitId === booking.unit_id)
  await makeMove(
    work,
    booking,
    'move_unit',
    { party: 'host', reason: `${from?.name ?? ''} → ${target.name}` },
    { unit_id: target.unitId, space_id: target.spaceId, agreement_id: target.agreementId, equipment },
  )
  if (target.spaceId !== booking.space_id) await moveStay(work, id, target.spaceId)
  await publish(work, 'booking.unit_moved', { bookingId: id })
}

const isFreeFor = (booking: BookingRow, { busy }: RelocationCandidate) => {
  const own = {
    from: booking.starts_at.getTime() - booking.buffer_before_minutes * minuteMs,
    until: booking.ends_at.getTime() + booking.unit_after_minutes * minuteMs,
  }
  return !busy.some((one) => touches(one, own))
}

/** In the same space the equipment stays; in another the booking gets that space's. Refuses unit_taken when it is in use. */
const equipmentAt = async (work: Work, booking: BookingRow, spaceId: number): Promise<string | null> => {
  if (spaceId === booking.space_id) return inJson(booking.equipment)
  if (booking.kind === 'rent') return null
  const { id: bookingId, starts_at: startsAt, ends_at: endsAt } = booking
  const there = await equipmentThere(work, { bookingId, spaceId, startsAt, endsAt })
  return there === null ? refuse('unit_taken') : inJson(there.length === 0 ? null : there)
}
const inJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** The parameters name the new time first, but the old one must be released before it is taken: a closure takes it at the end. */
const take = async (
  work: Work,
  booking: BookingRow,
  changes: { unit_id: number; equipment: string | null },
) => {
  const { left, taken } = exchange(claimedBy(booking), claimedBy({ ...booking, ...changes }))
  for (const resourceId of left) await releaseOf(work, booking.id, resourceId)
  const claims = taken.map(asClaim)
  try {
    await claim(work, { bookingId: booking.id, claims, holdUntil: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return refuse('unit_taken')
    throw error
  }
}
