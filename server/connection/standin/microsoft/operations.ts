/** Each request that the stand-in knows, with the parameters that Graph publishes; any other is refused. */
import type * as graph from '@microsoft/microsoft-graph-types'
import { randomUUID } from 'node:crypto'
import {
  expanded,
  filtered,
  GraphError,
  pick,
  requireKnown,
  selected,
} from '#server/connection/standin/microsoft/answer.ts'
import {
  EventPatch,
  NewCalendar,
  NewEvent,
  NewSubscription,
  read,
} from '#server/connection/standin/microsoft/bodies.ts'
import { deltaOf } from '#server/connection/standin/microsoft/delta.ts'
import { shown } from '#server/connection/standin/microsoft/shown.ts'
import {
  addCalendar,
  drop,
  keep,
  type Mailbox,
  type StandinCalendar,
  type World,
} from '#server/connection/standin/microsoft/world.ts'

export type Caller = { mailbox: Mailbox; scopes: readonly string[] }
export type Asked = {
  params: readonly string[]
  query: URLSearchParams
  body: unknown
  etag: string | null
  now: number
  /** Where links of the stand-in begin. */
  base: string
}
type Given = { status?: number; body: object | null }
type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: RegExp
  run: (world: World, caller: Caller, asked: Asked) => Given | Promise<Given>
}

const eventNames = [
  'id',
  'type',
  'showAs',
  'isAllDay',
  'isCancelled',
  'responseStatus',
  'originalStartTimeZone',
  'transactionId',
  'createdDateTime',
  'start',
  'end',
] as const satisfies readonly (keyof graph.Event)[]
const calendarNames = [
  'id',
  'name',
  'canEdit',
  'isDefaultCalendar',
  'owner',
] as const satisfies readonly (keyof graph.Calendar)[]

const denied = () =>
  new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
const missing = () =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

const requireScope = ({ scopes }: Caller, to: 'read' | 'write') => {
  const may = scopes.includes('Calendars.ReadWrite') || (to === 'read' && scopes.includes('Calendars.Read'))
  if (!may) throw denied()
}

const calendarIn = ({ mailbox }: Caller, id = ''): StandinCalendar => {
  const calendar = mailbox.calendars.find((one) => one.id === decodeURIComponent(id))
  if (calendar === undefined) throw missing()
  return calendar
}

const eventIn = ({ mailbox }: Caller, id = '') => {
  for (const calendar of mailbox.calendars) {
    const kept = calendar.events.get(decodeURIComponent(id))
    if (kept !== undefined && !kept.isGone) return { calendar, event: kept.event }
  }
  throw missing()
}

const shownCalendar = ({ mailbox: { email } }: Caller, { id, name, canEdit, isDefault }: StandinCalendar) =>
  ({
    id,
    name,
    canEdit,
    isDefaultCalendar: isDefault,
    owner: { name: email, address: email },
  }) satisfies graph.Calendar

/** A second page of a list, as `$skip` in the link. */
const paged = <Item extends object>(items: readonly Item[], { query, base }: Asked, path: string) => {
  const size = Number(query.get('$top') ?? 10)
  const skip = Number(query.get('$skip') ?? 0)
  if (!(size >= 1 && size <= 1000)) throw new GraphError(400, 'BadRequest', 'The value of $top is not valid.')
  const next = new URLSearchParams(query)
  next.set('$skip', String(skip + size))
  return {
    value: items.slice(skip, skip + size),
    ...(skip + size < items.length ? { '@odata.nextLink': `${base}${path}?${next.toString()}` } : {}),
  }
}

const requireVersion = (changeKey: string | null | undefined, etag: string | null) => {
  if (etag !== null && etag !== '*' && etag !== `W/"${changeKey}"`)
    throw new GraphError(412, 'ErrorIrresolvableConflict', 'The change key is not the current one.')
}

export const operations: readonly Operation[] = [
  {
    method: 'GET',
    path: /^\/me\/calendars$/,
    run(_world, caller, asked) {
      requireScope(caller, 'read')
      requireKnown(asked.query, ['$select', '$top', '$skip'])
      const names = selected(asked.query, calendarNames) ?? calendarNames
      const all = caller.mailbox.calendars.map((one) => pick(shownCalendar(caller, one), names))
      return { body: paged(all, asked, '/me/calendars') }
    },
  },
  {
    method: 'GET',
    path: /^\/me\/calendar$/,
    run(_world, caller, { query }) {
      requireScope(caller, 'read')
      requireKnown(query, ['$select'])
      const main = caller.mailbox.calendars.find(({ isDefault }) => isDefault)
      if (main === undefined) throw missing()
      return { body: pick(shownCalendar(caller, main), selected(query, calendarNames) ?? calendarNames) }
    },
  },
  {
    method: 'POST',
    path: /^\/me\/calendars$/,
    run(_world, caller, { query, body }) {
      requireScope(caller, 'write')
      requireKnown(query, [])
      const { name } = read(NewCalendar, body)
      if (caller.mailbox.calendars.some((one) => one.name === name))
        throw new GraphError(409, 'ErrorFolderExists', 'A folder with the specified name already exists.')
      return { status: 201, body: shownCalendar(caller, addCalendar(caller.mailbox, name)) }
    },
  },
  {
    method: 'DELETE',
    path: /^\/me\/calendars\/([^/]+)$/,
    run(_world, caller, { params: [id], query }) {
      requireScope(caller, 'write')
      requireKnown(query, [])
      const calendar = calendarIn(caller, id)
      if (calendar.isDefault) throw denied()
      caller.mailbox.calendars = caller.mailbox.calendars.filter((one) => one !== calendar)
      return { status: 204, body: null }
    },
  },
  {
    method: 'GET',
    path: /^\/me\/calendars\/([^/]+)\/events$/,
    run(_world, caller, asked) {
      requireScope(caller, 'read')
      requireKnown(asked.query, ['$filter', '$select', '$expand', '$top', '$skip'])
      const [id = ''] = asked.params
      const [filter, properties] = [filtered(asked.query), expanded(asked.query)]
      const names = selected(asked.query, eventNames)
      const all = [...calendarIn(caller, id).events.values()]
        // Series come as such; their occurrences are in the view alone.
        .filter(({ event, isGone }) => !isGone && event.type !== 'occurrence')
        .filter(
          ({ event }) =>
            filter === null ||
            event.singleValueExtendedProperties?.some(
              (one) => one.id === filter.id && one.value === filter.value,
            ),
        )
        .map(({ event }) => limited(shown(event, properties), names))
      return { body: paged(all, asked, `/me/calendars/${id}/events`) }
    },
  },
  {
    method: 'POST',
    path: /^\/me\/calendars\/([^/]+)\/events$/,
    run(world, caller, { params: [id], query, body }) {
      requireScope(caller, 'write')
      requireKnown(query, [])
      const calendar = calendarIn(caller, id)
      if (!calendar.canEdit) throw denied()
      const event = read(NewEvent, body)
      if (caller.mailbox.transactions.has(event.transactionId))
        throw new GraphError(409, 'ErrorDuplicateTransactionId', 'The transaction id has been used before.')
      caller.mailbox.transactions.add(event.transactionId)
      const made = { ...event, isCancelled: false, isAllDay: false, originalStartTimeZone: 'UTC' }
      return { status: 201, body: shown(keep(world, calendar, made), null) }
    },
  },
  {
    method: 'GET',
    path: /^\/me\/calendars\/([^/]+)\/calendarView\/delta$/,
    run(world, caller, { params: [id = ''], query, base }) {
      requireScope(caller, 'read')
      requireKnown(query, ['startDateTime', 'endDateTime', '$deltatoken', '$skiptoken'])
      const link = `${base}/me/calendars/${id}/calendarView/delta`
      return { body: deltaOf(world, calendarIn(caller, id), query, link) }
    },
  },
  {
    method: 'GET',
    path: /^\/me\/events\/([^/]+)$/,
    run(_world, caller, { params: [id], query }) {
      requireScope(caller, 'read')
      requireKnown(query, ['$select', '$expand'])
      return { body: limited(shown(eventIn(caller, id).event, expanded(query)), selected(query, eventNames)) }
    },
  },
  {
    method: 'PATCH',
    path: /^\/me\/events\/([^/]+)$/,
    run(world, caller, { params: [id], query, body, etag }) {
      requireScope(caller, 'write')
      requireKnown(query, [])
      const { calendar, event } = eventIn(caller, id)
      requireVersion(event.changeKey, etag)
      return { body: shown(keep(world, calendar, { ...event, ...read(EventPatch, body) }), null) }
    },
  },
  {
    method: 'DELETE',
    path: /^\/me\/events\/([^/]+)$/,
    run(world, caller, { params: [id], query, etag }) {
      requireScope(caller, 'write')
      requireKnown(query, [])
      const { calendar, event } = eventIn(caller, id)
      requireVersion(event.changeKey, etag)
      drop(world, calendar, event.id)
      return { status: 204, body: null }
    },
  },
  {
    method: 'POST',
    path: /^\/subscriptions$/,
    async run(world, caller, { query, body, now }) {
      requireScope(caller, 'read')
      requireKnown(query, [])
      const asked = read(NewSubscription, body)
      const endsAt = Date.parse(asked.expirationDateTime)
      if (!(endsAt > now) || endsAt - now > 4230 * 60_000)
        throw new GraphError(
          400,
          'InvalidRequest',
          'Subscription expiration can only be 4230 minutes in the future.',
        )
      const [, , , id] = asked.resource.split('/')
      const calendar = calendarIn(caller, id)
      const { notificationUrl, lifecycleNotificationUrl = null, clientState } = asked
      for (const address of new Set([notificationUrl, lifecycleNotificationUrl ?? notificationUrl]))
        await requireValid(address)
      const subscription = {
        id: randomUUID(),
        email: caller.mailbox.email,
        calendarId: calendar.id,
        notificationUrl,
        lifecycleNotificationUrl,
        clientState,
        endsAt,
      }
      world.subscriptions.push(subscription)
      const { id: subscriptionId } = subscription
      return { status: 201, body: { id: subscriptionId, expirationDateTime: new Date(endsAt).toISOString() } }
    },
  },
  {
    method: 'DELETE',
    path: /^\/subscriptions\/([^/]+)$/,
    run(world, caller, { params: [id], query }) {
      requireKnown(query, [])
      const found = world.subscriptions.find((one) => one.id === id && one.email === caller.mailbox.email)
      if (found === undefined) throw new GraphError(404, 'ResourceNotFound', 'The object was not found.')
      world.subscriptions = world.subscriptions.filter((one) => one !== found)
      return { status: 204, body: null }
    },
  },
]

const limited = (event: ReturnType<typeof shown>, names: readonly string[] | null) =>
  names === null ? event : pick(event, [...names, '@odata.etag', 'singleValueExtendedProperties'])

/** The address has to answer with the very text, as text, within ten seconds. */
const requireValid = async (address: string) => {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`
  const target = new URL(address)
  target.searchParams.set('validationToken', token)
  const answer = await fetch(target, { method: 'POST', signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  const isText = answer?.headers.get('content-type')?.startsWith('text/plain') === true
  if (answer?.status !== 200 || !isText || (await answer.text()) !== token)
    throw new GraphError(400, 'InvalidRequest', 'Subscription validation request failed.')
}
