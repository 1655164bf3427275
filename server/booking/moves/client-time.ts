/** The time of the client whose booking it is: theirs is taken once they say who they are. */
import { claim, release } from '#server/availability/block/availability.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { asClaim, claimedBy } from '#server/booking/moves/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** Another person at the next attempt is another claim. Refuses client_busy, slot_taken. */
export const claimClient = async (work: Work, booking: BookingRow, clientId: number) => {
  if (booking.client_id === clientId) return
  if (booking.client_id !== null) await release(work, booking.id)
  const wanted = claimedBy({ ...booking, client_id: clientId })
  const claims =
    booking.client_id === null ? wanted.filter(({ resourceId }) => resourceId === clientId) : wanted
  await claim(work, {
    bookingId: booking.id,
    claims: claims.map(asClaim),
    holdUntil: booking.hold_expires_at,
    // Another person at the next attempt: everything was released, and is carved out again when the rent has it back.
    insideId: claims.length > 1 ? booking.inside_id : null,
    isClientAlone: booking.client_id === null,
  })
}
