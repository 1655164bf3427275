/** How much of the time of a unit is used. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate } from '#contract/platform/shapes.ts'

export const Occupancy = z.object({
  from: LocalDate,
  to: LocalDate,
  spaces: z.array(
    z.object({
      spaceId: Id,
      name: z.string(),
      /** Of the hours in which it is open: Monday = 1, and the hour of the wall clock. Minutes of all its units together. */
      cells: z.array(
        z.object({
          weekday: z.int(),
          hour: z.int(),
          openMinutes: z.int(),
          bookedMinutes: z.int(),
        }),
      ),
    }),
  ),
})
export type Occupancy = z.output<typeof Occupancy>
export type OccupancyCell = Occupancy['spaces'][number]['cells'][number]

/** An hour counts as dead when less than this part of it was sold in the weeks looked at. */
export const deadShare = 0.15
/** So many days are looked back. */
export const occupancyDays = 28

/** Worth a lower price: open, and hardly ever sold. Less than two hours open in all that time say nothing. */
export const isDead = (cell: { openMinutes: number; bookedMinutes: number }) =>
  cell.openMinutes >= 120 && cell.bookedMinutes / cell.openMinutes < deadShare

export const occupancy = endpoint({
  method: 'GET',
  path: '/api/host/occupancy',
  summary:
    'Of each hour of the week, how much was open and how much was booked; the last four weeks if not said',
  access: 'host',
  query: z.object({ from: z.optional(LocalDate), to: z.optional(LocalDate) }),
  reply: Occupancy,
  refusals: ['invalid_input'],
})
