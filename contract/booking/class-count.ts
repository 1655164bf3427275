/** How full a class is, and the minimum for it to take place. */
import * as z from 'zod/mini'
import { SlotInstant } from '#contract/platform/shapes.ts'

export const ClassCount = z.object({
  taken: z.int(),
  capacity: z.int(),
  /** The class is cancelled if it has fewer when it is decided. */
  minimum: z.nullable(z.int()),
  decideAt: z.nullable(SlotInstant),
  /** The minimum had been reached by then. */
  decided: z.boolean(),
})
export type ClassCount = z.output<typeof ClassCount>

/** The client's view, with texts from the server, since booking pages load as little as possible. */
export const SeatClass = z.extend(ClassCount, {
  text: z.string(),
  /** The class was moved and its client has not accepted: what they had agreed to. */
  movedFrom: z.nullable(z.object({ startsAt: SlotInstant, place: z.string(), text: z.string() })),
})
