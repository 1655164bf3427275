/** The calendars of an account, and creating one. */
import { randomBytes } from 'node:crypto'
import { makeCalendar } from 'tsdav'
import { type Access, collectionOf, lastPart } from '#server/connection/caldav/access.ts'
import { ask, elementsIn, type Row, signedFetch, textOf } from '#server/connection/caldav/call.ts'
import type { Policy } from '#server/connection/caldav/net.ts'
import type { CalendarInfo } from '#server/connection/provider/provider.ts'

export const calendarsThere = async (policy: Policy, access: Access): Promise<CalendarInfo[]> => {
  const query = {
    'd:displayname': {},
    'd:resourcetype': {},
    'd:current-user-privilege-set': {},
    'c:supported-calendar-component-set': {},
  }
  const body = { propfind: { 'd:prop': query } }
  const rows = await ask(policy, access, access.home, {
    method: 'PROPFIND',
    depth: '1',
    namespace: 'd',
    body,
  })
  return rows.flatMap((row) => infoOf(row) ?? [])
}

/** Null: not a calendar of events, such as a task list, an inbox or the collection itself. */
const infoOf = ({ href, props }: Row): CalendarInfo | null => {
  if (href === undefined || !elementsIn(props.resourcetype).includes('calendar')) return null
  const kinds = JSON.stringify(props.supportedCalendarComponentSet ?? 'VEVENT')
  if (!/VEVENT/i.test(kinds)) return null
  const id = lastPart(String(href))
  return {
    id,
    name: textOf(props.displayname).slice(0, 200) || id,
    writable: mayWrite(props.currentUserPrivilegeSet),
    isPrimary: false,
    email: null,
  }
}

const writing: ReadonlySet<string> = new Set(['all', 'write', 'writeContent', 'bind'])

/** A server that lists no rights refuses forbidden writes itself. */
const mayWrite = (set: unknown): boolean => {
  if (typeof set !== 'object' || set === null || !('privilege' in set)) return true
  return elementsIn(set.privilege).some((name) => writing.has(name))
}

/** A new path every time: the path of a deleted calendar may still be taken. */
export const makeThere = async (policy: Policy, access: Access, name: string): Promise<CalendarInfo> => {
  const id = `kalli-${randomBytes(6).toString('hex')}`
  await makeCalendar({
    url: collectionOf(access, id),
    props: {
      'd:displayname': name,
      'c:supported-calendar-component-set': { 'c:comp': { _attributes: { name: 'VEVENT' } } },
    },
    fetch: signedFetch(policy, access),
  })
  return { id, name, writable: true, isPrimary: false, email: null }
}
