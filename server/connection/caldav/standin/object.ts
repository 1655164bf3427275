/** Operations on one object of the stand-in: read, write under preconditions, delete. */
import { calendarsIn } from '#server/availability/outside/ics-lines.ts'
import type { Answer, Message } from '#server/connection/caldav/net.ts'
import {
  dropObject,
  keepObject,
  type StandinCalendar,
  type World,
} from '#server/connection/caldav/standin/world.ts'
import { el, xmlDocument } from '#server/connection/caldav/standin/xml.ts'

export const objectAnswer = (
  world: World,
  calendar: StandinCalendar,
  file: string,
  { method, headers, body }: Message,
): Answer => {
  const name = decodeURIComponent(file)
  const found = calendar.objects.get(name)
  if (method === 'GET')
    return found === undefined
      ? plain(404)
      : {
          status: 200,
          headers: { etag: found.etag, 'content-type': 'text/calendar; charset=utf-8' },
          body: found.text,
        }
  if (!calendar.writable) return plain(403)
  const isHeld = headers['if-match'] === undefined || headers['if-match'] === found?.etag
  const isNew = headers['if-none-match'] === undefined || found === undefined
  if (!isHeld || !isNew) return plain(412)
  if (method === 'DELETE') {
    if (found === undefined) return plain(404)
    dropObject(calendar, name)
    return plain(204)
  }
  if (method !== 'PUT') return plain(405)
  const problem = problemOf(calendar, name, headers['content-type'] ?? '', body ?? '')
  if (problem !== null) return refusedFor(problem)
  const saved = keepObject(calendar, name, body ?? '')
  const said: Record<string, string> = world.returnsEtag ? { etag: saved.etag } : {}
  return { status: found === undefined ? 201 : 204, headers: said, body: '' }
}

const plain = (status: number): Answer => ({ status, headers: {}, body: '' })

const refusedFor = (precondition: string): Answer => ({
  status: 403,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: xmlDocument('d:error', el(precondition)),
})

/** Preconditions of RFC 4791, section 5.3.2.1. */
const problemOf = (calendar: StandinCalendar, name: string, type: string, text: string): string | null => {
  if (!type.startsWith('text/calendar')) return 'c:supported-calendar-data'
  const components = calendarsIn(text)?.flatMap(({ children }) => children) ?? []
  const [event] = components
  const has = (property: string) => new RegExp(`^${property}[:;]`, 'm').test(text)
  const isWhole = has('PRODID') && has('DTSTAMP') && has('UID') && /\r\n/.test(text)
  if (components.length !== 1 || event?.name !== 'vevent' || !isWhole) return 'c:valid-calendar-data'
  const uid = uidIn(text)
  const other = [...calendar.objects].find(([file, object]) => file !== name && uidIn(object.text) === uid)
  const before = calendar.objects.get(name)
  return other !== undefined || (before !== undefined && uidIn(before.text) !== uid)
    ? 'c:no-uid-conflict'
    : null
}

const uidIn = (text: string) => /^UID:(.*?)\r?$/m.exec(text)?.[1] ?? ''
