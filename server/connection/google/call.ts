/** One request to Google, and what its errors mean. https://developers.google.com/workspace/calendar/api/guides/errors */
import * as z from 'zod/mini'
import type { GoogleSettings } from '#server/connection/google/settings.ts'
import { type ProviderFailure, ProviderProblem } from '#server/connection/provider/provider.ts'

export type Query = Readonly<Record<string, string | number | boolean>>
type Request = {
  access: string
  method: string
  path: string
  query: Query
  body: object | undefined
  /** Only if this is still its version. */
  etag?: string | null
}

const patienceMs = 15_000
/** A page of 2,500 events with our fields is under a megabyte. */
const maxBytes = 20 * 1024 * 1024

/** The parsed answer; undefined where there is none. Throws ProviderProblem. */
export const call = async (
  settings: Pick<GoogleSettings, 'apiUrl'>,
  { access, method, path, query, body, etag = null }: Request,
): Promise<unknown> => {
  const address = new URL(`${settings.apiUrl}${path}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'application/json',
      'user-agent': 'Kalli (calendar)',
      ...(etag === null ? {} : { 'if-match': etag }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A token is for Google alone.
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
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

const Failed = z.object({
  error: z.object({ errors: z._default(z.array(z.object({ reason: z._default(z.string(), '') })), []) }),
})

const problemOf = (response: Response, text: string): ProviderProblem => {
  const said = z.safeParse(Failed, silently(text))
  const reasons = said.success ? said.data.error.errors.map(({ reason }) => reason) : []
  const retryAfterMs = waitOf(response.headers.get('retry-after'))
  const cause = new Error(`Google answered ${response.status} ${reasons.join(' ')}`.trim())
  return new ProviderProblem(failureOf(response.status, reasons), { retryAfterMs, cause })
}

const limits: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'calendarUsageLimitsExceeded',
])

const failureOf = (status: number, reasons: readonly string[]): ProviderFailure => {
  if (status === 401) return 'unauthorised'
  if (status === 429 || (status === 403 && reasons.some((reason) => limits.has(reason)))) return 'limited'
  if (status === 410) return 'token_over'
  if (status === 404) return 'gone'
  if (status === 409) return 'there'
  if (status === 412) return 'changed'
  if (status >= 500) return 'unreachable'
  return 'refused'
}

const waitOf = (header: string | null): number | null => {
  const seconds = Number(header ?? '')
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000
}

const silently = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
