/** How full a class is, and what it takes to be given. */
import * as z from 'zod/mini'
import { SlotInstant } from '#contract/platform/shapes.ts'

export const ClassCount = z.object({
  taken: z.int(),
  capacity: z.int(),
  /** Fewer than this when it is decided: it cancels itself. */
  minimum: z.nullable(z.int()),
  decideAt: z.nullable(SlotInstant),
  /** Enough had booked by then. */
  decided: z.boolean(),
})
export type ClassCount = z.output<typeof ClassCount>

/** The same as who has a seat reads it: in words of the server's, since the page on which one books brings as little as it can. */
export const SeatClass = z.extend(ClassCount, {
  text: z.string(),
  /** It went elsewhere, and its client has not said that it suits them: what they had agreed to. */
  movedFrom: z.nullable(z.object({ startsAt: SlotInstant, place: z.string(), text: z.string() })),
})
