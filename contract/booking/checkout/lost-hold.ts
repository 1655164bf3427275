/**
 * What `hold_expired` returns to the client whose hold lapsed, so that the same can be chosen again. Separate file, as
 * with slot.ts: only the lost-hold screen needs this schema.
 */
import * as z from 'zod/mini'
import { Modality } from '#contract/service/setting.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

export const LostVisit = z.object({
  professional: z.object({ id: Id, firstName: z.string() }),
  service: z.object({ id: Id, name: z.string() }),
  moreServices: z.array(Id),
  addOns: z.array(z.object({ serviceId: Id, id: Id, person: z.int(), added: z.boolean() })),
  people: z.nullable(z.array(z.object({ services: z.array(z.object({ id: Id })) }))),
  startsAt: Instant,
  zone: Zone,
  place: z.object({ spaceId: z.nullable(Id), modality: Modality }),
  byOwnLink: z.boolean(),
})
export type LostVisit = z.output<typeof LostVisit>

/** In `details` of `hold_expired`. */
export const LostHold = z.object({ held: LostVisit })
/** The same, if the hold became a booking. */
export const BookedHold = z.object({ bookedId: Uuid })
