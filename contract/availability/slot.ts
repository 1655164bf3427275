/**
 * A slot, and what a refusal returns in its place. Separate file: the browser reads these by their types, and only the
 * screen that needs them should load zod.
 */
import * as z from 'zod/mini'
import { Modality } from '#contract/service/setting.ts'
import { Id, Instant, SignedToken, SlotInstant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Why an hour has its own price, and its difference from the service's price. Neutral wording: it describes the hour, not a person. */
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
  /** For a class: the number of free seats. */
  seats: z.optional(z.object({ left: z.int(), of: z.int() })),
  /** Absent at the service's base price. */
  price: z.optional(SlotPrice),
  /** Signed, so that exactly what was shown is booked. */
  token: SignedToken,
})
export type Slot = z.output<typeof Slot>

/** Both only if it is at another place than the taken one, where none is left. */
const AlternativeSlot = z.extend(Slot, { zone: z.optional(Zone), placeName: z.optional(z.string()) })
export type AlternativeSlot = z.output<typeof AlternativeSlot>

/** In `details` of `slot_taken`. */
export const SlotAlternatives = z.object({ alternatives: z.array(AlternativeSlot) })

/** In `details` of `price_changed`: the same slot with a token at the current price. */
export const PriceChange = z.object({ oldTotalCents: z.int(), newTotalCents: z.int(), slot: Slot })

/** In `details` of `too_many_holds`: the client's current holds; those in payment wait for the bank. */
export const OwnHolds = z.object({
  holds: z.array(
    z.object({ id: Uuid, name: z.string(), startsAt: Instant, zone: Zone, isPaying: z.boolean() }),
  ),
})
