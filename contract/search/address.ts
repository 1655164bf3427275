/** Where a typed address is: for the forms in which hosts and professionals say where their place is, and nowhere else. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText } from '#contract/platform/shapes.ts'

const Degrees = { latitude: z.number(), longitude: z.number() }

/** How near a point is: the door, somewhere in its street, the middle of its neighbourhood or city. */
const precisions = ['door', 'street', 'area'] as const

const FoundAddress = z.object({
  ...Degrees,
  precision: z.enum(precisions),
  /** What lies there, for people: "Colima 120, Roma Norte". */
  label: z.string(),
  /** Empty where unknown. */
  neighbourhood: z.string(),
  /** Five digits; null where unknown. */
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
  /** Where the pin is: of several streets of that name the nearest is meant. */
  near: z.optional(
    z.object({
      latitude: z.number().check(z.minimum(-90), z.maximum(90)),
      longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    }),
  ),
})
export type AddressQuestion = z.output<typeof AddressQuestion>

/** A POST, so that the address of a home is in no log. */
export const findAddress = endpoint({
  method: 'POST',
  path: '/api/places/address',
  summary:
    'The point of a typed address, for the form of a space or of a place of one’s own; nothing is stored',
  access: 'account',
  body: AddressQuestion,
  reply: z.object({
    /** Null: neither the street nor the neighbourhood is known. */
    found: z.nullable(FoundAddress),
    /**
     * Who looked: the operator's geocoder, our stand-in with its invented streets, or (`own`) our own places alone: then streets are not
     * known here, or not now, and `found` is at best the middle of the neighbourhood.
     */
    source: z.enum(['geocoder', 'standin', 'own']),
  }),
  refusals: ['forbidden'],
  limit: 'addresses',
})
