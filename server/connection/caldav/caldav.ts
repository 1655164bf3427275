/**
 * Calendars by CalDAV (RFC 4791): iCloud, Fastmail, Nextcloud and any other server, with an app password. There are no pushes: it is
 * polled every minute. A deleted object leaves no trace, so a missing one is reported as gone.
 */
import { createObject, deleteObject, updateObject } from 'tsdav'
import { dayMs } from '#contract/platform/duration.ts'
import { type Access, accessIn, collectionOf, objectOf } from '#server/connection/caldav/access.ts'
import { ask, signedFetch } from '#server/connection/caldav/call.ts'
import { changesOf, strongIn } from '#server/connection/caldav/changes.ts'
import { eventText } from '#server/connection/caldav/event-text.ts'
import { calendarsThere, makeThere } from '#server/connection/caldav/list.ts'
import { eventsOf, gone } from '#server/connection/caldav/objects.ts'
import type { Policy } from '#server/connection/caldav/net.ts'
import {
  type CalendarProvider,
  type OwnEvent,
  type ProviderFailure,
  ProviderProblem,
} from '#server/connection/provider/provider.ts'

/** A password does not expire: this often it is checked whether it still opens the account. */
const believedMs = dayMs

export const caldavCalendar = (policy: Policy): CalendarProvider => {
  const put = async (access: Access, calendarId: string, event: OwnEvent, held: { etag: string } | 'new') => {
    const url = objectOf(access, calendarId, event.id)
    const data = eventText(event, new Date())
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8' }
    const fetch = signedFetch(policy, access)
    const answer =
      held === 'new'
        ? await createObject({ url, data, headers: { ...headers, 'If-None-Match': '*' }, fetch })
        : await updateObject({ url, data, headers, etag: held.etag, fetch })
    // Without an etag the server changed the object: the next reading returns its version.
    return strongIn(answer.headers.get('etag'))
  }
  const remove = async (access: Access, url: string) => {
    await despite(['gone'], deleteObject({ url, fetch: signedFetch(policy, access) }))
  }
  return {
    name: 'caldav',
    ...withoutPage,
    renew: async (text, now) => {
      const access = accessIn(text)
      const body = { propfind: { 'd:prop': { 'd:resourcetype': {} } } }
      try {
        await ask(policy, access, access.home, { method: 'PROPFIND', depth: '0', namespace: 'd', body })
      } catch (error) {
        if (error instanceof ProviderProblem && error.failure === 'unauthorised')
          throw new ProviderProblem('revoked', { cause: error.cause })
        throw error
      }
      return {
        accessToken: text,
        accessEndsAt: new Date(now.getTime() + believedMs),
        refreshToken: text,
        scopes: null,
      }
    },
    // An app password is revoked by its owner, at the service.
    revoke: async () => {},
    may: () => ({ read: true, writeOwn: true, writeTheirs: true }),
    calendars: async (text) => calendarsThere(policy, accessIn(text)),
    makeCalendar: async (text, name) => makeThere(policy, accessIn(text), name),
    removeCalendar: async (text, calendarId) => {
      const access = accessIn(text)
      await remove(access, collectionOf(access, calendarId))
    },
    changes: async (text, calendarId, { since, zone, known = [] }) =>
      changesOf(policy, accessIn(text), calendarId, { since, zone, known }),
    find: async (text, calendarId, eventId, zone) => {
      const access = accessIn(text)
      const url = objectOf(access, calendarId, eventId)
      const answer = await despite(['gone'], signedFetch(policy, access)(url, { method: 'GET' }))
      if (answer === undefined) return gone(eventId)
      const object = {
        id: eventId,
        etag: strongIn(answer.headers.get('etag')),
        text: await answer.text(),
      }
      const now = Date.now()
      const [event] = await eventsOf([object], { zone, from: now - dayMs, to: now + 400 * dayMs })
      return event ?? gone(eventId)
    },
    insert: async (text, calendarId, event) => {
      const written = put(accessIn(text), calendarId, event, 'new')
      return as({ changed: 'there' }, written)
    },
    replace: async (text, calendarId, event, etag) =>
      put(accessIn(text), calendarId, event, etag === null ? 'new' : { etag }),
    remove: async (text, calendarId, eventId) => {
      const access = accessIn(text)
      await remove(access, objectOf(access, calendarId, eventId))
    },
    // There are no callbacks.
    watch: async () => refused(),
    stop: async () => {},
  }
}

/** There is no consent page: the password is entered here (connect-password.ts). */
const withoutPage = {
  newSecrets: async () => refused(),
  consentAddress: async () => refused(),
  tokensFrom: async () => refused(),
}

const refused = (): never => {
  throw new ProviderProblem('refused')
}

/** Undefined: it failed in an expected way. */
const despite = async <Got>(
  failures: readonly ProviderFailure[],
  answer: Promise<Got>,
): Promise<Got | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderProblem && failures.includes(error.failure)) return undefined
    throw error
  }
}

/** The meaning of a failed precondition depends on the operation. */
const as = async <Got>(
  names: Partial<Record<ProviderFailure, ProviderFailure>>,
  answer: Promise<Got>,
): Promise<Got> => {
  try {
    return await answer
  } catch (error) {
    const other = error instanceof ProviderProblem ? names[error.failure] : undefined
    throw other === undefined ? error : new ProviderProblem(other, { cause: error })
  }
}
