/** Arrival, check-in and check-out of a booking, and how each was proved. */
import * as z from 'zod/mini'
import { type Booking, CheckInMethod } from '#contract/booking/booking.ts'
import { bookingColumns } from '#server/booking/columns/joins.ts'
import { positionFor } from '#server/booking/columns/place.ts'
import { type Attendance, attendanceColumns } from '#server/booking/moves/attendance.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { completesAt } from '#server/booking/moves/rules.ts'

export const arrivalColumns = bookingColumns(attendanceColumns)

type Part = Pick<
  z.input<typeof Booking>,
  | 'arrivalCode'
  | 'checkedInAt'
  | 'checkInMethod'
  | 'checkedOutAt'
  | 'professionalArrivedAt'
  | 'professionalArrivalMethod'
  | 'byPosition'
  | 'toleranceMinutes'
  | 'checkInReceivedAt'
  | 'checkOutReceivedAt'
  | 'closesAt'
  | 'professionalArrivalReceivedAt'
>

export const arrivalPart = (
  shown: BookingRow & Attendance & Parameters<typeof positionFor>[0],
  side: Side,
  certain: boolean,
): Part => ({
  arrivalCode: side === 'client' && certain ? shown.arrival_code : null,
  checkedInAt: iso(shown.checked_in_at),
  checkInMethod: methodOf(shown.check_in_method),
  checkedOutAt: iso(shown.checked_out_at),
  professionalArrivedAt: iso(shown.professional_arrived_at),
  professionalArrivalMethod: methodOf(shown.professional_arrival_method),
  ...(side === 'professional' && shown.status === 'confirmed' ? { byPosition: positionFor(shown) } : {}),
  toleranceMinutes: shown.tolerance_minutes,
  checkInReceivedAt: iso(shown.check_in_received_at),
  checkOutReceivedAt: iso(shown.check_out_received_at),
  closesAt: iso(completesAt(shown)),
  professionalArrivalReceivedAt: iso(shown.professional_arrival_received_at),
})

export const methodOf = (method: string | null) => (method === null ? null : z.parse(CheckInMethod, method))

const iso = (date: Date | null) => date?.toISOString() ?? null
