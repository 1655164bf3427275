import { adoptSeats, leaveFormer } from '#server/conversation/seat.ts'
import { sweepPhotos } from '#server/conversation/photo.ts'
import { publishWaiting } from '#server/conversation/waiting.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'conversation.tell_waiting', run: publishWaiting },
  { every: '23 * * * *', name: 'conversation.sweep_photos', run: sweepPhotos },
  subscribe('hand_over.accepted', 'conversation.leave_former', leaveFormer),
  subscribe('client.adopted', 'conversation.adopt_seats', adoptSeats),
]
