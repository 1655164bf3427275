/**
 * An outside calendar whose busy times block time here: of a unit, by its host, or of a professional, by herself (product.md §5 and §6).
 * Only busy times are stored. The address is a secret: it is entered once and never shown again.
 */
import * as z from 'zod/mini'
import { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LocalDate } from '#contract/platform/shapes.ts'

/** `waiting`: not read yet. `stale`: not for a quarter of an hour. `lost`: the address no longer returns a calendar. */
export const OutsideState = z.enum(['waiting', 'healthy', 'stale', 'lost'])
export type OutsideState = z.output<typeof OutsideState>

export const staleMinutes = 15
/** Per unit or professional. */
export const maxOutside = 3

const UnreadEvent = z.object({
  /** Empty if it has none. */
  title: z.string(),
  /** In the event's own zone; null if it could not be read. */
  date: z.nullable(LocalDate),
  /** "16:30"; null for a whole day, or if it could not be read. */
  time: z.nullable(z.string()),
  /** The unreadable part, in words. */
  problem: z.string(),
})

export const OutsideCalendar = z.object({
  id: Id,
  /** Null for the professional's own. */
  unitId: z.nullable(Id),
  unitName: z.nullable(z.string()),
  spaceName: z.nullable(z.string()),
  /** Host of the address, such as "calendar.google.com"; the rest is secret. */
  hostName: z.string(),
  /** For a calendar of a connected account (contract/connection), where it is chosen; null: read at an address. */
  provider: z.nullable(CalendarProviderName),
  state: OutsideState,
  /** Why the last read failed, in words. */
  problem: z.nullable(z.string()),
  readAt: z.nullable(Instant),
  addedAt: Instant,
  /** Active bookings here that overlap its busy times: nothing is cancelled automatically. */
  conflicts: z.int(),
  /** Future events that could not be read completely: their number, and the first twenty. */
  unread: z.object({ count: z.int(), events: z.array(UnreadEvent) }),
})
export type OutsideCalendar = z.output<typeof OutsideCalendar>

const Address = z.string().check(z.trim(), z.minLength(12), z.maxLength(2000))

export const outsideCalendars = endpoint({
  method: 'GET',
  path: '/api/host/outside-calendars',
  summary: 'List the external calendars that block units, with their state',
  access: 'host',
  reply: z.array(OutsideCalendar),
})

export const addOutsideCalendar = endpoint({
  method: 'POST',
  path: '/api/units/:id/outside-calendars',
  summary: 'Add an external calendar that blocks a unit; it is read at once and every five minutes',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({ address: Address }),
  reply: OutsideCalendar,
  status: 201,
  idempotent: true,
  limit: 'codes',
  refusals: ['not_found', 'calendar_address', 'too_many_calendars'],
})

export const ownOutsideCalendars = endpoint({
  method: 'GET',
  path: '/api/calendar/connections',
  summary: "List the external calendars that block the viewer's own time, with their state",
  access: 'professional',
  reply: z.array(OutsideCalendar),
})

export const addOwnOutsideCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar/connections',
  summary: "Add an external calendar that blocks the viewer's own time; others see only that it is taken",
  access: 'professional',
  body: z.object({ address: Address }),
  reply: OutsideCalendar,
  status: 201,
  idempotent: true,
  limit: 'codes',
  refusals: ['no_profile', 'calendar_address', 'too_many_calendars'],
})

const One = z.object({ id: Id })

export const retryOutsideCalendar = endpoint({
  method: 'POST',
  path: '/api/outside-calendars/:id/retry',
  summary: 'Read an external calendar again now',
  access: 'account',
  params: One,
  reply: OutsideCalendar,
  limit: 'codes',
  refusals: ['not_found'],
})

export const removeOutsideCalendar = endpoint({
  method: 'DELETE',
  path: '/api/outside-calendars/:id',
  summary: 'Remove an external calendar; it blocks nothing any more',
  access: 'account',
  params: One,
  reply: Done,
  refusals: ['not_found'],
})
