/** The public page of a business: its published spaces and the professionals who work there. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Category } from '#contract/professional/categories.ts'
import { Accessibility } from '#contract/space/fittings.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import type { PublicBusiness } from '#contract/storefront/storefront.ts'
import { openNow } from '#server/availability/slots/free.ts'
import type { HoursException, WeeklyWindow } from '#server/availability/hours/hours.ts'
import { refuse } from '#server/platform/refuse.ts'
import { listPriceOf, type Priced } from '#contract/pricing/shown-price.ts'
import type { Work } from '#server/platform/work.ts'
import { professionalCards, spaceCards } from '#server/search/cards.ts'
import { latestReviews, reviewedServices, scores } from '#server/search/reviews.ts'
import { ofBusiness, socialPicture } from '#server/storefront/cards.ts'
import { livingAgreement } from '#server/storefront/professional.ts'
import { addressOf, type RequestParams, named } from '#server/storefront/storefront.ts'

const maxSpaces = 24
const maxTeam = 24
const maxServices = 120
const maxPhotos = 8

/** By number or slug; one without a published space is not found. */
export const publicBusiness = async (
  work: Work,
  { params }: RequestParams,
): Promise<z.input<typeof PublicBusiness>> => {
  const { rows } = await sql<BusinessRow>`
    select b.id, b.name, b.description, h.verified, place.*
    from businesses b join hosts h on h.id = b.host_id
    cross join lateral (
      select s.city, s.state, s.neighbourhood, s.zone, round(s.latitude::numeric, 2)::float8 as latitude,
        round(s.longitude::numeric, 2)::float8 as longitude
      from spaces s where s.business_id = b.id and s.status = 'published' order by s.id limit 1
    ) place
    where ${named(params.id, 'b')}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const places = await spacesOf(work, row.id)
  const spaceIds = places.map(({ id }) => id)
  const [spaces, team, guests, count, reviews, spokenOf] = await Promise.all([
    spaceCards(
      work,
      places.map(({ id }) => ({ id, km: null })),
    ),
    teamOf(work, spaceIds),
    guestsOf(work, row, spaceIds),
    scores(work, { spaceIds }),
    latestReviews(work, { spaceIds }),
    reviewedServices(work, { spaceIds }),
  ])
  const services = await servicesOf(
    work,
    team.map(({ id }) => Number(id)),
  )
  const hours = placesHours(places)
  const { latitude, longitude, ...business } = row
  const reviewCount = count.reduce((sum, one) => sum + one.count, 0)
  const page = {
    ...business,
    address: addressOf('b', row.id, row.name),
    area: { latitude, longitude },
    openNow: openNow(work, row.zone, hours),
    weekly: [...hours.weekly],
    photos: photosOf(spaces),
    amenities: [...new Set(spaces.flatMap(({ amenities }) => amenities))],
    accessibility: waysIn(places),
    rules: rulesOfAll(places),
    spaces,
    team,
    guests,
    services,
    rating: meanOf(count),
    reviewCount,
    scores: count,
    reviews,
    reviewedServices: spokenOf,
  }
  return { ...page, socialPicture: socialPicture('b', row.id, ofBusiness({ ...page, ...onlyLengths(page) })) }
}

/** The card only counts them. */
const onlyLengths = (page: { team: readonly unknown[]; spaces: readonly unknown[] }) => ({
  team: page.team.length,
  spaces: page.spaces.length,
})

type BusinessRow = {
  id: number
  name: string
  description: string
  verified: boolean
  city: string
  state: string
  neighbourhood: string | null
  zone: string
  latitude: number
  longitude: number
}

type PlaceRow = {
  id: number
  weekly: WeeklyWindow[]
  exceptions: HoursException[]
  accessibility: string[]
  rules: Record<string, string>
}

/** The published ones, the best first. */
export const spacesOf = async (work: Work, businessId: number): Promise<PlaceRow[]> => {
  const { rows } = await sql<PlaceRow>`
    select s.id, s.accessibility, s.house_rules as rules, coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly,
      (select coalesce(json_agg(json_build_object('date', e.date::text, 'windows', e.windows)), '[]')
        from schedule_exceptions e where e.owner_kind = 'space' and e.owner_id = s.id
        and e.date between ${work.now}::date - 2 and ${work.now}::date + 9) as exceptions
    from spaces s where s.business_id = ${businessId} and s.status = 'published'
    order by s.rating desc, s.id limit ${maxSpaces}`.execute(work.db)
  return rows
}

/** In the order of the wizard: each way in, and whether every space has it. */
const waysIn = (places: readonly PlaceRow[]) =>
  Accessibility.options
    .filter((way) => places.some((place) => place.accessibility.includes(way)))
    .map((way) => ({ way, everywhere: places.every((place) => place.accessibility.includes(way)) }))

/** Only rules that all spaces share are rules of the business. */
const rulesOfAll = ([first, ...others]: readonly PlaceRow[]) =>
  z.parse(
    HouseRules,
    Object.fromEntries(
      Object.entries(first?.rules ?? {}).filter(([rule, answer]) =>
        others.every(({ rules }) => rules[rule] === answer),
      ),
    ),
  )

/** The business is open while any of its spaces is; it is closed on a date when all of them are. */
const placesHours = (places: readonly PlaceRow[]) => {
  const dates = new Set(places.flatMap(({ exceptions }) => exceptions.map(({ date }) => date)))
  return {
    weekly: joined(places.flatMap(({ weekly }) => weekly)),
    exceptions: [...dates].map((date) => ({
      date,
      windows: places.flatMap((place) => {
        const other = place.exceptions.find((one) => one.date === date)
        return other?.windows ?? place.weekly.filter(({ weekday }) => weekday === weekdayOf(date))
      }),
    })),
  }
}

const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() || 7

/** Merges windows of one weekday that overlap or touch. */
const joined = (windows: readonly WeeklyWindow[]): WeeklyWindow[] => {
  const made: { weekday: number; fromMinute: number; toMinute: number }[] = []
  for (const window of windows.toSorted((a, b) => a.weekday - b.weekday || a.fromMinute - b.fromMinute)) {
    const last = made.at(-1)
    if (last?.weekday === window.weekday && window.fromMinute <= last.toMinute)
      last.toMinute = Math.max(last.toMinute, window.toMinute)
    else made.push({ ...window })
  }
  return made
}

/** Professionals who may work there now, the best first. */
const teamOf = async (work: Work, spaceIds: readonly number[]) => {
  const { rows } = await sql<{ id: number; km: null }>`
    select p.id, null as km from professionals p
    where p.status = 'published' and p.id in (
      select a.professional_id from agreements a
      where a.space_id = any(${spaceIds}::bigint[]) and ${livingAgreement(work)})
    order by p.rating desc, p.review_count desc, p.id limit ${maxTeam}`.execute(work.db)
  return professionalCards(work, rows)
}

const maxGuests = 6

/** Professionals outside the team who are there today, in the zone of the place: with a client, or in rented hours. */
const guestsOf = async (
  work: Work,
  { id, zone }: { id: number; zone: string },
  spaceIds: readonly number[],
) => {
  const today = sql`date_trunc('day', ${work.now}::timestamptz at time zone ${zone})`
  // By the host's bookings of one day, for which there is an index.
  const { rows } = await sql<{ id: number; km: null }>`
    select p.id, null as km from professionals p
    where p.status = 'published' and p.id in (
      select b.professional_id from bookings b
      where b.host_id = (select host_id from businesses where id = ${id}) and b.space_id = any(${spaceIds}::bigint[])
        and b.starts_at >= ${today} at time zone ${zone} and b.starts_at < (${today} + interval '1 day') at time zone ${zone}
        and b.status in ('confirmed', 'in_progress', 'to_settle', 'completed'))
      and not exists (select from agreements a where a.professional_id = p.id and a.space_id = any(${spaceIds}::bigint[])
        and ${livingAgreement(work)})
    order by p.rating desc, p.review_count desc, p.id limit ${maxGuests}`.execute(work.db)
  return professionalCards(work, rows)
}

type ServiceRow = {
  id: number
  name: string
  category: Category
  durationMinutes: number
  priceCents: number
  professionalId: number
  professionalName: string
  from?: boolean
}

const servicesOf = async (work: Work, professionalIds: readonly number[]): Promise<ServiceRow[]> => {
  const { rows } = await sql<ServiceRow & Pick<Priced, 'addOns'>>`
    select s.id, s.name, s.category, s.add_ons as "addOns", s.duration_minutes as "durationMinutes", s.price_cents as "priceCents",
      p.id as "professionalId", concat_ws(' ', p.first_name, p.last_name) as "professionalName"
    from services s join professionals p on p.id = s.professional_id
    where s.professional_id = any(${professionalIds}::bigint[]) and s.visibility = 'visible' and s.at_place
    order by s.category, s.name, s.price_cents, s.id limit ${maxServices}`.execute(work.db)
  // The price at the business's own place.
  return rows.map(({ addOns, ...row }) => ({ ...row, from: listPriceOf({ ...row, addOns }).isFrom }))
}

/** One of each space first, so that the business is seen before its details. */
const photosOf = (spaces: readonly { photos: readonly string[] }[]) => {
  const most = Math.max(0, ...spaces.map(({ photos }) => photos.length))
  const inTurn = Array.from({ length: most }, (_, place) => spaces.map(({ photos }) => photos[place])).flat()
  return [...new Set(inTurn.filter((photo) => photo !== undefined))].slice(0, maxPhotos)
}

const meanOf = (count: readonly { score: number; count: number }[]) => {
  const all = count.reduce((sum, one) => sum + one.count, 0)
  const points = count.reduce((sum, one) => sum + one.score * one.count, 0)
  return all === 0 ? '0' : (points / all).toFixed(2).replace(/0+$/, '').replace(/\.$/, '')
}
