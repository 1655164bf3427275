import { adoptSeats, leaveFormer } from '#server/conversation/seat.ts'
import { sweepPhotos } from '#server/conversation/photo.ts'
import { tellWaiting } from '#server/conversation/waiting.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'conversation.tell_waiting', run: tellWaiting },
  { every: '23 * * * *', name: 'conversation.sweep_photos', run: sweepPhotos },
  {
    fact: 'hand_over.accepted',
    name: 'conversation.leave_former',
    run: (work, taken: { handOverId: string }) => leaveFormer(work, taken),
  },
  {
    fact: 'client.adopted',
    name: 'conversation.adopt_seats',
    run: (work, changed: { accountId: number }) => adoptSeats(work, changed),
  },
]
