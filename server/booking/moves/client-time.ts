/** The client's own time: claimed once the client of the booking is known. */
import { claim, release } from '#server/availability/block/availability.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { asClaim, claimedBy } from '#server/booking/moves/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** A retry with another client replaces the claims. Refuses client_busy, slot_taken. */
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
    // With another client everything was released to the rent, and has to be carved out of it again.
    parentRentId: claims.length > 1 ? booking.parent_rent_id : null,
    isClientAlone: booking.client_id === null,
  })
}
