import { type Job, subscribe } from '#server/platform/jobs.ts'
import { endDue, followAgreement } from '#server/team/ending.ts'
import { takeIn } from '#server/team/join.ts'
import { postLink } from '#server/team/link.ts'
import { chargeDue } from '#server/team/rent-by-itself.ts'
import { remindOfRent } from '#server/team/rent-direct.ts'
import { followRent } from '#server/team/rent-settle.ts'
import { askSavedCards, followCard } from '#server/team/rent-card.ts'

export const jobs: readonly Job[] = [
  subscribe('member.changed', 'team.post_link', async (work, { membershipId, version, move }) => {
    if (move === 'invite' || move === 'invite_again') await postLink(work, membershipId, version)
  }),
  subscribe('agreement.made', 'team.take_in', (work, { agreementId }) => takeIn(work, agreementId)),
  subscribe('agreement.changed', 'team.follow_agreement', async (work, { agreementId, move }) => {
    await followAgreement(work, agreementId, move)
  }),
  subscribe('payment.changed', 'team.follow_card', (work, { bookingId }) => followCard(work, bookingId)),
  { every: '* * * * *', name: 'team.charge_due', run: chargeDue },
  { every: '* * * * *', name: 'team.ask_saved_cards', run: askSavedCards },
  { every: '*/5 * * * *', name: 'team.end_due', run: endDue },
  { every: '* * * * *', name: 'team.follow_rent', run: followRent },
  { every: '*/30 * * * *', name: 'team.remind_of_rent', run: remindOfRent },
]
