import type { Job } from '#server/platform/jobs.ts'
import { followAccount } from '#server/professional/professional.ts'

export const jobs: readonly Job[] = [
  {
    fact: 'account.changed',
    name: 'professional.follow_account',
    run: (work, { accountId }: { accountId: number }) => followAccount(work, accountId),
  },
]
