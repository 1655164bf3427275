/** Impact of changing a service: upcoming visits, packs, and the margin at each place. */
import * as z from 'zod/mini'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** A booking that keeps the old terms of its service, shown to its professional. */
export const UpcomingVisit = z.object({
  id: Uuid,
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  /** Also null while a client only holds the hour. */
  clientName: z.nullable(z.string()),
  /** Whether its professional can cancel it now. Requests and unpaid bookings are answered, or lapse. */
  cancellable: z.boolean(),
  placeName: z.string(),
  totalCents: z.int(),
})
export type UpcomingVisit = z.output<typeof UpcomingVisit>

/** Unused sessions of packs of the service (contract/booking/prepaid/session-pack.ts). */
export const HeldPacks = z.object({
  /** Number of clients with sessions left. */
  count: z.int(),
  /** Their remaining money: refunded when the service is archived. */
  leftCents: z.int(),
})
export type HeldPacks = z.output<typeof HeldPacks>

/** In `details` of `service_has_bookings` and `service_has_packs`: each booking stays as quoted, no pack outlives the service. */
export const ServiceImpact = z.object({ upcoming: z.array(UpcomingVisit), packs: HeldPacks })
export type ServiceImpact = z.output<typeof ServiceImpact>

/** Fields on which existing bookings rely: a change of these is saved only if the professional has seen the impact. */
export const quotedFields = [
  'priceCents',
  'durationMinutes',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'phases',
] as const

/** What is left of a price at one place after commission, rent and withholding. */
export const PlaceMargin = z.object({
  /** Null for the own place. */
  spaceId: z.nullable(Id),
  name: z.string(),
  /** Its agreement covers the category and is active, and the place allows such a short booking. */
  covers: z.boolean(),
  /** For the next week, in hours that both are open; null if there are none. */
  rent: z.nullable(z.object({ minCents: z.int(), maxCents: z.int() })),
  net: z.nullable(z.object({ minCents: z.int(), maxCents: z.int() })),
})
export type PlaceMargin = z.output<typeof PlaceMargin>

/** The margin at homes and online: no rent, and the travel surcharge is in the price. */
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
  /** Empty if it is given at no place. */
  places: z.array(PlaceMargin),
  away: z.array(AwayMargin),
  /** The price may vary by hour (contract/pricing/demand.ts). */
  hasDemandRules: z.boolean(),
})
export type Margins = z.output<typeof Margins>
