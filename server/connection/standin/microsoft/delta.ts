/**
 * What changed in a calendar's view, page by page. A token is valid for the same view only, and expires. Occurrences have only their
 * hours, and removed events only their id.
 */
import { dayMs } from '#contract/platform/duration.ts'
import * as z from 'zod/mini'
import { GraphError, pick } from '#server/connection/standin/microsoft/answer.ts'
import type {
  Saved,
  StandinCalendar,
  StandinEvent,
  World,
} from '#server/connection/standin/microsoft/world.ts'
import { shown } from '#server/connection/standin/microsoft/shown.ts'

const Token = z.object({
  calendar: z.string(),
  start: z.string(),
  end: z.string(),
  /** Changes after this number; null: everything. */
  since: z.nullable(z.int()),
  number: z.int(),
  offset: z.int(),
})
type Token = z.output<typeof Token>

const pack = (token: Token) => Buffer.from(JSON.stringify(token)).toString('base64url')
const unpack = (calendar: StandinCalendar, text: string): Token => {
  const token = z.safeParse(Token, silently(text))
  if (!token.success || token.data.calendar !== calendar.id)
    throw new GraphError(400, 'BadRequest', 'Badly formed token.')
  if ((token.data.since ?? calendar.number) < calendar.forgotten)
    throw new GraphError(410, 'SyncStateNotFound', 'The sync state generation is not found.')
  return token.data
}

const silently = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

/** `base`: the start of links. */
export const deltaOf = (world: World, calendar: StandinCalendar, query: URLSearchParams, base: string) => {
  const token = tokenIn(calendar, query)
  const items = [...calendar.events.values()].flatMap((one) => itemOf(one, token) ?? [])
  const { offset } = token
  const isLast = offset + world.pageSize >= items.length
  const next = isLast
    ? { ...token, since: token.number, number: calendar.number, offset: 0 }
    : { ...token, offset: offset + world.pageSize }
  const link = `${base}?${new URLSearchParams({ [isLast ? '$deltatoken' : '$skiptoken']: pack(next) }).toString()}`
  return {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(event)',
    value: items.slice(offset, offset + world.pageSize),
    ...(isLast ? { '@odata.deltaLink': link } : { '@odata.nextLink': link }),
  }
}

const tokenIn = (calendar: StandinCalendar, query: URLSearchParams): Token => {
  const delta = query.get('$deltatoken')
  // Up to now, not to the time when the token was issued.
  if (delta !== null) return { ...unpack(calendar, delta), number: calendar.number }
  const skip = query.get('$skiptoken')
  if (skip !== null) return unpack(calendar, skip)
  const [start, end] = [query.get('startDateTime') ?? '', query.get('endDateTime') ?? '']
  if (!(Date.parse(end) > Date.parse(start)))
    throw new GraphError(400, 'ErrorInvalidParameter', 'The start and end of the view are required.')
  if (Date.parse(end) - Date.parse(start) > 1825 * dayMs)
    throw new GraphError(400, 'ErrorInvalidParameter', 'The view is longer than 1825 days.')
  return { calendar: calendar.id, start, end, since: null, number: calendar.number, offset: 0 }
}

const itemOf = ({ event, number, isGone }: Saved, { since, start, end }: Token) => {
  if (since !== null && number <= since) return null
  const isIn = !isGone && isWithin(event, start, end)
  if (isIn) return event.type === 'occurrence' ? stripped(event) : shown(event, null)
  return since === null ? null : { id: event.id, '@removed': { reason: isGone ? 'deleted' : 'changed' } }
}

const isWithin = (event: StandinEvent, start: string, end: string) =>
  event.type === 'seriesMaster' ||
  (Date.parse(`${event.end.dateTime.slice(0, 19)}Z`) > Date.parse(start) &&
    Date.parse(`${event.start.dateTime.slice(0, 19)}Z`) < Date.parse(end))

const stripped = (event: StandinEvent) =>
  pick(shown(event, null), ['@odata.etag', 'id', 'type', 'seriesMasterId', 'start', 'end'])
