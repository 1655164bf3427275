/** Whether the client confirmed that they come at the current hour; hidden from the host. */
import { sql } from 'kysely'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'

export const comingColumns = bookingColumns([
  sql<Date | null>`(select coming.confirmed_at from coming_confirmations coming
    where coming.booking_id = booking.id and coming.starts_at = booking.starts_at)`.as('coming_at'),
])

export const comingPart = ({ coming_at }: Read<typeof comingColumns>, side: Side) =>
  coming_at === null || side === 'host' ? {} : { comingAt: coming_at.toISOString() }
