import * as z from 'zod/mini'
import { Id, Uuid } from '#contract/platform/shapes.ts'
import type { Job } from '#server/platform/jobs.ts'
import { endDue, followAgreement } from '#server/team/ending.ts'
import { takeIn } from '#server/team/taking-in.ts'
import { postLink } from '#server/team/link.ts'
import { chargeDue } from '#server/team/rent-by-itself.ts'
import { followRent } from '#server/team/rent-settle.ts'
import { askKeptCards, followCard } from '#server/team/rent-card.ts'

const Moved = z.object({ membershipId: Id, version: z.int(), move: z.string() })
/** Of whatever is paid for: a rent's id stands where a booking's does. */
const PaymentChanged = z.object({ bookingId: Uuid })
const MadeAgreement = z.object({ agreementId: Id })
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
    fact: 'agreement.made',
    name: 'team.take_in',
    run: (work, payload) => takeIn(work, z.parse(MadeAgreement, payload).agreementId),
  },
  {
    fact: 'agreement.changed',
    name: 'team.follow_agreement',
    run: async (work, payload) => {
      const { agreementId, move } = z.parse(MovedAgreement, payload)
      await followAgreement(work, agreementId, move)
    },
  },
  {
    fact: 'payment.changed',
    name: 'team.follow_card',
    run: (work, payload) => followCard(work, z.parse(PaymentChanged, payload).bookingId),
  },
  { every: '* * * * *', name: 'team.charge_due', run: chargeDue },
  { every: '* * * * *', name: 'team.ask_kept_cards', run: askKeptCards },
  { every: '*/5 * * * *', name: 'team.end_due', run: endDue },
  { every: '* * * * *', name: 'team.follow_rent', run: followRent },
]
