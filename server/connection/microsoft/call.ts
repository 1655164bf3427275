/** One request to Microsoft Graph, and what its errors mean. https://learn.microsoft.com/graph/errors */
import * as z from 'zod/mini'
import type { GraphSettings } from '#server/connection/microsoft/settings.ts'
import { callJson, type JsonRequest } from '#server/connection/provider/json-call.ts'
import { type ProviderFailure, ProviderProblem } from '#server/connection/provider/provider.ts'
import { waitOf } from '#server/connection/provider/retry-after.ts'

/** Its path comes after the version, or is as Graph gave it in a link. */
type GraphRequest = JsonRequest & {
  /** Besides those of every request. */
  prefer?: readonly string[]
}

/** Hours in UTC, whatever the mailbox has; ids that stay when an event is moved elsewhere. */
const preferences = ['outlook.timezone="UTC"', 'IdType="ImmutableId"']

/** The parsed answer; undefined where there is none. Throws ProviderProblem. */
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

/** A link of Graph's as a path of ours, so that a token goes nowhere else. One of another address is over. */
export const pathIn = (settings: GraphSettings, link: string): string => {
  if (!link.startsWith(`${settings.apiUrl}/`)) throw new ProviderProblem('token_over')
  return link.slice(settings.apiUrl.length)
}
