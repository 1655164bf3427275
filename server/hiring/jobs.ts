import * as z from 'zod/mini'
import { Id } from '#contract/shapes.ts'
import { consider } from '#server/hiring/auto-approval.ts'
import { keepDeadlines } from '#server/hiring/deadlines.ts'
import { expireDue, followDocuments, followSpace } from '#server/hiring/ending.ts'
import type { Job } from '#server/platform/jobs.ts'

const Moved = z.object({ applicationId: Id, move: z.string() })
const OfSpace = z.object({ spaceId: Id })
const OfProfessional = z.object({ professionalId: Id })

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
    fact: 'professional.documents_changed',
    name: 'hiring.follow_documents',
    run: (work, payload) => followDocuments(work, z.parse(OfProfessional, payload).professionalId),
  },
  {
    fact: 'space.changed',
    name: 'hiring.follow_space',
    run: (work, payload) => followSpace(work, z.parse(OfSpace, payload).spaceId),
  },
  { every: '* * * * *', name: 'hiring.keep_deadlines', run: keepDeadlines },
  { every: '*/5 * * * *', name: 'hiring.end_agreements', run: expireDue },
]
