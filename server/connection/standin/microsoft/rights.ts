/** The caller of a request to the stand-in, and the scopes of its consent. */
import { GraphError } from '#server/connection/standin/microsoft/answer.ts'
import type { Mailbox, StandinCalendar, World } from '#server/connection/standin/microsoft/world.ts'

export type Caller = { mailbox: Mailbox; scopes: readonly string[] }
export type Requested = {
  params: readonly string[]
  query: URLSearchParams
  body: unknown
  etag: string | null
  now: number
  /** The start of the stand-in's links. */
  base: string
}
type Given = { status?: number; body: object | null }
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: RegExp
  run: (world: World, caller: Caller, requested: Requested) => Given | Promise<Given>
}

export const denied = () =>
  new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
export const missing = () =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

/** Refuses a request beyond the consent. */
export const requireScope = ({ scopes }: Caller, to: 'read' | 'write') => {
  const may = scopes.includes('Calendars.ReadWrite') || (to === 'read' && scopes.includes('Calendars.Read'))
  if (!may) throw denied()
}

export const calendarIn = ({ mailbox }: Caller, id = ''): StandinCalendar => {
  const calendar = mailbox.calendars.find((one) => one.id === decodeURIComponent(id))
  if (calendar === undefined) throw missing()
  return calendar
}
