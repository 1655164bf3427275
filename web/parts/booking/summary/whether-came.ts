import type { Booking } from '#contract/booking/booking.ts'

/** Its hour is over, the professional was there, and no arrival of its client was registered: she says whether they came. */
export const asksWhetherCame = ({ moves }: Pick<Booking, 'moves'>): boolean =>
  moves.some(({ move, allowed }) => move === 'confirm_attendance' && allowed)
