/** The public page of a space, and the price of renting it for a while. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { SpaceType } from '#contract/professional/categories.ts'
import type { PublicSpace } from '#contract/search/public-page.ts'
import { rentPolicies, RentPolicy } from '#contract/space/space.ts'
import { openNow } from '#server/availability/slots/free.ts'
import type { HoursException } from '#server/availability/hours/hours.ts'
import { answersOf } from '#server/hiring/fit/answers.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { areaOf, professionalCards, spaceCard, type SpaceRow } from '#server/search/cards.ts'
import { latestReviews, reviewedServices, scores } from '#server/search/reviews.ts'
import { searchSpaces } from '#server/search/search.ts'
import { equipmentOf } from '#server/space/equipment-read.ts'
import { ofSpace, socialPicture } from '#server/storefront/cards.ts'
import { livingAgreement } from '#server/storefront/professional.ts'
import { addressOf, type RequestParams, named } from '#server/storefront/storefront.ts'

/** By number or slug; only published ones are found. */
export const publicSpace = async (
  work: Work,
  { params }: RequestParams,
): Promise<z.input<typeof PublicSpace>> => {
  const { rows } = await sql<SpaceDetail>`
    select s.id, s.slug, s.name, s.space_type as "spaceType", s.description, s.city, s.state, s.neighbourhood, s.capacity,
      s.amenities, s.photos, s.rating, s.review_count as "reviewCount", coalesce(s.from_price_cents, s.price_per_hour_cents) as "pricePerHourCents",
      host.verified as "hostVerified", business.name as "businessName", s.zone, s.business_id as "businessId", s.host_id as "hostId",
      greatest(s.minimum_minutes, s.block_minutes) as "minimumMinutes", s.cleaning_minutes as "cleaningMinutes", s.rent_policy as "rentPolicy",
      ${areaOf('s')},
      json_build_object('areaM2', s.area_m2, 'accessibility', s.accessibility, 'equipment', ${equipmentOf(sql`other.status = 'published'`)},
        'equipmentPhotos', (select coalesce(json_agg(json_build_object('id', p.id, 'item', p.item, 'address', p.address)
          order by p.item), '[]') from equipment_photos p where p.space_id = s.id
          and s.equipment @> jsonb_build_array(jsonb_build_object('item', p.item))),
        'rules', s.house_rules, 'rulesText', s.rules_text, 'categories', s.categories,
        'minimumLevel', s.minimum_level, 'requiredDocuments', s.required_documents,
        'welcome', s.welcome) as facts,
      (select coalesce(json_agg(json_build_object('number', u.number, 'name', u.name) order by u.number), '[]')
        from units u where u.space_id = s.id and u.active) as units,
      coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly,
      (select coalesce(json_agg(json_build_object('date', e.date::text, 'windows', e.windows)), '[]')
        from schedule_exceptions e where e.owner_kind = 'space' and e.owner_id = s.id
        and e.date between ${work.now}::date - 2 and ${work.now}::date + 9) as exceptions,
      (select a.rate_per_hour_cents from agreements a where a.space_id = s.id
        and a.professional_id = ${work.viewer.professionalId}::bigint and ${livingAgreement(work)}) as "agreedCents"
    from spaces s join hosts host on host.id = s.host_id join businesses business on business.id = s.business_id
    where ${sql.ref('s.status')} = 'published' and ${named(params.id, 's')}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const [professionals, similar, count, reviews, spokenOf, hostAnswers] = await Promise.all([
    professionalsAt(work, row.id),
    similarTo(work, row),
    scores(work, { spaceId: row.id }),
    latestReviews(work, { spaceId: row.id }),
    reviewedServices(work, { spaceId: row.id }),
    answersOf(work, row.hostId),
  ])
  const card = spaceCard(row, null)
  return {
    ...card,
    address: addressOf('space', row.id, `${row.name} ${row.businessName}`),
    socialPicture: socialPicture('space', row.id, ofSpace(card)),
    businessAddress: addressOf('b', row.businessId, row.businessName),
    openNow: openNow(work, row.zone, { weekly: row.weekly, exceptions: row.exceptions }),
    agreement:
      row.agreedCents === null || work.viewer.professionalId === null
        ? null
        : { professionalId: work.viewer.professionalId, ratePerHourCents: row.agreedCents },
    similar,
    facts: row.facts,
    zone: row.zone,
    businessId: row.businessId,
    hostAnswers,
    minimumMinutes: row.minimumMinutes,
    cleaningMinutes: row.cleaningMinutes,
    rentPolicy: policyOf(z.parse(RentPolicy, row.rentPolicy)),
    units: row.units,
    weekly: row.weekly,
    professionals,
    scores: count,
    reviews,
    reviewedServices: spokenOf,
  }
}

type SpaceDetail = SpaceRow & {
  facts: PublicSpace['facts']
  zone: string
  businessId: number
  hostId: number
  minimumMinutes: number
  cleaningMinutes: number
  rentPolicy: string
  units: { number: number; name: string }[]
  weekly: { weekday: number; fromMinute: number; toMinute: number }[]
  exceptions: HoursException[]
  agreedCents: number | null
}

/** Similar spaces, the nearest first. */
const similarTo = async (work: Work, row: SpaceDetail) => {
  const query = {
    lat: row.latitude,
    lng: row.longitude,
    radiusKm: 15,
    spaceType: z.parse(SpaceType, row.spaceType),
    sort: 'distance' as const,
    limit: 5,
  }
  const { items } = await searchSpaces(work, { query })
  return items.filter(({ id }) => id !== row.id).slice(0, 4)
}

/** Professionals who work there, the best first. */
const professionalsAt = async (work: Work, spaceId: number) => {
  const { rows } = await sql<{ id: number; km: null }>`
    select p.id, null as km from agreements a join professionals p on p.id = a.professional_id
    where a.space_id = ${spaceId} and ${livingAgreement(work)} and p.status = 'published'
    order by p.rating desc, p.review_count desc, p.id limit 12`.execute(work.db)
  return professionalCards(work, rows)
}

/** "Sin costo hasta 24 h antes; 50 % hasta 4 h antes; después, 100 %." */
const policyOf = (tier: RentPolicy) => {
  const { label, steps } = rentPolicies[tier]
  const parts = steps.map(({ beforeMinutes, keepBp }) => {
    const share = keepBp === 0 ? 'Sin costo' : `${keepBp / 100} %`
    return beforeMinutes === 0 ? `después, ${share}` : `${share} hasta ${beforeMinutes / 60} h antes`
  })
  return { tier, label, text: `${parts.join('; ')}.` }
}
