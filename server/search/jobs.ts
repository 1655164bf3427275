import type { Job } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { forgetOldDemand } from '#server/search/demand.ts'
import { recount, refresh } from '#server/search/documents.ts'

type OfProfessional = { professionalId: number }
type OfSpace = { spaceId: number }

const professional = (work: Work, { professionalId }: OfProfessional) =>
  refresh(work, 'professionals', professionalId)
const space = (work: Work, { spaceId }: OfSpace) => refresh(work, 'spaces', spaceId)

export const jobs: readonly Job[] = [
  { fact: 'professional.changed', name: 'search.refresh_professional', run: professional },
  { fact: 'professional.rated', name: 'search.rated_professional', run: professional },
  { fact: 'service.changed', name: 'search.refresh_services', run: professional },
  { fact: 'space.changed', name: 'search.refresh_space', run: space },
  { fact: 'space.rated', name: 'search.rated_space', run: space },
  { every: '50 9 * * *', name: 'search.recount', run: recount },
  { every: '45 9 * * *', name: 'search.forget_old_demand', run: forgetOldDemand },
]
