import type { Job } from '#server/platform/jobs.ts'
import { followLevel } from '#server/space/space.ts'

export const jobs: readonly Job[] = [
  {
    fact: 'account.level_changed',
    name: 'space.follow_level',
    run: (work, changed: { accountId: number }) => followLevel(work, changed.accountId),
  },
]
