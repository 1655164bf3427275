/** Gaps in a professional's time in which a service could be sold: every gap shown can be booked. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate, SlotInstant, Zone } from '#contract/platform/shapes.ts'

export const Gap = z.object({
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  /** Each service at each place that has a start in the gap. */
  offers: z.array(
    z.object({
      serviceId: Id,
      name: z.string(),
      /** Null for the professional's own place. */
      spaceId: z.nullable(Id),
      place: z.string(),
      zone: Zone,
      /** Earliest first; at least one. */
      starts: z.array(SlotInstant),
    }),
  ),
})
export type Gap = z.output<typeof Gap>

/** Maximum number of days per request. */
export const gapDays = 14

export const gaps = endpoint({
  method: 'GET',
  path: '/api/calendar/gaps',
  summary: 'List bookable gaps between two dates, with the services that fit',
  access: 'professional',
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: z.array(Gap),
  refusals: ['no_profile', 'invalid_input'],
  limit: 'slots',
})
