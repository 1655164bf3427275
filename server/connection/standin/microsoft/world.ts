/**
 * A realistic Outlook for development and tests: mailboxes with calendars, numbered changes, subscriptions that call back, and the
 * errors of the real one on request. It lives as long as its process. The owner's manual changes are in by-hand.ts; requests by
 * programs are in operations.ts and consent.ts.
 */
import type * as graph from '@microsoft/microsoft-graph-types'
import { randomUUID } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'

export type StandinEvent = graph.Event & { id: string; start: Moment; end: Moment }
type Moment = { dateTime: string; timeZone: string }
/** `isGone`: deleted, and reported in delta queries; the deletion of a single occurrence is not reported. */
export type Saved = { event: StandinEvent; number: number; isGone: boolean }

export type StandinCalendar = {
  id: string
  name: string
  canEdit: boolean
  isDefault: boolean
  /** Number of the newest change. */
  number: number
  /** Delta tokens before this number are answered with 410. */
  forgotten: number
  events: Map<string, Saved>
}

export type Mailbox = {
  email: string
  calendars: StandinCalendar[]
  /** Transactions of all events ever created. */
  transactions: Set<string>
  /** Some accounts have no mailbox in the cloud. */
  isMissing: boolean
}
export type StandinSubscription = {
  id: string
  email: string
  calendarId: string
  notificationUrl: string
  lifecycleNotificationUrl: string | null
  clientState: string
  endsAt: number
}
type Grant = { email: string; scopes: readonly string[] }

/** The next fault. `after`: the request is executed and its response is lost. */
export type Fault = {
  match: (method: string, path: string, email: string) => boolean
  status: number
  code: string
  retryAfter?: number
  after?: boolean
}

export type World = {
  mailboxes: Map<string, Mailbox>
  codes: Map<string, Grant & { redirectUri: string; challenge: string }>
  refreshTokens: Map<string, Grant>
  accessTokens: Map<string, Grant & { endsAt: number }>
  subscriptions: StandinSubscription[]
  faults: Fault[]
  /** "agenda@outlook.test POST /me/calendars/x/events", in order. */
  calls: string[]
  /** Suppresses notifications: as when Graph's calls do not get through. */
  silent: boolean
  pageSize: number
  underWay: Set<Promise<unknown>>
}

export const newWorld = (): World => ({
  mailboxes: new Map(),
  codes: new Map(),
  refreshTokens: new Map(),
  accessTokens: new Map(),
  subscriptions: [],
  faults: [],
  calls: [],
  silent: false,
  pageSize: 100,
  underWay: new Set(),
})

const worlds = new WeakMap<Config, World>()

/** The world of one running Kalli. */
export const outlookOf = (config: Config): World => {
  const known = worlds.get(config) ?? newWorld()
  worlds.set(config, known)
  return known
}

const newId = () => `AAMk${randomUUID().replaceAll('-', '')}=`

const newCalendar = (values: Pick<StandinCalendar, 'name'> & Partial<StandinCalendar>): StandinCalendar => ({
  id: newId(),
  canEdit: true,
  isDefault: false,
  number: 1,
  forgotten: 0,
  events: new Map(),
  ...values,
})

/** With the usual calendars; created on first use. */
export const mailboxOf = (world: World, email: string): Mailbox => {
  const known = world.mailboxes.get(email)
  if (known !== undefined) return known
  const mailbox: Mailbox = {
    email,
    calendars: [
      newCalendar({ name: 'Calendario', isDefault: true }),
      newCalendar({ name: 'Familia' }),
      newCalendar({ name: 'Días festivos de México', canEdit: false }),
    ],
    transactions: new Set(),
    isMissing: false,
  }
  world.mailboxes.set(email, mailbox)
  return mailbox
}

export const addCalendar = (mailbox: Mailbox, name: string): StandinCalendar => {
  const calendar = newCalendar({ name })
  mailbox.calendars.push(calendar)
  return calendar
}

/** Numbers the change, and notifies all subscribers. */
export const keep = (
  world: World,
  calendar: StandinCalendar,
  event: Omit<StandinEvent, 'id'> & { id?: string },
): StandinEvent => {
  const isNew = event.id === undefined
  const saved = numbered(calendar, { ...event, id: event.id ?? newId() })
  notifyAll(world, calendar, isNew ? 'created' : 'updated')
  return saved
}

const numbered = (calendar: StandinCalendar, event: StandinEvent): StandinEvent => {
  calendar.number += 1
  const { number } = calendar
  const saved = {
    createdDateTime: new Date(number * 1000).toISOString(),
    type: 'singleInstance' as const,
    ...event,
    changeKey: String(number),
  }
  calendar.events.set(event.id, { event: saved, number, isGone: false })
  return saved
}

/** Deletes an event. Of a series only the series is reported as gone; its other events are sent again instead. */
export const drop = (world: World, calendar: StandinCalendar, id: string) => {
  const found = calendar.events.get(id)
  if (found === undefined || found.isGone) return
  calendar.number += 1
  const { seriesMasterId, type } = found.event
  if (seriesMasterId) {
    calendar.events.delete(id)
    touchSeries(calendar, seriesMasterId)
  } else {
    if (type === 'seriesMaster')
      for (const [one, { event }] of calendar.events)
        if (event.seriesMasterId === id) calendar.events.delete(one)
    calendar.events.set(id, { ...found, number: calendar.number, isGone: true })
  }
  notifyAll(world, calendar, 'deleted')
}

const touchSeries = (calendar: StandinCalendar, master: string) => {
  for (const [id, one] of calendar.events)
    if (id === master || one.event.seriesMasterId === master)
      calendar.events.set(id, { ...one, number: calendar.number })
}

/** An event at intervals of some days: the series, and each occurrence. */
export const keepSeries = (world: World, calendar: StandinCalendar, occurrences: readonly StandinEvent[]) => {
  const [first] = occurrences
  if (first === undefined) return []
  const master = numbered(calendar, { ...first, id: newId(), type: 'seriesMaster' })
  const each = occurrences.map((event) =>
    numbered(calendar, { ...event, id: newId(), type: 'occurrence', seriesMasterId: master.id }),
  )
  notifyAll(world, calendar, 'created')
  return [master, ...each]
}

export const newEventId = newId

const notifyAll = (world: World, { id }: StandinCalendar, changeType: graph.ChangeType) => {
  for (const subscription of world.subscriptions)
    if (subscription.calendarId === id)
      notify(world, subscription.notificationUrl, {
        ...noticeOf(subscription),
        changeType,
        resource: `Users/x/Events/x`,
      })
}

export const noticeOf = ({ id, clientState, endsAt }: StandinSubscription): graph.ChangeNotification => ({
  subscriptionId: id,
  subscriptionExpirationDateTime: new Date(endsAt).toISOString(),
  clientState,
  tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95',
})

/** A lifecycle event of the subscription itself. */
export const notifyLifecycle = (
  world: World,
  subscription: StandinSubscription,
  lifecycleEvent: graph.LifecycleEventType,
) => {
  if (subscription.lifecycleNotificationUrl !== null)
    notify(world, subscription.lifecycleNotificationUrl, { ...noticeOf(subscription), lifecycleEvent })
}

const notify = (world: World, address: string, notice: graph.ChangeNotification) => {
  if (world.silent) return
  const call = fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: [notice] } satisfies graph.ChangeNotificationCollection),
    signal: AbortSignal.timeout(5_000),
  })
    .then((answer) => answer.body?.cancel())
    .catch(() => undefined)
  world.underWay.add(call)
  void call.finally(() => world.underWay.delete(call))
}

/** Waits until no call to a subscriber is under way. */
export const settled = async (world: World) => {
  while (world.underWay.size > 0) await Promise.all(world.underWay)
}

/** As after a long time: everything must be read anew. */
export const forgetTokens = (calendar: StandinCalendar) => {
  calendar.number += 1
  calendar.forgotten = calendar.number
}

/** The person revokes the consent in the settings of their account. */
export const revokeAll = (world: World, email: string) => {
  for (const tokens of [world.refreshTokens, world.accessTokens])
    for (const [token, grant] of tokens) if (grant.email === email) tokens.delete(token)
}
