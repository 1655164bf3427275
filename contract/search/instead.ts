/** What a search that found nothing may be instead: without one of its conditions, on another day, at another place. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate, Zone } from '#contract/platform/shapes.ts'
import { DailyHours, SearchType } from '#contract/search/search.ts'

/** What a search may be made without. What is sought itself comes last: without it the search is another one. */
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
/** Without these the search is for something else; without the others it is for the same. */
export const soughtConditions: ReadonlySet<Condition> = new Set(['service', 'category', 'words'])

/** By the parameters of the search calls. */
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

/** So many calls of one search are compared: the combinations of its chips. */
export const maxQueries = 3
/** So many of a search call, as query strings. They contain no bar: it separates them. */
const queryList = (most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.minLength(1), z.maxLength(900 * most)),
      z.transform((text) => text.split('|')),
    ),
    z.array(z.string().check(z.maxLength(900))).check(z.maxLength(most)),
  )
export const queryListOf = (queries: readonly string[]): string => queries.join('|')

/** How many a search would find: exactly, or (`more`) at least. */
const Counted = { count: z.int(), more: z.boolean() }

export const instead = endpoint({
  method: 'GET',
  path: '/api/search/instead',
  summary:
    'For a search that found nothing: which condition to leave out, which later day and which place nearby have how many, and who has a waiting list',
  access: 'anyone',
  query: z.object({
    type: z._default(SearchType, 'professionals'),
    /** Query strings of the search call that all chips fit, at most three, separated by `|`. */
    queries: queryList(maxQueries),
    /** The first and the last day that were searched; absent: no day was. */
    since: z.optional(LocalDate),
    after: z.optional(LocalDate),
    /** On a later day a visit begins in these hours (`hours`) or lies in them (`within`), on the clock of `zone`. */
    hours: z.optional(DailyHours),
    within: z.optional(DailyHours),
    zone: z._default(Zone, 'America/Mexico_City'),
  }),
  reply: z.object({
    /**
     * At most four that find something: those that leave what is sought first, then those that find most. `all`: only without everything
     * that narrows what is sought. `words_too`: only without that and the words.
     */
    without: z.array(z.object({ condition: z.enum([...conditions, 'all', 'words_too']), ...Counted })),
    /** At other hours of the days that were searched; null: none, or no hours were searched. */
    otherHours: z.nullable(z.object(Counted)),
    /** The nearest later day within two weeks with a free hour. */
    day: z.nullable(z.object({ date: LocalDate, ...Counted })),
    /** The nearest place where the search finds something: a neighbourhood (`location`) of a city, or a city. */
    place: z.nullable(
      z.object({
        location: z.nullable(z.string()),
        city: z.string(),
        state: z.string(),
        /** From where one searches to the nearest of them. */
        distanceKm: z.number(),
        /** Only without everything that narrows what is sought. */
        isBare: z.boolean(),
        ...Counted,
      }),
    ),
    /** Professionals whom only the time excludes, with the service that is meant: they have a waiting list. */
    waiting: z.array(z.object({ id: Id, name: z.string(), serviceId: Id, service: z.string() })),
  }),
  refusals: ['invalid_input', 'not_found'],
  limit: 'search',
})

/** So many chips may each be a search of its own. */
export const maxSearches = 16

/** Where a search without a place finds anything, after the largest city (docs/search/address.md). */
export const citySearched = endpoint({
  method: 'GET',
  path: '/api/search/city',
  summary:
    'The first of the cities after the largest in which one of some searches finds anything, else the city of the first result anywhere; null: none',
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
