import type { Booking } from '#contract/booking/booking.ts'

/** The visit is active, but its saved card was refused: another one is required. */
export const isCardRefused = ({ status, payment }: Pick<Booking, 'status' | 'payment'>) =>
  status === 'confirmed' && payment?.status === 'card_saved' && payment.failure !== null
