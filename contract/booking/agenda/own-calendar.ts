/**
 * A professional's agenda as an ICS feed for other calendars (product.md §5, "copy ICS-out"). The address is the
 * secret: it is shown once, when it is created. The feed contains only the service and the client's first name.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant } from '#contract/platform/shapes.ts'

export const ownCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/address',
  summary: 'Get since when the agenda has a calendar address to subscribe to',
  access: 'professional',
  /** Null if there is no feed. */
  reply: z.object({ madeAt: z.nullable(Instant) }),
  refusals: ['no_profile'],
})

export const makeOwnCalendar = endpoint({
  method: 'PUT',
  path: '/api/calendar/address',
  summary: 'Create a new calendar address for the agenda; the former one shows nothing any more',
  access: 'professional',
  reply: z.object({ address: z.string() }),
  limit: 'codes',
  refusals: ['no_profile'],
})

export const removeOwnCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar/address',
  summary: 'Remove the calendar address of the agenda; repeating it is allowed',
  access: 'professional',
  reply: Done,
  refusals: ['no_profile'],
})
