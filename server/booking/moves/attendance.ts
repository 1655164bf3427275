/** When the parties of a booking arrived and left. Only its own verbs write it, while the booking is locked. */
import type { Selectable, Updateable } from 'kysely'
import type { Attendances } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type Attendance = Omit<Selectable<Attendances>, 'booking_id'>

/** The columns of the table `attendance` that are read beside those of a booking. */
export const attendanceColumns = [
  'attendance.professional_arrived_at',
  'attendance.professional_arrival_method',
  'attendance.professional_arrival_received_at',
  'attendance.professional_arrival_distance_m',
  'attendance.professional_arrival_accuracy_m',
  'attendance.checked_in_at',
  'attendance.check_in_method',
  'attendance.check_in_received_at',
  'attendance.check_in_distance_m',
  'attendance.check_in_accuracy_m',
  'attendance.checked_out_at',
  'attendance.check_out_received_at',
] as const

/**
 * Adds the attendance to a booking locked before; every column is null where nothing was registered. Joined to the locking statement it
 * would be the row as it was before the wait for the lock.
 */
export const withAttendance = async <B extends { id: string }>(
  work: Work,
  booking: B,
): Promise<B & Attendance> => {
  const attendance = await work.db
    .selectFrom('bookings')
    .leftJoin('attendances as attendance', 'attendance.booking_id', 'bookings.id')
    .select(attendanceColumns)
    .where('bookings.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return { ...booking, ...attendance }
}

/** In the transaction of the move that registers the attendance. */
export const attend = async (
  work: Work,
  bookingId: string,
  registered: Omit<Updateable<Attendances>, 'booking_id'>,
): Promise<void> => {
  await work.db
    .insertInto('attendances')
    .values({ ...registered, booking_id: bookingId })
    .onConflict((on) => on.column('booking_id').doUpdateSet(registered))
    .execute()
}
