import type { Booking } from '#contract/booking/booking.ts'

/** Where to pay is shown while it helps; a reference may still be active a moment after the hour was released. */
export const waitsForVoucher = ({ status, payment }: Booking) =>
  status === 'awaiting_payment' && payment !== null && payment.voucher !== null
