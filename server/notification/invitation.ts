/**
 * A host invites a professional: whoever keeps invitations announces `invitation.sent`, in the transaction that
 * makes one, and the professional hears of it here.
 */
import * as z from 'zod/mini'
import { Id } from '#contract/shapes.ts'
import { SpaceType } from '#contract/categories.ts'
import { tellAll } from '#server/notification/matching.ts'
import { fitting } from '#server/notification/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** The fact's payload. The id names the invitation once and for all; a second one about the same space is news again. */
export const InvitationSent = z.object({ invitationId: z.string(), professionalId: Id, spaceId: Id })

export const tellInvited = async (work: Work, fact: z.output<typeof InvitationSent>) => {
  const invited = await work.db
    .selectFrom('professionals')
    .select(['account_id', 'categories'])
    .where('id', '=', fact.professionalId)
    .executeTakeFirst()
  const space = await work.db
    .selectFrom('spaces')
    .innerJoin('businesses', 'businesses.id', 'spaces.business_id')
    .select([
      'spaces.name',
      'spaces.space_type',
      'spaces.neighbourhood',
      'spaces.city',
      'businesses.name as business_name',
    ])
    .where('spaces.id', '=', fact.spaceId)
    .executeTakeFirst()
  if (invited === undefined || space === undefined) return
  await tellAll(work, 'invitation', [
    {
      accountId: invited.account_id,
      type: 'direct_invitation',
      title: `${space.business_name} te invita a su espacio`,
      message: `Te invitan a trabajar en ${space.name}, ${space.neighbourhood ?? space.city}. Revisa las condiciones y responde cuando estés lista o listo.`,
      matchingCategories: fitting(SpaceType.parse(space.space_type), invited.categories),
      about: { kind: 'invitation', id: fact.invitationId },
      dedupeKey: `invitation:${fact.invitationId}`,
    },
  ])
}
