/** Utilization of a unit's time. */
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
      /** By hour in which it is open: weekday (Monday = 1) and wall-clock hour. Minutes are summed over all units. */
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

/** An hour counts as dead when less than this share of it was sold in the period. */
export const deadShare = 0.15
/** Length of the period, in days. */
export const occupancyDays = 28

/** Worth a lower price: open, but hardly ever sold. Ignored if open for less than two hours in the whole period. */
export const isDead = (cell: { openMinutes: number; bookedMinutes: number }) =>
  cell.openMinutes >= 120 && cell.bookedMinutes / cell.openMinutes < deadShare

export const occupancy = endpoint({
  method: 'GET',
  path: '/api/host/occupancy',
  summary: 'Get open and booked time for each hour of the week; by default of the last four weeks',
  access: 'host',
  query: z.object({ from: z.optional(LocalDate), to: z.optional(LocalDate) }),
  reply: Occupancy,
  refusals: ['invalid_input'],
})
