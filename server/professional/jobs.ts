import type { Job } from '#server/platform/jobs.ts'
import { discard, sweep } from '#server/professional/portfolio.ts'
import { followAccount } from '#server/professional/professional.ts'
import { forgetViewers } from '#server/professional/view.ts'
import type { Work } from '#server/platform/work.ts'

const follow = (work: Work, { accountId }: { accountId: number }) => followAccount(work, accountId)

export const jobs: readonly Job[] = [
  { fact: 'account.changed', name: 'professional.follow_account', run: follow },
  { fact: 'account.level_changed', name: 'professional.follow_level', run: follow },
  {
    fact: 'professional.picture_replaced',
    name: 'professional.discard_picture',
    run: (work, old: { pictureId: string }) => discard(work, old),
  },
  { every: '53 * * * *', name: 'professional.sweep_pictures', run: sweep },
  { every: '23 * * * *', name: 'professional.forget_viewers', run: forgetViewers },
]
