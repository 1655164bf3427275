/** Outlook for engine.cases.ts: the adapter itself, over the stand-in of Graph without a network between them. */
import { eventIdOf, hourOf, type Written } from '#server/connection/engine.ts'
import { by, type There } from '#server/connection/engine.cases.ts'
import { outlookCalendar } from '#server/connection/microsoft/outlook.ts'
import { idIn } from '#server/connection/microsoft/own-event.ts'
import type { Send } from '#server/connection/microsoft/settings.ts'
import { ProviderProblem, type RemoteEvent, type Since } from '#server/connection/provider/provider.ts'
import { answer } from '#server/connection/standin/microsoft/api.ts'
import { byHand } from '#server/connection/standin/microsoft/by-hand.ts'
import {
  addCalendar,
  mailboxOf,
  newWorld,
  type StandinCalendar,
} from '#server/connection/standin/microsoft/world.ts'

const email = 'agenda@outlook.test'
const apiUrl = 'https://graph.test/v1.0'
const zone = 'America/Mexico_City'
const view: Since = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2027-11-01T00:00:00Z') }

export const outlookThere = (): There => {
  const world = { ...newWorld(), silent: true, pageSize: 2 }
  world.accessTokens.set('access', { email, scopes: ['Calendars.ReadWrite'], endsAt: Infinity })
  const mailbox = mailboxOf(world, email)
  const calendars = new Map(['one', 'two'].map((name) => [name, addCalendar(mailbox, name)]))
  const send: Send = async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const { status, headers, body } = await answer(world, {
      method: request.method,
      path: pathname.slice('/v1.0'.length),
      query: searchParams,
      header: (name) => request.headers.get(name) ?? undefined,
      body: text === '' ? undefined : JSON.parse(text),
      now: 0,
      base: apiUrl,
    })
    return new Response(body === null ? null : JSON.stringify(body), { status, headers })
  }
  const oauth = { clientId: '', clientSecret: '', issuer: apiUrl, authorizationUrl: apiUrl, tokenUrl: apiUrl }
  const provider = outlookCalendar({ ...oauth, apiUrl, canPush: false, send })
  const calendarOf = (name: string): StandinCalendar => {
    const calendar = calendars.get(name)
    if (calendar === undefined) throw new Error(`there is no calendar ${name}`)
    return calendar
  }
  const inCalendar = (calendar: string, ref: string) => {
    const id = eventIdOf(by, ref)
    return [...(calendars.get(calendar)?.events.values() ?? [])].filter(
      ({ event, isGone }) => !isGone && idIn(event.transactionId) === id,
    )
  }

  const tokens = new Map<string, string>()
  /** As reading.ts does: the changes, or everything and then what that did not show. */
  const readOne = async (name: string, written: readonly Written[]) => {
    const id = calendarOf(name).id
    const known = written.map(({ eventId, etag }) => ({ id: eventId, etag }))
    const all = async (since: Since) => {
      const found: RemoteEvent[] = []
      for (let page: string | null = null; ;) {
        const { events, next } = await provider.changes('access', id, { since, page, zone, known })
        found.push(...events)
        if (next.page === null) return { found, token: next.token }
        page = next.page
      }
    }
    const token = tokens.get(name)
    if (token !== undefined)
      try {
        return await all({ token })
      } catch (error) {
        if (!(error instanceof ProviderProblem) || error.failure !== 'token_over') throw error
      }
    const whole = await all(view)
    for (const { eventId, digest } of written)
      if (digest !== null && !whole.found.some((event) => event.id === eventId)) {
        const found = await provider.find('access', id, eventId, zone)
        if (found !== null) whole.found.push(found)
      }
    return whole
  }

  return {
    remote: {
      insert: (name, event) => provider.insert('access', calendarOf(name).id, event),
      replace: (name, event, etag) => provider.replace('access', calendarOf(name).id, event, etag),
      remove: (name, id) => provider.remove('access', calendarOf(name).id, id),
      find: (name, id) => provider.find('access', calendarOf(name).id, id, zone),
    },
    async changes(written) {
      const seen: (readonly [Written, RemoteEvent])[] = []
      const next = new Map<string, string>()
      for (const name of calendars.keys()) {
        const own = written.filter(({ calendarId }) => calendarId === name)
        const { found, token } = await readOne(name, own)
        next.set(name, token)
        for (const event of found) {
          const one = own.find(({ eventId }) => eventId === event.id)
          if (one !== undefined) seen.push([one, event])
        }
      }
      return { seen, keep: () => next.forEach((token, name) => tokens.set(name, token)) }
    },
    move(calendar, ref, { start, end }) {
      const [found] = inCalendar(calendar, ref)
      const hour = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
      if (found !== undefined) byHand(world, calendarOf(calendar)).move(found.event.id, hour)
    },
    remove(calendar, ref) {
      const [found] = inCalendar(calendar, ref)
      if (found !== undefined) byHand(world, calendarOf(calendar)).remove(found.event.id)
    },
    stateOf: (calendar, ref) => JSON.stringify(inCalendar(calendar, ref)),
    shown: () =>
      [...calendars].flatMap(([name, { events }]) =>
        [...events.values()]
          .filter(({ isGone }) => !isGone)
          .map(({ event }) => `${name} ${idIn(event.transactionId)} ${hourOf(spanOf(event))}`),
      ),
    calls: () => world.calls.filter((call) => !call.endsWith('/delta')).length,
  }
}

const spanOf = ({ start, end }: { start: { dateTime: string }; end: { dateTime: string } }) => ({
  start: Date.parse(`${start.dateTime.slice(0, 19)}Z`),
  end: Date.parse(`${end.dateTime.slice(0, 19)}Z`),
})
