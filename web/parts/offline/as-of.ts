import type { Booking } from '#contract/booking/booking.ts'
import { mayMove } from '#contract/booking/may-move.ts'

/** Whether the user may arrive, or leave after an arrival that waits to be sent, by the device's clock, while Kalli is unreachable. */
export const asOf = (
  move: 'check_in' | 'arrive' | 'check_out',
  { status, startsAt, endsAt }: Pick<Booking, 'status' | 'startsAt' | 'endsAt'>,
  now: Date,
): { allowed: boolean; reason: string | null } => {
  const answer = mayMove(move, 'professional', { status, startsAt, endsAt }, now)
  return answer.allowed ? { allowed: true, reason: null } : answer
}
