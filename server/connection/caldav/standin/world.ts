/**
 * A realistic CalDAV server for development and tests: accounts with calendars and numbered changes, and the errors of real ones on
 * request. It answers at every name under .test, and lives as long as its process. The owner's manual actions are here; requests by
 * programs are in answer.ts.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'

export type StandinObject = { text: string; etag: string; number: number }
export type StandinCalendar = {
  id: string
  name: string
  /** VEVENT or VTODO. */
  component: string
  writable: boolean
  zone: string
  /** Number of the newest change. */
  number: number
  /** Sync tokens before this number are unknown. */
  forgotten: number
  objects: Map<string, StandinObject>
  /** Deleted objects, with the change that deleted them. */
  deleted: Map<string, number>
}
export type StandinAccount = {
  user: string
  /** Null: it was revoked. */
  password: string | null
  calendars: Map<string, StandinCalendar>
}

/** The next fault. `after`: the call is executed and its response is lost. */
export type Fault = {
  match: (method: string, path: string) => boolean
  /** 0: this call succeeds. */
  status: number
  retryAfter?: string
  after?: boolean
}

export type World = {
  accounts: Map<string, StandinAccount>
  faults: Fault[]
  /** "marisol PUT /dav/calendars/marisol/personal/x.ics", in order. */
  calls: string[]
  /** How many changes are reported at once. */
  pageSize: number
  /** False: an old server without sync-collection. */
  hasSync: boolean
  /** False: it changes what is written, and returns no version. */
  returnsEtag: boolean
}

const worlds = new WeakMap<Config, World>()

export const newWorld = (): World => ({
  accounts: new Map(),
  faults: [],
  calls: [],
  pageSize: 1000,
  hasSync: true,
  returnsEtag: true,
})

export const caldavWorld = (config: Config): World => {
  const before = worlds.get(config)
  if (before !== undefined) return before
  const world = newWorld()
  worlds.set(config, world)
  return world
}

/** App passwords of the stand-in begin like this; the first one used by a user creates the account. */
export const passwordStart = 'clave-'

export const accountOf = (world: World, user: string, password: string): StandinAccount | null => {
  const before = world.accounts.get(user)
  if (before !== undefined) return before.password === password ? before : null
  if (!password.startsWith(passwordStart) || user === '') return null
  const account: StandinAccount = { user, password, calendars: new Map() }
  for (const [id, name, component, writable] of [
    ['personal', 'Personal', 'VEVENT', true],
    ['familia', 'Familia', 'VEVENT', true],
    ['festivos', 'Días festivos', 'VEVENT', false],
    ['pendientes', 'Pendientes', 'VTODO', true],
  ] as const)
    account.calendars.set(id, calendarNamed(id, name, { component, writable }))
  world.accounts.set(user, account)
  return account
}

export const calendarNamed = (
  id: string,
  name: string,
  { component = 'VEVENT', writable = true } = {},
): StandinCalendar => ({
  id,
  name,
  component,
  writable,
  zone: 'America/Mexico_City',
  number: 0,
  forgotten: 0,
  objects: new Map(),
  deleted: new Map(),
})

export const keepObject = (calendar: StandinCalendar, file: string, text: string): StandinObject => {
  calendar.number += 1
  const digest = createHash('sha256').update(`${calendar.number} ${text}`).digest('hex').slice(0, 16)
  const saved = { text, etag: `"${digest}"`, number: calendar.number }
  calendar.objects.set(file, saved)
  calendar.deleted.delete(file)
  return saved
}

export const dropObject = (calendar: StandinCalendar, file: string) => {
  if (!calendar.objects.delete(file)) return
  calendar.number += 1
  calendar.deleted.set(file, calendar.number)
}

/** All earlier tokens and deletions are forgotten. */
export const forgetTokens = (calendar: StandinCalendar) => {
  calendar.number += 1
  calendar.forgotten = calendar.number
  calendar.deleted.clear()
}

type Hour = { start: string; end: string }

const instant = (at: string) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const eventLines = (uid: string, lines: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Telefono//Calendario//ES',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T000000Z',
    ...lines,
    'SUMMARY:Algo mío',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** What its owner does on a phone. */
export const byHand = (calendar: StandinCalendar) => ({
  add: ({ start, end }: Hour, more: readonly string[] = []): string => {
    const uid = randomUUID()
    const hour = [`DTSTART:${instant(start)}`, `DTEND:${instant(end)}`]
    keepObject(calendar, `${uid}.ics`, eventLines(uid, [...hour, ...more]))
    return `${uid}.ics`
  },
  /** With the given lines of times, as a phone with zones writes them. */
  write: (lines: readonly string[], file = `${randomUUID()}.ics`): string => {
    keepObject(calendar, file, eventLines(file.replace(/\.ics$/, ''), lines))
    return file
  },
  move: (file: string, { start, end }: Hour) => {
    const found = calendar.objects.get(file)
    if (found === undefined) return
    const moved = found.text
      .replace(/^DTSTART.*$/m, `DTSTART:${instant(start)}`)
      .replace(/^DTEND.*$/m, `DTEND:${instant(end)}`)
    keepObject(calendar, file, moved)
  },
  remove: (file: string) => dropObject(calendar, file),
})
