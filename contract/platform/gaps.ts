/** Free stretches of a professional's time in which something of theirs could be sold: what is shown is what can be booked. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate, SlotInstant, Zone } from '#contract/platform/shapes.ts'

export const Gap = z.object({
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  /** Each service at each place that has a start in it. */
  offers: z.array(
    z.object({
      serviceId: Id,
      name: z.string(),
      /** Null: the own place. */
      spaceId: z.nullable(Id),
      place: z.string(),
      zone: Zone,
      /** Earliest first; there is one. */
      starts: z.array(SlotInstant),
    }),
  ),
})
export type Gap = z.output<typeof Gap>

/** At most this many days at once. */
export const gapDays = 14

export const gaps = endpoint({
  method: 'GET',
  path: '/api/calendar/gaps',
  summary: 'Where between two dates something of mine could still be booked, and what',
  access: 'professional',
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: z.array(Gap),
  refusals: ['no_profile', 'invalid_input'],
  limit: 'slots',
})
