import * as z from 'zod/mini'
import { Amenity, SpaceType } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, LongText, NumericText, Text, Zone } from '#contract/shapes.ts'

/** Rent policies: until when a cancelled rent is free, and what is due after (product.md §3). */
export const rentPolicies = {
  relaxed: {
    label: 'Relajada',
    steps: [
      { beforeMinutes: 240, keepBp: 0 },
      { beforeMinutes: 0, keepBp: 5000 },
    ],
  },
  normal: {
    label: 'Normal',
    steps: [
      { beforeMinutes: 1440, keepBp: 0 },
      { beforeMinutes: 240, keepBp: 5000 },
      { beforeMinutes: 0, keepBp: 10_000 },
    ],
  },
  firm: {
    label: 'Firme',
    steps: [
      { beforeMinutes: 4320, keepBp: 0 },
      { beforeMinutes: 1440, keepBp: 5000 },
      { beforeMinutes: 0, keepBp: 10_000 },
    ],
  },
} as const
export const RentPolicy = z.enum(['relaxed', 'normal', 'firm'])
export type RentPolicy = z.output<typeof RentPolicy>

/** A space in a list, as the specification's card (spec §3). */
export const SpaceCard = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  spaceType: SpaceType,
  description: z.string(),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  capacity: z.int(),
  amenities: z.array(Amenity),
  photos: z.array(z.string()),
  rating: NumericText,
  reviewCount: z.int(),
  pricePerHour: NumericText,
  distanceKm: z.nullable(z.number()),
  /** Where, rounded to about a kilometre: the exact address is for confirmed bookings only. */
  area: z.object({ latitude: z.number(), longitude: z.number() }),
  host: z.object({ verified: z.boolean(), businessName: z.string() }),
})
export type SpaceCard = z.output<typeof SpaceCard>

export const Unit = z.object({ id: Id, number: z.int(), name: z.string(), active: z.boolean() })

/** A space, for its host. */
export const Space = z.object({
  id: Id,
  slug: z.string(),
  businessName: z.string(),
  name: z.string(),
  spaceType: SpaceType,
  description: z.string(),
  capacity: z.int(),
  amenities: z.array(Amenity),
  photos: z.array(z.string()),
  municipalityId: z.int(),
  neighbourhood: z.nullable(z.string()),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  zone: Zone,
  pricePerHourCents: z.int(),
  minimumMinutes: z.int(),
  cleaningMinutes: z.int(),
  rentPolicy: RentPolicy,
  status: z.enum(['draft', 'published', 'paused']),
  units: z.array(Unit),
  version: z.int(),
})
export type Space = z.output<typeof Space>

const SpaceInput = z.object({
  name: Text(80),
  spaceType: SpaceType,
  description: z._default(LongText(2000), ''),
  capacity: z.int().check(z.minimum(1), z.maximum(500)),
  amenities: z._default(z.array(Amenity), []),
  municipalityId: z.int(),
  neighbourhood: z._default(z.nullable(LongText(80)), null),
  address: Text(200),
  latitude: z.number().check(z.minimum(14), z.maximum(33)),
  longitude: z.number().check(z.minimum(-119), z.maximum(-86)),
  pricePerHourCents: z.int().check(z.minimum(100), z.maximum(50_000_00)),
  minimumMinutes: z._default(z.int().check(z.minimum(0), z.maximum(1440)), 30),
  cleaningMinutes: z._default(z.int().check(z.minimum(0), z.maximum(120)), 10),
  rentPolicy: z._default(RentPolicy, 'normal'),
  status: z._default(z.enum(['draft', 'published', 'paused']), 'published'),
})

export const spaces = endpoint({
  method: 'GET',
  path: '/api/host/spaces',
  summary: 'My spaces',
  access: 'host',
  reply: z.array(Space),
})

export const addSpace = endpoint({
  method: 'POST',
  path: '/api/spaces',
  summary: 'Add a space with numbered units',
  access: 'host',
  body: z.extend(SpaceInput, {
    businessName: Text(80),
    unitCount: z.int().check(z.minimum(1), z.maximum(200)),
  }),
  reply: Space,
  status: 201,
  idempotent: true,
  refusals: ['invalid_input', 'unknown_municipality'],
})

export const changeSpace = endpoint({
  method: 'PATCH',
  path: '/api/spaces/:id',
  summary: 'Change a space; bookings already made keep their rent',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.extend(SpaceInput, { version: z.int() }),
  reply: Space,
  refusals: ['not_found', 'stale_version', 'unknown_municipality'],
})
