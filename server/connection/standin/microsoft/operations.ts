/** Each request that the stand-in supports, with the parameters that Graph publishes; any other is refused. */
import type * as graph from '@microsoft/microsoft-graph-types'
import {
  expanded,
  filtered,
  GraphError,
  pick,
  requireKnown,
  selected,
} from '#server/connection/standin/microsoft/answer.ts'
import { EventPatch, NewCalendar, NewEvent, read } from '#server/connection/standin/microsoft/bodies.ts'
import { deltaOf } from '#server/connection/standin/microsoft/delta.ts'
import {
  calendarIn,
  type Caller,
  denied,
  missing,
  type Operation,
  type Requested,
  requireScope,
} from '#server/connection/standin/microsoft/rights.ts'
import { shown } from '#server/connection/standin/microsoft/shown.ts'
import { subscriptions } from '#server/connection/standin/microsoft/subscriptions.ts'
import { addCalendar, drop, keep, type StandinCalendar } from '#server/connection/standin/microsoft/world.ts'

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

const eventIn = ({ mailbox }: Caller, id = '') => {
  for (const calendar of mailbox.calendars) {
    const saved = calendar.events.get(decodeURIComponent(id))
    if (saved !== undefined && !saved.isGone) return { calendar, event: saved.event }
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
const paged = <Item extends object>(items: readonly Item[], { query, base }: Requested, path: string) => {
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
    run(_world, caller, requested) {
      requireScope(caller, 'read')
      requireKnown(requested.query, ['$select', '$top', '$skip'])
      const names = selected(requested.query, calendarNames) ?? calendarNames
      const all = caller.mailbox.calendars.map((one) => pick(shownCalendar(caller, one), names))
      return { body: paged(all, requested, '/me/calendars') }
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
    run(_world, caller, requested) {
      requireScope(caller, 'read')
      requireKnown(requested.query, ['$filter', '$select', '$expand', '$top', '$skip'])
      const [id = ''] = requested.params
      const [filter, properties] = [filtered(requested.query), expanded(requested.query)]
      const names = selected(requested.query, eventNames)
      const all = [...calendarIn(caller, id).events.values()]
        // Series are listed as such; their occurrences are only in the view.
        .filter(({ event, isGone }) => !isGone && event.type !== 'occurrence')
        .filter(
          ({ event }) =>
            filter === null ||
            event.singleValueExtendedProperties?.some(
              (one) => one.id === filter.id && one.value === filter.value,
            ),
        )
        .map(({ event }) => limited(shown(event, properties), names))
      return { body: paged(all, requested, `/me/calendars/${id}/events`) }
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
  ...subscriptions,
]

const limited = (event: ReturnType<typeof shown>, names: readonly string[] | null) =>
  names === null ? event : pick(event, [...names, '@odata.etag', 'singleValueExtendedProperties'])
