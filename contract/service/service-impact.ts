/** What a change of a service affects: upcoming visits, packs, and the margin at each place. */
import * as z from 'zod/mini'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** A booking that a change of its service would not touch, and that its professional should know of. */
export const UpcomingVisit = z.object({
  id: Uuid,
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  /** Null also while a client is only holding the hour. */
  clientName: z.nullable(z.string()),
  /** May its professional cancel it now? A request or an unpaid booking is answered, or lapses. */
  cancellable: z.boolean(),
  placeName: z.string(),
  totalCents: z.int(),
})
export type UpcomingVisit = z.output<typeof UpcomingVisit>

/** Sessions of it that were bought together and are not used yet (contract/booking/prepaid/session-pack.ts). */
export const HeldPacks = z.object({
  /** How many clients have some left. */
  count: z.int(),
  /** What of their money is left: it goes back to them when the service is put away. */
  leftCents: z.int(),
})
export type HeldPacks = z.output<typeof HeldPacks>

/** In `details` of `service_has_bookings` and `service_has_packs`: each booking stays as it was quoted, no pack outlives the service. */
export const ServiceImpact = z.object({ upcoming: z.array(UpcomingVisit), packs: HeldPacks })
export type ServiceImpact = z.output<typeof ServiceImpact>

/** What existing bookings rely on: a change of these is saved only if the professional has seen them. */
export const quotedFields = [
  'priceCents',
  'durationMinutes',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'phases',
] as const

/** What is left of a price at one place after commission, rent and withholding. */
export const PlaceMargin = z.object({
  /** Null: the own place. */
  spaceId: z.nullable(Id),
  name: z.string(),
  /** Its agreement covers the category and is active, and the place allows such a short booking. */
  covers: z.boolean(),
  /** Of the coming week, at the hours that both are open; null where they share none. */
  rent: z.nullable(z.object({ minCents: z.int(), maxCents: z.int() })),
  net: z.nullable(z.object({ minCents: z.int(), maxCents: z.int() })),
})
export type PlaceMargin = z.output<typeof PlaceMargin>

/** What is left of it at no place of theirs: no rent, and at a home what going there costs is in the price. */
export const AwayMargin = z.object({
  modality: z.enum(['home', 'online']),
  feeCents: z.int(),
  commissionCents: z.int(),
  netCents: z.int(),
})
export type AwayMargin = z.output<typeof AwayMargin>

export const Margins = z.object({
  /** Of the price at places and online. */
  commissionCents: z.int(),
  /** None where it is given at no place. */
  places: z.array(PlaceMargin),
  away: z.array(AwayMargin),
  /** Some hours may cost more or less than this price (contract/pricing/demand.ts). */
  hasDemandRules: z.boolean(),
})
export type Margins = z.output<typeof Margins>
