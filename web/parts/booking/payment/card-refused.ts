import type { Booking } from '#contract/booking/booking.ts'

/** The visit stands, but the card that was kept for it will not pay: another one is asked for. */
export const isCardRefused = ({ status, payment }: Pick<Booking, 'status' | 'payment'>) =>
  status === 'confirmed' && payment?.status === 'card_saved' && payment.failure !== null
