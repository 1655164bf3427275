import { type Job, subscribe } from '#server/platform/jobs.ts'
import { endBooking, endIfSuspended, sweep, mailLifted, mailSuspended } from '#server/suspension/ending.ts'

export const jobs: readonly Job[] = [
  subscribe('suspension.ends_booking', 'suspension.end-booking', endBooking),
  ...(['confirmed', 'requested'] as const).map((status) =>
    subscribe(`booking.${status}`, `suspension.look-at-${status}`, (work, { bookingId }) =>
      endIfSuspended(work, bookingId),
    ),
  ),
  subscribe('account.suspended', 'suspension.tell', mailSuspended),
  subscribe('account.suspension_lifted', 'suspension.tell-lifted', mailLifted),
  { every: '*/5 * * * *', name: 'suspension.sweep', run: sweep },
]
