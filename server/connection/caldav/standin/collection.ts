/** Queries of one calendar of the stand-in: its properties and the three reports. */
import type { Answer, Message } from '#server/connection/caldav/net.ts'
import { multistatus, propfound } from '#server/connection/caldav/standin/multistatus.ts'
import type { StandinCalendar, World } from '#server/connection/caldav/standin/world.ts'
import {
  type Element,
  el,
  escapedXml,
  find,
  xmlDocument,
  xmlIn,
} from '#server/connection/caldav/standin/xml.ts'

const tokenStart = 'https://nube.test/ns/sync/'

const privileges = (writable: boolean) =>
  ['d:read', ...(writable ? ['d:write', 'd:bind'] : [])].map((name) => el('d:privilege', el(name))).join('')

export const properties = (calendar: StandinCalendar, hasSync: boolean): Record<string, string> => ({
  'd:displayname': escapedXml(calendar.name),
  'd:resourcetype': el('d:collection') + el('c:calendar'),
  'd:current-user-privilege-set': privileges(calendar.writable),
  'c:supported-calendar-component-set': `<c:comp name="${calendar.component}"/>`,
  'c:calendar-timezone': escapedXml(
    `BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:${calendar.zone}\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n`,
  ),
  'cs:getctag': `"${calendar.number}"`,
  'd:supported-report-set': [
    'c:calendar-query',
    'c:calendar-multiget',
    ...(hasSync ? ['d:sync-collection'] : []),
  ]
    .map((name) => el('d:supported-report', el('d:report', el(name))))
    .join(''),
  ...(hasSync ? { 'd:sync-token': `${tokenStart}${calendar.number}` } : {}),
})

export const collectionAnswer = (
  world: World,
  calendar: StandinCalendar,
  path: string,
  message: Message,
): Answer => {
  const { method, headers, body } = message
  if (method === 'PROPFIND')
    return headers.depth === '0'
      ? propfound(message, [[path, properties(calendar, world.hasSync)]])
      : refused(400)
  const query = xmlIn(body ?? '')
  if (method !== 'REPORT' || query === null) return refused(405)
  if (query.name === 'd:sync-collection' && world.hasSync)
    return synced(world, calendar, path, query, headers.depth)
  if (query.name === 'c:calendar-query') return queried(calendar, path, query, headers.depth)
  if (query.name === 'c:calendar-multiget') return got(calendar, path, query)
  return refused(403)
}

const refused = (status: number, body = ''): Answer => ({
  status,
  headers: body === '' ? {} : { 'content-type': 'application/xml; charset=utf-8' },
  body,
})

const rowOf = (href: string, inside: string) => el('d:response', el('d:href', escapedXml(href)) + inside)
const statusOf = (status: string) => el('d:status', `HTTP/1.1 ${status}`)
const fileAt = (path: string, file: string) => `${path}${encodeURIComponent(file)}`

const versionRow = (path: string, file: string, etag: string) =>
  rowOf(
    fileAt(path, file),
    el('d:propstat', el('d:prop', el('d:getetag', escapedXml(etag))) + statusOf('200 OK')),
  )

const synced = (
  { pageSize }: World,
  calendar: StandinCalendar,
  path: string,
  query: Element,
  depth: string | undefined,
): Answer => {
  const [, sent] = /\/(\d+)$/.exec(find(query, 'd:sync-token')?.text.trim() ?? '') ?? []
  if (depth !== '0' || find(query, 'd:sync-level')?.text.trim() !== '1') return refused(400)
  if (sent === undefined || Number(sent) < calendar.forgotten)
    return refused(403, xmlDocument('d:error', el('d:valid-sync-token')))
  const changes = [
    ...[...calendar.objects].map(([file, { number, etag }]) => ({ file, number, etag })),
    ...[...calendar.deleted].map(([file, number]) => ({ file, number, etag: null })),
  ]
    .filter(({ number }) => number > Number(sent))
    .toSorted((one, other) => one.number - other.number)
  const some = changes.slice(0, pageSize)
  const isPart = some.length < changes.length
  const rows = some.map(({ file, etag }) =>
    etag === null ? rowOf(fileAt(path, file), statusOf('404 Not Found')) : versionRow(path, file, etag),
  )
  if (isPart) rows.push(rowOf(path, statusOf('507 Insufficient Storage')))
  const token = isPart ? (some.at(-1)?.number ?? 0) : calendar.number
  return multistatus(rows.join('') + el('d:sync-token', `${tokenStart}${token}`))
}

const queried = (
  calendar: StandinCalendar,
  path: string,
  query: Element,
  depth: string | undefined,
): Answer => {
  const filter = find(find(query, 'c:filter'), 'c:comp-filter')
  const range = find(find(filter, 'c:comp-filter'), 'c:time-range')?.attributes
  if (depth !== '1' || filter?.attributes.name !== 'VCALENDAR' || !range?.start || !range.end)
    return refused(400)
  const { start, end } = range
  return multistatus(
    [...calendar.objects]
      .filter(([, { text }]) => isWithin(text, start, end))
      .map(([file, { etag }]) => versionRow(path, file, etag))
      .join(''),
  )
}

/** By dates, which suffice to separate near from far; a recurring event may always be within. */
const isWithin = (text: string, start: string, end: string) => {
  const [, first = ''] = /^DTSTART[^:\r\n]*:(\d{8})/m.exec(text) ?? []
  const [, last = first] = /^DTEND[^:\r\n]*:(\d{8})/m.exec(text) ?? []
  return /^RRULE/m.test(text) || (first <= end.slice(0, 8) && last >= start.slice(0, 8))
}

const got = (calendar: StandinCalendar, path: string, query: Element): Answer =>
  multistatus(
    query.children
      .filter(({ name }) => name === 'd:href')
      .map(({ text: href }) => {
        const file = href.startsWith(path) ? decodeURIComponent(href.slice(path.length)) : ''
        const found = calendar.objects.get(file)
        if (found === undefined) return rowOf(href, statusOf('404 Not Found'))
        const props = el('d:getetag', escapedXml(found.etag)) + el('c:calendar-data', escapedXml(found.text))
        return rowOf(href, el('d:propstat', el('d:prop', props) + statusOf('200 OK')))
      })
      .join(''),
  )
