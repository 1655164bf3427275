import * as z from 'zod/mini'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { PersonalDocumentKind, shownDocumentKinds } from '#contract/hiring/document.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Accessibility, Equipment } from '#contract/space/fittings.ts'
import { Language, languageFilters } from '#contract/places/languages.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { ShownWork } from '#contract/professional/portfolio.ts'
import { HostsSay, ProfessionalCard } from '#contract/professional/professional.ts'
import { reviewed } from '#contract/review/public-review.ts'
import { Service } from '#contract/service/service.ts'
import { Modality } from '#contract/service/setting.ts'
import {
  commaList,
  Id,
  Instant,
  LocalDate,
  LongText,
  NumericText,
  PageQuery,
  Zone,
} from '#contract/platform/shapes.ts'
import { EquipmentPhoto } from '#contract/space/space-photo.ts'
import { ProfessionalDocument, SpaceCard, Welcome } from '#contract/space/space.ts'

/** Values of the filters (product.md §2 row 14): inside one parameter OR, between parameters AND. */
export const verifiedFilters = ['verified', 'top_rated', 'new'] as const
export const priceFilters = ['budget', 'medium', 'premium', 'luxury'] as const
export const ratingFilters = ['4', '4.5', '4.8'] as const
export const availabilityFilters = ['today', 'this_week', 'next_week', 'flexible'] as const
export const amenityFilters = ['wifi', 'parking', 'ac', 'music', 'reception', 'products'] as const

/** Centavos, from inclusive to exclusive (null = without end). */
export const priceRanges = {
  budget: { label: '$0 - $500', fromCents: 0, toCents: 50_000 },
  medium: { label: '$500 - $1,000', fromCents: 50_000, toCents: 100_000 },
  premium: { label: '$1,000 - $2,000', fromCents: 100_000, toCents: 200_000 },
  luxury: { label: '$2,000+', fromCents: 200_000, toCents: null },
} as const

/** west,south,east,north in degrees. */
const Bbox = z.string().check(z.regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/))

const SearchQuery = {
  q: z.optional(LongText(120)),
  location: z.optional(LongText(160)),
  city: z.optional(LongText(80)),
  state: z.optional(LongText(80)),
  verified: commaList(verifiedFilters),
  priceRange: commaList(priceFilters),
  rating: commaList(ratingFilters),
  availability: commaList(availabilityFilters),
  lat: z.optional(z.coerce.number().check(z.minimum(-90), z.maximum(90))),
  lng: z.optional(z.coerce.number().check(z.minimum(-180), z.maximum(180))),
  radiusKm: z.optional(z.coerce.number().check(z.positive(), z.maximum(200))),
  bbox: z.optional(Bbox),
  /** Bookable inside this stretch of time. */
  startsAt: z.optional(Instant),
  endsAt: z.optional(Instant),
  sort: z._default(z.enum(['relevance', 'distance', 'price', 'rating']), 'relevance'),
  ...PageQuery,
}

/** What hosts look for beside what everybody does (product.md §6). */
export const weekdayFilters = ['1', '2', '3', '4', '5', '6', '7'] as const
export const levelFilters = ['1', '2', '3'] as const
const HostFilters = {
  /** Papers of theirs that we looked at and that are in force; all of those named. */
  docs: commaList(shownDocumentKinds),
  /** Weekdays on which they have hours to spare, Monday = 1; all of those named. */
  free_days: commaList(weekdayFilters),
  /** Receives people in one of them. */
  languages: commaList(languageFilters),
  /** Verification level, at least. */
  level: z.optional(z.enum(levelFilters)),
  /** Around one of my own spaces. */
  near_space: z.optional(Id),
  /** Works at another place within five kilometres of it. */
  works_near: z.optional(z.enum(['true'])),
}

export const searchProfessionals = endpoint({
  method: 'GET',
  path: '/api/professionals/search',
  summary: 'Professionals, best match first; the next page is told in the Link header',
  access: 'anyone',
  query: z.object({
    ...SearchQuery,
    category: z.optional(Category),
    service: z.optional(LongText(80)),
    ...HostFilters,
  }),
  reply: z.array(ProfessionalCard),
  refusals: ['invalid_input', 'unknown_filter', 'not_found'],
  limit: 'search',
})

export const searchSpaces = endpoint({
  method: 'GET',
  path: '/api/spaces/search',
  summary: 'Spaces, best match first; the next page is told in the Link header',
  access: 'anyone',
  query: z.object({ ...SearchQuery, spaceType: z.optional(SpaceType), amenities: commaList(amenityFilters) }),
  reply: z.array(SpaceCard),
  refusals: ['invalid_input', 'unknown_filter'],
  limit: 'search',
})

/** All that a search finds, as far as anybody would count: chips are searches of their own, and what several find counts once. */
const Matches = z.object({
  ids: z.array(Id),
  /** There are more than `mostMatches`. */
  more: z.boolean(),
})
export const mostMatches = 1000

export const professionalMatches = endpoint({
  method: 'GET',
  path: '/api/matches/professionals',
  summary: 'Whom a search of professionals finds in all, by id, at most a thousand',
  access: 'anyone',
  query: searchProfessionals.query,
  reply: Matches,
  refusals: ['invalid_input', 'unknown_filter', 'not_found'],
  limit: 'search',
})

export const spaceMatches = endpoint({
  method: 'GET',
  path: '/api/matches/spaces',
  summary: 'Which spaces a search finds in all, by id, at most a thousand',
  access: 'anyone',
  query: searchSpaces.query,
  reply: Matches,
  refusals: ['invalid_input', 'unknown_filter'],
  limit: 'search',
})

export const featuredProfessionals = endpoint({
  method: 'GET',
  path: '/api/professionals/featured',
  summary: 'Professionals for the home page',
  access: 'anyone',
  reply: z.array(ProfessionalCard),
})

/** Whether a place is open at this moment, by its own clock, and when that changes. */
export const OpenNow = z.object({ today: LocalDate, open: z.boolean(), changesAt: z.nullable(Instant) })
export type OpenNow = z.output<typeof OpenNow>

/** Everything that /p/{id} shows; `id` may be the number or the slug. */
export const PublicProfessional = z.extend(ProfessionalCard, {
  /** Where the page stands: `/p/12-ximena-rojas`. */
  address: z.string(),
  /** What stands beside a shared link. */
  socialPicture: z.string(),
  zone: Zone,
  acceptsBookings: z.boolean(),
  languages: z.array(Language),
  hasOwnPlace: z.boolean(),
  nextSlotAt: z.nullable(Instant),
  askedAt: Instant,
  /** The coming seven days, and the first start of each, if any: of which service, and where. */
  week: z.array(
    z.object({
      date: LocalDate,
      firstAt: z.nullable(Instant),
      first: z.nullable(z.object({ service: Id, space: z.nullable(Id), how: Modality })),
    }),
  ),
  services: z.array(z.extend(Service, { price: NumericText })),
  places: z.array(
    z.object({
      spaceId: z.nullable(Id),
      name: z.string(),
      businessName: z.nullable(z.string()),
      neighbourhood: z.nullable(z.string()),
      city: z.string(),
      photo: z.nullable(z.string()),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  portfolio: z.array(ShownWork),
  /** Papers that Kalli accepted and that have not run out: what they are, and the number only of a cédula. */
  credentials: z.array(z.object({ label: z.string(), number: z.nullable(z.string()) })),
  ...reviewed,
  /** What clients score apart from who attended them: the mean of their results; null while nobody did. */
  results: z.nullable(z.object({ rating: NumericText, count: z.int() })),
})
export type PublicProfessional = z.output<typeof PublicProfessional>

export const publicProfessional = endpoint({
  method: 'GET',
  path: '/api/public/professionals/:id',
  summary: 'The public page of a professional',
  access: 'anyone',
  params: z.object({ id: z.string().check(z.maxLength(120)) }),
  /** Whose link somebody has: among the services even if it is on no list. */
  query: z.object({ service: z.optional(Id) }),
  reply: PublicProfessional,
  refusals: ['not_found'],
})

/** Everything that /space/{id} shows. The exact address is for confirmed bookings only. */
export const PublicSpace = z.extend(SpaceCard, {
  address: z.string(),
  socialPicture: z.string(),
  businessAddress: z.string(),
  zone: Zone,
  openNow: OpenNow,
  /** Of the professional who asks, if they work here by agreement. */
  agreement: z.nullable(z.object({ professionalId: Id, ratePerHourCents: z.int() })),
  similar: z.array(SpaceCard),
  businessId: Id,
  hostAnswers: HostAnswers,
  /** What its host said in the wizard: the place, its rules, and who may work there. */
  facts: z.object({
    areaM2: z.nullable(z.int()),
    accessibility: z.array(Accessibility),
    equipment: z.array(Equipment),
    /** Of what is listed, by its name. */
    equipmentPhotos: z.array(EquipmentPhoto),
    rules: HouseRules,
    rulesText: z.string(),
    categories: z.array(Category),
    minimumLevel: z.int(),
    requiredDocuments: z.array(ProfessionalDocument),
    welcome: Welcome,
  }),
  minimumMinutes: z.int(),
  cleaningMinutes: z.int(),
  rentPolicy: z.object({ tier: z.string(), label: z.string(), text: z.string() }),
  units: z.array(z.object({ number: z.int(), name: z.string() })),
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
  professionals: z.array(ProfessionalCard),
  ...reviewed,
})
export type PublicSpace = z.output<typeof PublicSpace>

export const publicSpace = endpoint({
  method: 'GET',
  path: '/api/public/spaces/:id',
  summary: 'The public page of a space',
  access: 'anyone',
  params: z.object({ id: z.string().check(z.maxLength(120)) }),
  reply: PublicSpace,
  refusals: ['not_found'],
})

/** Suggestions for the location field from the shipped states and municipalities (product.md §2 row 6). */
export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/api/places/suggest',
  summary: 'Municipalities and neighbourhoods that begin like the text',
  access: 'anyone',
  query: z.object({ input: LongText(80) }),
  reply: z.array(
    z.object({
      id: z.int(),
      main: z.string(),
      secondary: z.string(),
      /** Empty where it is a town, a municipality or a state. */
      neighbourhood: z.string(),
      city: z.string(),
      state: z.string(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  limit: 'search',
})

/** How places are found and drawn here: what the operator has configured. Public: the key is for browsers. */
export const placeSettings = endpoint({
  method: 'GET',
  path: '/api/places/settings',
  summary: 'Whose places and whose map this Kalli uses; null: its own',
  access: 'anyone',
  reply: z.object({
    google: z.nullable(z.object({ key: z.string(), api: z.enum(['new', 'old']) })),
    /** Address of a MapLibre style. */
    mapStyle: z.nullable(z.string()),
  }),
})

const MapPoint = { name: z.string(), latitude: z.number(), longitude: z.number() }

/** What our own map is drawn from, when no tiles are configured. */
export const placesAround = endpoint({
  method: 'GET',
  path: '/api/places/around',
  summary: 'Municipalities and neighbourhoods inside a box, those with most people first',
  access: 'anyone',
  query: z.object({ bbox: Bbox }),
  reply: z.object({
    municipalities: z.array(z.object({ id: z.int(), state: z.string(), ...MapPoint })),
    neighbourhoods: z.array(z.object(MapPoint)),
  }),
  refusals: ['invalid_input'],
  limit: 'search',
})

/** What a host sees of a professional beside the card: never how to reach them. */
export const HostFit = z.object({
  professionalId: Id,
  /** Weekdays with hours to spare. */
  freeDays: z.array(z.int()),
  /** Hours a week in which they are free and the space stands empty. */
  hoursAWeek: z.number(),
  worksNear: z.boolean(),
  languages: z.array(Language),
  /** Papers of theirs in force. */
  papers: z.array(PersonalDocumentKind),
  hostsSay: HostsSay,
  standing: z.enum(['none', 'invited', 'agreed', 'declined']),
})
export type HostFit = z.output<typeof HostFit>

export const hostFit = endpoint({
  method: 'GET',
  path: '/api/host/professional-fit',
  summary: 'How professionals would fill the empty hours of one of my spaces, and how they stand with it',
  access: 'host',
  query: z.object({
    space: Id,
    /** Comma by comma. */
    professionals: z.string().check(z.regex(/^\d{1,12}(,\d{1,12}){0,99}$/)),
  }),
  reply: z.array(HostFit),
  refusals: ['not_found', 'invalid_input'],
})
