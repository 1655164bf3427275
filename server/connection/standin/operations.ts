/** Each call that the stand-in supports, with the parameters of Google's own package. */
import { dayMs } from '#contract/platform/duration.ts'
import type { calendar_v3 } from '@googleapis/calendar'
import { randomUUID } from 'node:crypto'
import { ApiError } from '#server/connection/standin/answer.ts'
import { CalendarBody, ChannelBody, EventBody, read, StopBody } from '#server/connection/standin/bodies.ts'
import { listEvents } from '#server/connection/standin/list.ts'
import {
  addCalendar,
  cancel,
  type StandinAccount,
  type StandinCalendar,
  store,
  notify,
  type World,
} from '#server/connection/standin/world.ts'

export type Caller = { account: StandinAccount; scopes: readonly string[] }
export type Wanted = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  etag: string | null
  now: number
}
type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  parameters: readonly string[]
  /** Null: a response without a body. */
  run: (world: World, caller: Caller, requested: Wanted) => object | null
}

type Names<T> = readonly Exclude<keyof T, 'requestBody' | 'auth'>[]
const ofEvent = '/calendars/:calendarId/events/:eventId'

const scope = (name: string) => `https://www.googleapis.com/auth/calendar.${name}`
const may = ({ scopes }: Caller, ...names: string[]) => names.some((name) => scopes.includes(scope(name)))

const refuseScope = (): never => {
  throw new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
}

/** Refuses a request beyond the scopes, or beyond the owner's own rights to that calendar. */
const calendarFor = (caller: Caller, { params }: Wanted, to: 'read' | 'write'): StandinCalendar => {
  const id = params['calendarId'] === 'primary' ? caller.account.email : params['calendarId']
  const calendar = caller.account.calendars.find((one) => one.id === id)
  if (calendar === undefined) throw new ApiError(404, 'notFound', 'Not Found')
  const covered =
    may(caller, 'events', ...(to === 'read' ? ['events.readonly'] : [])) ||
    (calendar.madeByApp && may(caller, 'app.created'))
  if (!covered) refuseScope()
  if (to === 'write' && calendar.role !== 'owner' && calendar.role !== 'writer')
    throw new ApiError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.')
  return calendar
}

const entryOf = ({ id, summary, timeZone, role, isPrimary }: StandinCalendar) =>
  ({
    kind: 'calendar#calendarListEntry',
    id,
    summary,
    timeZone,
    accessRole: role,
    ...(isPrimary ? { primary: true } : {}),
  }) satisfies calendar_v3.Schema$CalendarListEntry

const found = (calendar: StandinCalendar, { params }: Wanted) => {
  const event = calendar.events.get(params['eventId'] ?? '')?.event
  if (event === undefined) throw new ApiError(404, 'notFound', 'Not Found')
  return event
}

export const operations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/users/me/calendarList',
    parameters: [
      'maxResults',
      'minAccessRole',
      'pageToken',
      'showDeleted',
      'showHidden',
    ] satisfies Names<calendar_v3.Params$Resource$Calendarlist$List>,
    run(_world, caller) {
      if (!may(caller, 'calendarlist.readonly')) refuseScope()
      return { kind: 'calendar#calendarList', items: caller.account.calendars.map(entryOf) }
    },
  },
  {
    method: 'POST',
    path: '/calendars',
    parameters: [] satisfies Names<calendar_v3.Params$Resource$Calendars$Insert>,
    run(_world, caller, { body }) {
      if (!may(caller, 'app.created')) refuseScope()
      const { summary, timeZone = 'UTC' } = read(CalendarBody, body)
      const { id } = addCalendar(caller.account, summary, timeZone)
      return { kind: 'calendar#calendar', id, summary, timeZone } satisfies calendar_v3.Schema$Calendar
    },
  },
  {
    method: 'DELETE',
    path: '/calendars/:calendarId',
    parameters: [] satisfies Names<calendar_v3.Params$Resource$Calendars$Delete>,
    run(_world, caller, requested) {
      const calendar = calendarFor(caller, requested, 'write')
      if (!calendar.madeByApp) refuseScope()
      caller.account.calendars = caller.account.calendars.filter((one) => one !== calendar)
      return null
    },
  },
  {
    method: 'GET',
    path: '/calendars/:calendarId/events',
    parameters: [
      'maxAttendees',
      'maxResults',
      'orderBy',
      'pageToken',
      'privateExtendedProperty',
      'showDeleted',
      'singleEvents',
      'syncToken',
      'timeMax',
      'timeMin',
      'timeZone',
      'updatedMin',
    ] satisfies Names<calendar_v3.Params$Resource$Events$List>,
    run: (world, caller, requested) =>
      listEvents(world, calendarFor(caller, requested, 'read'), requested.query),
  },
  {
    method: 'POST',
    path: '/calendars/:calendarId/events',
    parameters: ['sendUpdates'] satisfies Names<calendar_v3.Params$Resource$Events$Insert>,
    run(world, caller, requested) {
      const calendar = calendarFor(caller, requested, 'write')
      const body = read(EventBody, requested.body)
      const id = body.id ?? randomUUID().replaceAll('-', '')
      if (calendar.events.has(id))
        throw new ApiError(409, 'duplicate', 'The requested identifier already exists.')
      return store(world, calendar, { ...body, id })
    },
  },
  {
    method: 'GET',
    path: ofEvent,
    parameters: ['maxAttendees', 'timeZone'] satisfies Names<calendar_v3.Params$Resource$Events$Get>,
    run: (_world, caller, requested) => found(calendarFor(caller, requested, 'read'), requested),
  },
  {
    method: 'PUT',
    path: ofEvent,
    parameters: ['sendUpdates'] satisfies Names<calendar_v3.Params$Resource$Events$Update>,
    run(world, caller, requested) {
      const calendar = calendarFor(caller, requested, 'write')
      const { id, etag, sequence } = found(calendar, requested)
      if (requested.etag !== null && requested.etag !== '*' && requested.etag !== etag)
        throw new ApiError(412, 'conditionNotMet', 'Precondition Failed')
      return store(world, calendar, { ...read(EventBody, requested.body), id, sequence: sequence ?? 0 })
    },
  },
  {
    method: 'DELETE',
    path: ofEvent,
    parameters: ['sendUpdates'] satisfies Names<calendar_v3.Params$Resource$Events$Delete>,
    run(world, caller, requested) {
      const calendar = calendarFor(caller, requested, 'write')
      const { id, status } = found(calendar, requested)
      if (status === 'cancelled') throw new ApiError(410, 'deleted', 'Resource has been deleted')
      cancel(world, calendar, id)
      return null
    },
  },
  {
    method: 'POST',
    path: '/calendars/:calendarId/events/watch',
    parameters: [] satisfies Names<calendar_v3.Params$Resource$Events$Watch>,
    run(world, caller, requested) {
      const calendar = calendarFor(caller, requested, 'read')
      const { id, token, address, expiration } = read(ChannelBody, requested.body)
      const all = [...world.accounts.values()].flatMap(({ calendars }) => calendars)
      if (all.some(({ channels }) => channels.some((one) => one.id === id)))
        throw new ApiError(400, 'channelIdNotUnique', 'Channel id not unique')
      // Google shortens the requested duration; a week is its longest.
      const endsAt = Math.min(Number(expiration ?? Infinity), requested.now + 7 * dayMs)
      const channel = { id, token, address, resourceId: randomUUID(), endsAt }
      calendar.channels.push(channel)
      notify(world, channel, 'sync', 1)
      return {
        kind: 'api#channel',
        id,
        resourceId: channel.resourceId,
        expiration: String(endsAt),
      } satisfies calendar_v3.Schema$Channel
    },
  },
  {
    method: 'POST',
    path: '/channels/stop',
    parameters: [] satisfies Names<calendar_v3.Params$Resource$Channels$Stop>,
    run(_world, caller, requested) {
      const { id, resourceId } = read(StopBody, requested.body)
      const calendar = caller.account.calendars.find(({ channels }) =>
        channels.some((one) => one.id === id && one.resourceId === resourceId),
      )
      if (calendar === undefined) throw new ApiError(404, 'notFound', `Channel '${id}' not found`)
      calendar.channels = calendar.channels.filter((one) => one.id !== id)
      return null
    },
  },
]
