import * as z from 'zod/mini'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { Id, Instant, LongText, NumericText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { checkWording, wordingAdvice, type WordingFinding } from '#contract/hiring/wording.ts'
import { vacancyLimits, VacancyStatus } from '#contract/hiring/vacancy-moves.ts'

/** Findings of wording about age, sex or looks, which a vacancy may not specify, each with advice. */
export const refusedWording = (...texts: readonly string[]): (WordingFinding & { advice: string })[] =>
  texts.flatMap((text) =>
    checkWording(text, ['discrimination']).map((found) => ({ ...found, advice: wordingAdvice[found.kind] })),
  )

export const VacancyInput = z.object({
  spaceId: Id,
  /** A specific unit; null: any free one. */
  unitId: z._default(z.nullable(Id), null),
  title: Text(80),
  category: Category,
  /** What the place offers and requires; age, sex and looks are refused. */
  requirements: z._default(LongText(1000), ''),
  /** Offered terms, also those of an application; `validFrom` is the first day. */
  terms: AgreementTerms,
  openings: z._default(z.int().check(z.minimum(1), z.maximum(vacancyLimits.openings)), 1),
  /** Shown to professionals who work within this radius. */
  radiusKm: z._default(z.int().check(z.minimum(1), z.maximum(vacancyLimits.radiusKm)), 15),
})
export type VacancyInput = z.output<typeof VacancyInput>

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })

/** Fields visible to both sides. */
const Shown = z.object({
  id: Id,
  version: z.int(),
  status: VacancyStatus,
  title: z.string(),
  category: Category,
  requirements: z.string(),
  terms: AgreementTerms,
  openings: z.int(),
  filled: z.int(),
  unitName: z.nullable(z.string()),
  space: z.object({
    id: Id,
    name: z.string(),
    spaceType: SpaceType,
    businessName: z.string(),
    neighbourhood: z.nullable(z.string()),
    city: z.string(),
    zone: Zone,
    photo: z.nullable(z.string()),
    verified: z.boolean(),
    rating: NumericText,
    reviewCount: z.int(),
  }),
  publishedAt: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
  moves: z.array(PossibleMove),
})

/** As seen by its host. */
export const HostVacancy = z.extend(Shown, {
  spaceId: Id,
  unitId: z.nullable(Id),
  radiusKm: z.int(),
  funnel: z.object({
    /** Number of distinct professionals who opened it. */
    views: z.int(),
    applied: z.int(),
    /** How many of them await an answer. */
    open: z.int(),
    /** Invitations to it that await an answer. */
    invited: z.int(),
    /** Published professionals of the category within the radius, counted up to a hundred. */
    near: z.int(),
  }),
})
export type HostVacancy = z.output<typeof HostVacancy>

/** As seen by a professional. */
export const Vacancy = z.extend(Shown, {
  distanceKm: z.number(),
  /** How well the place and the viewer match, in percent. */
  fitPercent: z.int(),
  /** Weekly hours that are both offered and open in their own schedule. */
  sharedMinutes: z.int(),
  saved: z.boolean(),
  /** The viewer's application to it, the open one or the last. */
  applicationId: z.nullable(Id),
  /** The pending invitation of the viewer to it. */
  invitationId: z.nullable(Uuid),
  hostAnswers: HostAnswers,
})
export type Vacancy = z.output<typeof Vacancy>

export const OneVacancy = z.object({ id: Id })
const Version = z.object({ version: z.int() })
const common = ['not_found', 'stale_version', 'vacancy_not_movable'] as const
const written = [
  'not_found',
  'invalid_input',
  'hours_overlap',
  'vacancy_wording',
  'space_not_published',
] as const

export const vacancies = endpoint({
  method: 'GET',
  path: '/api/vacancies',
  summary: 'List vacancies nearby that the viewer can apply to, best fit first',
  access: 'professional',
  query: z.object({
    category: z.optional(Category),
    km: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(vacancyLimits.radiusKm)), 25),
    rent: z.optional(z.enum(['per_hour', 'share', 'fixed', 'mixed'])),
    show: z._default(z.enum(['all', 'saved', 'applied']), 'all'),
    sort: z._default(z.enum(['fit', 'distance', 'newest']), 'fit'),
  }),
  reply: z.array(Vacancy),
  refusals: ['no_profile', 'invalid_input'],
})

export const vacancy = endpoint({
  method: 'GET',
  path: '/api/vacancies/:id',
  summary: 'Get a published vacancy, or one applied to; changes nothing',
  access: 'professional',
  params: OneVacancy,
  reply: Vacancy,
  refusals: ['not_found', 'no_profile'],
})

export const hostVacancies = endpoint({
  method: 'GET',
  path: '/api/host/vacancies',
  summary: 'List own vacancies with their views, applications and hires, active ones first',
  access: 'host',
  reply: z.array(HostVacancy),
})

export const addVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies',
  summary: 'Create a draft vacancy at an own space',
  access: 'host',
  body: VacancyInput,
  reply: HostVacancy,
  status: 201,
  idempotent: true,
  refusals: written,
})

export const editVacancy = endpoint({
  method: 'PUT',
  path: '/api/vacancies/:id',
  summary: 'Change a vacancy; earlier applications keep their terms',
  access: 'host',
  params: OneVacancy,
  body: z.extend(VacancyInput, { version: z.int() }),
  reply: HostVacancy,
  refusals: [...written, 'stale_version', 'vacancy_not_movable', 'vacancy_full'],
})

/** Refusals common to all moves of the host. */
const ofHost = [...common, 'host_not_verified', 'space_not_published'] as const

export const publishVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/publish',
  summary: 'Publish a vacancy to professionals nearby for thirty days',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})

export const pauseVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/pause',
  summary: 'Pause a vacancy: no new applications',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})

export const resumeVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/resume',
  summary: 'Resume a paused vacancy',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})

export const renewVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/renew',
  summary: 'Extend a vacancy by thirty days from now',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})

export const fillVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/fill',
  summary: 'Mark a vacancy as filled and notify pending applicants',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})

export const closeVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/close',
  summary: 'Close a vacancy and notify pending applicants',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})
