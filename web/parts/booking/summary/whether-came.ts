import type { Booking } from '#contract/booking/booking.ts'

/** It is over, the professional was there, and no arrival of the client was registered: the professional says whether they came. */
export const asksWhetherCame = ({ moves }: Pick<Booking, 'moves'>): boolean =>
  moves.some(({ move, allowed }) => move === 'confirm_attendance' && allowed)
