/** One day at a space, unit by unit, for a professional considering working there. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate } from '#contract/platform/shapes.ts'

const Stretch = z.object({ from: Instant, to: Instant })

export const UnitDay = z.object({
  /** The first instant of the date at the place. */
  begins: Instant,
  /** Opening hours of the place. */
  open: z.array(Stretch),
  /** Possible times of a stay of the viewer in each unit, considering notice and cleaning. Other occupants are not shown. */
  units: z.array(z.object({ id: Id, name: z.string(), free: z.array(Stretch) })),
})
export type UnitDay = z.output<typeof UnitDay>

export const unitDay = endpoint({
  method: 'GET',
  path: '/api/public/spaces/:id/day',
  summary: 'List the free times of each unit of a published space on a date',
  access: 'anyone',
  params: z.object({ id: Id }),
  query: z.object({ date: LocalDate }),
  reply: UnitDay,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
