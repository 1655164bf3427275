import { forgetOld, mailOpenings } from '#server/favourite/alert.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { every: '*/5 * * * *', name: 'favourite.tell_openings', run: mailOpenings },
  { every: '37 10 * * *', name: 'favourite.forget_alerts', run: forgetOld },
]
