import * as z from 'zod/mini'
import { Category } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Language } from '#contract/places/languages.ts'
import { Done, Id, LongText, NumericText, Text, Zone } from '#contract/platform/shapes.ts'

/** Hosts' reviews of a professional who worked at their places; visible to other hosts, not to clients. */
export const HostsSay = z.nullable(z.object({ rating: NumericText, count: z.int() }))

/** A professional in a list, field by field as the specification's card (spec §3). */
export const ProfessionalCard = z.object({
  id: Id,
  slug: z.string(),
  rating: NumericText,
  reviewCount: z.int(),
  verified: z.boolean(),
  experience: z.int(),
  specialties: z.array(z.string()),
  bio: z.string(),
  basePrice: NumericText,
  categories: z.array(Category),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  /** Distance from the requested point; null if none was given. */
  distanceKm: z.nullable(z.number()),
  /** Rounded to about a kilometre: the exact address is for confirmed bookings only. */
  area: z.object({ latitude: z.number(), longitude: z.number() }),
  user: z.object({
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.nullable(z.string()),
    perfilseguroVerified: z.boolean(),
    perfilseguroVerificationLevel: z.int(),
    perfilSeguroBiometricVerified: z.boolean(),
  }),
  /** `price`: the list price. `from`: the lowest price, as it varies by option or setting. */
  services: z.array(
    z.object({ id: Id, name: z.string(), price: NumericText, from: z.optional(z.boolean()) }),
  ),
})
export type ProfessionalCard = z.output<typeof ProfessionalCard>

/** A professional's profile, for its owner. */
export const Profile = z.object({
  id: Id,
  slug: z.string(),
  bio: z.string(),
  experienceYears: z.int(),
  specialties: z.array(z.string()),
  languages: z.array(Language),
  categories: z.array(Category),
  basePriceCents: z.int(),
  municipalityId: z.int(),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  address: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  zone: Zone,
  /** Also receives clients at a place of their own, apart from the spaces of hosts. */
  hasOwnPlace: z.boolean(),
  status: z.enum(['draft', 'published', 'paused']),
  version: z.int(),
})
export type Profile = z.output<typeof Profile>

export const profile = endpoint({
  method: 'GET',
  path: '/api/professional/profile',
  summary: 'Get the own profile',
  access: 'professional',
  reply: Profile,
  refusals: ['no_profile'],
})

export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/professional/profile',
  summary: 'Save the own profile (the first time with version 0); the zone follows from the municipality',
  access: 'professional',
  body: z.object({
    bio: LongText(2000),
    experienceYears: z.int().check(z.minimum(0), z.maximum(70)),
    specialties: z.array(Text(60)).check(z.maxLength(20)),
    /** Absent: unchanged. */
    languages: z.optional(z.array(Language).check(z.maxLength(12))),
    categories: z.array(Category).check(z.minLength(1), z.maxLength(13)),
    basePriceCents: z.int().check(z.minimum(0), z.maximum(100_000_00)),
    municipalityId: z.int(),
    neighbourhood: z.nullable(LongText(80)),
    address: z.nullable(LongText(200)),
    latitude: z.number().check(z.minimum(14), z.maximum(33)),
    longitude: z.number().check(z.minimum(-119), z.maximum(-86)),
    hasOwnPlace: z.boolean(),
    status: z.enum(['draft', 'published', 'paused']),
    version: z.int(),
  }),
  reply: Profile,
  refusals: ['stale_version', 'invalid_input', 'unknown_municipality'],
})

export const pageViewed = endpoint({
  method: 'POST',
  path: '/api/public/professionals/:id/views',
  summary: "Count a view of a professional's page by date, without persons",
  access: 'anyone',
  params: z.object({ id: Id }),
  reply: Done,
  limit: 'search',
})
