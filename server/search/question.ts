/** A search as the index understands it: filters, place, words, and the ways in which words may be read. */
import type { Input } from '#contract/platform/endpoint.ts'
import { priceFilters, priceRanges } from '#contract/search/search.ts'
import type * as contract from '#contract/search/search.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import type { Kind, Sought } from '#server/search/candidates.ts'
import { ownSpace } from '#server/search/host.ts'
import { boxOf, whereOf } from '#server/search/place.ts'
import { allOf, anyOf, wordsOf } from '#server/search/rules.ts'
import { corrected, exactly, within } from '#server/search/words.ts'

export type ProfessionalQuery = Input<typeof contract.searchProfessionals>['query']
export type SpaceQuery = Input<typeof contract.searchSpaces>['query']
type Common = Omit<
  ProfessionalQuery & SpaceQuery,
  | 'category'
  | 'service'
  | 'spaceType'
  | 'amenities'
  | 'free_days'
  | 'languages'
  | 'level'
  | 'near_space'
  | 'works_near'
  | 'modality'
>

/**
 * A question may be read in several ways, strictest first: every word as written and inside the place named; without the words of the
 * place; with misspelt words corrected; both. `read` returns null for a way that equals an earlier one.
 */
export type Question = {
  kind: Kind
  read(work: Work, reading: number): Promise<Sought | null>
  /** The services that must have free time, when free time is requested. */
  service: { category: string | null; text: string | null; parts?: readonly number[] }
}
export const readings = 4
/** Without the words of the place: around a neighbourhood without results. */
export const isWidened = (reading: number) => reading % 2 === 1

export const aboutProfessionals = async (work: Work, query: ProfessionalQuery): Promise<Question> => {
  const service = await exactly(work, wordsOf(query.service ?? ''))
  const point = query.near_space === undefined ? null : await ownSpace(work, query.near_space)
  const filters = [
    ...some(query.category && [categoryWord(query.category)]),
    ...some(query.modality?.map((one) => `at:${one}`)),
  ]
  if (service !== null) filters.push(within(service, 'B'))
  const modalities = query.modality ?? []
  const around = point === null ? query : { ...query, lat: point.latitude, lng: point.longitude }
  return question(
    'professionals',
    isOnlineOnly(query) ? online(around) : around,
    [
      ...filtersOf({ ...query, minPesos: query.maxPesos === undefined ? undefined : 1 }, work.now),
      ...filters,
    ],
    { category: query.category ?? null, text: service, parts: partsOf(query.service ?? query.q ?? '') },
    { modalities, fromBase: point !== null },
  )
}

/** A word of each list is in the document of every professional that the search can find; null: it asks for none of that kind. */
export const requiredWords = (
  query: ProfessionalQuery,
): { category: string[] | null; place: string[] | null } => ({
  category: query.category === undefined ? null : [categoryWord(query.category)],
  place: isOnlineOnly(query) ? null : (whereOf(query).filters[0] ?? null),
})

const categoryWord = (category: string) => `category:${category}`
const isOnlineOnly = ({ modality }: ProfessionalQuery) => modality?.length === 1 && modality[0] === 'online'

/** "corte y barba", "mani, pedi": the words of each, as bit sets over all words. */
const partsOf = (text: string): number[] => {
  const words = wordsOf(text)
  const bitOf = (word: string) => (words.includes(word) ? 1 << words.indexOf(word) : 0)
  return text
    .split(/\s+[ye]\s+|[,;+&/]/i)
    .map((part) => wordsOf(part).reduce((bits, word) => bits | bitOf(word), 0))
    .filter((bits) => bits > 0)
}

/** Location does not matter online. */
const online = ({ q, verified, priceRange, rating, minPesos, maxPesos, sort, ...query }: Common): Common => ({
  q,
  verified,
  priceRange,
  rating,
  minPesos,
  maxPesos,
  limit: query.limit,
  cursor: query.cursor,
  sort: sort === 'distance' ? 'relevance' : sort,
})

export const aboutSpaces = (work: Work, query: SpaceQuery): Question =>
  question(
    'spaces',
    query,
    [
      ...filtersOf(query, work.now),
      ...some(query.spaceType && [`type:${query.spaceType}`]),
      ...some(query.amenities?.map((amenity) => `amenity:${amenity}`)),
    ],
    { category: null, text: null },
    { modalities: [], fromBase: true },
  )

const question = (
  kind: Kind,
  query: Common,
  filters: string[],
  service: Question['service'],
  how: Pick<Sought['where'], 'modalities' | 'fromBase'>,
): Question => {
  const where = whereOf(query)
  const near = nearOf(query) ?? where.near
  // Distances are from here; only a circle is also a filter.
  const from = near?.point ?? where.center
  if (
    query.sort === 'distance' &&
    from === null &&
    (query.location ?? query.city ?? query.state) === undefined
  )
    refuse('invalid_input', {
      fields: [{ field: 'sort', problem: 'la distancia pide un lugar (lat y lng)' }],
    })
  // An unknown place has no distance.
  const sort = query.sort === 'distance' && from === null ? 'relevance' : query.sort
  const words = wordsOf(query.q ?? '')
  const base = {
    kind,
    near,
    box: query.bbox === undefined ? null : boxOf(query.bbox),
    sort,
    price: priceOf(query),
  }
  return {
    kind,
    service,
    async read(work, reading) {
      const inside = !isWidened(reading)
      // Words of an unknown place are not dropped: results elsewhere are no answer.
      if (!inside && (where.words.length === 0 || where.filters.length === 0)) return null
      const text = reading < 2 ? await exactly(work, words) : await corrected(work, words)
      if (reading >= 2 && text === null) return null
      const named = inside ? await exactly(work, where.words) : null
      const there = [...where.filters.map(anyOf), ...(named === null ? [] : [within(named, 'D')])]
      const parts = [...filters, ...there]
      if (text !== null) parts.push(text)
      return {
        ...base,
        match: allOf(parts),
        text,
        where: { ...how, words: allOf(there), from },
      }
    },
  }
}

/** How many weeks a profile counts as new. */
const newForWeeks = 8
const weekMs = 604_800_000

/** The filters of product.md §2 row 14 as words of the index: OR inside one, AND between them. */
const filtersOf = (
  query: Pick<Common, 'verified' | 'priceRange' | 'rating' | 'minPesos' | 'maxPesos'>,
  now: Date,
): string[] => [
  ...some(rangesOf(query)),
  ...some(query.verified?.flatMap((value) => (value === 'new' ? recentWeeks(now) : [`is:${value}`]))),
  ...some(query.priceRange?.map((value) => `price:${value}`)),
  ...some(query.rating?.map((value) => `rating:${value}`)),
]

/** A professional without a price is below no maximum. */
const priceOf = ({ minPesos, maxPesos }: Pick<Common, 'minPesos' | 'maxPesos'>): Sought['price'] =>
  minPesos === undefined && maxPesos === undefined
    ? null
    : {
        minCents: Math.max(1, (minPesos ?? 0) * 100),
        maxCents: maxPesos === undefined ? Number.MAX_SAFE_INTEGER : maxPesos * 100,
      }

/** The index knows prices by their range; the exact limit is compared within those. */
const rangesOf = (query: Pick<Common, 'minPesos' | 'maxPesos'>): string[] => {
  const price = priceOf(query)
  return price === null
    ? []
    : priceFilters
        .filter((name) => {
          const { fromCents, toCents } = priceRanges[name]
          return fromCents <= price.maxCents && (toCents === null || toCents > price.minCents)
        })
        .map((name) => `price:${name}`)
}

const some = (words: readonly string[] | undefined): string[] =>
  words === undefined || words.length === 0 ? [] : [anyOf(words)]

const recentWeeks = (now: Date) => {
  const week = Math.floor(now.getTime() / weekMs)
  return Array.from({ length: newForWeeks }, (_, back) => `week:${week - back}`)
}

/** The default for a point without a radius: a trip across a city. */
const usualRadiusKm = 10
/** Sorted by distance without a radius: the largest allowed one. */
const widestKm = 200

const nearOf = (query: Common): Sought['near'] =>
  query.lat === undefined || query.lng === undefined
    ? null
    : {
        point: { latitude: query.lat, longitude: query.lng },
        radiusKm: query.radiusKm ?? (query.sort === 'distance' ? widestKm : usualRadiusKm),
      }
