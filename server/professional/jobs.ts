import { type Job, subscribe } from '#server/platform/jobs.ts'
import { discard, sweep } from '#server/professional/portfolio.ts'
import { followAccount } from '#server/professional/professional.ts'
import { forgetViewers } from '#server/professional/view.ts'
import type { Work } from '#server/platform/work.ts'

const follow = (work: Work, { accountId }: { accountId: number }) => followAccount(work, accountId)

export const jobs: readonly Job[] = [
  subscribe('account.changed', 'professional.follow_account', follow),
  subscribe('account.level_changed', 'professional.follow_level', follow),
  subscribe('professional.picture_replaced', 'professional.discard_picture', discard),
  { every: '53 * * * *', name: 'professional.sweep_pictures', run: sweep },
  { every: '23 * * * *', name: 'professional.forget_viewers', run: forgetViewers },
]
