/** An appointment that is paid at the place, for its professional. */
import type { Booking } from '#contract/booking/booking.ts'

type Paid = Pick<Booking, 'status' | 'inPlace'>

const tookPlace: ReadonlySet<Booking['status']> = new Set([
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
])

/** A visit that was cancelled or missed is not paid. */
export const mayStatePaid = ({ status, inPlace }: Paid): boolean => inPlace !== null && tookPlace.has(status)

/** What is still to be taken at the place, in centavos. A completed visit counts as paid. */
export const toTakeCents = ({ status, inPlace }: Paid): number =>
  inPlace === null || !tookPlace.has(status) || status === 'completed' || status === 'closed'
    ? 0
    : inPlace.cents - (inPlace.takenCents ?? 0)
