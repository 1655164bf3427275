import * as z from 'zod/mini'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { shownDocumentKinds } from '#contract/hiring/document.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { languageFilters } from '#contract/places/languages.ts'
import { ProfessionalCard } from '#contract/professional/professional.ts'
import { Slot } from '#contract/availability/slot.ts'
import { commaList, Id, Instant, LongText, PageQuery, SignedToken, Zone } from '#contract/platform/shapes.ts'
import { Modality } from '#contract/service/setting.ts'
import { SpaceCard } from '#contract/space/space.ts'

/** Values of the filters (product.md §2 row 14): OR within a parameter, AND between parameters. */
export const verifiedFilters = ['verified', 'top_rated', 'new'] as const
export const priceFilters = ['budget', 'medium', 'premium', 'luxury'] as const
export const ratingFilters = ['4', '4.5', '4.8'] as const
export const availabilityFilters = ['today', 'this_week', 'next_week', 'flexible'] as const
export const amenityFilters = ['wifi', 'parking', 'ac', 'music', 'reception', 'products'] as const

/** Centavos, from inclusive to exclusive (null: no upper limit). */
export const priceRanges = {
  budget: { label: '$0 - $500', fromCents: 0, toCents: 50_000 },
  medium: { label: '$500 - $1,000', fromCents: 50_000, toCents: 100_000 },
  premium: { label: '$1,000 - $2,000', fromCents: 100_000, toCents: 200_000 },
  luxury: { label: '$2,000+', fromCents: 200_000, toCents: null },
} as const

/** Where a professional was found: at a space, at their own place (no space), at the client's home, online. */
const FoundAt = z.object({
  how: Modality,
  spaceId: z.nullable(Id),
  /** The business, if at a space. */
  name: z.nullable(z.string()),
  neighbourhood: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  /** Rounded to about a kilometre. */
  area: z.object({ latitude: z.number(), longitude: z.number() }),
  /** Distance from the searched point; null if there is none, or for visits at home or online. */
  distanceKm: z.nullable(z.number()),
})
export type FoundAt = z.output<typeof FoundAt>

/** A slot on a card. `token`: null at homes, and for a service with options to choose: the booking page asks for those first. */
const FoundSlot = z.extend(Slot, { serviceId: Id, zone: Zone, token: z.nullable(SignedToken) })
export type FoundSlot = z.output<typeof FoundSlot>

/** The service that matches the search best, at the place where the professional was found; of several alike, the one with the slots, else the cheapest. */
const MatchedService = z.object({
  serviceId: Id,
  name: z.string(),
  /** List price; `from`: the lowest, as it varies by option or setting. With `also`, of all together. */
  priceCents: z.int(),
  from: z.boolean(),
  /** Further services of the same visit, where the words name several: "corte y barba". */
  also: z.array(z.object({ serviceId: Id, name: z.string() })),
})
export type MatchedService = z.output<typeof MatchedService>

/** A search result; `place` is null for a professional without any place. */
export const FoundProfessional = z.extend(ProfessionalCard, {
  place: z.nullable(FoundAt),
  /** Null where neither words nor category match a service, such as a search by name. */
  matched: z.nullable(MatchedService),
  /** The first two or three slots there; only when a window or availability is requested. */
  slots: z.optional(z.array(FoundSlot)),
  /** No professional is in the searched neighbourhood: this result is around it, in its municipality. */
  widened: z.optional(z.literal(true)),
})
export type FoundProfessional = z.output<typeof FoundProfessional>

/** Free hours of a space with their rent; held with a quote (contract/booking/rent/reservation.ts). */
const FoundStay = z.object({ startsAt: Instant, endsAt: Instant, zone: Zone, totalCents: z.int() })
export type FoundStay = z.output<typeof FoundStay>

/** A space in the results; both fields only when a window or availability is requested. */
export const FoundSpace = z.extend(SpaceCard, {
  /** The whole requested window, if free and at most eight hours; otherwise null. */
  window: z.optional(z.nullable(FoundStay)),
  /** The first two or three stays of the minimum length there. */
  slots: z.optional(z.array(FoundStay)),
  /** As for a professional. */
  widened: z.optional(z.literal(true)),
})
export type FoundSpace = z.output<typeof FoundSpace>

/** west,south,east,north in degrees. */
const Bbox = z.string().check(z.regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/))

/** "12:00-19:00" as minutes of the day. */
export const DailyHours = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/)),
    z.transform((text) => {
      const [fromMinute = 0, toMinute = 0] = text
        .split('-')
        .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
      return { fromMinute, toMinute }
    }),
  ),
  z
    .object({ fromMinute: z.int(), toMinute: z.int() })
    .check(z.refine(({ fromMinute, toMinute }) => fromMinute < toMinute, 'La hora final va después.')),
)

const Pesos = z.coerce.number().check(z.int(), z.positive(), z.maximum(1_000_000))

const SearchQuery = {
  q: z.optional(LongText(120)),
  location: z.optional(LongText(160)),
  city: z.optional(LongText(80)),
  state: z.optional(LongText(80)),
  verified: commaList(verifiedFilters),
  priceRange: commaList(priceFilters),
  rating: commaList(ratingFilters),
  /** Whole pesos, both included: price of a space, or of a service whose name matches the words, else the category, else any service. */
  minPesos: z.optional(Pesos),
  maxPesos: z.optional(Pesos),
  availability: commaList(availabilityFilters),
  lat: z.optional(z.coerce.number().check(z.minimum(-90), z.maximum(90))),
  lng: z.optional(z.coerce.number().check(z.minimum(-180), z.maximum(180))),
  radiusKm: z.optional(z.coerce.number().check(z.positive(), z.maximum(200))),
  bbox: z.optional(Bbox),
  /** Bookable within this window. */
  startsAt: z.optional(Instant),
  endsAt: z.optional(Instant),
  /** Only in these hours of each day, in the zone of each place: "12:00-19:00", "19:00-24:00". */
  hours: z.optional(DailyHours),
  sort: z._default(z.enum(['relevance', 'distance', 'price', 'rating']), 'relevance'),
  ...PageQuery,
}

/** Additional filters for hosts (product.md §6). */
export const weekdayFilters = ['1', '2', '3', '4', '5', '6', '7'] as const
export const levelFilters = ['1', '2', '3'] as const
/** Modality: at a place, at the client's home, online; OR between them. */
export const modalityFilters = ['home', 'online'] as const

const HostFilters = {
  /** Documents that Kalli checked and that are valid; AND between them. */
  docs: commaList(shownDocumentKinds),
  /** Weekdays with free hours, Monday = 1; AND between them. */
  free_days: commaList(weekdayFilters),
  /** Speaks at least one of them. */
  languages: commaList(languageFilters),
  /** Minimum verification level. */
  level: z.optional(z.enum(levelFilters)),
  /** Around one of the viewer's own spaces. */
  near_space: z.optional(Id),
  /** Works at another place within five kilometres of it. */
  works_near: z.optional(z.enum(['true'])),
}

export const searchProfessionals = endpoint({
  method: 'GET',
  path: '/api/professionals/search',
  summary: 'Search professionals, best match first; the Link header has the next page',
  access: 'anyone',
  query: z.object({
    ...SearchQuery,
    category: z.optional(Category),
    service: z.optional(LongText(80)),
    modality: commaList(modalityFilters),
    ...HostFilters,
  }),
  reply: z.array(FoundProfessional),
  refusals: ['invalid_input', 'unknown_filter', 'not_found'],
  limit: 'search',
})

export const searchSpaces = endpoint({
  method: 'GET',
  path: '/api/spaces/search',
  summary: 'Search spaces, best match first; the Link header has the next page',
  access: 'anyone',
  query: z.object({ ...SearchQuery, spaceType: z.optional(SpaceType), amenities: commaList(amenityFilters) }),
  reply: z.array(FoundSpace),
  refusals: ['invalid_input', 'unknown_filter'],
  limit: 'search',
})

/** All results of a search, up to `maxMatches`: each chip is a query, and ids let duplicates count once. */
const Matches = z.object({
  ids: z.array(Id),
  /** There are more than `maxMatches`. */
  more: z.boolean(),
})
export const maxMatches = 1000

export const professionalMatches = endpoint({
  method: 'GET',
  path: '/api/matches/professionals',
  summary: 'List the ids of all professionals a search finds, at most a thousand',
  access: 'anyone',
  query: searchProfessionals.query,
  reply: Matches,
  refusals: ['invalid_input', 'unknown_filter', 'not_found'],
  limit: 'search',
})

export const spaceMatches = endpoint({
  method: 'GET',
  path: '/api/matches/spaces',
  summary: 'List the ids of all spaces a search finds, at most a thousand',
  access: 'anyone',
  query: searchSpaces.query,
  reply: Matches,
  refusals: ['invalid_input', 'unknown_filter'],
  limit: 'search',
})

export const featuredProfessionals = endpoint({
  method: 'GET',
  path: '/api/professionals/featured',
  summary: 'List professionals for the home page',
  access: 'anyone',
  reply: z.array(ProfessionalCard),
})

export const SearchType = z.enum(['professionals', 'spaces'])
export type SearchType = z.output<typeof SearchType>

/** Fits into one row. */
export const citiesShown = 6

/** Cities offered for a search without a place: a search never mixes cities (docs/search/address.md). */
export const searchCities = endpoint({
  method: 'GET',
  path: '/api/search/cities',
  summary: 'List the six cities with most professionals or spaces, largest first',
  access: 'anyone',
  query: z.object({ type: z._default(SearchType, 'professionals') }),
  reply: z.array(z.object({ city: z.string(), state: z.string() })),
  refusals: ['invalid_input'],
  limit: 'search',
})

/** Suggestions for the location field from the shipped states and municipalities (product.md §2 row 6). */
export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/api/places/suggest',
  summary: 'Suggest municipalities and neighbourhoods that begin with the text',
  access: 'anyone',
  query: z.object({ input: LongText(80) }),
  reply: z.array(
    z.object({
      id: z.int(),
      main: z.string(),
      secondary: z.string(),
      /** Empty for a locality, a municipality or a state. */
      neighbourhood: z.string(),
      city: z.string(),
      state: z.string(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  limit: 'search',
})

/** Geocoding and map settings of the operator. Public: the key is for browsers. */
export const placeSettings = endpoint({
  method: 'GET',
  path: '/api/places/settings',
  summary: "Get the provider of places and the map; null: Kalli's own",
  access: 'anyone',
  reply: z.object({
    google: z.nullable(z.object({ key: z.string(), api: z.enum(['new', 'old']) })),
    /** Address of a MapLibre style. */
    mapStyle: z.nullable(z.string()),
  }),
})

const MapPoint = { name: z.string(), latitude: z.number(), longitude: z.number() }

/** Data of our own map, when no tiles are configured. */
export const placesAround = endpoint({
  method: 'GET',
  path: '/api/places/around',
  summary: 'List municipalities and neighbourhoods inside a box, most populous first',
  access: 'anyone',
  query: z.object({ bbox: Bbox }),
  reply: z.object({
    municipalities: z.array(z.object({ id: z.int(), state: z.string(), ...MapPoint })),
    neighbourhoods: z.array(z.object(MapPoint)),
  }),
  refusals: ['invalid_input'],
  limit: 'search',
})
