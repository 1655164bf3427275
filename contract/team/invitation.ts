/** A team invitation as seen and answered by the invited person. */
import * as z from 'zod/mini'
import { SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, Zone } from '#contract/platform/shapes.ts'
import { MemberRole, Permission } from '#contract/team/member.ts'
import { Shift, Version, Membership } from '#contract/team/team.ts'
import { BusinessTerms } from '#contract/team/rent-terms.ts'

export const InhouseInvitation = z.object({
  state: z.enum(['open', 'expired', 'used']),
  businessName: z.string(),
  hostFirstName: z.string(),
  /** The channel by which it was sent, and by which its holder is identified. */
  channel: z.enum(['email', 'sms']),
  /** Null unless the link is still open. */
  offer: z.nullable(
    z.object({
      name: z.string(),
      /** "k•••@correo.mx", "+52 ••• ••• 5678" */
      addressHint: z.string(),
      /** Whether the address is that of the viewer's account, and confirmed. */
      account: z.enum(['none', 'other', 'unconfirmed', 'right']),
      version: z.int(),
      role: MemberRole,
      permissions: z.array(Permission),
      clientContact: z.boolean(),
      space: z.object({
        id: Id,
        name: z.string(),
        spaceType: SpaceType,
        photos: z.array(z.string()),
        neighbourhood: z.nullable(z.string()),
        city: z.string(),
        zone: Zone,
        rules: z.array(z.object({ label: z.string(), answer: z.string() })),
        rulesText: z.string(),
        requiredDocuments: z.array(z.string()),
      }),
      unitName: z.nullable(z.string()),
      shift: Shift,
      terms: BusinessTerms,
      noticeDays: z.int(),
      message: z.string(),
      expiresAt: Instant,
    }),
  ),
})
export type InhouseInvitation = z.output<typeof InhouseInvitation>

const Token = z.object({ token: z.string().check(z.minLength(1), z.maxLength(400)) })

export const inhouse = endpoint({
  method: 'GET',
  path: '/api/inhouse/:token',
  summary: 'Get an invitation to a team by its link; changes nothing',
  access: 'anyone',
  params: Token,
  reply: InhouseInvitation,
  refusals: ['not_found'],
})

export const acceptInhouse = endpoint({
  method: 'POST',
  path: '/api/inhouse/:token/accept',
  summary: 'Accept an invitation to a team with the account of the invited address; the link ends',
  access: 'account',
  params: Token,
  body: Version,
  reply: Membership,
  idempotent: true,
  refusals: [
    'not_found',
    'stale_version',
    'member_not_movable',
    'team_of_another',
    'email_not_confirmed',
    'phone_not_confirmed',
    'agreement_exists',
    'space_not_published',
    'member_exists',
  ],
})

export const declineInhouse = endpoint({
  method: 'POST',
  path: '/api/inhouse/:token/decline',
  summary: 'Decline an invitation to a team by its link, which ends',
  access: 'anyone',
  params: Token,
  body: Version,
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'stale_version', 'member_not_movable'],
})

export const askInhouseAgain = endpoint({
  method: 'POST',
  path: '/api/inhouse/:token/ask-again',
  summary: 'Request a new link from the host, once a day',
  access: 'anyone',
  params: Token,
  reply: Done,
  idempotent: true,
  limit: 'email',
  refusals: ['not_found', 'too_many_requests'],
})
