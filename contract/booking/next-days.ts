/** The seven days after today at a host's spaces: utilization, and who comes. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LocalDate } from '#contract/platform/shapes.ts'

export const nextDaysCount = 7
/** Maximum number of names shown; the others are counted. */
export const namesShown = 4

export const NextDays = z.object({
  /** From tomorrow on, in the timezone of each space, consecutive. */
  days: z.array(
    z.object({
      date: LocalDate,
      /** Of all units of published spaces; without the hours reserved for team members. */
      openMinutes: z.int(),
      bookedMinutes: z.int(),
      bookings: z.int(),
      /** Distinct first names of the professionals, by arrival; at most `namesShown`. */
      who: z.array(z.string()),
      /** Number of other professionals. */
      others: z.int(),
    }),
  ),
})
export type NextDays = z.output<typeof NextDays>

export const nextDays = endpoint({
  method: 'GET',
  path: '/api/host/next-days',
  summary: 'Get the next seven days of own spaces: rented and open hours, and who comes',
  access: 'host',
  reply: NextDays,
})
