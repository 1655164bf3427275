/** The public pages of a professional and of a space: what anybody may know, and nothing more. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { PublicProfessional, PublicSpace } from '#contract/search.ts'
import { rentPolicies, RentPolicy } from '#contract/space.ts'
import { nextStart } from '#server/availability/free.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import {
  areaOf,
  pesos,
  professionalCard,
  professionalCards,
  spaceCard,
  type ProfessionalRow,
  type SpaceRow,
} from '#server/search/cards.ts'
import { latestReviews, scores } from '#server/search/reviews.ts'
import { offered } from '#server/service/service.ts'

type Asked = { params: { id: string } }

/** The next start is looked for in so many days. */
const nextWithinDays = 14

/** By number or slug; a draft is not found, a paused one takes no bookings. */
export const publicProfessional = async (
  work: Work,
  { params }: Asked,
): Promise<z.input<typeof PublicProfessional>> => {
  const { rows } = await sql<ProfessionalRow & { zone: string; status: string; hasOwnPlace: boolean }>`
    select p.id, p.slug, p.rating, p.review_count as "reviewCount", p.verified, p.experience_years as experience,
      p.specialties, p.bio, p.base_price_cents as "basePriceCents", p.categories, p.city, p.state, p.neighbourhood,
      ${areaOf('p')},
      p.first_name as "firstName", p.last_name as "lastName",
      coalesce(p.profile_image_url, account.profile_image_url) as "profileImageUrl",
      account.verification_level as "verificationLevel", account.biometric_verified as "biometricVerified",
      p.zone, p.status, p.has_own_place as "hasOwnPlace"
    from professionals p join accounts account on account.id = p.account_id
    where ${named(params.id)} and p.status <> 'draft'`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const [services, places, next, count, reviews] = await Promise.all([
    offered(work, row.id),
    placesOf(work, row.id),
    nextStart(work, row.id, nextWithinDays),
    scores(work, { professionalId: row.id }),
    latestReviews(work, { professionalId: row.id }),
  ])
  return {
    ...professionalCard({ ...row, services }, null),
    zone: row.zone,
    acceptsBookings: row.status === 'published' && services.length > 0 && places.length > 0,
    hasOwnPlace: row.hasOwnPlace,
    nextSlotAt: next?.toISOString() ?? null,
    services: services.map((service) => ({ ...service, price: pesos(service.priceCents) })),
    places,
    scores: count,
    reviews,
  }
}

type PlaceRow = z.input<typeof PublicProfessional>['places'][number]

/** Where they receive: their own place and the spaces that they may work at now. Rounded to about a kilometre. */
const placesOf = async (work: Work, professionalId: number): Promise<PlaceRow[]> => {
  const { rows } = await sql<PlaceRow>`
    select null::bigint as "spaceId", 'Lugar propio' as name, null as "businessName", neighbourhood, city, null as photo,
      round(latitude::numeric, 2)::float8 as latitude, round(longitude::numeric, 2)::float8 as longitude
    from professionals where id = ${professionalId} and has_own_place
    union all
    (select s.id, s.name, b.name, s.neighbourhood, s.city, s.photos[1],
      round(s.latitude::numeric, 2)::float8, round(s.longitude::numeric, 2)::float8
    from agreements a join spaces s on s.id = a.space_id join businesses b on b.id = s.business_id
    where a.professional_id = ${professionalId} and ${livingAgreement(work)} and s.status = 'published'
    order by s.id)`.execute(work.db)
  return rows
}

const livingAgreement = (work: Work) =>
  sql`a.status in ('active', 'expiring') and (a.valid_to is null or a.valid_to > ${work.now})`

/** By number or slug; only published ones are found. */
export const publicSpace = async (work: Work, { params }: Asked): Promise<z.input<typeof PublicSpace>> => {
  const { rows } = await sql<SpaceDetail>`
    select s.id, s.slug, s.name, s.space_type as "spaceType", s.description, s.city, s.state, s.neighbourhood, s.capacity,
      s.amenities, s.photos, s.rating, s.review_count as "reviewCount", s.price_per_hour_cents as "pricePerHourCents",
      host.verified as "hostVerified", business.name as "businessName", s.zone, s.business_id as "businessId",
      s.minimum_minutes as "minimumMinutes", s.cleaning_minutes as "cleaningMinutes", s.rent_policy as "rentPolicy",
      ${areaOf('s')},
      (select coalesce(json_agg(json_build_object('number', u.number, 'name', u.name) order by u.number), '[]')
        from units u where u.space_id = s.id and u.active) as units,
      coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly
    from spaces s join hosts host on host.id = s.host_id join businesses business on business.id = s.business_id
    where ${sql.ref('s.status')} = 'published' and ${named(params.id, 's')}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const [professionals, count, reviews] = await Promise.all([
    professionalsAt(work, row.id),
    scores(work, { spaceId: row.id }),
    latestReviews(work, { spaceId: row.id }),
  ])
  return {
    ...spaceCard(row, null),
    zone: row.zone,
    businessId: row.businessId,
    minimumMinutes: row.minimumMinutes,
    cleaningMinutes: row.cleaningMinutes,
    rentPolicy: policyOf(z.parse(RentPolicy, row.rentPolicy)),
    units: row.units,
    weekly: row.weekly,
    professionals,
    scores: count,
    reviews,
  }
}

type SpaceDetail = SpaceRow & {
  zone: string
  businessId: number
  minimumMinutes: number
  cleaningMinutes: number
  rentPolicy: string
  units: { number: number; name: string }[]
  weekly: { weekday: number; fromMinute: number; toMinute: number }[]
}

/** Who works there, the best first. */
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

/** An address carries the number or the slug. */
const named = (id: string, table = 'p') =>
  /^\d{1,15}$/.test(id)
    ? sql`${sql.ref(`${table}.id`)} = ${Number(id)}`
    : sql`${sql.ref(`${table}.slug`)} = ${id}`
