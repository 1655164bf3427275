/**
 * Google Calendar (API v3), by plain requests, checked against the types of Google's own package. Only what is needed is requested:
 * times, whether an event is busy, and our own marks; no titles, people or places.
 */
import type { calendar_v3 } from '@googleapis/calendar'
import { call } from '#server/connection/google/call.ts'
import type { Query } from '#server/connection/provider/json-call.ts'
import { googleOAuth } from '#server/connection/google/oauth.ts'
import {
  CalendarList,
  CalendarMade,
  Channel,
  Event,
  Etag,
  EventList,
  infoOf,
  remoteOf,
} from '#server/connection/google/reply.ts'
import type { GoogleSettings } from '#server/connection/google/settings.ts'
import {
  type CalendarProvider,
  type OwnEvent,
  ProviderProblem,
} from '#server/connection/provider/provider.ts'

const ofEvent =
  'id,etag,status,transparency,eventType,start,end,extendedProperties/private,attendees(self,responseStatus)'
/** Of the attendees only the owner, who may have declined. */
const maxAttendees = 1
/** The most that Google returns at once. */
const pageSize = 2500

export const googleCalendar = (settings: GoogleSettings): CalendarProvider => {
  const ask = (access: string, method: string, path: string, query: Query = {}, body?: object) =>
    call(settings, { access, method, path, query, body })
  return {
    name: 'google',
    ...googleOAuth(settings),
    async calendars(access) {
      const found = []
      let pageToken: string | undefined
      do {
        const query = {
          maxResults: 250,
          ...(pageToken === undefined ? {} : { pageToken }),
          fields: 'items(id,summary,summaryOverride,accessRole,primary,deleted),nextPageToken',
        } satisfies calendar_v3.Params$Resource$Calendarlist$List
        const list = CalendarList(await ask(access, 'GET', '/users/me/calendarList', query))
        found.push(...list.items.flatMap((item) => infoOf(item) ?? []))
        pageToken = list.nextPageToken
      } while (pageToken !== undefined)
      return found
    },
    async makeCalendar(access, name, zone) {
      const body = { summary: name, timeZone: zone } satisfies calendar_v3.Schema$Calendar
      const { id } = CalendarMade(await ask(access, 'POST', '/calendars', { fields: 'id' }, body))
      return { id, name, writable: true, isPrimary: false, email: null }
    },
    async removeCalendar(access, calendarId) {
      await despiteGone(ask(access, 'DELETE', `/calendars/${encodeURIComponent(calendarId)}`))
    },
    async changes(access, calendarId, { since, page, zone }) {
      // The same parameters with every page and token, or Google rejects the token.
      const query = {
        singleEvents: true,
        maxResults: pageSize,
        maxAttendees,
        ...('token' in since
          ? { syncToken: since.token }
          : { timeMin: since.from.toISOString(), timeMax: since.to.toISOString(), showDeleted: false }),
        ...(page === null ? {} : { pageToken: page }),
        fields: `items(${ofEvent}),timeZone,nextPageToken,nextSyncToken`,
      } satisfies calendar_v3.Params$Resource$Events$List
      const list = EventList(await ask(access, 'GET', eventsOf(calendarId), query))
      const events = list.items.map((item) => remoteOf(item, list.timeZone ?? zone))
      if (list.nextPageToken !== undefined) return { events, next: { page: list.nextPageToken, token: null } }
      if (list.nextSyncToken === undefined) throw new ProviderProblem('unreachable')
      return { events, next: { page: null, token: list.nextSyncToken } }
    },
    async find(access, calendarId, eventId, zone) {
      const query = { maxAttendees, fields: ofEvent } satisfies calendar_v3.Params$Resource$Events$Get
      const answer = await despiteGone(ask(access, 'GET', `${eventsOf(calendarId)}/${eventId}`, query))
      return answer === undefined ? null : remoteOf(Event(answer), zone)
    },
    async insert(access, calendarId, event) {
      const query = {
        sendUpdates: 'none',
        fields: 'etag',
      } satisfies calendar_v3.Params$Resource$Events$Insert
      const body = { ...bodyOf(event), id: event.id } satisfies calendar_v3.Schema$Event
      return etagOf(await ask(access, 'POST', eventsOf(calendarId), query, body))
    },
    async replace(access, calendarId, event, etag) {
      const query = {
        sendUpdates: 'none',
        fields: 'etag',
      } satisfies calendar_v3.Params$Resource$Events$Update
      const path = `${eventsOf(calendarId)}/${event.id}`
      return etagOf(await call(settings, { access, method: 'PUT', path, query, body: bodyOf(event), etag }))
    },
    async remove(access, calendarId, eventId) {
      const query = { sendUpdates: 'none' } satisfies calendar_v3.Params$Resource$Events$Delete
      await despiteGone(ask(access, 'DELETE', `${eventsOf(calendarId)}/${eventId}`, query))
    },
    async watch(access, calendarId, { id, secret, address, until }) {
      const body = {
        id,
        token: secret,
        address,
        type: 'web_hook',
        expiration: String(until.getTime()),
      } satisfies calendar_v3.Schema$Channel
      const answer = await ask(access, 'POST', `${eventsOf(calendarId)}/watch`, {}, body)
      const { resourceId, expiration } = Channel(answer)
      return { resource: resourceId, endsAt: new Date(Number(expiration)) }
    },
    async stop(access, { id, resource }) {
      const body = { id, resourceId: resource } satisfies calendar_v3.Schema$Channel
      await despiteGone(ask(access, 'POST', '/channels/stop', {}, body))
    },
  }
}

const eventsOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`

const etagOf = (answer: unknown) => Etag(answer).etag ?? null

const bodyOf = ({ title, place, link, startsAt, endsAt, mark }: OwnEvent) =>
  ({
    summary: title,
    location: place,
    status: 'confirmed',
    start: { dateTime: startsAt.toISOString() },
    end: { dateTime: endsAt.toISOString() },
    source: { title: 'Kalli', url: link },
    extendedProperties: { private: { kalliBy: mark.by, kalliRef: mark.ref, kalliHour: mark.hour } },
  }) satisfies calendar_v3.Schema$Event

/** Undefined: it is gone, as expected. */
const despiteGone = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (error instanceof ProviderProblem && (error.failure === 'gone' || error.failure === 'token_over'))
      return undefined
    throw error
  })
