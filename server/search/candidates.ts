/**
 * Candidate results, best first, with bounded work however many there are. An order (quality, price, rating, distance) is walked in
 * stretches, which are in the same index as words and places; one statement searches them, best first, each as long as the matches so
 * far suggest, and stops at the end of the one in which it has enough. Everything found is one window, sorted exactly; the next begins
 * where it ended.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Modality } from '#contract/service/modality.ts'
import type { Work } from '#server/platform/work.ts'
import { quoted } from '#server/search/rules.ts'

export type Kind = 'professionals' | 'spaces'
export type Sort = 'relevance' | 'distance' | 'price' | 'rating'
export type Point = { latitude: number; longitude: number }
/** Degrees. */
export type Box = { south: number; west: number; north: number; east: number }

/** The search. `match` and `text` are tsqueries; `text` is the part that people typed, for ranking. */
export type Sought = {
  kind: Kind
  match: string | null
  text: string | null
  /** A circle: nothing outside it matches. */
  near: { point: Point; radiusKm: number } | null
  box: Box | null
  /** Both included, in centavos; null: any. For professionals: the price of a matching service. */
  price: { minCents: number; maxCents: number } | null
  sort: Sort
  /** For professionals: where they work (workplaces.ts), of which the index knows a superset. */
  where: {
    /** The name of a place, as a tsquery. */
    words: string | null
    /** Distances are from here; null: no point given. */
    from: Point | null
    /** Only these modalities; empty: any. */
    modalities: readonly Modality[]
    /** By their starting point, wherever they work: what hosts search. */
    fromBase: boolean
  }
  /** Only this document: does it match? */
  only?: number
}

/** Where to continue: the start of a window, the length of its first stretch, the last candidate taken from it. */
export type Position = { low: number; first: number; after: { score: number; id: number } | null }
export type Candidate = { id: number; score: number; km: number | null }

/** A window is closed at this many candidates: some pages, and few enough to rank at once. */
const enough = 80
/** A stretch with more than this was too long: it is retried at an eighth of the length. */
const tooMany = 500

/** Up to `limit` of one window. `next` is null when nothing follows; an empty page may still have a next. */
export const lookFrom = async (
  work: Work,
  sought: Sought,
  position: Position,
  limit: number,
): Promise<{ found: Candidate[]; next: Position | null }> => {
  const { rows } = await walk(sought, position, limit + 1).execute(work.db)
  const reached = rows[0]?.reached ?? lastOf(sought)
  const found = rows.flatMap(({ id, score, km }) =>
    id === null || score === null ? [] : [{ id, score, km }],
  )
  const last = found[limit - 1]
  if (found.length > limit && last !== undefined)
    return { found: found.slice(0, limit), next: { ...position, after: { score: last.score, id: last.id } } }
  return { found, next: reached >= lastOf(sought) ? null : { ...position, low: reached, after: null } }
}

/** All of one window, for an order that is not known before the professionals are read. */
export const lookAtAll = (work: Work, sought: Sought, position: Position) =>
  lookFrom(work, sought, { ...position, after: null }, maxInWindow)
const maxInWindow = enough + tooMany

/** Those after the last one taken, best first. */
export const following = <C extends Candidate>(candidates: readonly C[], { after }: Position): C[] =>
  candidates
    .filter(
      ({ score, id }) => after === null || score < after.score || (score === after.score && id > after.id),
    )
    .toSorted((a, b) => b.score - a.score || a.id - b.id)

/** The start of the walk through this many documents: a first stretch with some hundreds of them. */
export const start = (sought: Sought, documents: number): Position => {
  if (byDistance(sought)) return { low: 0, first: 32, after: null }
  const exponent = Math.floor(Math.log2((ordinals * 400) / Math.max(documents, 1)))
  return { low: 0, first: 2 ** Math.max(0, Math.min(18, exponent)), after: null }
}

const ordinals = 2 ** 18
/** Distance is walked in rings; its ordinal is in tens of metres. */
const perKm = 100
/** The walk from the middle of a named place ends here: no state of Mexico is larger. */
const furthestKm = 1000
/** Where the rings begin; null: the order is another. */
const centerOf = ({ sort, near, where }: Sought): Point | null =>
  sort === 'distance' ? (near?.point ?? where.from) : null
const byDistance = (sought: Sought) => centerOf(sought) !== null
const lastOf = (sought: Sought) =>
  byDistance(sought) ? Math.ceil((sought.near?.radiusKm ?? furthestKm) * perKm) : ordinals

/** First of the six kinds of marks of each order (server/schema/search/search.sql). */
const kinds = { relevance: 13, distance: 13, price: 19, rating: 25 } as const

type Row = { reached: number; id: number | null; score: number | null; km: number | null }

/** The statement, separate so that tests and benchmarks can explain it. */
export const walk = (
  sought: Sought,
  { low, first, after }: Position,
  limit: number,
): RawBuilder<Row> => sql<Row>`
  with recursive walk (step, low, size, total, ids, scores, kms) as (
    select 0, ${low}::integer, ${first}::integer, 0, null::bigint[], null::float8[], null::float8[]
    union all
    select walk.step + 1, next.next_low, next.next_size, next.next_total,
      case when next.fits then found.ids end, case when next.fits then found.scores end,
      case when next.fits then found.kms end
    from walk
    cross join lateral (select search_step_end(walk.low, walk.size, ${lastOf(sought)}::integer) as high offset 0) stretch
    cross join lateral (
      select count(*)::integer as count, array_agg(id) as ids, array_agg(score) as scores, array_agg(km) as kms
      from (
        select d.id, here.km, ${scoreOf(sought)} as score
        from ${sql.table(`search_${sought.kind}`)} d
        cross join lateral (select ${kmOf(sought)} as km) here
        where ${conditionsOf(sought)}
        limit case when walk.size > 1 then ${tooMany}::integer end
      ) one
    ) found
    cross join lateral ${byDistance(sought) ? sql`search_next_ring` : sql`search_next_step`}(walk.low, walk.size, walk.total, stretch.high, found.count,
      ${low}::integer, ${enough}::integer, ${tooMany}::integer) next
    where walk.low < ${lastOf(sought)}::integer and walk.total < ${enough}::integer
  )
  select (select max(low) from walk) as reached, page.*
  from (select) always
  left join (
    select one.id, one.score, one.km
    from walk cross join unnest(ids, scores, kms) as one (id, score, km)
    ${after === null ? sql`` : sql`where (-one.score, one.id) > (${-after.score}::float8, ${after.id}::bigint)`}
    order by one.score desc, one.id
    limit ${limit}::integer
  ) page on true`

const kmOf = (sought: Sought) => {
  const { kind, near, where } = sought
  const { modalities, fromBase } = where
  const center = near?.point ?? centerOf(sought)
  if (center === null) return sql`null::float8`
  const point = sql`${center.latitude}::float8, ${center.longitude}::float8`
  const base = sql`search_km(d.latitude, d.longitude, ${point})`
  if (kind === 'spaces' || fromBase) return base
  const are = (how: Modality) => modalities.length === 0 || modalities.includes(how)
  const place = sql`least(case when d.at_base then ${base} end,
    case when d.venue_latitudes is not null then search_min_km(d.venue_latitudes, d.venue_longitudes, ${point}) end)`
  const isOnline = sql`d.words @@ ${quoted('at:online')}::tsquery`
  // Everybody has a distance from the middle of a named place, wherever they start: at most that of the service that matches, which may be
  // given only at homes or online.
  if (near === null && !are('place')) return base
  if (near === null)
    return sql`coalesce(least(${place}, case when d.home_km is not null or ${isOnline} then ${base} end), ${base})`
  const ways: RawBuilder<unknown>[] = []
  if (are('home'))
    ways.push(sql`case when ${base} <= d.home_km then least(${base}, ${near.radiusKm * 0.99}::float8) end`)
  if (are('online')) ways.push(sql`case when not d.at_base and ${isOnline} then ${base} end`)
  if (!are('place')) return sql`coalesce(${sql.join(ways)})`
  // As workplaces.ts chooses: a place in reach before a home, and a home before online.
  return sql`case when ${place} <= ${near.radiusKm}::float8 then ${place} else coalesce(${sql.join(ways)}) end`
}

/** Professionals who visit homes there, however far away they start. */
const homesOf = ({ kind, near, where: { modalities, fromBase } }: Sought) =>
  near === null || kind === 'spaces' || fromBase || (modalities.length > 0 && !modalities.includes('home'))
    ? sql``
    : sql` || search_home_cells(${near.point.latitude}::float8, ${near.point.longitude}::float8)`

const conditionsOf = (sought: Sought) => {
  const { kind, match, near, box, sort, price } = sought
  const parts: RawBuilder<unknown>[] = []
  if (sought.only !== undefined) parts.push(sql`d.id = ${sought.only}`)
  if (match !== null) parts.push(sql`d.words @@ ${match}::tsquery`)
  const center = centerOf(sought)
  if (center !== null) {
    parts.push(sql`d.marks && (${coverOf(center, sql`stretch.high / ${perKm}::float8`)}${homesOf(sought)})`)
    parts.push(sql`here.km >= walk.low / ${perKm}::float8 and here.km < stretch.high / ${perKm}::float8`)
  } else {
    parts.push(sql`d.marks && search_range(${kinds[sort]}::integer, walk.low, stretch.high)`)
    if (near !== null) {
      parts.push(sql`d.marks && (${coverOf(near.point, sql`${near.radiusKm}::float8`)}${homesOf(sought)})`)
      parts.push(sql`here.km <= ${near.radiusKm}::float8`)
    }
  }
  // Of a professional the index knows only the lowest price, perhaps of another service: workplaces.ts compares both limits.
  if (price !== null)
    parts.push(
      sql`d.price_cents between ${kind === 'spaces' ? price.minCents : 1}::bigint and ${price.maxCents}::bigint`,
    )
  if (box !== null) {
    parts.push(
      sql`d.marks && search_cover(${box.south}::float8, ${box.west}::float8, ${box.north}::float8, ${box.east}::float8)`,
    )
    const isInside = sql`d.latitude between ${box.south}::float8 and ${box.north}::float8
      and d.longitude between ${box.west}::float8 and ${box.east}::float8`
    // Which of several places is inside is read from the places themselves.
    parts.push(kind === 'spaces' ? isInside : sql`(${isInside} or d.venue_latitudes is not null)`)
  }
  return sql.join(parts, sql` and `)
}

const coverOf = ({ latitude, longitude }: Point, km: RawBuilder<unknown>) =>
  sql`search_cover_circle(${latitude}::float8, ${longitude}::float8, ${km})`

/**
 * Higher is better. Relevance: how well the words match (a name more than a service, that more than a trade, that more than a place),
 * quality, and distance.
 */
const scoreOf = (sought: Sought) => {
  const { sort, text, near } = sought
  if (sort === 'price') return sql`(case when d.price_cents = 0 then -1e15 else -d.price_cents end)::float8`
  if (sort === 'rating') return sql`(d.rating + d.quality / 1000)::float8`
  if (byDistance(sought)) return sql`-here.km`
  const parts = [sql`0.5 * d.quality`]
  if (text !== null) parts.push(sql`0.6 * ts_rank('{0.1, 0.3, 0.8, 1}', d.words, ${text}::tsquery)`)
  if (near !== null) parts.push(sql`0.25 * exp(-3 * here.km / ${near.radiusKm}::float8)`)
  return sql`(${sql.join(parts, sql` + `)})::float8`
}
