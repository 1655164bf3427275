import * as z from 'zod/mini'
import { Id, Uuid } from '#contract/platform/shapes.ts'
import { consider } from '#server/hiring/application/auto-approval.ts'
import { keepDeadlines } from '#server/hiring/application/deadlines.ts'
import { expireDue, followDocuments, followSpace } from '#server/hiring/agreement/ending.ts'
import { expireDue as expireInvitations } from '#server/hiring/invitation/invitation-answer.ts'
import { postLink } from '#server/hiring/invitation/invitation-letter.ts'
import { ageDocuments, standInReview } from '#server/hiring/document.ts'
import { countPlaces, endWhatWaits, expireVacancies } from '#server/hiring/vacancy-ending.ts'
import type { Job } from '#server/platform/jobs.ts'

const Moved = z.object({ applicationId: Id, move: z.string() })
const MovedVacancy = z.object({ vacancyId: Id, move: z.string() })
/** Moves after which an agreement stands. */
const approvals: ReadonlySet<string> = new Set(['approve', 'trial', 'accept'])
const Uploaded = z.object({ documentId: Uuid })
const OfSpace = z.object({ spaceId: Id })
const OfProfessional = z.object({ professionalId: Id })
const MovedInvitation = z.object({ invitationId: Uuid, move: z.string() })
const AboutInvitation = z.object({ invitationId: Uuid })

export const jobs: readonly Job[] = [
  {
    fact: 'application.changed',
    name: 'hiring.auto_approve',
    run: async (work, payload) => {
      const { applicationId, move } = z.parse(Moved, payload)
      if (move === 'submit') await consider(work, applicationId)
    },
  },
  {
    fact: 'application.changed',
    name: 'hiring.count_places',
    run: async (work, payload) => {
      const { applicationId, move } = z.parse(Moved, payload)
      if (approvals.has(move)) await countPlaces(work, { applicationId })
    },
  },
  {
    fact: 'invitation.moved',
    name: 'hiring.count_invited',
    run: async (work, payload) => {
      const { invitationId, move } = z.parse(MovedInvitation, payload)
      if (move === 'accept') await countPlaces(work, { invitationId })
    },
  },
  {
    fact: 'vacancy.changed',
    name: 'hiring.end_applications',
    run: async (work, payload) => {
      const { vacancyId, move } = z.parse(MovedVacancy, payload)
      if (move === 'fill' || move === 'close') await endWhatWaits(work, vacancyId)
    },
  },
  { every: '* * * * *', name: 'hiring.expire_vacancies', run: expireVacancies },
  {
    fact: 'professional.documents_changed',
    name: 'hiring.follow_documents',
    run: (work, payload) => followDocuments(work, z.parse(OfProfessional, payload).professionalId),
  },
  {
    fact: 'space.changed',
    name: 'hiring.follow_space',
    run: (work, payload) => followSpace(work, z.parse(OfSpace, payload).spaceId),
  },
  {
    fact: 'professional.document_uploaded',
    name: 'hiring.stand_in_review',
    run: (work, payload) => standInReview(work, z.parse(Uploaded, payload).documentId),
  },
  { every: '7 * * * *', name: 'hiring.age_documents', run: ageDocuments },
  { every: '* * * * *', name: 'hiring.keep_deadlines', run: keepDeadlines },
  { every: '*/5 * * * *', name: 'hiring.end_agreements', run: expireDue },
  { every: '* * * * *', name: 'hiring.end_invitations', run: expireInvitations },
  {
    fact: 'invitation.addressed',
    name: 'hiring.post_invitation_link',
    run: (work, payload) => postLink(work, z.parse(AboutInvitation, payload).invitationId),
  },
]
