/** Geocoding of typed addresses, only for the forms in which hosts and professionals enter their place. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText } from '#contract/platform/shapes.ts'

const Degrees = { latitude: z.number(), longitude: z.number() }

/** Precision of a point: the door, its street, or the middle of its neighbourhood or city. */
const precisions = ['door', 'street', 'area'] as const

const FoundAddress = z.object({
  ...Degrees,
  precision: z.enum(precisions),
  /** Readable label: "Colima 120, Roma Norte". */
  label: z.string(),
  /** Empty if unknown. */
  neighbourhood: z.string(),
  /** Five digits; null if unknown. */
  postalCode: z.nullable(z.string()),
})
export type FoundAddress = z.output<typeof FoundAddress>

export const AddressQuestion = z.object({
  /** Street and number. */
  address: LongText(200),
  neighbourhood: z.optional(LongText(80)),
  city: z.optional(LongText(80)),
  state: z.optional(LongText(80)),
  postalCode: z.optional(z.string().check(z.regex(/^\d{5}$/))),
  /** Position of the pin: of several streets with that name the nearest is returned. */
  near: z.optional(
    z.object({
      latitude: z.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    }),
  ),
})
export type AddressQuestion = z.output<typeof AddressQuestion>

/** POST, so that home addresses do not appear in logs. */
export const findAddress = endpoint({
  method: 'POST',
  path: '/api/places/address',
  summary: 'Get the point of a typed address for a form; stores nothing',
  access: 'account',
  body: AddressQuestion,
  reply: z.object({
    /** Null if neither the street nor the neighbourhood is known. */
    found: z.nullable(FoundAddress),
    /**
     * The source: the operator's geocoder, our stand-in with invented streets, or (`own`) only our own places: then
     * streets are not available, and `found` is at best the middle of the neighbourhood.
     */
    source: z.enum(['geocoder', 'standin', 'own']),
  }),
  refusals: ['forbidden'],
  limit: 'addresses',
})
