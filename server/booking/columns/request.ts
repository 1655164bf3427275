/** A request: until when it can be answered and by whom. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { type BookingRow, waitsFor } from '#server/booking/moves/move.ts'

export const requestPart = (shown: BookingRow): Pick<z.input<typeof Booking>, 'request'> => ({
  request:
    shown.respond_by === null
      ? null
      : {
          respondBy: shown.respond_by.toISOString(),
          waitsFor: shown.status === 'requested' ? waitsFor(shown) : [],
        },
})
