import { consider } from '#server/hiring/application/auto-approval.ts'
import { keepDeadlines } from '#server/hiring/application/deadlines.ts'
import { expireDue, followDocuments, followSpace } from '#server/hiring/agreement/ending.ts'
import { expireDue as expireInvitations } from '#server/hiring/invitation/invitation-answer.ts'
import { ageDocuments, autoReview } from '#server/hiring/document.ts'
import { countPlaces, endWhatWaits, expireVacancies } from '#server/hiring/vacancy-ending.ts'
import { postLink } from '#server/hiring/invitation/invitation-email.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

/** Moves after which an agreement is active. */
const approvals: ReadonlySet<string> = new Set(['approve', 'trial', 'accept'])

export const jobs: readonly Job[] = [
  subscribe('application.changed', 'hiring.auto_approve', async (work, { applicationId, move }) => {
    if (move === 'submit') await consider(work, applicationId)
  }),
  subscribe('application.changed', 'hiring.count_places', async (work, { applicationId, move }) => {
    if (approvals.has(move)) await countPlaces(work, { applicationId })
  }),
  subscribe('invitation.moved', 'hiring.count_invited', async (work, { invitationId, move }) => {
    if (move === 'accept') await countPlaces(work, { invitationId })
  }),
  subscribe('vacancy.changed', 'hiring.end_applications', async (work, { vacancyId, move }) => {
    if (move === 'fill' || move === 'close') await endWhatWaits(work, vacancyId)
  }),
  { every: '* * * * *', name: 'hiring.expire_vacancies', run: expireVacancies },
  subscribe('professional.documents_changed', 'hiring.follow_documents', (work, { professionalId }) =>
    followDocuments(work, professionalId),
  ),
  subscribe('space.changed', 'hiring.follow_space', (work, { spaceId }) => followSpace(work, spaceId)),
  subscribe('professional.document_uploaded', 'hiring.stand_in_review', (work, { documentId }) =>
    autoReview(work, documentId),
  ),
  { every: '7 * * * *', name: 'hiring.age_documents', run: ageDocuments },
  { every: '* * * * *', name: 'hiring.keep_deadlines', run: keepDeadlines },
  { every: '*/5 * * * *', name: 'hiring.end_agreements', run: expireDue },
  { every: '* * * * *', name: 'hiring.end_invitations', run: expireInvitations },
  subscribe('invitation.addressed', 'hiring.post_invitation_link', (work, { invitationId }) =>
    postLink(work, invitationId),
  ),
]
