import { sweepPhotos } from '#server/conversation/photo.ts'
import { tellWaiting } from '#server/conversation/waiting.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'conversation.tell_waiting', run: tellWaiting },
  { every: '23 * * * *', name: 'conversation.sweep_photos', run: sweepPhotos },
]
