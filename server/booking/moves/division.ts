/** How a booking that took place is divided, as far as it is paid. Pure; visit.ts and balance.ts post it. */
import { withCoveredByHost } from '#server/booking/moves/covered-by-host.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { earnedOf } from '#server/booking/moves/upfront.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import { settlementOfRent } from '#server/pricing/rent-cancellation.ts'
import { settlementOfVisit } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

export const settlementOf = (booking: BookingRow): Settlement => {
  const terms = openTerms(booking.terms)
  const { rent_cents: rentCents, professional_id: professionalId, host_id: hostId } = booking
  if (booking.kind === 'rent')
    return settlementOfRent({ terms, rentCents }, { hostId: hostId ?? refuse('move_not_allowed') })
  const clientId = booking.client_id ?? refuse('move_not_allowed')
  const { move_fee_cents: moveFeeCents, move_fee_rent_cents: moveFeeRentCents } = booking
  const visit = {
    terms,
    serviceCents: earnedOf(booking),
    inPlaceCents: booking.in_place_cents,
    rentCents,
    moveFeeCents,
    moveFeeRentCents,
  }
  return withCoveredByHost(settlementOfVisit(visit, { clientId, professionalId, hostId }), booking, rentCents)
}
