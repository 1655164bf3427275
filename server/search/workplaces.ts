/** Where professionals work, read from the source tables, and at which of those places a search finds them. */
import { sql } from 'kysely'
import type { Modality } from '#contract/service/modality.ts'
import {
  eachMeant,
  type Listed,
  listedServices,
  meantAmong,
  type ServiceListed,
  serviceOf,
  type Wanted,
  wordsMeant,
} from '#server/availability/slots/meant.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'
import type { Sought } from '#server/search/candidates.ts'

export type Workplace = {
  professionalId: number
  how: Modality
  /** Null at their own place, at homes and online. */
  spaceId: number | null
  /** For a space: its business. */
  name: string | null
  neighbourhood: string | null
  city: string
  state: string
  zone: string
  /** Degrees, rounded to about a kilometre. */
  latitude: number
  longitude: number
  /** From the point of the search; null: no point given. At homes: how far they travel. */
  km: number | null
  /** The services that match the search and are given there, shortest first; `isOneVisit`: all of them in one visit. */
  services: readonly ServiceListed[]
  isOneVisit: boolean
}

/** The lowest list price of the matching services there. */
export const listCentsAt = ({ services, isOneVisit }: Workplace): number => {
  const all = services.map(({ cents }) => cents)
  return isOneVisit ? all.reduce((sum, cents) => sum + cents, 0) : Math.min(...all)
}

/** Where they live, or a space of theirs, without field names, since a page of results has it a hundred times. */
type Site = readonly [
  spaceId: number | null,
  name: string | null,
  neighbourhood: string | null,
  city: string,
  state: string,
  zone: string,
  latitude: number,
  longitude: number,
  km: number | null,
  /** It has the words of the searched place, and is inside the searched box. */
  isThere: boolean,
  /** The only categories that the agreement allows there; null: any. */
  categories: readonly string[] | null,
]
/** The first site is where they live. */
type Row = {
  id: number
  hasOwnPlace: boolean
  baseCents: number
  services: readonly Listed[]
  sites: readonly Site[]
}

/** A place of work with all services given there. */
type Known = { place: Workplace; isThere: boolean }

/**
 * The places of each professional at which the search finds them for a matching service, the nearest first; absent: the index was
 * behind, or mixed two of their places or services, or the price is outside the limits. A professional without a workplace is found at
 * their home location, with an empty list; hosts search all of them by that.
 */
export const workplacesFor = async (
  work: Work,
  ids: readonly number[],
  sought: Sought,
  wanted: Wanted,
): Promise<Map<number, Workplace[]>> => {
  const rows = ids.length === 0 ? [] : await readAll(work, ids, sought, wanted)
  const found = new Map<number, Workplace[]>()
  for (const row of rows) {
    const services = row.services.map(serviceOf)
    const each = eachMeant(services, wanted)
    const meant = each ?? meantAmong(services, wanted)
    if (services.length === 0 ? !isWithin(row.baseCents, wanted) : meant.length === 0) continue
    const places = placesOf(row, services)
    const matching = places
      .flatMap((one) => foundAt(one, { meant, isOneVisit: each !== null }, sought))
      .toSorted(nearestFirst)
    const [base] = row.sites
    const isByBase = sought.where.fromBase || (places.length === 0 && sought.where.modalities.length === 0)
    if (matching.length > 0 || (isByBase && base !== undefined && isAround(base, sought)))
      found.set(row.id, matching)
  }
  return found
}

const isWithin = (cents: number, { price }: Wanted) =>
  price === undefined || price === null || (cents >= price.minCents && cents <= price.maxCents)

/** Where each of the services is given. */
const placesOf = ({ id, hasOwnPlace, sites }: Row, services: readonly ServiceListed[]): Known[] => {
  const places: Known[] = []
  for (const [index, site] of sites.entries()) {
    const categories = site[10]
    const add = (how: Modality, isGiven: (service: ServiceListed) => boolean) => {
      const given = services.filter((service) => service.ways.includes(how) && isGiven(service))
      if (given.length > 0) places.push(knownAt(id, how, site, given))
    }
    if (index > 0) add('place', ({ category }) => categories === null || categories.includes(category))
    else {
      if (hasOwnPlace) add('place', () => true)
      add('home', () => true)
      add('online', () => true)
    }
  }
  return places
}

const knownAt = (
  professionalId: number,
  how: Modality,
  [spaceId, name, neighbourhood, city, state, zone, latitude, longitude, km, isThere]: Site,
  services: readonly ServiceListed[],
): Known => ({
  isThere,
  place: {
    professionalId,
    how,
    spaceId,
    name,
    neighbourhood,
    city,
    state,
    zone,
    latitude,
    longitude,
    km,
    services,
    isOneVisit: false,
  },
})

/** The place with the matching services that reach the searched point; none: it is not found there. */
const foundAt = (
  { place, isThere }: Known,
  { meant, isOneVisit }: { meant: readonly ServiceListed[]; isOneVisit: boolean },
  { near, where }: Sought,
): Workplace[] => {
  const { how, km } = place
  if (!isThere || (where.modalities.length > 0 && !where.modalities.includes(how))) return []
  const reaches = ({ homeKm }: ServiceListed) =>
    near === null || (km ?? Infinity) <= (how === 'home' ? (homeKm ?? 0) : near.radiusKm)
  const isGiven = (one: ServiceListed) => place.services.includes(one) && reaches(one)
  // In the order of the words; otherwise shortest first.
  const services = meant.filter(isGiven)
  const isFound = isOneVisit ? services.length === meant.length : services.length > 0
  return isFound ? [{ ...place, services, isOneVisit }] : []
}

const isAround = ([, , , , , , , , km, isThere]: Site, { near }: Sought) =>
  isThere && (near === null || (km !== null && km <= near.radiusKm))

const order = { place: 0, home: 1, online: 2 } as const
const nearestFirst = (a: Workplace, b: Workplace) => order[a.how] - order[b.how] || (a.km ?? 0) - (b.km ?? 0)

const readAll = (work: Work, ids: readonly number[], { box, where }: Sought, wanted: Wanted) =>
  read(work.db, {
    ids,
    now: work.now,
    category: wanted.category,
    text: wordsMeant(wanted),
    named: where.words,
    latitude: where.from?.latitude ?? null,
    longitude: where.from?.longitude ?? null,
    south: box?.south ?? null,
    west: box?.west ?? null,
    north: box?.north ?? null,
    east: box?.east ?? null,
  })

type Value =
  | 'ids'
  | 'now'
  | 'category'
  | 'text'
  | 'named'
  | 'latitude'
  | 'longitude'
  | 'south'
  | 'west'
  | 'north'
  | 'east'

/** One plan for any search: planning it anew takes longer than reading it. */
const read = statement<Row, Value>(
  (place) => sql<Row>`
    select p.id, p.has_own_place as "hasOwnPlace", p.base_price_cents as "baseCents",
      ${listedServices(sql`p.id`, { category: place('category'), words: place('text') })} as services,
      (select json_agg(json_build_array(space.id, business.name, at.neighbourhood, at.city, at.state, at.zone,
          round(at.latitude::numeric, 2)::float8, round(at.longitude::numeric, 2)::float8,
          case when ${place('latitude')}::float8 is not null
            then search_km(at.latitude, at.longitude, ${place('latitude')}::float8, ${place('longitude')}::float8) end,
          (${place('named')}::text is null
            or search_place(at.neighbourhood, at.city, at.state, at.municipality_id) @@ ${place('named')}::text::tsquery)
          and (${place('south')}::float8 is null
            or at.latitude between ${place('south')}::float8 and ${place('north')}::float8
            and at.longitude between ${place('west')}::float8 and ${place('east')}::float8),
          known.categories) order by known.agreement_id nulls first)
        from (
          select null::bigint as agreement_id, null::bigint as space_id, null::text[] as categories
          union all
          select agreement.id, agreement.space_id, nullif(agreement.categories, '{}') from agreements agreement
          where agreement.professional_id = p.id and agreement.status in ('active', 'expiring')
            and agreement.valid_from <= ${place('now')}::timestamptz + interval '31 days'
            and (agreement.valid_to is null or agreement.valid_to > ${place('now')}::timestamptz)
        ) known
        left join lateral (select * from spaces where spaces.id = known.space_id and spaces.status = 'published' offset 0) space on true
        left join lateral (select name from businesses where businesses.id = space.business_id offset 0) business on true
        cross join lateral (
          select case when space.id is null then p.neighbourhood else space.neighbourhood end as neighbourhood,
            coalesce(space.city, p.city) as city, coalesce(space.state, p.state) as state,
            coalesce(space.municipality_id, p.municipality_id) as municipality_id, coalesce(space.zone, p.zone) as zone,
            coalesce(space.latitude, p.latitude) as latitude, coalesce(space.longitude, p.longitude) as longitude) at
        where known.space_id is null or space.id is not null
      ) as sites
    from professionals p where p.id = any(${place('ids')}::bigint[])`,
  { keepsPlan: true },
)
