/** Alternatives to a search without results: without one of its conditions, on another day, at another place. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate, Zone } from '#contract/platform/shapes.ts'
import { DailyHours, SearchType } from '#contract/search/search.ts'

/** Conditions that may be dropped. The subject of the search comes last: without it the search is a different one. */
export const conditions = [
  'when',
  'week',
  'price',
  'priceRange',
  'rating',
  'verified',
  'amenities',
  'way',
  'service',
  'category',
  'words',
] as const
export type Condition = (typeof conditions)[number]
/** Without one of these the search has another subject. */
export const soughtConditions: ReadonlySet<Condition> = new Set(['service', 'category', 'words'])

/** Their query parameters in the search calls. */
export const conditionNames: Readonly<Record<Condition, readonly string[]>> = {
  when: ['startsAt', 'endsAt', 'hours'],
  week: ['availability'],
  price: ['minPesos', 'maxPesos'],
  priceRange: ['priceRange'],
  rating: ['rating'],
  verified: ['verified'],
  amenities: ['amenities'],
  way: ['modality'],
  service: ['service'],
  category: ['category', 'spaceType'],
  words: ['q'],
}

/** Maximum number of queries per search: the combinations of its chips. */
export const maxQueries = 3
/** Queries of a search call, separated by a bar, which they cannot contain. */
const queryList = (most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.minLength(1), z.maxLength(900 * most)),
      z.transform((text) => text.split('|')),
    ),
    z.array(z.string().check(z.maxLength(900))).check(z.maxLength(most)),
  )
export const queryListOf = (queries: readonly string[]): string => queries.join('|')

/** Number of results: exact, or (`more`) at least. */
const Counted = { count: z.int(), more: z.boolean() }

export const instead = endpoint({
  method: 'GET',
  path: '/api/search/instead',
  summary:
    'Suggest alternatives to a search without results: conditions to drop, later days, nearby places, waitlists, each with a count',
  access: 'anyone',
  query: z.object({
    type: z._default(SearchType, 'professionals'),
    /** Query strings with all chips, at most three, separated by `|`. */
    queries: queryList(maxQueries),
    /** First and last day of the search; absent if it has none. */
    since: z.optional(LocalDate),
    after: z.optional(LocalDate),
    /** On a later day a visit begins in these hours (`hours`) or lies within them (`within`), in the zone `zone`. */
    hours: z.optional(DailyHours),
    within: z.optional(DailyHours),
    zone: z._default(Zone, 'America/Mexico_City'),
  }),
  reply: z.object({
    /**
     * At most four that have results: those that keep the subject first, then by number of results. `all`: only without
     * all conditions that narrow the subject. `words_too`: only without those and the words.
     */
    without: z.array(z.object({ condition: z.enum([...conditions, 'all', 'words_too']), ...Counted })),
    /** At other hours of the searched days; null if there are no results, or no hours were searched. */
    otherHours: z.nullable(z.object(Counted)),
    /** The nearest later day within two weeks with a free hour. */
    day: z.nullable(z.object({ date: LocalDate, ...Counted })),
    /** The nearest place with results: a neighbourhood (`location`) of a city, or a city. */
    place: z.nullable(
      z.object({
        location: z.nullable(z.string()),
        city: z.string(),
        state: z.string(),
        /** Distance from the searched point to the nearest of them. */
        distanceKm: z.number(),
        /** Only without all conditions that narrow the subject. */
        isBare: z.boolean(),
        ...Counted,
      }),
    ),
    /** Professionals excluded only by the time, with the matching service: they have a waitlist. */
    waiting: z.array(z.object({ id: Id, name: z.string(), serviceId: Id, service: z.string() })),
  }),
  refusals: ['invalid_input', 'not_found'],
  limit: 'search',
})

/** Maximum number of queries, one per chip. */
export const maxSearches = 16

/** Where a search without a place has results, after the largest city (docs/search/address.md). */
export const citySearched = endpoint({
  method: 'GET',
  path: '/api/search/city',
  summary: 'Get the first large city where one of these searches finds something; null: none',
  access: 'anyone',
  query: z.object({
    type: z._default(SearchType, 'professionals'),
    /** As of `GET /api/search/instead`, at most sixteen. */
    queries: queryList(maxSearches),
  }),
  reply: z.object({ city: z.nullable(z.object({ city: z.string(), state: z.string() })) }),
  refusals: ['invalid_input', 'not_found'],
  limit: 'search',
})
