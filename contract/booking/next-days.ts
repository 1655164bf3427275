/** The seven days after today at a host's spaces: how full each is, and who comes. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LocalDate } from '#contract/platform/shapes.ts'

export const nextDaysCount = 7
/** So many names are said; the others are counted. */
export const namesShown = 4

export const NextDays = z.object({
  /** From tomorrow on by the clock of each space, one after the other. */
  days: z.array(
    z.object({
      date: LocalDate,
      /** Of all units of published spaces; without the hours reserved for team members. */
      openMinutes: z.int(),
      bookedMinutes: z.int(),
      bookings: z.int(),
      /** First names of the professionals who come, each once, the first to come first; at most `namesShown`. */
      who: z.array(z.string()),
      /** Who comes beside them. */
      others: z.int(),
    }),
  ),
})
export type NextDays = z.output<typeof NextDays>

export const nextDays = endpoint({
  method: 'GET',
  path: '/api/host/next-days',
  summary: 'My next seven days: rented hours of open hours, and who comes',
  access: 'host',
  reply: NextDays,
})
