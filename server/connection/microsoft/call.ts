/** One request to Microsoft Graph, and the meaning of its errors. https://learn.microsoft.com/graph/errors */
import * as z from 'zod/mini'
import type { GraphSettings } from '#server/connection/microsoft/settings.ts'
import { callJson, type JsonRequest } from '#server/connection/provider/json-call.ts'
import { type ProviderFailure, ProviderProblem } from '#server/connection/provider/provider.ts'
import { waitOf } from '#server/connection/provider/retry-after.ts'

/** The path after the version, or as Graph gave it in a link. */
type GraphRequest = JsonRequest & {
  /** Besides those of every request. */
  prefer?: readonly string[]
}

/** Times in UTC, whatever the mailbox's zone; ids that stay when an event is moved elsewhere. */
const preferences = ['outlook.timezone="UTC"', 'IdType="ImmutableId"']

/** The parsed response; undefined where there is none. Throws ProviderProblem. */
export const call = (
  { apiUrl, send }: GraphSettings,
  { prefer = [], ...request }: GraphRequest,
): Promise<unknown> =>
  callJson({ apiUrl, send, headers: { prefer: [...preferences, ...prefer].join(', ') }, problemOf }, request)

const Failed = z.object({ error: z.object({ code: z._default(z.string(), '') }) })

const problemOf = (response: Response, answer: unknown): ProviderProblem => {
  const said = z.safeParse(Failed, answer)
  const code = said.success ? said.data.error.code : ''
  const retryAfterMs = waitOf(response.headers.get('retry-after'))
  const cause = new Error(`Graph answered ${response.status} ${code}`.trim())
  return new ProviderProblem(failureOf(response.status, code.toLowerCase()), { retryAfterMs, cause })
}

/** Codes that come with varying statuses. */
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

/** Converts a link of Graph to a path of ours, so that a token is sent nowhere else. A link to another address has expired. */
export const pathIn = (settings: GraphSettings, link: string): string => {
  if (!link.startsWith(`${settings.apiUrl}/`)) throw new ProviderProblem('token_over')
  return link.slice(settings.apiUrl.length)
}
