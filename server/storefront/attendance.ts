/** The professionals of a business, or of one of its spaces, and their services there: the counter of /book. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Attendance } from '#contract/storefront/storefront.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { livingAgreement } from '#server/storefront/professional.ts'
import { addressOf } from '#server/storefront/storefront.ts'

const maxTeam = 24
const maxServices = 200

type View = z.input<typeof Attendance>
type Business = { business?: number | undefined; space?: number | undefined }

/** Refuses not_found where nothing is published. */
export const attendance = async (work: Work, { query }: { query: Business }): Promise<View> => {
  const { name, address, spaceIds, ...where } = await businessOf(work, query)
  const team = await teamOf(work, spaceIds)
  const teamIds = team.map(({ id }) => id)
  return { name, address, ...where, team, services: await servicesOf(work, teamIds, spaceIds) }
}

const businessOf = async (work: Work, { business, space }: Business) => {
  const { rows } = await sql<{
    id: number
    name: string
    businessId: number
    businessName: string
    city: string
    neighbourhood: string | null
    zone: string
  }>`
    select s.id, s.name, b.id as "businessId", b.name as "businessName", s.city, s.neighbourhood, s.zone
    from spaces s join businesses b on b.id = s.business_id
    where s.status = 'published'
      ${business === undefined ? sql`` : sql`and b.id = ${business}`}
      ${space === undefined ? sql`` : sql`and s.id = ${space}`}
    order by s.id`.execute(work.db)
  const first = rows[0] ?? refuse('not_found')
  const { businessId, businessName, city, neighbourhood, zone } = first
  const own = business === undefined ? first : { id: businessId, name: businessName }
  return {
    name: business === undefined ? `${first.name}, ${businessName}` : businessName,
    address: addressOf(business === undefined ? 'space' : 'b', own.id, own.name),
    city,
    neighbourhood,
    zone,
    spaceIds: rows.map(({ id }) => id),
  }
}

type Member = {
  id: number
  firstName: string
  lastName: string
  profileImageUrl: string | null
  rating: string
  reviewCount: number
}

const teamOf = async (work: Work, spaceIds: readonly number[]): Promise<Member[]> => {
  const { rows } = await sql<Member>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName",
      coalesce(p.profile_image_url, account.profile_image_url) as "profileImageUrl", p.rating, p.review_count as "reviewCount"
    from professionals p join accounts account on account.id = p.account_id
    where p.status = 'published' and p.id in (
      select a.professional_id from agreements a
      where a.space_id = any(${spaceIds}::bigint[]) and ${livingAgreement(work)})
    order by p.rating desc, p.review_count desc, p.id limit ${maxTeam}`.execute(work.db)
  return rows
}

/** Services that can be given there: at a place at all, and within the categories of the agreement. */
const servicesOf = async (
  work: Work,
  teamIds: readonly number[],
  spaceIds: readonly number[],
): Promise<View['services']> => {
  const { rows } = await sql<View['services'][number]>`
    select s.id, s.name, left(s.description, 160) as description, s.category, s.duration_minutes as "durationMinutes",
      s.price_cents as "priceCents", s.professional_id as "professionalId", s.add_ons as "addOns", s.class_capacity as seats
    from services s
    where s.professional_id = any(${teamIds}::bigint[]) and s.visibility = 'visible' and s.at_place and exists (
      select from agreements a where a.professional_id = s.professional_id and a.space_id = any(${spaceIds}::bigint[])
        and ${livingAgreement(work)} and (a.categories = '{}' or s.category = any(a.categories)))
    order by s.category, lower(s.name), s.price_cents, s.id limit ${maxServices}`.execute(work.db)
  return rows
}
