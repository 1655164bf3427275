/** Whether a party has reviewed the booking. */
import { sql } from 'kysely'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const reviewColumns = bookingColumns([
  // Cheap by a key: at most five per booking, and only once it is over.
  sql<Side[]>`array(select review.author from reviews review where review.booking_id = booking.id)`.as(
    'reviewed_by',
  ),
])

export const reviewPart = ({ reviewed_by }: Read<typeof reviewColumns>, side: Side) => ({
  reviewed: reviewed_by.includes(side),
})
