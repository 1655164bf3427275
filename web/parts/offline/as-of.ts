import type { Booking } from '#contract/booking/booking.ts'
import { mayMove } from '#contract/booking/may-move.ts'

/** Whether the user may check in, or check out after a pending check-in, by the device's clock, while Kalli is unreachable. */
export const asOf = (
  move: 'check_in' | 'arrive' | 'check_out',
  { status, startsAt, endsAt }: Pick<Booking, 'status' | 'startsAt' | 'endsAt'>,
  now: Date,
): { allowed: boolean; reason: string | null } => {
  const answer = mayMove(move, 'professional', { status, startsAt, endsAt }, now)
  return answer.allowed ? { allowed: true, reason: null } : answer
}
