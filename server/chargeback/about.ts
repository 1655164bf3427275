/** What a reversed charge was for: a visit, rented hours, a tip, a gift card, or something else that a professional bought. */
import { sql } from 'kysely'
import { type Attendance, withAttendance } from '#server/booking/moves/attendance.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { ChargebackRow } from '#server/payment/charge/chargeback-row.ts'
import type { Work } from '#server/platform/work.ts'

export type About = {
  kind: 'visit' | 'rent' | 'tip' | 'gift' | 'other'
  booking: (BookingRow & Attendance) | null
  /** A professional who paid it for their own work. */
  payerId: number | null
  /** Registered by a code of the client or of the place: not merely stated, nor only that the professional was near. */
  isProved: boolean
  tookPlace: boolean
}

const took: ReadonlySet<string> = new Set(['in_progress', 'to_settle', 'completed', 'closed'])

export const aboutOf = async (work: Work, row: ChargebackRow): Promise<About> => {
  const booking = await bookingOf(work, row.booking_id)
  const isTip = booking !== null && (await isTipOf(work, row.booking_id))
  return {
    kind:
      booking === null
        ? (await isGift(work, row.booking_id))
          ? 'gift'
          : 'other'
        : isTip
          ? 'tip'
          : booking.kind === 'rent'
            ? 'rent'
            : 'visit',
    booking,
    payerId: await payerOf(work, row.payment_id),
    isProved: booking?.check_in_method === 'client_code' || booking?.check_in_method === 'station_code',
    tookPlace: booking !== null && took.has(booking.status),
  }
}

/** Its own booking, or the one of the tip, higher price or balance that it paid. */
const bookingOf = async (work: Work, reference: string): Promise<About['booking']> => {
  // As a single value, so that it is found by the key of bookings.
  const id = sql<string>`coalesce((select booking_id from tips where id = ${reference}),
    (select booking_id from change_proposals where id = ${reference}),
    (select booking_id from booking_balances where id = ${reference}), ${reference}::uuid)`
  const row = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : withAttendance(work, row)
}

const isGift = async (work: Work, reference: string): Promise<boolean> => {
  const row = await work.db
    .selectFrom('gift_cards')
    .select('id')
    .where('id', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

const isTipOf = async (work: Work, reference: string): Promise<boolean> => {
  const row = await work.db.selectFrom('tips').select('id').where('id', '=', reference).executeTakeFirst()
  return row !== undefined
}

const payerOf = async (work: Work, paymentId: string): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from payments pay join professionals p on p.account_id = substring(pay.payer from '^account:(\\d+)$')::bigint
    where pay.id = ${paymentId}`.execute(work.db)
  return rows[0]?.id ?? null
}
