import { keepFromPrice } from '#server/space/from-price.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { examineAgain, examineEdited, examineSubmitted, followDates } from '#server/space/check.ts'
import { forgetUnlisted } from '#server/space/equipment-photo.ts'
import { leaveBusiness } from '#server/space/business-equipment.ts'
import { sweep } from '#server/space/space-photo.ts'
import { followLevel } from '#server/space/space.ts'

export const jobs: readonly Job[] = [
  subscribe('account.level_changed', 'space.follow_level', (work, { accountId }) =>
    followLevel(work, accountId),
  ),
  subscribe('account.level_changed', 'space.examine_again', (work, { accountId }) =>
    examineAgain(work, accountId),
  ),
  subscribe('listing.moved', 'space.examine_submitted', async (work, { spaceId, move }) => {
    if (move === 'submit') await examineSubmitted(work, spaceId)
  }),
  subscribe('listing.moved', 'space.leave_house', async (work, { spaceId, move }) => {
    if (move === 'archive') await leaveBusiness(work, spaceId)
  }),
  subscribe('listing.edited', 'space.examine_edited', (work, { spaceId }) => examineEdited(work, spaceId)),
  { every: '7 * * * *', name: 'space.follow_dates', run: followDates },
  { every: '37 * * * *', name: 'space.sweep_files', run: sweep },
  { every: '7 * * * *', name: 'space.forget_unlisted_equipment', run: forgetUnlisted },
  subscribe('space.changed', 'space.keep_from_price', (work, { spaceId }) => keepFromPrice(work, spaceId)),
]
