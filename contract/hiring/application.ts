import * as z from 'zod/mini'
import { AgreementTerms, MonthEstimate, Trial, usualTrial } from '#contract/hiring/agreement.ts'
import { WeeklyWindow } from '#contract/availability/availability.ts'
import { categories, Category, SpaceType } from '#contract/professional/categories.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { HostsSay } from '#contract/professional/professional.ts'
import { Id, Instant, LongText, NumericText, Text, Zone } from '#contract/platform/shapes.ts'

export const ApplicationStatus = z.enum([
  'draft',
  'sent',
  'in_review',
  'info_requested',
  'countered',
  'approved',
  'declined',
  'withdrawn',
  'expired',
])
export type ApplicationStatus = z.output<typeof ApplicationStatus>

export const applicationStatuses: Readonly<Record<ApplicationStatus, string>> = {
  draft: 'Borrador',
  sent: 'Enviada',
  in_review: 'En revisión',
  info_requested: 'Te piden información',
  countered: 'En negociación',
  approved: 'Aprobada',
  declined: 'Rechazada',
  withdrawn: 'Retirada',
  expired: 'Vencida',
}

/** Limits of product.md §4, A1–A7. */
export const applicationLimits = {
  open: 10,
  profilePercent: 80,
  infoRounds: 2,
  counterRounds: 4,
  answerHours: 72,
  reminderHours: [24, 48],
  expiresDays: 7,
  restDays: 30,
} as const

export type ApplicationParty = 'professional' | 'host' | 'platform'

/** The table of moves (product.md §4): who may do what from where. Server, buttons and tests read it. */
export const applicationMoves = {
  edit: { by: ['professional'], from: ['draft'], to: 'draft' },
  submit: { by: ['professional'], from: ['draft'], to: 'sent' },
  review: { by: ['host'], from: ['sent'], to: 'in_review' },
  request_info: { by: ['host'], from: ['sent', 'in_review'], to: 'info_requested' },
  answer_info: { by: ['professional'], from: ['info_requested'], to: 'in_review' },
  /** Nobody answered in 72 hours: the clock runs again. */
  resume: { by: ['platform'], from: ['info_requested'], to: 'in_review' },
  counter: { by: ['host', 'professional'], from: ['sent', 'in_review', 'countered'], to: 'countered' },
  accept: { by: ['professional'], from: ['countered'], to: 'approved' },
  approve: { by: ['host', 'platform'], from: ['sent', 'in_review', 'countered'], to: 'approved' },
  trial: { by: ['host', 'platform'], from: ['sent', 'in_review', 'countered'], to: 'approved' },
  decline: { by: ['host'], from: ['sent', 'in_review', 'info_requested', 'countered'], to: 'declined' },
  /** The vacancy that it answers was filled or closed. */
  end_with_vacancy: {
    by: ['platform'],
    from: ['sent', 'in_review', 'info_requested', 'countered'],
    to: 'declined',
  },
  withdraw: {
    by: ['professional'],
    from: ['draft', 'sent', 'in_review', 'info_requested', 'countered'],
    to: 'withdrawn',
  },
  expire: { by: ['platform'], from: ['sent', 'in_review', 'countered'], to: 'expired' },
} as const satisfies Record<
  string,
  { by: readonly ApplicationParty[]; from: readonly ApplicationStatus[]; to: ApplicationStatus }
>
export type ApplicationMove = keyof typeof applicationMoves

/** What the table looks at beside the status. */
export type ApplicationFacts = {
  status: ApplicationStatus
  /** Who laid the present terms on the table. */
  termsBy: 'professional' | 'host'
  counterRounds: number
  infoRounds: number
  expiresAt: string | null
}

/** May this party make this move now? The reason is what a disabled button says. */
export const mayMoveApplication = (
  move: ApplicationMove,
  party: ApplicationParty,
  application: ApplicationFacts,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly ApplicationParty[]; from: readonly ApplicationStatus[] } = applicationMoves[move]
  if (!rule.by.includes(party)) return no('Esta acción le toca a otra persona.')
  if (!rule.from.includes(application.status)) return no(notFromHere[application.status])
  const reason = party === 'platform' ? null : reasonAgainst(move, party, application, now)
  return reason === null ? { allowed: true } : no(reason)
}

const no = (reason: string) => ({ allowed: false, reason }) as const

const notFromHere: Readonly<Record<ApplicationStatus, string>> = {
  draft: 'Todavía es un borrador.',
  sent: 'Ya está enviada.',
  in_review: 'Ya está en revisión.',
  info_requested: 'Falta que la persona responda la pregunta.',
  countered: 'Hay una contraoferta sobre la mesa.',
  approved: 'Ya está aprobada.',
  declined: 'Ya está rechazada.',
  withdrawn: 'Fue retirada.',
  expired: 'Ya venció.',
}

const reasonAgainst = (
  move: ApplicationMove,
  party: ApplicationParty,
  application: ApplicationFacts,
  now: Date,
): string | null => {
  const { status, termsBy, expiresAt } = application
  // An hour too late is too late, also before the job has come by.
  const isLate = status !== 'info_requested' && expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
  if (isLate && move !== 'withdraw' && move !== 'decline') return 'El plazo para responder ya terminó.'
  const answersTerms = move === 'counter' || move === 'accept' || move === 'approve' || move === 'trial'
  if (answersTerms && termsBy === party) return 'Esperamos la respuesta de la otra parte.'
  if (move === 'counter' && application.counterRounds >= applicationLimits.counterRounds)
    return 'Ya hubo cuatro contraofertas: aprueba o termina la conversación.'
  if (move === 'counter' && party === 'professional' && status !== 'countered')
    return 'Primero responde el anfitrión.'
  if (move === 'request_info' && application.infoRounds >= applicationLimits.infoRounds)
    return 'Ya pediste información dos veces.'
  return null
}

/** Who is waited for. */
export const waitingFor = ({ status, termsBy }: Pick<ApplicationFacts, 'status' | 'termsBy'>) => {
  if (status === 'sent' || status === 'in_review') return 'host'
  if (status === 'info_requested' || status === 'draft') return 'professional'
  if (status === 'countered') return termsBy === 'host' ? 'professional' : 'host'
  return null
}

/** Why a host says no: neutral, none of them about who somebody is. */
export const declineReasons = {
  no_place: 'Por ahora no tengo lugar',
  hours: 'Los horarios no coinciden',
  terms: 'No llegamos a un acuerdo en las condiciones',
  equipment: 'Mi espacio no tiene lo que tu servicio necesita',
  services: 'Busco otro tipo de servicios',
  documents: 'Faltan documentos o ya vencieron',
  filled: 'El lugar ya se ocupó',
} as const
export const declineReasonNames = [
  'no_place',
  'hours',
  'terms',
  'equipment',
  'services',
  'documents',
  'filled',
] as const
export const DeclineReason = z.enum(declineReasonNames)
export type DeclineReason = z.output<typeof DeclineReason>

/** Why one that answered a vacancy ended with it; no cool-down follows. */
export const vacancyEnds = {
  vacancy_filled: 'La vacante se cubrió con otra persona',
  vacancy_closed: 'La vacante se cerró',
} as const
export const EndReason = z.enum([...declineReasonNames, 'vacancy_filled', 'vacancy_closed'])
export const endReasons = { ...declineReasons, ...vacancyEnds }

// ——— What must be so before one may apply (A1)

export type ProfileFacts = {
  hasPhoto: boolean
  bioLength: number
  categories: number
  specialties: number
  experienceYears: number
  hasNeighbourhood: boolean
  services: number
  hasHours: boolean
  priceCents: number
  isPublished: boolean
}

/** Ten parts of a profile, a tenth each. */
const profileParts: readonly { label: string; isDone: (facts: ProfileFacts) => boolean }[] = [
  { label: 'una foto', isDone: ({ hasPhoto }) => hasPhoto },
  { label: 'tu presentación', isDone: ({ bioLength }) => bioLength >= 20 },
  { label: 'tus categorías', isDone: ({ categories }) => categories > 0 },
  { label: 'tus especialidades', isDone: ({ specialties }) => specialties > 0 },
  { label: 'tus años de experiencia', isDone: ({ experienceYears }) => experienceYears > 0 },
  { label: 'tu colonia', isDone: ({ hasNeighbourhood }) => hasNeighbourhood },
  { label: 'un servicio activo', isDone: ({ services }) => services > 0 },
  { label: 'tu horario', isDone: ({ hasHours }) => hasHours },
  { label: 'tu precio', isDone: ({ priceCents }) => priceCents > 0 },
  { label: 'tu perfil publicado', isDone: ({ isPublished }) => isPublished },
]

/** How much of a profile is there, and what is not. */
export const profileProgress = (facts: ProfileFacts): { percent: number; missing: string[] } => {
  const missing = profileParts.filter(({ isDone }) => !isDone(facts)).map(({ label }) => label)
  return {
    percent: Math.round((100 * (profileParts.length - missing.length)) / profileParts.length),
    missing,
  }
}

export type FitFacts = {
  profile: ProfileFacts
  categories: readonly string[]
  level: number
  documents: readonly { kind: string; status: string }[]
  openApplications: number
  space: {
    isPublished: boolean
    isOwn: boolean
    categories: readonly string[]
    minimumLevel: number
    requiredDocuments: readonly string[]
    /** Its host invites, and takes no applications of other people's own accord (contract/space/space.ts). */
    isByInvitation: boolean
  }
  hasAgreement: boolean
  hasOpenHere: boolean
  /** Local text of the day on which one may try again. */
  restsUntil: string | null
}

export const FitItem = z.object({
  key: z.enum([
    'profile',
    'level',
    'category',
    'document',
    'open',
    'rest',
    'agreement',
    'space',
    'invitation',
  ]),
  label: z.string(),
  done: z.boolean(),
  /** What is missing, in one sentence; null when nothing is. */
  detail: z.nullable(z.string()),
})
export type FitItem = z.output<typeof FitItem>

/** The requirements of A1 one by one, with what is missing of each. The server refuses by the same list. */
export const fitOf = (facts: FitFacts): { ready: boolean; items: FitItem[] } => {
  const { space } = facts
  const progress = profileProgress(facts.profile)
  const fitting = facts.categories.filter(
    (one) => space.categories.length === 0 || space.categories.includes(one),
  )
  const items: FitItem[] = [
    item(
      'profile',
      `Perfil completo (${progress.percent} %)`,
      progress.percent >= applicationLimits.profilePercent,
      {
        detail: `Llega a ${applicationLimits.profilePercent} %: falta ${progress.missing.join(', ')}.`,
      },
    ),
    item('level', `Verificación de nivel ${space.minimumLevel}`, facts.level >= space.minimumLevel, {
      detail: `Tienes nivel ${facts.level}. Sube en Configuración, Verificación.`,
    }),
    item('category', 'Tu categoría se atiende aquí', fitting.length > 0, {
      detail: `Aquí se atiende ${space.categories.map((one) => nameOf(one)).join(', ')}.`,
    }),
    ...space.requiredDocuments.map((kind) => documentItem(kind, facts.documents)),
  ]
  const hindrances = [
    item('space', 'El espacio recibe profesionales', space.isPublished && !space.isOwn, {
      detail: space.isOwn ? 'Es tu propio espacio.' : 'Este espacio está en pausa.',
    }),
    item('invitation', 'El espacio recibe postulaciones', !space.isByInvitation, {
      detail: 'Este espacio no recibe postulaciones: invita a quien trabaja en él.',
    }),
    item('agreement', 'Sin convenio vigente aquí', !facts.hasAgreement, {
      detail: 'Ya tienes convenio aquí.',
    }),
    item('open', 'Menos de diez postulaciones abiertas', facts.openApplications < applicationLimits.open, {
      detail: 'Tienes diez abiertas: espera una respuesta o retira una.',
    }),
    item('rest', 'Sin rechazo reciente', facts.restsUntil === null, {
      detail: `Puedes volver a intentarlo el ${facts.restsUntil ?? ''}.`,
    }),
  ].filter(({ done }) => !done)
  const all = [...items, ...hindrances]
  return { ready: all.every(({ done }) => done), items: all }
}

const item = (
  key: FitItem['key'],
  label: string,
  done: boolean,
  { detail }: { detail: string },
): FitItem => ({
  key,
  label,
  done,
  detail: done ? null : detail,
})

const documentItem = (kind: string, documents: FitFacts['documents']): FitItem => {
  const stands = documents.some(
    (one) => one.kind === kind && (one.status === 'valid' || one.status === 'expiring'),
  )
  const waits = documents.some(
    (one) => one.kind === kind && (one.status === 'uploaded' || one.status === 'in_review'),
  )
  return item('document', documentLabel(kind), stands, {
    detail: waits
      ? 'La estamos revisando.'
      : `Te falta: ${documentLabel(kind).toLowerCase()}. Súbela en tus documentos.`,
  })
}

const nameOf = (category: string): string =>
  Object.entries(categories).find(([name]) => name === category)?.[1] ?? category

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
  /** Which of the two asks. */
  role: z.enum(['professional', 'host']),
  /** The vacancy that it answers. */
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
    /** What the space asks for, and what is there; the files themselves stay private. */
    documents: z.array(ShownDocument),
    /** Of finished and cancelled visits of the last year; null below five. */
    cancelPercent: z.nullable(z.int()),
    punctualPercent: z.nullable(z.int()),
    /** How much of what the space asks for is there, out of a hundred. */
    fitPercent: z.int(),
  }),
  /** From where the professional is at home. */
  distanceKm: z.number(),
  /** On average from where their clients came in the last ninety days; null: too few visits, or somebody else asks. */
  clientsKm: z.nullable(z.number()),
  hostAnswers: HostAnswers,
  message: z.string(),
  expectedMinutes: z.int(),
  /** For the host: what those hours would bring in a month, after commission. Null for the professional. */
  revenueCents: z.nullable(z.int()),
  terms: AgreementTerms,
  termsBy: z.enum(['professional', 'host']),
  termsBefore: z.nullable(AgreementTerms),
  counterRounds: z.int(),
  infoRounds: z.int(),
  /** The question that waits, for who must answer it. */
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
  /** Of all units at that hour over the last four weeks, out of a hundred. */
  percent: z.int(),
  /** Within the terms on the table. */
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
  /** When the space is open, by the week. */
  spaceHours: z.array(WeeklyWindow),
  /** For the host: how full their place is, hour by hour. Empty for the professional. */
  occupancy: z.array(Occupied),
  /** For the host: hours of a week within these terms that nobody rents today. */
  freeMinutes: z.nullable(z.int()),
  /** For the host: the chairs that a fixed rent may be for. Empty for the professional. */
  chairs: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Nobody of the house has it in these hours. */
      isFree: z.boolean(),
      /** By the terms on the table, or by the vacancy. */
      isNamed: z.boolean(),
    }),
  ),
  /** For the professional: out of their own last ninety days. Null without any. */
  estimate: z.nullable(MonthEstimate),
})
export type ApplicationDetail = z.output<typeof ApplicationDetail>

// ——— Endpoints

const OneApplication = z.object({ id: Id })
const Version = { version: z.int() }
/** With a fixed rent, the chair or cabin that it is for. Null: the vacancy's, or it is asked for later. */
const Named = { unitId: z._default(z.nullable(Id), null) }
const common = ['not_found', 'stale_version', 'application_not_movable'] as const

export const applications = endpoint({
  method: 'GET',
  path: '/api/applications',
  summary: 'My applications to spaces, what waits for me first',
  access: 'professional',
  reply: z.array(Application),
})

export const application = endpoint({
  method: 'GET',
  path: '/api/applications/:id',
  summary: 'One application with its history, for the two who negotiate',
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
  summary: 'A draft for a space, or the one that is there, changed',
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
  summary: 'Send a draft: the host has 72 hours to answer, after seven days it expires',
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
  summary: 'Take an application back',
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
  summary: 'Answer what the host asked; the clock runs again',
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
  summary: 'Accept the terms that the host offers: the agreement stands',
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
  summary: 'Lay other terms on the table; the other side has 72 hours, and there are four rounds',
  access: 'account',
  params: OneApplication,
  body: z.object({ ...Version, terms: AgreementTerms, text: z._default(LongText(500), '') }),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'same_terms', 'hours_overlap', 'invalid_input', 'shift_taken'],
})

export const hostApplications = endpoint({
  method: 'GET',
  path: '/api/host/applications',
  summary: 'Applications to my spaces by their deadline; decided ones last',
  access: 'host',
  query: z.object({
    show: z._default(z.enum(['open', 'decided']), 'open'),
    vacancy: z.optional(Id),
    category: z.optional(Category),
    minimumLevel: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3))),
    minimumRating: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(5))),
    minimumFit: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100))),
    space: z.optional(Id),
  }),
  reply: z.array(Application),
})

export const reviewApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/review',
  summary: 'I am looking at it: whoever applied sees that',
  access: 'host',
  params: OneApplication,
  body: z.object(Version),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const requestInfo = endpoint({
  method: 'POST',
  path: '/api/applications/:id/request-info',
  summary: 'Ask something; the clock stands still for up to 72 hours. Twice at most',
  access: 'host',
  params: OneApplication,
  body: z.object({ ...Version, text: Text(1000) }),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const approveApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/approve',
  summary: 'Say yes to the terms on the table: the agreement stands',
  access: 'host',
  params: OneApplication,
  body: z.object({ ...Version, ...Named }),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'agreement_exists', 'member_exists', 'invalid_input', 'shift_taken', 'vacancy_full'],
})

export const approveOnTrial = endpoint({
  method: 'POST',
  path: '/api/applications/:id/trial',
  summary: 'Say yes for a while: thirty days, or so many appointments',
  access: 'host',
  params: OneApplication,
  body: z.object({ ...Version, ...Named, trial: z._default(Trial, usualTrial) }),
  reply: Application,
  idempotent: true,
  refusals: [...common, 'agreement_exists', 'member_exists', 'invalid_input', 'shift_taken', 'vacancy_full'],
})

export const rejectApplication = endpoint({
  method: 'POST',
  path: '/api/applications/:id/reject',
  summary: 'Say no with a neutral reason; your own words are shared only if you say so',
  access: 'host',
  params: OneApplication,
  body: z.object({
    ...Version,
    reason: DeclineReason,
    note: z._default(LongText(500), ''),
    shareNote: z._default(z.boolean(), false),
  }),
  reply: Application,
  idempotent: true,
  refusals: common,
})

export const rejectMany = endpoint({
  method: 'POST',
  path: '/api/host/applications/reject',
  summary: 'Say no to several with one neutral reason; those that moved meanwhile are left alone',
  access: 'host',
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(50)), reason: DeclineReason }),
  reply: z.object({ declined: z.array(Id), left: z.array(Id) }),
  idempotent: true,
})

/** One rule of the house in a host's name: who meets all of it is approved at once. */
export const AutoApproveRule = z.object({
  minimumLevel: z.int().check(z.minimum(0), z.maximum(3)),
  minimumRating: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  documents: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(5)),
  /** Empty: any of my spaces. */
  spaceIds: z.array(Id).check(z.maxLength(50)),
  outcome: z.enum(['approve', 'trial']),
})
export type AutoApproveRule = z.output<typeof AutoApproveRule>

export const AutoApprove = z.object({
  rules: z.array(AutoApproveRule).check(z.maxLength(5)),
  version: z.int(),
})
export type AutoApprove = z.output<typeof AutoApprove>

export const autoApprove = endpoint({
  method: 'GET',
  path: '/api/host/auto-approve',
  summary: 'When the house says yes in my name',
  access: 'host',
  reply: AutoApprove,
})

export const saveAutoApprove = endpoint({
  method: 'PUT',
  path: '/api/host/auto-approve',
  summary: 'Rules by which an application at my price or above is approved at once, always or on trial',
  access: 'host',
  body: AutoApprove,
  reply: AutoApprove,
  refusals: ['stale_version', 'not_found'],
})

/** Where I stand with a space: what it asks, what I lack, and what is under way. */
export const SpaceFit = z.object({
  ready: z.boolean(),
  items: z.array(FitItem),
  /** Offered first: the price of the space, its whole hours, everything I do. */
  terms: AgreementTerms,
  zone: Zone,
  spaceHours: z.array(WeeklyWindow),
  categories: z.array(Category),
  draft: z.nullable(
    z.object({
      id: Id,
      version: z.int(),
      message: z.string(),
      expectedMinutes: z.int(),
      terms: AgreementTerms,
    }),
  ),
  /** The one that is open. */
  applicationId: z.nullable(Id),
  hostAnswers: HostAnswers,
})
export type SpaceFit = z.output<typeof SpaceFit>

export const spaceFit = endpoint({
  method: 'GET',
  path: '/api/applications/fit/:space',
  summary: 'What a space asks of who works there, and what I lack of it',
  access: 'professional',
  params: z.object({ space: Id }),
  reply: SpaceFit,
  refusals: ['not_found', 'no_profile'],
})
