/** A calendar's events, all or since a token, page by page. A token is valid for the same parameters only, and expires. */
import type { calendar_v3 } from '@googleapis/calendar'
import * as z from 'zod/mini'
import { ApiError } from '#server/connection/standin/answer.ts'
import type { StandinCalendar, StandinEvent, World } from '#server/connection/standin/world.ts'

type Query = Readonly<Record<string, unknown>>

const Token = z.object({
  calendar: z.string(),
  number: z.int(),
  singleEvents: z.boolean(),
  timeMin: z.optional(z.string()),
  timeMax: z.optional(z.string()),
})
const PageToken = z.object({ offset: z.int(), number: z.int(), question: z.string() })

const pack = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unpack = <Output>(schema: z.ZodMiniType<Output>, text: string): Output | null => {
  try {
    const parsed = z.safeParse(schema, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const bad = (message: string) => new ApiError(400, 'badRequest', message)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/list#syncToken */
const notWithToken = ['timeMin', 'timeMax', 'orderBy', 'updatedMin', 'privateExtendedProperty'] as const

export const listEvents = (
  world: World,
  calendar: StandinCalendar,
  query: Query,
): calendar_v3.Schema$Events => {
  const syncToken = text(query['syncToken'])
  const singleEvents = query['singleEvents'] === 'true'
  if (!singleEvents) throw bad('This stand-in lists single events only.')
  if (syncToken !== undefined && notWithToken.some((name) => name in query))
    throw bad('Sync token cannot be used with the given query restrictions.')
  const since = syncToken === undefined ? null : sinceOf(calendar, syncToken)
  const question = JSON.stringify([syncToken ?? null, query['timeMin'] ?? null, query['timeMax'] ?? null])
  const page = pageOf(query, question)
  const timeMin = since?.timeMin ?? text(query['timeMin'])
  const timeMax = since?.timeMax ?? text(query['timeMax'])
  const number = page?.number ?? calendar.number
  const isWithin = withinOf(timeMin, timeMax)
  const items = [...calendar.events.values()]
    .filter((one) => (since === null ? one.event.status !== 'cancelled' : one.number > since.number))
    .filter(({ event }) => event.status === 'cancelled' || isWithin(event))
    .map(({ event }) => shown(event))
  const size = Math.min(Number(query['maxResults'] ?? 250), world.pageSize)
  const offset = page?.offset ?? 0
  const isLast = offset + size >= items.length
  return {
    kind: 'calendar#events',
    timeZone: calendar.timeZone,
    items: items.slice(offset, offset + size),
    ...(isLast
      ? { nextSyncToken: pack({ calendar: calendar.id, number, singleEvents, timeMin, timeMax }) }
      : { nextPageToken: pack({ offset: offset + size, number, question }) }),
  }
}

const sinceOf = (calendar: StandinCalendar, token: string) => {
  const since = unpack(Token, token)
  if (since === null || since.calendar !== calendar.id || since.number < calendar.forgotten)
    throw new ApiError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')
  return since
}

const pageOf = (query: Query, question: string) => {
  const token = text(query['pageToken'])
  if (token === undefined) return null
  const page = unpack(PageToken, token)
  if (page === null || page.question !== question) throw bad('Invalid page token value.')
  return page
}

/** A removed event has hardly more than these fields. */
const shown = (event: StandinEvent): calendar_v3.Schema$Event =>
  event.status === 'cancelled'
    ? { kind: 'calendar#event', id: event.id, etag: event.etag ?? null, status: 'cancelled' }
    : event

const withinOf = (timeMin: string | undefined, timeMax: string | undefined) => {
  const from = timeMin === undefined ? -Infinity : Date.parse(timeMin)
  const to = timeMax === undefined ? Infinity : Date.parse(timeMax)
  const at = (moment: calendar_v3.Schema$EventDateTime | undefined) =>
    Date.parse(moment?.dateTime ?? moment?.date ?? '')
  return ({ start, end }: StandinEvent) => at(end) > from && at(start) < to
}
