import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, Text, TypedAddress, Zone } from '#contract/platform/shapes.ts'
import { MemberStatus, MemberRole, Permission } from '#contract/team/member.ts'
import { BusinessTerms } from '#contract/team/rent-terms.ts'

// ——— Shapes

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })
export const Shift = z.nullable(z.array(WeeklyWindow).check(z.minLength(1), z.maxLength(42)))

/** A team member, as seen by their host. */
export const Member = z.object({
  id: Id,
  version: z.int(),
  status: MemberStatus,
  name: z.string(),
  /** Where the invitation was sent, one of the two; both null once they have joined, since the address is private. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  role: MemberRole,
  permissions: z.array(Permission),
  clientContact: z.boolean(),
  space: z.object({ id: Id, name: z.string(), businessName: z.string(), zone: Zone }),
  unitId: z.nullable(Id),
  unitName: z.nullable(z.string()),
  shift: Shift,
  terms: BusinessTerms,
  agreementId: z.nullable(Id),
  missingDocuments: z.array(z.string()),
  /** Unpaid rent charged by runs. */
  owedCents: z.int(),
  blocked: z.boolean(),
  expiresAt: Instant,
  joinedAt: z.nullable(Instant),
  /** From the agreement of the membership. */
  noticeDays: z.int(),
  endsAt: z.nullable(Instant),
  endedHow: z.nullable(z.enum(['declined', 'revoked', 'expired', 'notice'])),
  moves: z.array(PossibleMove),
})
export type Member = z.output<typeof Member>

/** The signed-in user's membership of a business. */
export const Membership = z.object({
  id: Id,
  version: z.int(),
  status: MemberStatus,
  role: MemberRole,
  permissions: z.array(Permission),
  clientContact: z.boolean(),
  space: z.object({ id: Id, name: z.string(), businessName: z.string(), zone: Zone }),
  unitName: z.nullable(z.string()),
  shift: Shift,
  terms: BusinessTerms,
  missingDocuments: z.array(z.string()),
  owedCents: z.int(),
  blocked: z.boolean(),
  /** From the agreement of the membership. */
  noticeDays: z.int(),
  endsAt: z.nullable(Instant),
  moves: z.array(PossibleMove),
})
export type Membership = z.output<typeof Membership>

const Invited = {
  spaceId: Id,
  unitId: z._default(z.nullable(Id), null),
  name: Text(80),
  /** Either an e-mail or a telephone. */
  email: z._default(z.nullable(Email), null),
  phone: z._default(z.nullable(TypedAddress(30)), null),
  role: MemberRole,
  permissions: z.array(Permission).check(z.maxLength(5)),
  clientContact: z._default(z.boolean(), false),
  shift: z._default(Shift, null),
  terms: BusinessTerms,
  message: z._default(LongText(500), ''),
}

export const OneMember = z.object({ id: Id })
export const Version = z.object({ version: z.int() })
const common = ['not_found', 'stale_version', 'member_not_movable'] as const

export const team = endpoint({
  method: 'GET',
  path: '/api/host/team',
  summary: "List the members of the business's team, active ones first",
  access: 'host',
  reply: z.array(Member),
})

/** The link is shown once, to its creator; the business stores its hash. */
const WithLink = z.object({
  member: Member,
  link: z.string(),
  /** The link as a QR code, an SVG. */
  qr: z.string(),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/api/host/team',
  summary: 'Invite a person to the team by a single-use link of seven days, for one email or telephone',
  access: 'host',
  body: z.object(Invited),
  reply: WithLink,
  status: 201,
  idempotent: true,
  refusals: [
    'not_found',
    'invalid_input',
    'host_not_verified',
    'space_not_published',
    'member_exists',
    'shift_taken',
    'hours_overlap',
    'invitation_to_oneself',
    'sms_unavailable',
    'invalid_phone',
    'too_many_requests',
  ],
})

export const inviteMemberAgain = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/again',
  summary: 'Send an invitation to the team again: a new link of seven days replaces the former',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: WithLink,
  idempotent: true,
  refusals: [...common, 'member_exists', 'shift_taken', 'too_many_requests'],
})

export const editMember = endpoint({
  method: 'PUT',
  path: '/api/host/team/:id',
  summary: "Change a member's permissions, chair and shift; accepted terms of payment stay",
  access: 'host',
  params: OneMember,
  body: z.object({
    version: z.int(),
    permissions: Invited.permissions,
    unitId: Invited.unitId,
    shift: Invited.shift,
  }),
  reply: Member,
  refusals: [...common, 'invalid_input', 'shift_taken', 'hours_overlap'],
})

export const revokeMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/revoke',
  summary: 'Revoke an invitation to the team; its link ends at once',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
export const pauseMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/pause',
  summary: 'Pause a member: no new appointments, no permissions',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
export const resumeMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/resume',
  summary: 'Resume a paused member',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
export const terminateMember = endpoint({
  method: 'POST',
  path: '/api/host/team/:id/terminate',
  summary: 'Give a member notice for the agreed days; confirmed appointments are honoured',
  access: 'host',
  params: OneMember,
  body: Version,
  reply: Member,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})

export const memberships = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'List the teams that the viewer belongs to',
  access: 'account',
  reply: z.array(Membership),
})

export const leaveTeam = endpoint({
  method: 'POST',
  path: '/api/team/:id/leave',
  summary: 'Give notice as a member',
  access: 'account',
  params: OneMember,
  body: Version,
  reply: Membership,
  idempotent: true,
  refusals: [...common, 'agreement_not_movable'],
})
