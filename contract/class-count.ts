/** How full a class is, as everybody with a part in it may know. */
import * as z from 'zod/mini'
import { SlotInstant } from '#contract/shapes.ts'

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
