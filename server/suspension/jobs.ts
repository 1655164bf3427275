import * as z from 'zod/mini'
import { Uuid } from '#contract/platform/shapes.ts'
import type { Job } from '#server/platform/jobs.ts'
import {
  AboutAct,
  endBooking,
  endIfSuspended,
  EndsBooking,
  sweep,
  tellLifted,
  tellSuspended,
} from '#server/suspension/ending.ts'

const AboutBooking = z.object({ bookingId: Uuid })

export const jobs: readonly Job[] = [
  {
    fact: 'suspension.ends_booking',
    name: 'suspension.end-booking',
    run: (work, payload) => endBooking(work, z.parse(EndsBooking, payload)),
  },
  ...(['confirmed', 'requested'] as const).map((fact) => ({
    fact: `booking.${fact}`,
    name: `suspension.look-at-${fact}`,
    run: (work: Parameters<typeof sweep>[0], payload: unknown) =>
      endIfSuspended(work, z.parse(AboutBooking, payload).bookingId),
  })),
  {
    fact: 'account.suspended',
    name: 'suspension.tell',
    run: (work, payload) => tellSuspended(work, z.parse(AboutAct, payload)),
  },
  {
    fact: 'account.suspension_lifted',
    name: 'suspension.tell-lifted',
    run: (work, payload) => tellLifted(work, z.parse(AboutAct, payload)),
  },
  { every: '*/5 * * * *', name: 'suspension.sweep', run: sweep },
]
