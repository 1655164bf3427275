/** The agreement that an accepted invitation creates, and the professional profile that accepting one may create. */
import * as z from 'zod/mini'
import { type Category, doneIn, SpaceType } from '#contract/professional/categories.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { grantRole } from '#server/account/account.ts'
import { withChair } from '#server/hiring/fit/chair.ts'
import type { Row } from '#server/hiring/invitation/invitation-row.ts'
import { make } from '#server/hiring/agreement/agreement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { save } from '#server/professional/professional.ts'

/** Refuses `agreement_exists`, `space_not_published`, and `shift_taken` where the offered chair was taken meanwhile. */
export const agree = async (
  work: Work,
  row: Row,
): Promise<{ professionalId: number; agreementId: number }> => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['status', 'municipality_id', 'neighbourhood', 'latitude', 'longitude'])
    .where('id', '=', row.spaceId)
    .executeTakeFirstOrThrow()
  if (space.status !== 'published') refuse('space_not_published')
  const terms = await withChair(work, z.parse(AgreementTerms, row.terms), row.spaceId)
  const professionalId =
    work.viewer.professionalId ??
    (await becomeProfessional(work, { spaceType: row.spaceType, categories: terms.categories }, space))
  const { agreementId } = await make(work, {
    professionalId,
    spaceId: row.spaceId,
    terms,
    // As with an application to a vacancy, the origin is the vacancy.
    origin:
      row.vacancyId === null
        ? { kind: 'invitation', id: row.id }
        : { kind: 'vacancy', id: String(row.vacancyId) },
  })
  return { professionalId, agreementId }
}

type Where = { municipality_id: number; neighbourhood: string | null; latitude: number; longitude: number }

/**
 * Accepted by a link without a profile: creates a draft in the space's neighbourhood, hidden until its owner has completed and published
 * it.
 */
export const becomeProfessional = async (
  work: Work,
  what: { spaceType: string; categories: readonly Category[] },
  where: Where,
): Promise<number> => {
  const accountId = work.viewer.accountId ?? refuse('not_signed_in')
  await grantRole(work, accountId, 'professional')
  const categories = what.categories.length > 0 ? what.categories : doneIn[z.parse(SpaceType, what.spaceType)]
  const { id } = await save(work, {
    params: undefined,
    query: undefined,
    body: {
      bio: '',
      experienceYears: 0,
      specialties: [],
      categories: [...categories],
      basePriceCents: 0,
      municipalityId: where.municipality_id,
      neighbourhood: where.neighbourhood,
      address: null,
      // The neighbourhood, not the exact place: they do not live there.
      latitude: Math.round(where.latitude * 100) / 100,
      longitude: Math.round(where.longitude * 100) / 100,
      hasOwnPlace: false,
      status: 'draft',
      version: 0,
    },
  })
  return id
}
