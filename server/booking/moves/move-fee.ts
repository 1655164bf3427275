/** The fee for a client's own changes of hour from the third on, stored on the visit and divided with it (product.md §4, B9). */
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type MoveFee, withMoveFee } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

export const moveFeeOf = (
  booking: Pick<BookingRow, 'terms' | 'move_fee_cents' | 'move_fee_rent_cents'>,
): MoveFee => ({
  terms: openTerms(booking.terms),
  feeCents: booking.move_fee_cents,
  rentCents: booking.move_fee_rent_cents,
})

/** The fee pays for the hours given up, whatever becomes of the visit; if another party ends it, the client is refunded in full. */
export const keepMoveFee = (settlement: Settlement, booking: BookingRow): Settlement =>
  withMoveFee(settlement, moveFeeOf(booking), {
    clientId: booking.client_id ?? refuse('move_not_allowed'),
    professionalId: booking.professional_id,
    hostId: booking.host_id,
  })
