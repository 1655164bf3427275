/** Seats of a class, as parts of larger queries. Shared by offering and booking. */
import { sql } from 'kysely'

/** Of `bookings seat`: the seat is taken; the same condition as the constraint bookings_class_seat. */
export const hasSeat =
  sql.raw(`seat.status not in ('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional',
  'cancelled_by_host', 'cancelled_by_platform')`)
