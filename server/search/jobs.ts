import { type Job, subscribe } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { forgetOldDemand } from '#server/search/demand.ts'
import { recount, refresh, refreshAgreed, refreshThose } from '#server/search/documents.ts'
import { measureReliability } from '#server/search/reliability.ts'

type OfProfessional = { professionalId: number }
type OfSpace = { spaceId: number }

const professional = (work: Work, { professionalId }: OfProfessional) =>
  refresh(work, 'professionals', professionalId)
const space = (work: Work, { spaceId }: OfSpace) => refresh(work, 'spaces', spaceId)

export const jobs: readonly Job[] = [
  subscribe('professional.changed', 'search.refresh_professional', professional),
  subscribe('professional.rated', 'search.rated_professional', professional),
  subscribe('service.changed', 'search.refresh_services', professional),
  subscribe('space.changed', 'search.refresh_space', space),
  subscribe('agreement.made', 'search.agreement_made', refreshAgreed),
  subscribe('agreement.changed', 'search.agreement_changed', refreshAgreed),
  subscribe('space.changed', 'search.refresh_those_at_space', refreshThose),
  subscribe('space.rated', 'search.rated_space', space),
  { every: '40 9 * * *', name: 'search.measure_reliability', run: measureReliability },
  { every: '50 9 * * *', name: 'search.recount', run: recount },
  { every: '45 9 * * *', name: 'search.forget_old_demand', run: forgetOldDemand },
]
