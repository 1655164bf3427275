import type { Job } from '#server/platform/jobs.ts'
import { followAccount } from '#server/professional/professional.ts'
import type { Work } from '#server/platform/work.ts'

const follow = (work: Work, { accountId }: { accountId: number }) => followAccount(work, accountId)

export const jobs: readonly Job[] = [
  { fact: 'account.changed', name: 'professional.follow_account', run: follow },
  { fact: 'account.level_changed', name: 'professional.follow_level', run: follow },
]
