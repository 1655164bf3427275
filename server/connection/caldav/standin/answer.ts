/** Requests to the stand-in: RFC 4791 and 6578 as far as Kalli needs them; all others are refused. */
import type { Answer, Message } from '#server/connection/caldav/net.ts'
import { collectionAnswer, properties } from '#server/connection/caldav/standin/collection.ts'
import { propfound } from '#server/connection/caldav/standin/multistatus.ts'
import { objectAnswer } from '#server/connection/caldav/standin/object.ts'
import {
  accountOf,
  calendarNamed,
  type StandinAccount,
  type World,
} from '#server/connection/caldav/standin/world.ts'
import { el, find, xmlIn } from '#server/connection/caldav/standin/xml.ts'

/** Its calendars are on another machine than the public address, as with iCloud. */
const partOf = (host: string) => (host.startsWith('parte7.') ? host : `parte7.${host}`)

export const standinAnswer = async (world: World, url: URL, message: Message): Promise<Answer> => {
  const { pathname: path, hostname } = url
  const place = world.faults.findIndex(({ match }) => match(message.method, path))
  const [fault] = place < 0 ? [] : world.faults.splice(place, 1)
  const isFailing = fault !== undefined && fault.status !== 0
  if (isFailing && fault.after !== true) return failed(fault)
  const account = accountIn(world, message)
  world.calls.push(`${account?.user ?? '-'} ${message.method} ${path}`)
  const answer = account === null ? unsigned() : answerTo(world, account, { hostname, path, message })
  return isFailing ? failed(fault) : answer
}

const failed = ({ status, retryAfter }: { status: number; retryAfter?: string }): Answer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: '',
})

const unsigned = (): Answer => ({
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="nube"' },
  body: '',
})

const accountIn = (world: World, { headers }: Message): StandinAccount | null => {
  const [, sent = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
  const [user = '', ...password] = Buffer.from(sent, 'base64').toString('utf8').split(':')
  return accountOf(world, user, password.join(':'))
}

type Query = { hostname: string; path: string; message: Message }

const answerTo = (world: World, account: StandinAccount, { hostname, path, message }: Query): Answer => {
  if (path === '/.well-known/caldav') return { status: 301, headers: { location: '/dav/' }, body: '' }
  const user = encodeURIComponent(account.user)
  const principal = `/dav/principals/${user}/`
  const home = `/dav/calendars/${user}/`
  if (path === '/dav/' || path === principal) return found(message, path, { principal, hostname, home })
  if (!path.startsWith(home)) return refused(404)
  const [calendarId = '', file, ...more] = path.slice(home.length).split('/')
  if (more.length > 0) return refused(404)
  if (calendarId === '') return homeAnswer(account, message, home)
  const id = decodeURIComponent(calendarId)
  if (message.method === 'MKCALENDAR') return made(account, id, message)
  const calendar = account.calendars.get(id)
  if (calendar === undefined) return refused(404)
  if (file === undefined || file === '') {
    if (message.method !== 'DELETE') return collectionAnswer(world, calendar, path, message)
    account.calendars.delete(id)
    return { status: 204, headers: {}, body: '' }
  }
  return objectAnswer(world, calendar, file, message)
}

const refused = (status: number): Answer => ({ status, headers: {}, body: '' })

const found = (
  message: Message,
  path: string,
  { principal, hostname, home }: { principal: string; hostname: string; home: string },
): Answer => {
  const answers: Record<string, string> = {
    'd:current-user-principal': el('d:href', principal),
    ...(path === principal
      ? { 'c:calendar-home-set': el('d:href', `https://${partOf(hostname)}${home}`) }
      : {}),
    'd:resourcetype': el('d:collection'),
  }
  return propfound(message, [[path, answers]])
}

const homeAnswer = ({ calendars }: StandinAccount, message: Message, home: string): Answer => {
  const { depth } = message.headers
  if (depth !== '0' && depth !== '1') return refused(400)
  const own = [home, { 'd:resourcetype': el('d:collection'), 'd:displayname': 'Calendarios' }] as const
  const rows = depth === '0' ? [] : [...calendars.values()]
  return propfound(message, [
    own,
    ...rows.map(
      (calendar) => [`${home}${encodeURIComponent(calendar.id)}/`, properties(calendar, true)] as const,
    ),
  ])
}

const made = ({ calendars }: StandinAccount, id: string, { body }: Message): Answer => {
  if (calendars.has(id)) return refused(405)
  const query = xmlIn(body ?? '')
  const props = find(find(query ?? undefined, 'd:set'), 'd:prop')
  if (query?.name !== 'c:mkcalendar' || props === undefined) return refused(400)
  calendars.set(id, calendarNamed(id, find(props, 'd:displayname')?.text ?? id))
  return { status: 201, headers: {}, body: '' }
}
