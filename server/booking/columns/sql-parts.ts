/** SQL fragments that several queries of bookings share. */
import { sql, type RawBuilder } from 'kysely'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'

/** For `status in (…)`. Literals rather than parameters, so that partial indexes match. */
export const statusList = (statuses: readonly BookingStatus[]) =>
  sql.join(statuses.map((status) => sql.lit(status)))

export const epochMs = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::bigint`

/** Of `class_sessions own`: how many persons are certain to come, or came. */
export const seatsTaken = sql<number>`(select coalesce(sum(seat.persons), 0) from bookings seat where seat.class_id = own.id
  and seat.status in (${statusList(certainStatuses)}))`
