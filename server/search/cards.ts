/** Cards of spec §3, read from the source tables, in the order in which they were found. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ProfessionalCard } from '#contract/professional/professional.ts'
import { listPriceOf, type Priced } from '#contract/pricing/shown-price.ts'
import type { SpaceCard } from '#contract/space/space.ts'
import type { Work } from '#server/platform/work.ts'

/** A location, rounded to about a kilometre before it leaves the database. */
export const areaOf = (table: 'p' | 's') =>
  sql`round(${sql.ref(`${table}.latitude`)}::numeric, 2)::float8 as latitude, round(${sql.ref(`${table}.longitude`)}::numeric, 2)::float8 as longitude`

type Wanted = { id: number; km: number | null }
type ProfessionalCardInput = z.input<typeof ProfessionalCard>
type SpaceCardInput = z.input<typeof SpaceCard>

/** Published ones only, unless requested: a profile paused a moment ago stays in the index for some seconds. */
export const professionalCards = async (
  work: Work,
  wanted: readonly Wanted[],
  { paused = false }: { paused?: boolean } = {},
): Promise<ProfessionalCardInput[]> => {
  const { rows } = await sql<ProfessionalRow>`
    select p.id, p.slug, p.rating, p.review_count as "reviewCount", p.verified, p.experience_years as experience,
      p.specialties, left(p.bio, 300) as bio, p.base_price_cents as "basePriceCents", p.categories, p.city, p.state,
      p.neighbourhood, ${areaOf('p')}, p.first_name as "firstName", p.last_name as "lastName",
      coalesce(p.profile_image_url, account.profile_image_url) as "profileImageUrl",
      account.verification_level as "verificationLevel", account.biometric_verified as "biometricVerified",
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'priceCents', s.price_cents,
          'addOns', s.add_ons, 'atPlace', s.at_place, 'online', s.online, 'atHome', case when s.home_radius_km is not null then json_build_object('feeCents', s.home_fee_cents) end) order by s.position, s.id), '[]')
        from services s where s.professional_id = p.id and s.visibility = 'visible') as services
    from unnest(${wanted.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, place)
    join professionals p on p.id = wanted.id
    join accounts account on account.id = p.account_id
    where p.status = 'published' or ${paused} and p.status = 'paused'
    order by wanted.place`.execute(work.db)
  const km = new Map(wanted.map((one) => [one.id, one.km]))
  return rows.map((row) => professionalCard(row, km.get(row.id) ?? null))
}

export type ProfessionalRow = {
  id: number
  slug: string
  rating: string
  reviewCount: number
  verified: boolean
  experience: number
  specialties: string[]
  bio: string
  basePriceCents: number
  categories: ProfessionalCardInput['categories']
  city: string
  state: string
  neighbourhood: string | null
  latitude: number
  longitude: number
  firstName: string
  lastName: string
  profileImageUrl: string | null
  verificationLevel: number
  biometricVerified: boolean
  services: (Priced & { id: number; name: string })[]
}

export const professionalCard = (row: ProfessionalRow, km: number | null): ProfessionalCardInput => ({
  id: row.id,
  slug: row.slug,
  rating: numericText(row.rating),
  reviewCount: row.reviewCount,
  verified: row.verified,
  experience: row.experience,
  specialties: row.specialties,
  bio: row.bio,
  basePrice: pesos(row.basePriceCents),
  categories: row.categories,
  city: row.city,
  state: row.state,
  neighbourhood: row.neighbourhood,
  distanceKm: rounded(km),
  area: { latitude: row.latitude, longitude: row.longitude },
  user: {
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    perfilseguroVerified: row.verificationLevel > 0,
    perfilseguroVerificationLevel: row.verificationLevel,
    perfilSeguroBiometricVerified: row.biometricVerified,
  },
  services: row.services.map(({ id, name, ...priced }) => {
    const { cents, isFrom } = listPriceOf(priced)
    return { id, name, price: pesos(cents), from: isFrom }
  }),
})

export const spaceCards = async (work: Work, wanted: readonly Wanted[]): Promise<SpaceCardInput[]> => {
  const { rows } = await sql<SpaceRow>`
    select s.id, s.slug, s.name, s.space_type as "spaceType", left(s.description, 300) as description, s.city, s.state,
      s.neighbourhood, ${areaOf('s')}, s.capacity, s.amenities, s.photos, s.rating, s.review_count as "reviewCount",
      coalesce(s.from_price_cents, s.price_per_hour_cents) as "pricePerHourCents", host.verified as "hostVerified", business.name as "businessName"
    from unnest(${wanted.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, place)
    join spaces s on s.id = wanted.id
    join hosts host on host.id = s.host_id
    join businesses business on business.id = s.business_id
    where s.status = 'published'
    order by wanted.place`.execute(work.db)
  const km = new Map(wanted.map((one) => [one.id, one.km]))
  return rows.map((row) => spaceCard(row, km.get(row.id) ?? null))
}

export type SpaceRow = {
  id: number
  slug: string
  name: string
  spaceType: SpaceCardInput['spaceType']
  description: string
  city: string
  state: string
  neighbourhood: string | null
  latitude: number
  longitude: number
  capacity: number
  amenities: SpaceCardInput['amenities']
  photos: string[]
  rating: string
  reviewCount: number
  pricePerHourCents: number
  hostVerified: boolean
  businessName: string
}

export const spaceCard = (row: SpaceRow, km: number | null): SpaceCardInput => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  spaceType: row.spaceType,
  description: row.description,
  city: row.city,
  state: row.state,
  neighbourhood: row.neighbourhood,
  capacity: row.capacity,
  amenities: row.amenities,
  photos: row.photos,
  rating: numericText(row.rating),
  reviewCount: row.reviewCount,
  pricePerHour: pesos(row.pricePerHourCents),
  distanceKm: rounded(km),
  area: { latitude: row.latitude, longitude: row.longitude },
  host: { verified: row.hostVerified, businessName: row.businessName },
})

/** "4.80" is "4.8", and a missing rating is "0". */
const numericText = (text: string) => String(Number(text))
export const pesos = (cents: number) => (cents / 100).toFixed(2)
const rounded = (km: number | null) => (km === null ? null : Math.round(km * 10) / 10)
