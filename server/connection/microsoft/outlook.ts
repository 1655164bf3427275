/**
 * Outlook by Microsoft Graph v1.0, by plain requests, checked against Graph's own types. Delta queries return whole events: only times,
 * busy status and our own marks are read, and nothing else is stored.
 */
import type * as graph from '@microsoft/microsoft-graph-types'
import { call, pathIn } from '#server/connection/microsoft/call.ts'
import type { Query } from '#server/connection/provider/json-call.ts'
import { remoteChanges } from '#server/connection/microsoft/changes.ts'
import { clientStateOf } from '#server/connection/microsoft/notice.ts'
import { microsoftOAuth } from '#server/connection/microsoft/oauth.ts'
import {
  bodyOf,
  goneOf,
  hasId,
  idIn,
  markIn,
  readFields,
  readVersion,
  remoteOf,
  transactionOf,
  versionOf,
  withMarks,
} from '#server/connection/microsoft/own-event.ts'
import {
  Calendar,
  CalendarList,
  Changes,
  Event,
  EventList,
  type GraphCalendar,
  type GraphEvent,
  infoOf,
  Subscription,
} from '#server/connection/microsoft/reply.ts'
import type { MicrosoftSettings } from '#server/connection/microsoft/settings.ts'
import {
  type CalendarProvider,
  type OwnEvent,
  ProviderProblem,
} from '#server/connection/provider/provider.ts'

/** 4,230 minutes, the longest that every mailbox allows for a subscription to events. */
export const channelDays = 2.9

const pageSize = 200
const listSize = 100
const calendarFields = 'id,name,canEdit,isDefaultCalendar,owner'

const calendarPath = (calendarId: string) => `/me/calendars/${encodeURIComponent(calendarId)}`
const eventPath = (id: string) => `/me/events/${encodeURIComponent(id)}`

export const outlookCalendar = (settings: MicrosoftSettings): CalendarProvider => {
  const get = (access: string, path: string, query: Query = {}) =>
    call(settings, { access, method: 'GET', path, query })

  /** All pages, following Graph's links. */
  const allOf = async <Item>(
    access: string,
    path: string,
    query: Query,
    read: (answer: unknown) => { value: Item[]; '@odata.nextLink'?: string | undefined },
  ): Promise<Item[]> => {
    const found: Item[] = []
    let list = read(await get(access, path, query))
    for (;;) {
      found.push(...list.value)
      const next = list['@odata.nextLink']
      if (next === undefined) return found
      list = read(await get(access, pathIn(settings, next)))
    }
  }

  /** Our event in this calendar. A copy of it has our properties too: the one that we made comes first, then the oldest. */
  const lookUp = async (access: string, calendarId: string, id: string): Promise<GraphEvent | null> => {
    const query = { $filter: hasId(id), $select: readFields, $expand: withMarks }
    const { value } = EventList(await get(access, `${calendarPath(calendarId)}/events`, query))
    const [first] = value.toSorted(
      (one, other) =>
        Number(idIn(other.transactionId) === id) - Number(idIn(one.transactionId) === id) ||
        (one.createdDateTime ?? '').localeCompare(other.createdDateTime ?? ''),
    )
    return first ?? null
  }

  const find = async (access: string, calendarId: string, id: string, zone: string) => {
    const event = await lookUp(access, calendarId, id)
    return event === null ? goneOf(id) : remoteOf(event, { id, zone })
  }

  const create = async (access: string, calendarId: string, event: OwnEvent) => {
    const path = `${calendarPath(calendarId)}/events`
    const post = async (attempt: string | null) => {
      const body = { ...bodyOf(event), transactionId: transactionOf(event.id, attempt) } satisfies graph.Event
      return versionOf(Event(await call(settings, { access, method: 'POST', path, body })))
    }
    try {
      return await post(null)
    } catch (error) {
      if (!isFailure(error, 'there')) throw error
    }
    // The transaction is known: the event is there by now, or its owner deleted it.
    if ((await lookUp(access, calendarId, event.id)) !== null) throw new ProviderProblem('there')
    return post(crypto.randomUUID().slice(0, 8))
  }

  return {
    name: 'microsoft',
    ...microsoftOAuth(settings),
    async calendars(access) {
      const query = { $select: calendarFields, $top: listSize }
      const listed = await allOf(access, '/me/calendars', query, CalendarList)
      const main = await defaultOf(listed, () => get(access, '/me/calendar', { $select: calendarFields }))
      return listed.map((calendar) => infoOf(main?.id === calendar.id ? main : calendar, main?.id))
    },
    async makeCalendar(access, name) {
      const body = { name } satisfies graph.Calendar
      const made = Calendar(await call(settings, { access, method: 'POST', path: '/me/calendars', body }))
      return { id: made.id, name, writable: true, isPrimary: false, email: null }
    },
    async removeCalendar(access, calendarId) {
      await despiteGone(call(settings, { access, method: 'DELETE', path: calendarPath(calendarId) }))
    },
    async hasOnlyOurs(access, calendarId, by) {
      const query = { $select: 'id', $expand: withMarks, $top: listSize }
      const events = await allOf(access, `${calendarPath(calendarId)}/events`, query, EventList)
      return events.every((event) => markIn(event)?.by === by)
    },
    async changes(access, calendarId, { since, page, zone, known = [] }) {
      const link = page ?? ('token' in since ? since.token : null)
      const request =
        'token' in since || link !== null
          ? { path: pathIn(settings, link ?? '') }
          : {
              path: `${calendarPath(calendarId)}/calendarView/delta`,
              query: { startDateTime: since.from.toISOString(), endDateTime: since.to.toISOString() },
            }
      const prefer = [`odata.maxpagesize=${pageSize}`]
      const answer = Changes(await call(settings, { access, method: 'GET', prefer, ...request }))
      const events = await remoteChanges(answer.value, {
        zone,
        known,
        isFull: !('token' in since),
        find: (id) => find(access, calendarId, id, zone),
        master: async (id) => {
          const series = await despiteGone(get(access, eventPath(id), { $select: readFields }))
          return series === undefined ? null : Event(series)
        },
      })
      const next = answer['@odata.nextLink']
      if (next !== undefined) return { events, next: { page: next, token: null } }
      const token = answer['@odata.deltaLink']
      if (token === undefined) throw new ProviderProblem('unreachable')
      return { events, next: { page: null, token } }
    },
    find,
    async insert(access, calendarId, event) {
      if ((await lookUp(access, calendarId, event.id)) !== null) throw new ProviderProblem('there')
      return create(access, calendarId, event)
    },
    async replace(access, calendarId, event, version) {
      const known = readVersion(version)
      const id = known?.id ?? (await lookUp(access, calendarId, event.id))?.id
      // A deleted event cannot be restored there: a new one replaces it.
      if (id === undefined) return create(access, calendarId, event)
      const path = eventPath(id)
      try {
        const etag = known?.etag ?? null
        const body = bodyOf(event)
        return versionOf(Event(await call(settings, { access, method: 'PATCH', path, body, etag })))
      } catch (error) {
        // Deleted by its owner, or replaced by us: either way it has to be read.
        throw isFailure(error, 'gone') ? new ProviderProblem('changed', { cause: error }) : error
      }
    },
    async remove(access, calendarId, eventId) {
      const event = await lookUp(access, calendarId, eventId)
      if (event !== null)
        await despiteGone(call(settings, { access, method: 'DELETE', path: eventPath(event.id) }))
    },
    async watch(access, calendarId, { id, secret, address, until }) {
      const body = {
        changeType: 'created,updated,deleted',
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        resource: `${calendarPath(calendarId)}/events`,
        expirationDateTime: until.toISOString(),
        clientState: clientStateOf({ id, secret }),
      } satisfies graph.Subscription
      const made = Subscription(
        await call(settings, { access, method: 'POST', path: '/subscriptions', body }),
      )
      return { resource: made.id, endsAt: new Date(made.expirationDateTime) }
    },
    async stop(access, { resource }) {
      const path = `/subscriptions/${encodeURIComponent(resource)}`
      await despiteGone(call(settings, { access, method: 'DELETE', path }))
    },
  }
}

/** Some mailboxes mark no default in the list. */
const defaultOf = async (
  listed: readonly GraphCalendar[],
  main: () => Promise<unknown>,
): Promise<GraphCalendar | undefined> =>
  listed.find(({ isDefaultCalendar }) => isDefaultCalendar === true) ?? Calendar(await main())

const isFailure = (error: unknown, failure: ProviderProblem['failure']) =>
  error instanceof ProviderProblem && error.failure === failure

/** Undefined: it is gone, as expected. */
const despiteGone = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (isFailure(error, 'gone')) return undefined
    throw error
  })
