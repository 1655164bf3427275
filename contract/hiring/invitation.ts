import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { AgreementTerms, MonthEstimate } from '#contract/hiring/agreement-terms.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, NumericText, PageQuery, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { InvitationStatus, VacancyOver } from '#contract/hiring/invitation-moves.ts'

export const InvitationQuestion = z.object({
  number: z.int(),
  question: z.string(),
  requestedAt: Instant,
  answer: z.nullable(z.string()),
})

/** An invitation, as seen by one of its two parties. */
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
    /** Rounded to about a kilometre: the address is disclosed after acceptance. */
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
    /** Share of all requests to this host that they answered, in percent; null without any. */
    answersPercent: z.nullable(z.int()),
    /** Median answer time in hours. */
    answersHours: z.nullable(z.int()),
    /** Share of the last hundred bookings within half a year that they did not cancel, in percent; null if too few. */
    keepsPercent: z.nullable(z.int()),
  }),
  /** The vacancy that it is for; accepting takes one of its openings. */
  vacancy: z.nullable(z.object({ id: Id, title: z.string(), over: z.nullable(VacancyOver) })),
  /** Null until the link of the email is used. */
  professional: z.nullable(
    z.object({ id: Id, name: z.string(), photo: z.nullable(z.string()), rating: NumericText }),
  ),
  /** For the host: the recipient. */
  email: z.nullable(z.string()),
  /** Frozen when sent; they become the terms of the agreement. */
  terms: AgreementTerms,
  message: z.string(),
  /** The invited professional's categories that fit the place. */
  matchingCategories: z.array(Category),
  /** Distance from where the invited professional works; null for the host. */
  distanceKm: z.nullable(z.number()),
  sentAt: Instant,
  expiresAt: Instant,
  /** The deadline is paused until then, or until the host answers. */
  pausedUntil: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  declineReason: z.nullable(z.string()),
  agreementId: z.nullable(Id),
  questions: z.array(InvitationQuestion),
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type Invitation = z.output<typeof Invitation>

const OneInvitation = z.object({ id: Uuid })
/** The secret of the emailed link. */
const Token = { token: z.optional(z.string().check(z.minLength(20), z.maxLength(300))) }

export const invitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'List received (in) or sent (out) invitations, those that await an answer first',
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
  summary: 'Get an invitation, as a party or by its link; changes nothing',
  access: 'account',
  params: OneInvitation,
  query: z.object(Token),
  reply: Invitation,
  refusals: ['not_found', 'invitation_of_another', 'invitation_to_oneself', 'invitation_over'],
})

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  summary: 'Invite a professional, or anyone by email, to a space or vacancy',
  access: 'host',
  body: z.object({
    professionalId: z.optional(Id),
    email: z.optional(Email),
    /** For a space, on these terms… */
    spaceId: z.optional(Id),
    terms: z.optional(AgreementTerms),
    /** …or for a published vacancy, on its current terms. */
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

export const InvitationQuota = z.object({ sentToday: z.int(), maxADay: z.int(), freshAt: Instant })
export type InvitationQuota = z.output<typeof InvitationQuota>

export const invitationQuota = endpoint({
  method: 'GET',
  path: '/api/host/invitation-quota',
  summary: 'Get how many invitations were sent today, and the limit',
  access: 'host',
  reply: InvitationQuota,
})

/** Effect on the agenda of the invited professional. */
export const InvitationPreview = z.object({
  zone: Zone,
  /** Hours in which both are open, by weekday; Monday = 1. */
  windows: z.array(WeeklyWindow),
  hoursAWeek: z.number(),
  /** Weekly hours that are not already at another of their places. */
  newHoursAWeek: z.number(),
  /** Existing bookings in those hours in the next two weeks. */
  bookingsThen: z.int(),
  /** Net of their three shortest services at this rate, before taxes and before a fixed rent. */
  services: z.array(
    z.object({
      name: z.string(),
      minutes: z.int(),
      priceCents: z.int(),
      rentCents: z.int(),
      netCents: z.int(),
    }),
  ),
  /** Includes both parts of the rent. Null without visits in the last ninety days. */
  estimate: z.nullable(MonthEstimate),
})
export type InvitationPreview = z.output<typeof InvitationPreview>

export const invitationPreview = endpoint({
  method: 'GET',
  path: '/api/invitations/:id/preview',
  summary: "Preview how accepting would change the viewer's agenda",
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
  summary: 'Mark an invitation as seen',
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
  summary: 'Accept an invitation: the agreement begins at once on the terms shown',
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
  summary: 'Decline an invitation, with or without a reason',
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
  summary: 'Ask the host a question; the deadline pauses for at most 72 hours',
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
  summary: 'Answer the open question; the deadline runs again',
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
  summary: 'Revoke an invitation; its link ends at once',
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
  summary: 'Send an invitation again, as a new one',
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
