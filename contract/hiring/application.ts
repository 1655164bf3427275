import * as z from 'zod/mini'
import { AgreementTerms, MonthEstimate } from '#contract/hiring/agreement-terms.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { HostsSay } from '#contract/professional/professional.ts'
import { Id, Instant, LongText, NumericText, Text, Zone } from '#contract/platform/shapes.ts'
import { ApplicationStatus } from '#contract/hiring/application-moves.ts'
import { EndReason } from '#contract/hiring/decline-reason.ts'

// ——— Shapes

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })

const ShownDocument = z.object({
  kind: z.string(),
  label: z.string(),
  status: z.string(),
  validTo: z.nullable(z.string()),
})

export const Application = z.object({
  id: Id,
  version: z.int(),
  status: ApplicationStatus,
  /** The viewer's side. */
  role: z.enum(['professional', 'host']),
  /** The vacancy that the application is for. */
  vacancy: z.nullable(z.object({ id: Id, title: z.string() })),
  space: z.object({
    id: Id,
    name: z.string(),
    spaceType: SpaceType,
    businessName: z.string(),
    neighbourhood: z.nullable(z.string()),
    city: z.string(),
    zone: Zone,
    photo: z.nullable(z.string()),
    pricePerHourCents: z.int(),
    verified: z.boolean(),
  }),
  professional: z.object({
    id: Id,
    slug: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.nullable(z.string()),
    level: z.int(),
    verified: z.boolean(),
    biometric: z.boolean(),
    experienceYears: z.int(),
    specialties: z.array(z.string()),
    categories: z.array(Category),
    rating: NumericText,
    reviewCount: z.int(),
    hostsSay: HostsSay,
    services: z.array(z.object({ name: z.string(), priceCents: z.int(), durationMinutes: z.int() })),
    /** Documents that the space requires, and their status; the files stay private. */
    documents: z.array(ShownDocument),
    /** Share of the last year's finished and cancelled visits; null below five. */
    cancelPercent: z.nullable(z.int()),
    punctualPercent: z.nullable(z.int()),
    /** Share of the space's requirements that are met, in percent. */
    fitPercent: z.int(),
  }),
  /** Distance from the professional's home. */
  distanceKm: z.number(),
  /** Average distance from their clients of the last ninety days; null with too few visits, or for the host. */
  clientsKm: z.nullable(z.number()),
  hostAnswers: HostAnswers,
  message: z.string(),
  expectedMinutes: z.int(),
  /** For the host: estimated monthly revenue of those hours, after commission. Null for the professional. */
  revenueCents: z.nullable(z.int()),
  terms: AgreementTerms,
  termsBy: z.enum(['professional', 'host']),
  termsBefore: z.nullable(AgreementTerms),
  counterRounds: z.int(),
  infoRounds: z.int(),
  /** The pending question, for the party who must answer it. */
  question: z.nullable(z.string()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  respondBy: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
  pausedUntil: z.nullable(Instant),
  decidedAt: z.nullable(Instant),
  decline: z.nullable(z.object({ reason: EndReason, label: z.string(), note: z.nullable(z.string()) })),
  agreementId: z.nullable(Id),
  waitingFor: z.nullable(z.enum(['professional', 'host'])),
  moves: z.array(PossibleMove),
})
export type Application = z.output<typeof Application>

const Occupied = z.object({
  /** Monday = 1. */
  weekday: z.int(),
  hour: z.int(),
  /** Of all units at that hour over the last four weeks, in percent. */
  percent: z.int(),
  /** Within the proposed terms. */
  wanted: z.boolean(),
})

export const ApplicationDetail = z.extend(Application, {
  history: z.array(
    z.object({
      at: Instant,
      move: z.string(),
      actor: z.enum(['professional', 'host', 'platform']),
      text: z.string(),
      terms: z.nullable(AgreementTerms),
    }),
  ),
  /** Weekly opening hours of the space. */
  spaceHours: z.array(WeeklyWindow),
  /** For the host: occupancy of the place by hour. Empty for the professional. */
  occupancy: z.array(Occupied),
  /** For the host: weekly hours within these terms that are not rented now. */
  freeMinutes: z.nullable(z.int()),
  /** For the host: units available for a fixed rent. Empty for the professional. */
  chairs: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Not assigned to a team member in these hours. */
      isFree: z.boolean(),
      /** Set by the proposed terms, or by the vacancy. */
      isNamed: z.boolean(),
    }),
  ),
  /** For the professional: from their last ninety days. Null without visits. */
  estimate: z.nullable(MonthEstimate),
})
export type ApplicationDetail = z.output<typeof ApplicationDetail>

// ——— Endpoints

export const OneApplication = z.object({ id: Id })
export const Version = { version: z.int() }
/** The unit of a fixed rent. Null: the vacancy's, or it is chosen later. */
export const Named = { unitId: z._default(z.nullable(Id), null) }
export const common = ['not_found', 'stale_version', 'application_not_movable'] as const

export const applications = endpoint({
  method: 'GET',
  path: '/api/applications',
  summary: 'List own applications, those that await the viewer first',
  access: 'professional',
  reply: z.array(Application),
})

export const application = endpoint({
  method: 'GET',
  path: '/api/applications/:id',
  summary: 'Get an application with its history, as one of its two parties',
  access: 'account',
  params: OneApplication,
  reply: ApplicationDetail,
  refusals: ['not_found'],
})

const ApplicationInput = {
  terms: AgreementTerms,
  message: z._default(LongText(1000), ''),
  expectedMinutes: z._default(z.int().check(z.minimum(0), z.maximum(10_080)), 0),
}

export const addApplication = endpoint({
  method: 'POST',
  path: '/api/applications',
  summary: 'Create a draft application for a space, or change the existing one',
  access: 'professional',
  body: z.object({ spaceId: Id, ...ApplicationInput }),
  reply: Application,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'no_profile', 'application_open', 'hours_overlap', 'invalid_input'],
})

export const submitApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/submit',
  summary: 'Submit an application: the host has 72 hours to answer, it expires after seven days',
  access: 'professional',
  params: OneApplication,
  body: z.object(Version),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'application_not_ready', 'too_many_applications', 'application_rests'],
})

export const withdrawApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/withdraw',
  summary: 'Withdraw an application',
  access: 'professional',
  params: OneApplication,
  body: z.object(Version),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const answerInfo = endpoint({
  method: 'POST',
  path: '/api/applications/:id/answer-info',
  summary: "Answer the host's question; the deadline runs again",
  access: 'professional',
  params: OneApplication,
  body: z.object({ ...Version, text: Text(1000) }),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/applications/:id/accept',
  summary: "Accept the host's terms: the agreement begins",
  access: 'professional',
  params: OneApplication,
  body: z.object(Version),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'agreement_exists', 'member_exists', 'vacancy_full', 'shift_taken'],
})

export const counterOffer = endpoint({
  method: 'POST',
  path: '/api/applications/:id/counter',
  summary: 'Propose other terms; the other party has 72 hours, at most four rounds',
  access: 'account',
  params: OneApplication,
  body: z.object({ ...Version, terms: AgreementTerms, text: z._default(LongText(500), '') }),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'same_terms', 'hours_overlap', 'invalid_input', 'shift_taken'],
})
