/**
 * A realistic Google Calendar for development and tests: accounts with calendars, numbered changes, tokens, channels that call back,
 * and the errors of the real one on request. It lives as long as its process. The owner's manual changes are here; requests by programs
 * are in api.ts and consent.ts.
 */
import { dayMs } from '#contract/platform/duration.ts'
import type { calendar_v3 } from '@googleapis/calendar'
import { randomUUID } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'

export type StandinEvent = calendar_v3.Schema$Event & { id: string }
export type Role = 'owner' | 'writer' | 'reader' | 'freeBusyReader'
export type StandinChannel = {
  id: string
  token: string
  address: string
  resourceId: string
  endsAt: number
}

export type StandinCalendar = {
  id: string
  summary: string
  timeZone: string
  role: Role
  isPrimary: boolean
  /** Created by a program, which then needs no right to the others. */
  madeByApp: boolean
  /** Number of the newest change. */
  number: number
  /** Sync tokens before this number are answered with 410. */
  forgotten: number
  events: Map<string, { event: StandinEvent; number: number }>
  channels: StandinChannel[]
}

export type StandinAccount = { email: string; calendars: StandinCalendar[] }
type Grant = { email: string; scopes: readonly string[] }

/** The next fault. `after`: the call is executed and its response is lost. */
export type Fault = {
  match: (method: string, path: string, email: string) => boolean
  status: number
  reason: string
  retryAfter?: number
  after?: boolean
}

export type World = {
  accounts: Map<string, StandinAccount>
  codes: Map<string, Grant & { redirectUri: string; challenge: string }>
  refreshTokens: Map<string, Grant>
  accessTokens: Map<string, Grant & { endsAt: number }>
  faults: Fault[]
  /** "agenda@gmail.test POST /calendars/x/events", in order. */
  calls: string[]
  /** Suppresses notifications: as when Google's calls do not get through. */
  silent: boolean
  pageSize: number
  underWay: Set<Promise<unknown>>
}

const worlds = new WeakMap<Config, World>()

/** The world of one running Kalli. */
export const standinOf = (config: Config): World => {
  const known = worlds.get(config)
  if (known !== undefined) return known
  const world: World = {
    accounts: new Map(),
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    faults: [],
    calls: [],
    silent: false,
    pageSize: 100,
    underWay: new Set(),
  }
  worlds.set(config, world)
  return world
}

const newCalendar = (
  values: Pick<StandinCalendar, 'id' | 'summary'> & Partial<StandinCalendar>,
): StandinCalendar => ({
  timeZone: 'America/Mexico_City',
  role: 'owner',
  isPrimary: false,
  madeByApp: false,
  number: 1,
  forgotten: 0,
  events: new Map(),
  channels: [],
  ...values,
})

/** With the usual calendars; created on first use. */
export const accountOf = (world: World, email: string): StandinAccount => {
  const known = world.accounts.get(email)
  if (known !== undefined) return known
  const account = {
    email,
    calendars: [
      newCalendar({ id: email, summary: email, isPrimary: true }),
      newCalendar({ id: `familia-${email}`, summary: 'Familia' }),
      newCalendar({
        id: `festivos-${email}`,
        summary: 'Días festivos en México',
        role: 'reader',
      }),
    ],
  }
  world.accounts.set(email, account)
  return account
}

export const addCalendar = (account: StandinAccount, summary: string, timeZone: string): StandinCalendar => {
  const id = `${randomUUID().replaceAll('-', '')}@group.calendar.google.test`
  const calendar = newCalendar({ id, summary, timeZone, madeByApp: true })
  account.calendars.push(calendar)
  return calendar
}

/** Numbers the change, and notifies all channels. */
export const store = (world: World, calendar: StandinCalendar, event: StandinEvent): StandinEvent => {
  calendar.number += 1
  const { number } = calendar
  const saved = {
    ...event,
    kind: 'calendar#event',
    etag: `"${number}"`,
    status: event.status ?? 'confirmed',
    sequence: (event.sequence ?? -1) + 1,
  }
  calendar.events.set(event.id, { event: saved, number })
  for (const channel of calendar.channels) notify(world, channel, 'exists', number)
  return saved
}

export const cancel = (world: World, calendar: StandinCalendar, id: string) => {
  const found = calendar.events.get(id)
  if (found !== undefined) store(world, calendar, { ...found.event, status: 'cancelled' })
}

/** As Google calls: without a body, ignoring the response. */
export const notify = (world: World, channel: StandinChannel, state: 'sync' | 'exists', number: number) => {
  if (world.silent) return
  const call = fetch(channel.address, {
    method: 'POST',
    headers: {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-token': channel.token,
      'x-goog-channel-expiration': new Date(channel.endsAt).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(number),
    },
    signal: AbortSignal.timeout(5_000),
  })
    .then((answer) => answer.body?.cancel())
    .catch(() => undefined)
  world.underWay.add(call)
  void call.finally(() => world.underWay.delete(call))
}

/** Waits until no call to a channel is under way. */
export const settled = async (world: World) => {
  while (world.underWay.size > 0) await Promise.all(world.underWay)
}

type Hour = { start: string; end: string }
const hours = ({ start, end }: Hour) => ({ start: momentOf(start), end: momentOf(end) })
/** "2026-11-25" is a whole day. */
const momentOf = (text: string) => (text.length === 10 ? { date: text } : { dateTime: text })

/** Manual changes of events by their owner. */
export const byHand = (world: World, calendar: StandinCalendar) => ({
  add: (hour: Hour, more: Partial<StandinEvent> = {}) =>
    store(world, calendar, {
      id: randomUUID().replaceAll('-', '').slice(0, 26),
      summary: 'Dentista',
      ...hours(hour),
      ...more,
    }),
  move(id: string, hour: Hour) {
    const found = calendar.events.get(id)
    if (found === undefined) throw new Error(`there is no event ${id}`)
    return store(world, calendar, { ...found.event, ...hours(hour) })
  },
  remove: (id: string) => cancel(world, calendar, id),
  /** An event at intervals of some days, each a separate instance. */
  repeat(hour: Hour, { times, everyDays }: { times: number; everyDays: number }) {
    const master = randomUUID().replaceAll('-', '').slice(0, 26)
    return Array.from({ length: times }, (_, place) => {
      const shift = (text: string) =>
        new Date(Date.parse(text) + place * everyDays * dayMs).toISOString().replace('.000', '')
      const [start, end] = [shift(hour.start), shift(hour.end)]
      return store(world, calendar, {
        id: `${master}_${start.replaceAll(/[-:]/g, '')}`,
        recurringEventId: master,
        summary: 'Yoga',
        ...hours({ start, end }),
      })
    })
  },
})

/** Deleted by its owner, or no longer shared: this account lists it no more. */
export const dropCalendar = (world: World, email: string, calendar: StandinCalendar) => {
  const { calendars } = accountOf(world, email)
  const place = calendars.indexOf(calendar)
  if (place >= 0) calendars.splice(place, 1)
}

/** As after a long time, or when an access rule changes: everything must be read anew. */
export const forgetTokens = (calendar: StandinCalendar) => {
  calendar.number += 1
  calendar.forgotten = calendar.number
}

/** The person revokes the consent in the settings of their account. */
export const revokeAll = (world: World, email: string) => {
  for (const tokens of [world.refreshTokens, world.accessTokens])
    for (const [token, grant] of tokens) if (grant.email === email) tokens.delete(token)
}
