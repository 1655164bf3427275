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

const noAttendance: Attendance = {
  professional_arrived_at: null,
  professional_arrival_method: null,
  professional_arrival_received_at: null,
  professional_arrival_distance_m: null,
  professional_arrival_accuracy_m: null,
  checked_in_at: null,
  check_in_method: null,
  check_in_received_at: null,
  check_in_distance_m: null,
  check_in_accuracy_m: null,
  checked_out_at: null,
  check_out_received_at: null,
}

/** Adds the attendance to a booking locked before: a join would show the row as it was before the wait for the lock. */
export const withAttendance = async <B extends { id: string }>(
  work: Work,
  booking: B,
): Promise<B & Attendance> => {
  const row = await work.db
    .selectFrom('attendances as attendance')
    .select(attendanceColumns)
    .where('attendance.booking_id', '=', booking.id)
    .executeTakeFirst()
  return { ...booking, ...(row ?? noAttendance) }
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
