import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { AgreementTerms, MonthEstimate } from '#contract/hiring/agreement.ts'
import { WeeklyWindow } from '#contract/availability/availability.ts'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, NumericText, PageQuery, Text, Uuid, Zone } from '#contract/platform/shapes.ts'

export const InvitationStatus = z.enum(['sent', 'seen', 'accepted', 'declined', 'expired', 'revoked'])
export type InvitationStatus = z.output<typeof InvitationStatus>
export const openStatuses = ['sent', 'seen'] as const satisfies readonly InvitationStatus[]

/** Limits of product.md §4, I1–I6. */
export const invitationLimits = {
  aDay: 30,
  lastsDays: 14,
  peaceDays: 60,
  questions: 2,
  pauseHours: 72,
  hostLevel: 1,
} as const

export type InvitationParty = 'invited' | 'host' | 'platform'

/**
 * The table of moves (product.md §4): the server refuses by it and the buttons are drawn by it. `again` makes a
 * new invitation on the same terms; the old one stays as it ended.
 */
export const moves = {
  see: { by: ['invited'], from: ['sent'], to: 'seen' },
  accept: { by: ['invited'], from: ['sent', 'seen'], to: 'accepted' },
  decline: { by: ['invited'], from: ['sent', 'seen'], to: 'declined' },
  ask: { by: ['invited'], from: ['sent', 'seen'], to: 'seen' },
  answer: { by: ['host'], from: ['sent', 'seen'], to: 'seen' },
  revoke: { by: ['host'], from: ['sent', 'seen'], to: 'revoked' },
  expire: { by: ['platform'], from: ['sent', 'seen'], to: 'expired' },
  /** The vacancy that it was for was filled or closed. */
  end_with_vacancy: { by: ['platform'], from: ['sent', 'seen'], to: 'revoked' },
  again: { by: ['host'], from: ['declined', 'expired', 'revoked'], to: 'sent' },
} as const satisfies Record<
  string,
  { by: readonly InvitationParty[]; from: readonly InvitationStatus[]; to: InvitationStatus }
>
export type InvitationMove = keyof typeof moves

/** What the table looks at beside the status. Instants as ISO text. */
export type InvitationFacts = {
  status: InvitationStatus
  expiresAt: string
  endedAt: string | null
  questionsAsked: number
  questionWaits: boolean
  /** Was sent again already. */
  repeated: boolean
  /** How the vacancy that it was for ended; null: it stands, or the invitation is to no vacancy. */
  vacancyOver: VacancyOver | null
}

export const VacancyOver = z.enum(['filled', 'closed', 'expired'])
export type VacancyOver = z.output<typeof VacancyOver>

const overReasons: Readonly<Record<VacancyOver, string>> = {
  filled: 'La vacante ya se cubrió.',
  closed: 'El espacio cerró la vacante.',
  expired: 'La vacante venció. El espacio puede renovarla.',
}

const dayMs = 86_400_000

/** May this party make this move now? The reason is what a disabled button says. */
export const mayMove = (
  move: InvitationMove,
  party: InvitationParty,
  invitation: InvitationFacts,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly InvitationParty[]; from: readonly InvitationStatus[] } = moves[move]
  if (!rule.by.includes(party)) return { allowed: false, reason: 'Esta acción le toca a otra persona.' }
  const { vacancyOver } = invitation
  // Taken back with its vacancy: what became of that is what one wants to know.
  if (!rule.from.includes(invitation.status))
    return {
      allowed: false,
      reason:
        invitation.status === 'revoked' && vacancyOver !== null
          ? overReasons[vacancyOver]
          : ended[invitation.status],
    }
  const reason = reasonOf(move, invitation, now)
  return reason === null ? { allowed: true } : { allowed: false, reason }
}

/** Why nothing more can be done, by how it stands. */
const ended: Readonly<Record<InvitationStatus, string>> = {
  sent: 'La invitación todavía está abierta.',
  seen: 'La invitación todavía está abierta.',
  accepted: 'Esta invitación ya fue aceptada.',
  declined: 'Esta invitación ya fue rechazada.',
  expired: 'Esta invitación venció.',
  revoked: 'El espacio retiró esta invitación.',
}

const reasonOf = (move: InvitationMove, one: InvitationFacts, now: Date): string | null => {
  const over = Date.parse(one.expiresAt) <= now.getTime()
  if (move === 'expire') return over ? null : 'Todavía hay tiempo para responder.'
  if (move === 'end_with_vacancy')
    return one.vacancyOver === 'filled' || one.vacancyOver === 'closed' ? null : 'La vacante sigue en pie.'
  if (move === 'again') {
    if (one.vacancyOver !== null) return overReasons[one.vacancyOver]
    if (one.repeated) return 'Ya volviste a invitar.'
    const peaceUntil = Date.parse(one.endedAt ?? one.expiresAt) + invitationLimits.peaceDays * dayMs
    return one.status === 'declined' && now.getTime() < peaceUntil
      ? `Dijo que no: puedes volver a invitar ${invitationLimits.peaceDays} días después.`
      : null
  }
  // The job that ends it may be a minute late; its time is over all the same.
  if (over) return ended.expired
  if (one.vacancyOver !== null && (move === 'accept' || move === 'ask')) return overReasons[one.vacancyOver]
  if (move === 'ask') {
    if (one.questionWaits) return 'Tu pregunta espera respuesta.'
    if (one.questionsAsked >= invitationLimits.questions) return 'Ya hiciste tus dos preguntas.'
  }
  if (move === 'answer' && !one.questionWaits) return 'No hay preguntas por responder.'
  return null
}

export const InvitationQuestion = z.object({
  number: z.int(),
  question: z.string(),
  askedAt: Instant,
  answer: z.nullable(z.string()),
})

/** An invitation, for one of its two parties. */
export const Invitation = z.object({
  id: Uuid,
  version: z.int(),
  as: z.enum(['invited', 'host']),
  status: InvitationStatus,
  space: z.object({
    id: Id,
    name: z.string(),
    spaceType: SpaceType,
    photo: z.nullable(z.string()),
    neighbourhood: z.nullable(z.string()),
    city: z.string(),
    /** Rounded to about a kilometre: the door is for those who accepted. */
    area: z.object({ latitude: z.number(), longitude: z.number() }),
    rating: NumericText,
    reviewCount: z.int(),
    pricePerHourCents: z.int(),
    zone: Zone,
  }),
  host: z.object({
    businessName: z.string(),
    firstName: z.string(),
    photo: z.nullable(z.string()),
    verified: z.boolean(),
    /** Of all that was asked of this host, how much they answered, in percent; null: nothing yet. */
    answersPercent: z.nullable(z.int()),
    /** Half of their answers came within so many hours. */
    answersHours: z.nullable(z.int()),
    /** Of the last hundred bookings at their places in half a year, which part they did not cancel; null: too few to say. */
    keepsPercent: z.nullable(z.int()),
  }),
  /** The vacancy that it is for; whoever accepts takes one of its places. */
  vacancy: z.nullable(z.object({ id: Id, title: z.string(), over: z.nullable(VacancyOver) })),
  /** Null while nobody has used the link of an e-mail. */
  professional: z.nullable(
    z.object({ id: Id, name: z.string(), photo: z.nullable(z.string()), rating: NumericText }),
  ),
  /** For the host: where it was sent. */
  email: z.nullable(z.string()),
  /** Frozen when it was sent, and what the agreement says once it is accepted. */
  terms: AgreementTerms,
  message: z.string(),
  /** What of the invited person's work is done in such a place. */
  matchingCategories: z.array(Category),
  /** From where the invited person works; null for the host. */
  distanceKm: z.nullable(z.number()),
  sentAt: Instant,
  expiresAt: Instant,
  /** The clock stands until then, or until the host answers. */
  pausedUntil: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  declineReason: z.nullable(z.string()),
  agreementId: z.nullable(Id),
  questions: z.array(InvitationQuestion),
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type Invitation = z.output<typeof Invitation>

const OneInvitation = z.object({ id: Uuid })
/** The link's secret, for whom it was sent to by e-mail. */
const Token = { token: z.optional(z.string().check(z.minLength(20), z.maxLength(300))) }

export const invitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'Invitations that I received (in) or sent (out), those that wait for an answer first',
  access: 'account',
  query: z.object({
    box: z._default(z.enum(['in', 'out']), 'in'),
    category: z.optional(Category),
    ...PageQuery,
  }),
  reply: z.array(Invitation),
  refusals: ['invalid_input'],
})

export const invitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:id',
  summary: 'An invitation of mine, or the one that my link opens; looking changes nothing',
  access: 'account',
  params: OneInvitation,
  query: z.object(Token),
  reply: Invitation,
  refusals: ['not_found', 'invitation_of_another', 'invitation_to_oneself', 'invitation_over'],
})

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  summary:
    'Invite a professional of Kalli, or anybody by e-mail, into one of my spaces or to one of my vacancies',
  access: 'host',
  body: z.object({
    professionalId: z.optional(Id),
    email: z.optional(Email),
    /** Into a space, on these terms… */
    spaceId: z.optional(Id),
    terms: z.optional(AgreementTerms),
    /** …or to a vacancy that is on the street, on the terms that it offers now. */
    vacancyId: z.optional(Id),
    message: z._default(LongText(500), ''),
  }),
  reply: Invitation,
  status: 201,
  idempotent: true,
  refusals: [
    'not_found',
    'invalid_input',
    'host_not_verified',
    'space_not_published',
    'too_many_invitations',
    'invitation_open',
    'invitation_declined_lately',
    'agreement_exists',
    'invitation_to_oneself',
    'vacancy_not_movable',
    'vacancy_full',
    'application_open',
    'shift_taken',
  ],
})

export const InvitationQuota = z.object({ sentToday: z.int(), mostADay: z.int(), freshAt: Instant })
export type InvitationQuota = z.output<typeof InvitationQuota>

export const invitationQuota = endpoint({
  method: 'GET',
  path: '/api/host/invitation-quota',
  summary: 'How many invitations I sent today, of how many',
  access: 'host',
  reply: InvitationQuota,
})

/** What would change in the agenda of who accepts. */
export const InvitationPreview = z.object({
  zone: Zone,
  /** Hours in which both are open, by weekday; Monday = 1. */
  windows: z.array(WeeklyWindow),
  hoursAWeek: z.number(),
  /** Of those, how many are new: not at another place of theirs already. */
  newHoursAWeek: z.number(),
  /** What stands in the agenda already in those hours of the coming two weeks. */
  bookingsThen: z.int(),
  /** What one of their services leaves at this rate, before taxes and before a fixed rent; the shortest three. */
  services: z.array(
    z.object({
      name: z.string(),
      minutes: z.int(),
      priceCents: z.int(),
      rentCents: z.int(),
      netCents: z.int(),
    }),
  ),
  /** Both parts of the rent counted. Null without visits of their own in the last ninety days. */
  estimate: z.nullable(MonthEstimate),
})
export type InvitationPreview = z.output<typeof InvitationPreview>

export const invitationPreview = endpoint({
  method: 'GET',
  path: '/api/invitations/:id/preview',
  summary: 'What would change in my agenda if I accepted',
  access: 'account',
  params: OneInvitation,
  query: z.object(Token),
  reply: InvitationPreview,
  refusals: ['not_found', 'invitation_of_another', 'invitation_to_oneself', 'invitation_over'],
})

const Moving = [
  'not_found',
  'invitation_of_another',
  'invitation_to_oneself',
  'invitation_over',
  'invitation_open',
  'stale_version',
] as const

export const seeInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/see',
  summary: 'I have it before me; once seen it stays so',
  access: 'account',
  params: OneInvitation,
  body: z.object(Token),
  reply: Invitation,
  idempotent: true,
  refusals: ['not_found', 'invitation_of_another', 'invitation_to_oneself', 'invitation_over'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/accept',
  summary: 'Accept: the agreement stands at once, on the terms shown',
  access: 'account',
  params: OneInvitation,
  body: z.object({ ...Token, version: z.int() }),
  reply: Invitation,
  idempotent: true,
  refusals: [
    ...Moving,
    'agreement_exists',
    'member_exists',
    'space_not_published',
    'vacancy_full',
    'vacancy_not_movable',
    'shift_taken',
  ],
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/decline',
  summary: 'Decline, with or without a reason',
  access: 'account',
  params: OneInvitation,
  body: z.object({ ...Token, version: z.int(), reason: z._default(LongText(300), '') }),
  reply: Invitation,
  idempotent: true,
  refusals: Moving,
})

export const askAboutInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/ask',
  summary: 'Ask the host; the clock stands for 72 hours at most',
  access: 'account',
  params: OneInvitation,
  body: z.object({ ...Token, version: z.int(), question: Text(300) }),
  reply: Invitation,
  idempotent: true,
  refusals: Moving,
})

export const answerAboutInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/answer',
  summary: 'Answer the question that waits; the clock goes on',
  access: 'host',
  params: OneInvitation,
  body: z.object({ version: z.int(), answer: Text(500) }),
  reply: Invitation,
  idempotent: true,
  refusals: ['not_found', 'invitation_over', 'stale_version'],
})

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/revoke',
  summary: 'Take it back; its link is dead at once',
  access: 'host',
  params: OneInvitation,
  body: z.object({ version: z.int() }),
  reply: Invitation,
  idempotent: true,
  refusals: ['not_found', 'invitation_over', 'stale_version'],
})

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/again',
  summary: 'The same invitation once more, as a new one',
  access: 'host',
  params: OneInvitation,
  reply: Invitation,
  status: 201,
  idempotent: true,
  refusals: [
    'not_found',
    'invitation_over',
    'host_not_verified',
    'space_not_published',
    'too_many_invitations',
    'invitation_open',
    'invitation_declined_lately',
    'agreement_exists',
    'vacancy_not_movable',
    'vacancy_full',
    'application_open',
    'shift_taken',
  ],
})
