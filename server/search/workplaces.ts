/** Where professionals work, read from the source tables, and at which of those places a search finds them. */
import { sql } from 'kysely'
import type { Modality } from '#contract/service/modality.ts'
import type { Work } from '#server/platform/work.ts'
import type { Box, Sought } from '#server/search/candidates.ts'

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
}

type Row = Workplace & {
  /** How far they travel to homes. */
  homeKm: number | null
  isNamed: boolean
  isInBox: boolean
  /** Not a workplace, but their starting point; not read for those who surely have a workplace. */
  isBase: boolean
}

/**
 * The places of each professional at which the search finds them, the nearest first; absent: the index was behind, or mixed two of
 * their places. A professional without a workplace is found at their home location, with an empty list; hosts search all of them by
 * that.
 */
export const workplacesFor = async (
  work: Work,
  ids: readonly number[],
  sought: Sought,
): Promise<Map<number, Workplace[]>> => {
  const rows = ids.length === 0 ? [] : await readWorkplaces(work, ids, sought)
  const found = new Map<number, Workplace[]>()
  for (const [id, all] of Map.groupBy(rows, ({ professionalId }) => professionalId)) {
    const places = all.filter(({ isBase }) => !isBase)
    const matching = places.filter((place) => isFound(place, sought)).toSorted(nearestFirst)
    const base = all.find(({ isBase }) => isBase)
    const isByBase = sought.where.fromBase || (places.length === 0 && sought.where.modalities.length === 0)
    if (matching.length > 0 || (isByBase && base !== undefined && isFound(base, sought)))
      found.set(id, matching.map(present))
  }
  return found
}

const isFound = ({ how, km, homeKm, isNamed, isInBox, isBase }: Row, { near, where }: Sought) =>
  (isBase || where.modalities.length === 0 || where.modalities.includes(how)) &&
  isNamed &&
  isInBox &&
  (near === null || (km !== null && km <= (how === 'home' ? (homeKm ?? 0) : near.radiusKm)))

const order = { place: 0, home: 1, online: 2 } as const
const nearestFirst = (a: Row, b: Row) => order[a.how] - order[b.how] || (a.km ?? 0) - (b.km ?? 0)

/** Field by field: copying all but four fields costs more, and there are two for each result. */
const present = (row: Row): Workplace => ({
  professionalId: row.professionalId,
  how: row.how,
  spaceId: row.spaceId,
  name: row.name,
  neighbourhood: row.neighbourhood,
  city: row.city,
  state: row.state,
  zone: row.zone,
  latitude: row.latitude,
  longitude: row.longitude,
  km: row.km,
})

const readWorkplaces = async (work: Work, ids: readonly number[], { box, where }: Sought): Promise<Row[]> => {
  const { words, from } = where
  const { rows } = await sql<Row>`
    select p.id as "professionalId", known.how, known.is_base as "isBase", space.id as "spaceId", business.name,
      case when space.id is null then p.neighbourhood else space.neighbourhood end as neighbourhood, at.city, at.state,
      coalesce(space.zone, p.zone) as zone,
      round(at.latitude::numeric, 2)::float8 as latitude, round(at.longitude::numeric, 2)::float8 as longitude,
      service.home_km as "homeKm",
      ${from === null ? sql`null::float8` : sql`search_km(at.latitude, at.longitude, ${from.latitude}::float8, ${from.longitude}::float8)`} as km,
      ${words === null ? sql`true` : sql`search_place(case when space.id is null then p.neighbourhood else space.neighbourhood end, at.city, at.state, at.municipality_id) @@ ${words}::tsquery`} as "isNamed",
      ${box === null ? sql`true` : insideOf(box)} as "isInBox"
    from professionals p
    cross join lateral (
      select coalesce(bool_or(at_place), false) as at_place, max(home_radius_km) as home_km, coalesce(bool_or(online), false) as online
      from services where professional_id = p.id and visibility = 'visible') service
    cross join lateral (
      select 'place' as how, null::bigint as space_id, false as is_base where p.has_own_place and service.at_place
      union all
      select 'place', agreement.space_id, false from agreements agreement
      where service.at_place and agreement.professional_id = p.id and agreement.status in ('active', 'expiring')
        and agreement.valid_from <= ${work.now}::timestamptz + interval '31 days'
        and (agreement.valid_to is null or agreement.valid_to > ${work.now}::timestamptz)
      union all
      select 'home', null, false where service.home_km is not null
      union all
      select 'online', null, false where service.online
      union all
      select 'place', null, true where ${where.fromBase}::boolean or not (p.has_own_place and service.at_place or service.home_km is not null or service.online)
    ) known
    left join lateral (select * from spaces where spaces.id = known.space_id and spaces.status = 'published' offset 0) space on true
    left join lateral (select name from businesses where businesses.id = space.business_id offset 0) business on true
    cross join lateral (
      select coalesce(space.city, p.city) as city, coalesce(space.state, p.state) as state,
        coalesce(space.municipality_id, p.municipality_id) as municipality_id,
        coalesce(space.latitude, p.latitude) as latitude, coalesce(space.longitude, p.longitude) as longitude) at
    where p.id = any(${ids}::bigint[]) and (known.space_id is null or space.id is not null)`.execute(work.db)
  return rows
}

const insideOf = ({ south, west, north, east }: Box) => sql`
  at.latitude between ${south}::float8 and ${north}::float8 and at.longitude between ${west}::float8 and ${east}::float8`
