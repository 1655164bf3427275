/** The public page of a professional: public data only. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { documentLabel, shownDocumentKinds } from '#contract/hiring/document.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type * as publicPage from '#contract/search/public-page.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { listPriceOf } from '#contract/pricing/shown-price.ts'
import { nextStarts } from '#server/availability/slots/next.ts'
import { shownWork } from '#server/professional/portfolio.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { areaOf, pesos, professionalCard, type ProfessionalRow } from '#server/search/cards.ts'
import { latestReviews, results, reviewedServices, scores } from '#server/search/reviews.ts'
import { offered } from '#server/service/service-view.ts'
import { ofProfessional, socialPicture } from '#server/storefront/cards.ts'
import { addressOf, named } from '#server/storefront/storefront.ts'

/** The next start is searched within this many days. */
const nextWithinDays = 14
const shownDays = 7

/** By number or slug; a draft is not found, a paused one takes no bookings. */
export const publicProfessional = async (
  work: Work,
  { params, query }: Pick<Input<typeof publicPage.publicProfessional>, 'params' | 'query'>,
): Promise<z.input<typeof PublicProfessional>> => {
  const { rows } = await sql<
    ProfessionalRow & {
      zone: string
      status: string
      languages: z.input<typeof PublicProfessional>['languages']
      hasOwnPlace: boolean
    }
  >`
    select p.id, p.slug, p.rating, p.review_count as "reviewCount", p.verified, p.experience_years as experience,
      p.specialties, p.bio, p.base_price_cents as "basePriceCents", p.categories, p.city, p.state, p.neighbourhood, ${areaOf('p')},
      p.first_name as "firstName", p.last_name as "lastName",
      coalesce(p.profile_image_url, account.profile_image_url) as "profileImageUrl",
      account.verification_level as "verificationLevel", account.biometric_verified as "biometricVerified",
      p.zone, p.status, p.languages, p.has_own_place as "hasOwnPlace"
    from professionals p join accounts account on account.id = p.account_id
    where ${named(params.id, 'p')} and p.status not in ('draft', 'suspended')`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const soon = { zone: row.zone, days: nextWithinDays, shown: shownDays }
  const [services, places, { next, week }, portfolio, credentials, count, result, reviews, spokenOf] =
    await Promise.all([
      offered(work, row.id, query.service),
      placesOf(work, row.id),
      nextStarts(work, row.id, soon),
      shownWork(work, row.id),
      credentialsOf(work, row.id, row.zone),
      scores(work, { professionalId: row.id }),
      results(work, row.id),
      latestReviews(work, { professionalId: row.id }),
      reviewedServices(work, { professionalId: row.id }),
    ])
  const listed = services.filter(({ visibility }) => visibility === 'visible')
  const card = professionalCard({ ...row, services: listed }, null)
  return {
    ...card,
    address: addressOf('p', row.id, `${row.firstName} ${row.lastName}`),
    socialPicture: socialPicture('p', row.id, ofProfessional({ ...card, services: listed })),
    zone: row.zone,
    acceptsBookings: row.status === 'published' && services.some((service) => isGiven(service, places)),
    languages: row.languages,
    hasOwnPlace: row.hasOwnPlace,
    nextSlotAt: next?.toISOString() ?? null,
    requestedAt: work.now.toISOString(),
    week: week.map(({ date, first }) => ({
      date,
      firstAt: first?.at.toISOString() ?? null,
      first: first && { service: first.service, space: first.space, how: first.how },
    })),
    services: services.map((service) => {
      const { cents, isFrom } = listPriceOf(service)
      return { ...service, price: pesos(cents), from: isFrom }
    }),
    places,
    portfolio,
    credentials,
    scores: count,
    results: result,
    reviews,
    reviewedServices: spokenOf,
  }
}

/** At a place only if there is one. */
const isGiven = (
  { atPlace, atHome, online }: { atPlace: boolean; atHome: object | null; online: boolean },
  places: readonly unknown[],
) => online || atHome !== null || (atPlace && places.length > 0)

type PlaceRow = z.input<typeof PublicProfessional>['places'][number]

/** Where they receive clients: their own place and the spaces where they may work now. Rounded to about a kilometre. */
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

/** The cédula's number is in a public register; other documents show only their kind. */
const credentialsOf = async (work: Work, professionalId: number, zone: string) => {
  const { rows } = await sql<{ kind: string; number: string }>`
    select kind, number from documents
    where owner_kind = 'professional' and owner_id = ${professionalId} and status in ('valid', 'expiring')
      and kind = any(${shownDocumentKinds}::text[])
      and (valid_to is null or valid_to >= (${work.now}::timestamptz at time zone ${zone})::date)
    order by array_position(${shownDocumentKinds}::text[], kind)`.execute(work.db)
  return rows.map(({ kind, number }) => ({
    label: documentLabel(kind),
    number: kind === 'license' && number !== '' ? number : null,
  }))
}

export const livingAgreement = (work: Work) =>
  sql`a.status in ('active', 'expiring') and (a.valid_to is null or a.valid_to > ${work.now})`
