import { keepFromPrice } from '#server/space/from-price.ts'
import * as z from 'zod/mini'
import { Id } from '#contract/platform/shapes.ts'
import type { Job } from '#server/platform/jobs.ts'
import { examineEdited, examineSubmitted, followDates } from '#server/space/check.ts'
import { forgetUnlisted } from '#server/space/equipment-photo.ts'
import { leaveHouse } from '#server/space/house-equipment.ts'
import { sweep } from '#server/space/space-photo.ts'
import { followLevel } from '#server/space/space.ts'

const Moved = z.object({ spaceId: Id, move: z.string() })
const AboutSpace = z.object({ spaceId: Id })

export const jobs: readonly Job[] = [
  {
    fact: 'account.level_changed',
    name: 'space.follow_level',
    run: (work, changed: { accountId: number }) => followLevel(work, changed.accountId),
  },
  {
    fact: 'listing.moved',
    name: 'space.examine_submitted',
    run: async (work, payload) => {
      const { spaceId, move } = z.parse(Moved, payload)
      if (move === 'submit') await examineSubmitted(work, spaceId)
    },
  },
  {
    fact: 'listing.moved',
    name: 'space.leave_house',
    run: async (work, payload) => {
      const { spaceId, move } = z.parse(Moved, payload)
      if (move === 'archive') await leaveHouse(work, spaceId)
    },
  },
  {
    fact: 'listing.edited',
    name: 'space.examine_edited',
    run: (work, payload) => examineEdited(work, z.parse(AboutSpace, payload).spaceId),
  },
  { every: '7 * * * *', name: 'space.follow_dates', run: followDates },
  { every: '37 * * * *', name: 'space.sweep_files', run: sweep },
  { every: '7 * * * *', name: 'space.forget_unlisted_equipment', run: forgetUnlisted },
  {
    fact: 'space.changed',
    name: 'space.keep_from_price',
    run: (work, changed: { spaceId: number }) => keepFromPrice(work, changed.spaceId),
  },
]
