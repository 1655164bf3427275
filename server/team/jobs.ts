import * as z from 'zod/mini'
import { Id } from '#contract/shapes.ts'
import type { Job } from '#server/platform/jobs.ts'
import { endDue, followAgreement } from '#server/team/ending.ts'
import { postLink } from '#server/team/link.ts'
import { followRent } from '#server/team/rent.ts'

const Moved = z.object({ membershipId: Id, version: z.int(), move: z.string() })
const MovedAgreement = z.object({ agreementId: Id, move: z.string() })

export const jobs: readonly Job[] = [
  {
    fact: 'member.changed',
    name: 'team.post_link',
    run: async (work, payload) => {
      const { membershipId, version, move } = z.parse(Moved, payload)
      if (move === 'invite' || move === 'invite_again') await postLink(work, membershipId, version)
    },
  },
  {
    fact: 'agreement.changed',
    name: 'team.follow_agreement',
    run: async (work, payload) => {
      const { agreementId, move } = z.parse(MovedAgreement, payload)
      await followAgreement(work, agreementId, move)
    },
  },
  { every: '*/5 * * * *', name: 'team.end_due', run: endDue },
  { every: '* * * * *', name: 'team.follow_rent', run: followRent },
]
