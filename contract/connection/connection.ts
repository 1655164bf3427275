/**
 * Accounts at calendar providers (Google, Outlook): their busy times block the professional's time here, Kalli writes
 * its own appointments there, and changes made there are presented for a decision. docs/connection/google-calendar.md.
 */
import * as z from 'zod/mini'
import { CalendarProviderName } from '#contract/platform/calendar-provider.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Per professional. */
export const maxAccounts = 2

/** `read`: busy times only; `own`: also writes into a calendar that Kalli creates at once; `theirs`: into one of theirs, chosen later. */
export const Reach = z.enum(['read', 'own', 'theirs'])
export type Reach = z.output<typeof Reach>

/** `waiting`: not read yet. `failing`: will be retried. `revoked`: its owner must connect it again. */
export const AccountState = z.enum(['waiting', 'healthy', 'failing', 'revoked'])
export type AccountState = z.output<typeof AccountState>

const ConnectedCalendar = z.object({
  id: Id,
  name: z.string(),
  isPrimary: z.boolean(),
  /** Created by Kalli for its own events. */
  own: z.boolean(),
  writable: z.boolean(),
  /** Its events block time here. */
  busy: z.boolean(),
  /** Kalli writes into it. */
  target: z.boolean(),
  /** Chosen, and no longer in the account: its last known busy times stay taken. */
  isLost: z.boolean(),
})
export type ConnectedCalendar = z.output<typeof ConnectedCalendar>

export const ConnectedAccount = z.object({
  id: Id,
  provider: CalendarProviderName,
  email: z.string(),
  state: AccountState,
  /** The problem, in words. */
  problem: z.nullable(z.string()),
  failedAt: z.nullable(Instant),
  connectedAt: Instant,
  succeededAt: z.nullable(Instant),
  /** Whether the consent allows writing into their own calendars. */
  mayWriteTheirs: z.boolean(),
  mayWriteOwn: z.boolean(),
  /** Kalli's own calendar was requested and is being created. */
  isMaking: z.boolean(),
  /** Number of Kalli's events there. */
  written: z.int(),
  calendars: z.array(ConnectedCalendar),
})
export type ConnectedAccount = z.output<typeof ConnectedAccount>

export const CalendarDifference = z.object({
  id: Uuid,
  provider: CalendarProviderName,
  kind: z.enum(['moved', 'deleted']),
  /** `proposed` awaits the answer of the other parties. */
  state: z.enum(['open', 'proposed']),
  /** The subject: for a visit the new hour can be proposed, a block can be moved or removed, visits and rents can be cancelled. */
  about: z.enum(['visit', 'rent', 'block', 'class', 'other']),
  /** For a visit or a rent. */
  bookingId: z.nullable(Uuid),
  title: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  /** The new time. */
  to: z.nullable(z.object({ startsAt: Instant, endsAt: Instant })),
  zone: Zone,
})
export type CalendarDifference = z.output<typeof CalendarDifference>

export const Connections = z.object({
  /** Providers configured in this installation. */
  available: z.array(CalendarProviderName),
  zone: Zone,
  accounts: z.array(ConnectedAccount),
  differences: z.array(CalendarDifference),
})
export type Connections = z.output<typeof Connections>

export const connections = endpoint({
  method: 'GET',
  path: '/api/connections',
  summary: 'List connected calendar accounts, their state, and events changed in them',
  access: 'professional',
  reply: Connections,
  refusals: ['no_profile'],
})

export const connect = endpoint({
  method: 'POST',
  path: '/api/connections',
  summary: 'Get the address for consenting to a calendar account in this browser; renews a connected account',
  access: 'professional',
  body: z.object({
    provider: z._default(CalendarProviderName, 'google'),
    reach: Reach,
    accountId: z.optional(Id),
  }),
  reply: z.object({ address: z.string() }),
  limit: 'codes',
  refusals: ['no_profile', 'not_found', 'calendar_provider_missing'],
})

/** Services with a known address, and any other server. */
export const caldavServices = {
  icloud: { label: 'iCloud', help: 'https://support.apple.com/es-mx/102654' },
  fastmail: { label: 'Fastmail', help: 'https://www.fastmail.help/hc/en-us/articles/360058752854' },
  other: { label: 'Nextcloud u otro', help: null },
} as const
export const CaldavService = z.enum(['icloud', 'fastmail', 'other'])
export type CaldavService = z.output<typeof CaldavService>

export const CaldavAccount = z.object({
  service: CaldavService,
  /** Server address, if the service has no fixed one. */
  address: z.optional(z.string().check(z.trim(), z.minLength(4), z.maxLength(500))),
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Kalli creates a calendar there at once, and writes into it. */
  makesOwn: z._default(z.boolean(), false),
})

export const caldavRefusals = [
  'calendar_server_address',
  'calendar_password_wrong',
  'calendar_server_none',
  'calendar_server_silent',
  'too_many_accounts',
] as const

export const connectCaldav = endpoint({
  method: 'POST',
  path: '/api/connections/caldav',
  summary:
    'Connect calendars of iCloud, Fastmail, Nextcloud or another CalDAV server by an app password; renews a connected account',
  access: 'professional',
  body: CaldavAccount,
  reply: Connections,
  status: 201,
  limit: 'codes',
  refusals: ['no_profile', ...caldavRefusals],
})

const One = z.object({ id: Id })

export const tryConnection = endpoint({
  method: 'POST',
  path: '/api/connections/:id/try',
  summary: 'Synchronize a calendar account now, and list its calendars again',
  access: 'professional',
  params: One,
  reply: Connections,
  limit: 'codes',
  refusals: ['no_profile', 'not_found'],
})

export const chooseBusy = endpoint({
  method: 'PUT',
  path: '/api/connected-calendars/:id',
  summary: "Set whether the events of a calendar block the viewer's time",
  access: 'professional',
  params: One,
  body: z.object({ busy: z.boolean() }),
  reply: Connections,
  refusals: ['no_profile', 'not_found', 'calendar_is_own'],
})

export const chooseTarget = endpoint({
  method: 'PUT',
  path: '/api/connections/:id/target',
  summary: 'Choose the calendar into which Kalli writes: none, one it creates, or an existing one',
  access: 'professional',
  params: One,
  body: z.object({ into: z.enum(['none', 'own', 'theirs']), calendarId: z.optional(Id) }),
  reply: Connections,
  refusals: ['no_profile', 'not_found', 'calendar_not_writable'],
})

export const disconnect = endpoint({
  method: 'DELETE',
  path: '/api/connections/:id',
  summary:
    "Disconnect an account: its busy times are free at once, Kalli's events there and the consent are removed",
  access: 'professional',
  params: One,
  reply: Done,
  refusals: ['no_profile', 'not_found'],
})

const OneDifference = z.object({ id: Uuid })

export const adoptDifference = endpoint({
  method: 'POST',
  path: '/api/calendar-differences/:id/adopt',
  summary:
    'Adopt a change of another calendar: a visit is proposed to its client, a block moves or is removed',
  access: 'professional',
  params: OneDifference,
  reply: Connections,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'no_profile',
    'not_found',
    'calendar_difference_over',
    'calendar_hour_not_offered',
    'move_not_allowed',
    'slot_taken',
    'slot_not_available',
    'slot_token_invalid',
    'client_busy',
    'margin_guard',
    'too_late_to_ask',
    'payment_in_progress',
    'own_time_taken',
    'time_is_past',
  ],
})

export const rejectDifference = endpoint({
  method: 'POST',
  path: '/api/calendar-differences/:id/reject',
  summary: 'Reject a change of another calendar: the event is restored there',
  access: 'professional',
  params: OneDifference,
  reply: Connections,
  idempotent: true,
  refusals: ['no_profile', 'not_found', 'calendar_difference_over'],
})
