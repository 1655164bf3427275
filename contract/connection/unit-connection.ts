/**
 * Units connected to calendars of a host's accounts: busy times there block the unit here, its rents, visits and blocks
 * are written there, and changes made there are presented for a decision. docs/connection/units.md.
 */
import * as z from 'zod/mini'
import {
  AccountState,
  CaldavAccount,
  CalendarDifference,
  caldavRefusals,
  ConnectedAccount,
} from '#contract/connection/connection.ts'
import { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** A calendar that can be chosen. */
const UnitCalendarChoice = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  /** The account's address; for a team member only the provider, as "Google Calendar". */
  account: z.string(),
  /** Whether Kalli may write into it. */
  writable: z.boolean(),
  /** The unit that already uses it. */
  unitId: z.nullable(Id),
})
export type UnitCalendarChoice = z.output<typeof UnitCalendarChoice>

const UnitConnection = z.object({
  calendarId: Id,
  accountId: Id,
  provider: CalendarProviderName,
  name: z.string(),
  account: z.string(),
  state: AccountState,
  /** The problem, in words. */
  problem: z.nullable(z.string()),
  failedAt: z.nullable(Instant),
  succeededAt: z.nullable(Instant),
  /** When it was connected to this unit. */
  since: Instant,
  /** Rents and visits of the unit are written there. */
  writes: z.boolean(),
  mayWrite: z.boolean(),
  /** No longer in the account: its last known busy times stay taken. */
  isLost: z.boolean(),
  /** Number of Kalli's events there. */
  written: z.int(),
  /** Active bookings here that overlap its busy times: nothing is cancelled automatically. */
  conflicts: z.int(),
})
export type UnitConnection = z.output<typeof UnitConnection>

const ConnectedUnit = z.object({
  unitId: Id,
  unitName: z.string(),
  spaceName: z.string(),
  zone: Zone,
  connection: z.nullable(UnitConnection),
})
export type ConnectedUnit = z.output<typeof ConnectedUnit>

const UnitDifference = z.extend(CalendarDifference, {
  unitName: z.string(),
})
export type UnitDifference = z.output<typeof UnitDifference>

export const UnitConnections = z.object({
  /** Providers configured in this installation. */
  available: z.array(CalendarProviderName),
  zone: Zone,
  /** The host's own accounts; empty for a team member. */
  accounts: z.array(ConnectedAccount),
  choices: z.array(UnitCalendarChoice),
  units: z.array(ConnectedUnit),
  differences: z.array(UnitDifference),
})
export type UnitConnections = z.output<typeof UnitConnections>

/** On behalf of the business, by a member with the permission. */
const As = { membership: z._default(z.nullable(Id), null) }

export const unitConnections = endpoint({
  method: 'GET',
  path: '/api/host/connections',
  summary:
    'List the calendar accounts of units, their state, and events changed in them; for a team member those of their space',
  access: 'account',
  query: z.object({ membership: z.optional(Id) }),
  reply: UnitConnections,
  refusals: ['not_found', 'member_may_not'],
})

export const connectForUnits = endpoint({
  method: 'POST',
  path: '/api/host/connections',
  summary:
    'Get the address for consenting to a calendar account of units in this browser; renews a connected account',
  access: 'host',
  body: z.object({
    provider: z._default(CalendarProviderName, 'google'),
    reach: z.enum(['read', 'theirs']),
    accountId: z.optional(Id),
  }),
  reply: z.object({ address: z.string() }),
  limit: 'codes',
  refusals: ['not_found', 'calendar_provider_missing'],
})

export const connectCaldavForUnits = endpoint({
  method: 'POST',
  path: '/api/host/connections/caldav',
  summary:
    'Connect an account of iCloud, Fastmail, Nextcloud or another CalDAV server for units by an app password; renews a connected account',
  access: 'host',
  body: z.omit(CaldavAccount, { makesOwn: true }),
  reply: UnitConnections,
  status: 201,
  limit: 'codes',
  refusals: ['not_found', ...caldavRefusals],
})

const One = z.object({ id: Id })

export const tryUnitConnection = endpoint({
  method: 'POST',
  path: '/api/host/connections/:id/try',
  summary: 'Synchronize a calendar account of units now, and list its calendars again',
  access: 'account',
  params: One,
  body: z.object(As),
  reply: UnitConnections,
  limit: 'codes',
  refusals: ['not_found', 'member_may_not'],
})

export const disconnectUnits = endpoint({
  method: 'DELETE',
  path: '/api/host/connections/:id',
  summary:
    "Disconnect an account of units: its busy times are free at once, Kalli's events there and the consent are removed",
  access: 'host',
  params: One,
  reply: Done,
  refusals: ['not_found'],
})

export const connectUnit = endpoint({
  method: 'PUT',
  path: '/api/units/:id/connection',
  summary: 'Choose the calendar of a unit, and whether its bookings are written there; none disconnects both',
  access: 'account',
  params: One,
  body: z.object({ calendarId: z.nullable(Id), writes: z._default(z.boolean(), true), ...As }),
  reply: UnitConnections,
  refusals: ['not_found', 'member_may_not', 'calendar_of_another_unit', 'calendar_not_writable'],
})

const OneDifference = z.object({ id: Uuid })

export const adoptUnitDifference = endpoint({
  method: 'POST',
  path: '/api/unit-calendar-differences/:id/adopt',
  summary:
    'Adopt a change in the calendar of a unit: a visit or rental is proposed, a block moves or is removed',
  access: 'account',
  params: OneDifference,
  body: z.object(As),
  reply: UnitConnections,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'not_found',
    'member_may_not',
    'calendar_difference_over',
    'calendar_hour_not_offered',
    'move_not_allowed',
    'invalid_input',
    'slot_taken',
    'slot_not_available',
    'slot_token_invalid',
    'rent_not_allowed',
    'visits_within',
    'client_busy',
    'margin_guard',
    'too_late_to_ask',
    'payment_in_progress',
    'quote_expired',
    'quote_changed',
    'unit_taken',
    'stale_version',
    'part_of_closure',
  ],
})

export const rejectUnitDifference = endpoint({
  method: 'POST',
  path: '/api/unit-calendar-differences/:id/reject',
  summary: 'Reject a change in the calendar of a unit: the event is restored there',
  access: 'account',
  params: OneDifference,
  body: z.object(As),
  reply: UnitConnections,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'calendar_difference_over'],
})
