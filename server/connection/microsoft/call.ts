/** One request to Microsoft Graph, and what its errors mean. https://learn.microsoft.com/graph/errors */
import * as z from 'zod/mini'
import type { GraphSettings } from '#server/connection/microsoft/settings.ts'
import { type ProviderFailure, ProviderProblem } from '#server/connection/provider/provider.ts'

export type Query = Readonly<Record<string, string | number>>
type GraphRequest = {
  access: string
  method: string
  /** After the version, or as Graph gave it in a link. */
  path: string
  query?: Query
  body?: object
  /** Only if this is still its version. */
  etag?: string | null
  /** Besides those of every request. */
  prefer?: readonly string[]
}

const patienceMs = 15_000
const maxBytes = 20 * 1024 * 1024

/** Hours in UTC, whatever the mailbox has; ids that stay when an event is moved elsewhere. */
const preferences = ['outlook.timezone="UTC"', 'IdType="ImmutableId"']

/** The parsed answer; undefined where there is none. Throws ProviderProblem. */
export const call = async (settings: GraphSettings, request: GraphRequest): Promise<unknown> => {
  const { access, method, path, query = {}, body, etag = null, prefer = [] } = request
  const address = new URL(`${settings.apiUrl}${path}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const sent = new Request(address, {
    method,
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'application/json',
      prefer: [...preferences, ...prefer].join(', '),
      'user-agent': 'Kalli (calendar)',
      ...(etag === null ? {} : { 'if-match': etag }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A token is for Graph alone.
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const response = await (settings.send ?? fetch)(sent).catch((error: unknown) => {
    throw new ProviderProblem('unreachable', { cause: error })
  })
  const text = await textOf(response)
  if (response.ok) return text === '' ? undefined : parsed(text)
  throw problemOf(response, text)
}

const textOf = async (response: Response): Promise<string> => {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new ProviderProblem('refused')
  return response.text().catch((error: unknown) => {
    throw new ProviderProblem('unreachable', { cause: error })
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ProviderProblem('unreachable', { cause: error })
  }
}

const Failed = z.object({ error: z.object({ code: z._default(z.string(), '') }) })

const problemOf = (response: Response, text: string): ProviderProblem => {
  const said = z.safeParse(Failed, silently(text))
  const code = said.success ? said.data.error.code : ''
  const retryAfterMs = waitOf(response.headers.get('retry-after'))
  const cause = new Error(`Graph answered ${response.status} ${code}`.trim())
  return new ProviderProblem(failureOf(response.status, code.toLowerCase()), { retryAfterMs, cause })
}

/** Some come with one status or another. */
const byCode: ReadonlyMap<string, ProviderFailure> = new Map([
  ['syncstatenotfound', 'token_over'],
  ['syncstateinvalid', 'token_over'],
  ['resyncrequired', 'token_over'],
  ['errorirresolvableconflict', 'changed'],
  ['applicationthrottled', 'limited'],
  ['toomanyrequests', 'limited'],
  ['errortoomanyrequests', 'limited'],
  ['mailboxnotenabledforrestapi', 'gone'],
  ['mailboxnotsupportedforrestapi', 'gone'],
])
const byStatus: ReadonlyMap<number, ProviderFailure> = new Map([
  [401, 'unauthorised'],
  [404, 'gone'],
  [409, 'there'],
  [410, 'token_over'],
  [412, 'changed'],
  [429, 'limited'],
])

const failureOf = (status: number, code: string): ProviderFailure =>
  byCode.get(code) ?? byStatus.get(status) ?? (status >= 500 ? 'unreachable' : 'refused')

/** Seconds, or a date. */
const waitOf = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = Number(header)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return waitMs >= 0 ? waitMs : null
}

const silently = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A link of Graph's as a path of ours, so that a token goes nowhere else. One of another address is over. */
export const pathIn = (settings: GraphSettings, link: string): string => {
  if (!link.startsWith(`${settings.apiUrl}/`)) throw new ProviderProblem('token_over')
  return link.slice(settings.apiUrl.length)
}
