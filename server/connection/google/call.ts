/** One request to Google, and the meaning of its errors. https://developers.google.com/workspace/calendar/api/guides/errors */
import * as z from 'zod/mini'
import type { GoogleSettings } from '#server/connection/google/settings.ts'
import { callJson, type JsonRequest } from '#server/connection/provider/json-call.ts'
import { type ProviderFailure, ProviderProblem } from '#server/connection/provider/provider.ts'
import { waitOf } from '#server/connection/provider/retry-after.ts'

/** The parsed response; undefined where there is none. Throws ProviderProblem. */
export const call = ({ apiUrl }: Pick<GoogleSettings, 'apiUrl'>, request: JsonRequest): Promise<unknown> =>
  callJson({ apiUrl, problemOf }, request)

const Failed = z.object({
  error: z.object({ errors: z._default(z.array(z.object({ reason: z._default(z.string(), '') })), []) }),
})

const problemOf = (response: Response, answer: unknown): ProviderProblem => {
  const said = z.safeParse(Failed, answer)
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
