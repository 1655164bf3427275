/** What changed in a calendar: by sync-collection where the server has it (RFC 6578), else by the versions that it lists. */
import { type Access, collectionOf } from '#server/connection/caldav/access.ts'
import { ask, type Row, textOf } from '#server/connection/caldav/call.ts'
import type { Policy } from '#server/connection/caldav/net.ts'
import { type CalendarObject, eventsOf, gone, idOf } from '#server/connection/caldav/objects.ts'
import { shortOf, type Token, tokenIn, tokenText } from '#server/connection/caldav/token.ts'
import { zoneIn } from '#server/connection/caldav/zone.ts'
import {
  type Changes,
  type KnownEvent,
  ProviderProblem,
  type Since,
} from '#server/connection/provider/provider.ts'

/** How many objects are read at once. */
const atOnce = 100
/** A larger calendar is not a personal one. */
const maxObjects = 20_000
/** How often a server that reports changes in parts is queried. */
const maxParts = 50

type Where = { policy: Policy; access: Access; url: string; path: string }

export const changesOf = async (
  policy: Policy,
  access: Access,
  calendarId: string,
  { since, zone, known }: { since: Since; zone: string; known: readonly KnownEvent[] },
): Promise<Changes> => {
  const url = collectionOf(access, calendarId)
  const at: Where = { policy, access, url, path: new URL(url).pathname }
  if (!('token' in since)) return everything(at, { ...since, zone })
  const token = tokenIn(since.token)
  return token.sync === null ? byVersions(at, token, known) : byToken(at, token, token.sync)
}

const answer = async (
  at: Where,
  token: Token,
  { changed, away }: { changed: readonly string[]; away: readonly string[] },
): Promise<Changes> => {
  const { objects, missing } = await read(at, changed)
  return {
    events: [...(await eventsOf(objects, token)), ...[...away, ...missing].map((href) => gone(idOf(href)))],
    next: { page: null, token: tokenText(token) },
  }
}

/** Reads the token first: changes during the rest are reported again. */
const everything = async (at: Where, { from, to, zone }: { from: Date; to: Date; zone: string }) => {
  const state = await stateOf(at)
  const token = {
    sync: state.sync,
    ctag: state.ctag,
    etags: {},
    from: from.getTime(),
    to: to.getTime(),
    zone: state.zone ?? zone,
  }
  const listed = await list(at, token)
  const etags = state.sync === null ? versionsOf(listed) : {}
  return answer(at, { ...token, etags }, { changed: listed.map(({ href }) => href), away: [] })
}

const byToken = async (at: Where, token: Token, first: string): Promise<Changes> => {
  const changed = new Set<string>()
  const away = new Set<string>()
  let sync = first
  for (let part = 0; part < maxParts; part += 1) {
    const rows = await report(
      at,
      {
        'd:sync-collection': {
          'd:sync-token': sync,
          'd:sync-level': 1,
          'd:prop': { 'd:getetag': {} },
        },
      },
      '0',
    )
    let isPart = false
    for (const { href, status } of rows) {
      const name = String(href ?? '')
      if (isCollection(at, name)) isPart ||= status === 507
      else if (status === 404) {
        away.add(name)
        changed.delete(name)
      } else if (name !== '') {
        changed.add(name)
        away.delete(name)
      }
    }
    const next = textOf(rows[0]?.raw.multistatus?.syncToken)
    if (next === '') throw new ProviderProblem('token_over')
    sync = next
    if (!isPart) return answer(at, { ...token, sync }, { changed: [...changed], away: [...away] })
  }
  throw new ProviderProblem('token_over')
}

/** `known`: objects written and deleted between two readings were never listed. */
const byVersions = async (at: Where, token: Token, known: readonly KnownEvent[]): Promise<Changes> => {
  const { ctag } = await stateOf(at)
  if (ctag !== '' && ctag === token.ctag) return { events: [], next: { page: null, token: tokenText(token) } }
  const listed = await list(at, token)
  const etags = versionsOf(listed)
  const changed = listed.filter(({ href }) => etags[idOf(href)] !== token.etags[idOf(href)])
  const before = new Set([...Object.keys(token.etags), ...known.map(({ id }) => id)])
  const away = [...before].filter((id) => etags[id] === undefined)
  const found = await answer(
    at,
    { ...token, ctag, etags },
    { changed: changed.map(({ href }) => href), away: [] },
  )
  return { ...found, events: [...found.events, ...away.map(gone)] }
}

const versionsOf = (listed: readonly { href: string; etag: string }[]) =>
  Object.fromEntries(listed.map(({ href, etag }) => [idOf(href), shortOf(etag)]))

const report = ({ policy, access, url }: Where, body: object, depth: '0' | '1' = '1') =>
  ask(policy, access, url, { method: 'REPORT', depth, namespace: 'd', body })

const isCollection = ({ path }: Where, href: string) => {
  const found = URL.parse(href, 'https://x.test')?.pathname ?? href
  return found.replace(/\/$/, '') === path.replace(/\/$/, '')
}

const stateOf = async ({ policy, access, url }: Where) => {
  const query = {
    'd:sync-token': {},
    'cs:getctag': {},
    'c:calendar-timezone': {},
    'd:supported-report-set': {},
  }
  const body = { propfind: { 'd:prop': query } }
  const rows = await ask(policy, access, url, { method: 'PROPFIND', depth: '0', namespace: 'd', body })
  const props = rows[0]?.props ?? {}
  const sync = textOf(props.syncToken)
  const knows = JSON.stringify(props.supportedReportSet ?? 'syncCollection').includes('syncCollection')
  return {
    sync: sync === '' || !knows ? null : sync,
    ctag: textOf(props.getctag),
    zone: zoneIn(textOf(props.calendarTimezone)),
  }
}

/** All objects between the two instants. */
const list = async (at: Where, { from, to }: Token) => {
  const range = { start: instant(from), end: instant(to) }
  const event = { _attributes: { name: 'VEVENT' }, 'c:time-range': { _attributes: range } }
  const rows = await report(at, {
    'c:calendar-query': {
      'd:prop': { 'd:getetag': {} },
      'c:filter': {
        'c:comp-filter': { _attributes: { name: 'VCALENDAR' }, 'c:comp-filter': event },
      },
    },
  })
  if (rows.length > maxObjects) throw new ProviderProblem('refused')
  return rows.flatMap(({ href, status, props }) =>
    href === undefined || status === 404 || isCollection(at, String(href))
      ? []
      : [{ href: String(href), etag: textOf(props.getetag) }],
  )
}

const instant = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Objects deleted meanwhile are `missing`. */
const read = async (at: Where, hrefs: readonly string[]) => {
  const objects: CalendarObject[] = []
  const missing: string[] = []
  for (let from = 0; from < hrefs.length; from += atOnce) {
    const some = hrefs.slice(from, from + atOnce)
    const rows = await report(
      at,
      {
        'c:calendar-multiget': {
          'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
          'd:href': some,
        },
      },
      '0',
    )
    for (const row of rows) keepRow(row, objects, missing)
  }
  return { objects, missing }
}

const keepRow = ({ href, status, props }: Row, objects: CalendarObject[], missing: string[]) => {
  if (href === undefined) return
  const text = textOf(props.calendarData)
  if (status === 404 || text === '') missing.push(String(href))
  else objects.push({ id: idOf(String(href)), etag: strongIn(textOf(props.getetag)), text })
}

/** A weak etag cannot be used in a precondition. */
export const strongIn = (etag: string | null | undefined) =>
  etag === null || etag === undefined || etag === '' || etag.startsWith('W/') ? null : etag
