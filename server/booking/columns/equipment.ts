/** The equipment that a booking uses, for the professional and the host. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { usedOf } from '#server/availability/offer/equipment.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const equipmentPart = (
  shown: Pick<BookingRow, 'equipment' | 'starts_at'>,
  side: Side,
): Pick<z.input<typeof Booking>, 'equipment'> =>
  side === 'client' || shown.equipment === null
    ? {}
    : { equipment: usedOf(shown.equipment, shown.starts_at.getTime()) }
