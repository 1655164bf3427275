/** A booking goes to another unit of its host at the same time: nothing changes for the client but the name of the chair. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking.ts'
import { claim, moveStay, releaseOf } from '#server/availability/availability.ts'
import { touches } from '#server/booking/impact.ts'
import { makeMove, requireMove, type BookingRow } from '#server/booking/move.ts'
import { lockFor } from '#server/booking/party.ts'
import { readAs } from '#server/booking/present.ts'
import { type Refuge, refugesFor } from '#server/booking/refuge.ts'
import { requireNoVisits } from '#server/booking/within.ts'
import { asClaim, claimedBy, minuteMs } from '#server/booking/rules.ts'
import { announce } from '#server/platform/jobs.ts'
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
 * The same in the caller's transaction. `offered`: the unit was proposed as free, so that it must be nobody's chair either; by
 * hand a host may put a booking there.
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
  // Clients within are at that chair.
  if (booking.kind === 'rent') await requireNoVisits(work, booking)
  const units = (await refugesFor(work, [id])).get(id) ?? []
  const target = units.find(({ unitId }) => unitId === to.unitId) ?? refuse('not_found')
  if (to.offered === true && !isFreeFor(booking, target)) return refuse('unit_taken')
  await take(work, booking, target.unitId)
  const from = units.find(({ unitId }) => unitId === booking.unit_id)
  await makeMove(
    work,
    booking,
    'move_unit',
    { party: 'host', reason: `${from?.name ?? ''} → ${target.name}` },
    { unit_id: target.unitId, space_id: target.spaceId, agreement_id: target.agreementId },
  )
  if (target.spaceId !== booking.space_id) await moveStay(work, id, target.spaceId)
  await announce(work, 'booking.unit_moved', { bookingId: id })
}

const isFreeFor = (booking: BookingRow, { busy }: Refuge) => {
  const own = {
    from: booking.starts_at.getTime() - booking.buffer_before_minutes * minuteMs,
    until: booking.ends_at.getTime() + booking.unit_after_minutes * minuteMs,
  }
  return !busy.some((one) => touches(one, own))
}

/** The new time first in the order of the sentence, yet the old one must be let go of before: a closure takes it at the end. */
const take = async (work: Work, booking: BookingRow, unitId: number) => {
  if (booking.unit_id !== null) await releaseOf(work, booking.id, booking.unit_id)
  const wanted = claimedBy({ ...booking, unit_id: unitId }).filter(({ resourceId }) => resourceId === unitId)
  const claims = wanted.map(asClaim)
  try {
    await claim(work, { bookingId: booking.id, claims, holdUntil: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return refuse('unit_taken')
    throw error
  }
}
