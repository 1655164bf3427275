import type { Booking } from '#contract/booking/booking.ts'

/** The payment instructions are shown while they help; a reference may stay active a moment after the hour was released. */
export const waitsForVoucher = ({ status, payment }: Booking) =>
  status === 'awaiting_payment' && payment !== null && payment.voucher !== null
