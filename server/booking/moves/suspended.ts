/** Whether a party to a booking is suspended by now; the consequences are in party-cancellation.ts. */
import { sql } from 'kysely'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** May it still be confirmed? Locks its three parties as a new booking does (trigger `bookings_of_suspended`). */
export const isOfSuspended = async (
  work: Work,
  booking: Pick<BookingRow, 'professional_id' | 'host_id' | 'client_id'>,
): Promise<boolean> => {
  const { rows } = await sql<{ who: string | null }>`
    select suspended_party(${booking.professional_id}, ${booking.host_id}::bigint, ${booking.client_id}::bigint) as who`.execute(
    work.db,
  )
  return rows[0]?.who !== null
}

/** For a step the database refuses to a suspended account (`bookings_suspended_parties`): others read an unavailable hour. */
export const orSuspended = <T>(step: Promise<T>): Promise<T> =>
  step.catch((error: unknown) =>
    refuseOn(error, { client_suspended: 'account_suspended', party_suspended: 'slot_not_available' }),
  )
