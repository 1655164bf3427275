import * as z from 'zod/mini'
import { AgreementTerms } from '#contract/hiring/agreement.ts'
import { Application } from '#contract/hiring/application.ts'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { Done, Id, Instant, LongText, NumericText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { checkWording, wordingAdvice, type WordingFinding } from '#contract/hiring/wording.ts'

export const VacancyStatus = z.enum(['draft', 'published', 'paused', 'filled', 'closed', 'expired'])
export type VacancyStatus = z.output<typeof VacancyStatus>

export const vacancyStatuses: Readonly<Record<VacancyStatus, string>> = {
  draft: 'Borrador',
  published: 'Publicada',
  paused: 'En pausa',
  filled: 'Cubierta',
  closed: 'Cerrada',
  expired: 'Vencida',
}

/** product.md §4 and §6. */
export const vacancyLimits = {
  lastsDays: 30,
  /** So long before its end its host is reminded, and may renew it. */
  renewDays: 5,
  hostLevel: 1,
  openings: 20,
  radiusKm: 50,
} as const

export type VacancyParty = 'host' | 'professional' | 'platform'

/** The table of moves (product.md §4): who may do what from where. Server, buttons and tests read it. */
export const vacancyMoves = {
  edit: { by: ['host'], from: ['draft', 'published', 'paused'], to: 'same' },
  publish: { by: ['host'], from: ['draft'], to: 'published' },
  pause: { by: ['host'], from: ['published'], to: 'paused' },
  resume: { by: ['host'], from: ['paused'], to: 'published' },
  renew: { by: ['host'], from: ['published', 'paused', 'expired'], to: 'published' },
  /** By the host, who found somebody elsewhere; by the house, when the last opening was taken. */
  fill: { by: ['host', 'platform'], from: ['published', 'paused', 'expired'], to: 'filled' },
  close: { by: ['host'], from: ['draft', 'published', 'paused', 'expired'], to: 'closed' },
  expire: { by: ['platform'], from: ['published', 'paused'], to: 'expired' },
  apply: { by: ['professional'], from: ['published'], to: 'same' },
  invite: { by: ['host'], from: ['published'], to: 'same' },
} as const satisfies Record<
  string,
  { by: readonly VacancyParty[]; from: readonly VacancyStatus[]; to: VacancyStatus | 'same' }
>
export type VacancyMove = keyof typeof vacancyMoves

/** What the table looks at beside the status. Instants as ISO text. */
export type VacancyFacts = { status: VacancyStatus; expiresAt: string | null }

const dayMs = 86_400_000

/** May this party make this move now? The reason is what a disabled button says. */
export const mayMoveVacancy = (
  move: VacancyMove,
  party: VacancyParty,
  vacancy: VacancyFacts,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly VacancyParty[]; from: readonly VacancyStatus[] } = vacancyMoves[move]
  if (!rule.by.includes(party)) return no('Esta acción le toca a otra persona.')
  if (!rule.from.includes(vacancy.status)) return no(notFromHere[vacancy.status])
  const reason = reasonAgainst(move, vacancy, now)
  return reason === null ? { allowed: true } : no(reason)
}

const no = (reason: string) => ({ allowed: false, reason }) as const

const notFromHere: Readonly<Record<VacancyStatus, string>> = {
  draft: 'Todavía es un borrador.',
  published: 'Ya está publicada.',
  paused: 'Está en pausa.',
  filled: 'La vacante ya se cubrió.',
  closed: 'La vacante ya se cerró.',
  expired: 'La vacante venció.',
}

const reasonAgainst = (move: VacancyMove, { status, expiresAt }: VacancyFacts, now: Date): string | null => {
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now.getTime()
  if (move === 'expire') return leftMs <= 0 ? null : 'Todavía tiene días.'
  // The job that ends it may be a minute late; its time is over all the same.
  if (leftMs <= 0 && (move === 'apply' || move === 'invite' || move === 'resume')) return notFromHere.expired
  if (move === 'renew' && status !== 'expired' && leftMs > vacancyLimits.renewDays * dayMs)
    return `Podrás renovarla cuando le queden ${vacancyLimits.renewDays} días.`
  return null
}

/** Who is wanted may not be told by age, sex or looks; the words that do, with why. */
export const refusedWording = (...texts: readonly string[]): (WordingFinding & { advice: string })[] =>
  texts.flatMap((text) =>
    checkWording(text, ['discrimination']).map((found) => ({ ...found, advice: wordingAdvice[found.kind] })),
  )

export const VacancyInput = z.object({
  spaceId: Id,
  /** A certain chair or cabin; null: whichever is free. */
  unitId: z._default(z.nullable(Id), null),
  title: Text(80),
  category: Category,
  /** What one finds there and what is asked for; age, sex and looks are refused. */
  requirements: z._default(LongText(1000), ''),
  /** What is offered, and what an application asks for; `validFrom` is the day on which it begins. */
  terms: AgreementTerms,
  openings: z._default(z.int().check(z.minimum(1), z.maximum(vacancyLimits.openings)), 1),
  /** Who works within it sees the vacancy. */
  radiusKm: z._default(z.int().check(z.minimum(1), z.maximum(vacancyLimits.radiusKm)), 15),
})
export type VacancyInput = z.output<typeof VacancyInput>

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })

/** What both sides see. */
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

/** For its host. */
export const HostVacancy = z.extend(Shown, {
  spaceId: Id,
  unitId: z.nullable(Id),
  radiusKm: z.int(),
  funnel: z.object({
    /** Professionals who opened it, each once. */
    views: z.int(),
    applied: z.int(),
    /** Of those, how many wait for an answer. */
    open: z.int(),
    /** Invitations to it that wait for an answer. */
    invited: z.int(),
    /** Published professionals of the category within the radius; no more than a hundred are counted. */
    near: z.int(),
  }),
})
export type HostVacancy = z.output<typeof HostVacancy>

/** For a professional who looks for a place. */
export const Vacancy = z.extend(Shown, {
  distanceKm: z.number(),
  /** How much of what the place asks for and offers meets who looks, out of a hundred. */
  fitPercent: z.int(),
  /** Hours of a week that are both offered and open in their own schedule. */
  sharedMinutes: z.int(),
  saved: z.boolean(),
  /** My application to it, the open one or the last. */
  applicationId: z.nullable(Id),
  /** The invitation to it that waits for my answer. */
  invitationId: z.nullable(Uuid),
  hostAnswers: HostAnswers,
})
export type Vacancy = z.output<typeof Vacancy>

const OneVacancy = z.object({ id: Id })
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
  summary: 'Vacancies near me that I could apply to, the best fit first',
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
  summary: 'One vacancy that is on the street, or to which I applied; looking changes nothing',
  access: 'professional',
  params: OneVacancy,
  reply: Vacancy,
  refusals: ['not_found', 'no_profile'],
})

export const hostVacancies = endpoint({
  method: 'GET',
  path: '/api/host/vacancies',
  summary: 'My vacancies with how many saw them, applied and came; those that stand first',
  access: 'host',
  reply: z.array(HostVacancy),
})

export const addVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies',
  summary: 'A draft of a vacancy at one of my spaces',
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
  summary: 'Change a vacancy; who applied before keeps the terms that they applied to',
  access: 'host',
  params: OneVacancy,
  body: z.extend(VacancyInput, { version: z.int() }),
  reply: HostVacancy,
  refusals: [...written, 'stale_version', 'vacancy_not_movable', 'vacancy_full'],
})

/** What every move of the host refuses. */
const ofHost = [...common, 'host_not_verified', 'space_not_published'] as const

export const publishVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/publish',
  summary: 'Show it to professionals nearby for thirty days',
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
  summary: 'Take no new applications for a while',
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
  summary: 'Show a paused one again',
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
  summary: 'Thirty days more, from now',
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
  summary: 'Somebody was found: those who still wait are told so',
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
  summary: 'Look for nobody any more: those who still wait are told so',
  access: 'host',
  params: OneVacancy,
  body: Version,
  reply: HostVacancy,
  idempotent: true,
  refusals: ofHost,
})

export const applyToVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/apply',
  summary: 'Apply on the terms that are offered; from here on it is an application like any other',
  access: 'professional',
  params: OneVacancy,
  body: z.object({
    message: z._default(LongText(1000), ''),
    expectedMinutes: z._default(z.int().check(z.minimum(0), z.maximum(10_080)), 0),
  }),
  reply: Application,
  status: 201,
  idempotent: true,
  refusals: [
    'not_found',
    'no_profile',
    'vacancy_not_movable',
    'application_open',
    'application_not_ready',
    'too_many_applications',
    'application_rests',
  ],
})

export const seeVacancy = endpoint({
  method: 'POST',
  path: '/api/vacancies/:id/see',
  summary: 'Count me once among those who opened it',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'no_profile'],
})

export const saveVacancy = endpoint({
  method: 'PUT',
  path: '/api/vacancies/:id/save',
  summary: 'Keep a vacancy for later',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const unsaveVacancy = endpoint({
  method: 'DELETE',
  path: '/api/vacancies/:id/save',
  summary: 'Keep it no longer',
  access: 'professional',
  params: OneVacancy,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

export const VacancyAlert = z.object({ on: z.boolean() })

export const vacancyAlert = endpoint({
  method: 'GET',
  path: '/api/professional/vacancy-alert',
  summary: 'Whether I am told of new vacancies near me in my categories',
  access: 'professional',
  reply: VacancyAlert,
  refusals: ['no_profile'],
})

export const setVacancyAlert = endpoint({
  method: 'PUT',
  path: '/api/professional/vacancy-alert',
  summary: 'Be told of new vacancies near me in my categories, or no longer',
  access: 'professional',
  body: VacancyAlert,
  reply: VacancyAlert,
  refusals: ['no_profile'],
})
