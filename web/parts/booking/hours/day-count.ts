import type { Booking } from '#contract/booking/booking.ts'

type Counted = Pick<Booking, 'kind' | 'status' | 'startsAt' | 'class'>

/** Appointments of a day that took or take place; a class counts once, however many seats are taken. */
export const visitsOf = (bookings: readonly Counted[]): number => {
  const taking = bookings.filter(({ kind, status }) => kind === 'visit' && placed.has(status))
  // A professional never gives two classes at once.
  const classes = new Set(taking.flatMap((one) => (one.class === undefined ? [] : [one.startsAt])))
  return taking.filter((one) => one.class === undefined).length + classes.size
}

const placed: ReadonlySet<Booking['status']> = new Set([
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
])
