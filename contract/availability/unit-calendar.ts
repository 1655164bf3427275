/**
 * Occupancy of a unit as a feed for the host's own calendar (product.md §6, "calendar connections per unit"). The
 * address is the secret: it is shown once, when it is created. The feed says that time is taken, never by whom.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant } from '#contract/platform/shapes.ts'

export const UnitCalendar = z.object({
  unitId: Id,
  unitName: z.string(),
  spaceName: z.string(),
  /** When the address was created; null if there is none. */
  madeAt: z.nullable(Instant),
})
export type UnitCalendar = z.output<typeof UnitCalendar>

export const unitCalendars = endpoint({
  method: 'GET',
  path: '/api/host/unit-calendars',
  summary: 'List units, and since when each has a calendar address to subscribe to',
  access: 'host',
  reply: z.array(UnitCalendar),
})

const OneUnit = z.object({ id: Id })

export const makeUnitCalendar = endpoint({
  method: 'PUT',
  path: '/api/units/:id/calendar',
  summary: 'Create a new calendar address for a unit; the former one shows nothing any more',
  access: 'host',
  params: OneUnit,
  reply: z.object({ address: z.string() }),
  limit: 'codes',
  refusals: ['not_found'],
})

export const removeUnitCalendar = endpoint({
  method: 'DELETE',
  path: '/api/units/:id/calendar',
  summary: 'Remove the calendar address of a unit; repeating it is allowed',
  access: 'host',
  params: OneUnit,
  reply: Done,
  refusals: ['not_found'],
})
