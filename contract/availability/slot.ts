/**
 * A time that is for sale, and what a refusal returns instead of it. A file of its own: the browser reads these by their shapes, and only
 * the screen that needs them should load zod.
 */
import * as z from 'zod/mini'
import { Modality } from '#contract/service/setting.ts'
import { Id, Instant, SignedToken, SlotInstant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Why an hour has its own price, and how far it is from the service's. A neutral word: it describes the hour, not a person. */
export const SlotPrice = z.object({
  kind: z.enum(['quiet', 'busy', 'last_minute', 'first_visit']),
  deltaCents: z.int(),
})
export type SlotPrice = z.output<typeof SlotPrice>

export const Slot = z.object({
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  /** Null at the professional's own place, at homes and online. */
  spaceId: z.nullable(Id),
  unitId: z.nullable(Id),
  /** At home or online; absent: at a place. */
  modality: z.optional(Modality),
  /** The assigned professional, where any professional of a business was requested. */
  professionalId: z.optional(Id),
  totalCents: z.int(),
  /** Of a class: how many of its seats are free. */
  seats: z.optional(z.object({ left: z.int(), of: z.int() })),
  /** Absent at the service's own price. */
  price: z.optional(SlotPrice),
  /** Signed, so the request is for exactly what was shown. */
  token: SignedToken,
})
export type Slot = z.output<typeof Slot>

/** In `details` of `slot_taken`. */
export const SlotAlternatives = z.object({ alternatives: z.array(Slot) })

/** In `details` of `price_changed`: the same time with a token of today's price. */
export const PriceChange = z.object({ oldTotalCents: z.int(), newTotalCents: z.int(), slot: Slot })

/** In `details` of `too_many_holds`: what a client holds already; of what is being paid the bank answers first. */
export const OwnHolds = z.object({
  holds: z.array(
    z.object({ id: Uuid, name: z.string(), startsAt: Instant, zone: Zone, isPaying: z.boolean() }),
  ),
})
