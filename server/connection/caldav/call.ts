/** One request of WebDAV, by tsdav, and the meaning of its errors (RFC 4791, 4918, 6578). */
import { davRequest, type DAVResponse } from 'tsdav'
import * as z from 'zod/mini'
import type { Access } from '#server/connection/caldav/access.ts'
import { type Policy, send } from '#server/connection/caldav/net.ts'
import { type ProviderFailure, ProviderProblem } from '#server/connection/provider/provider.ts'
import { waitOf } from '#server/connection/provider/retry-after.ts'

export type Signed = Pick<Access, 'user' | 'password'>

/** Replaces tsdav's fetch: guarded, authenticated, and any failure is thrown. */
export const signedFetch =
  (
    policy: Policy,
    { user, password }: Signed,
    answeredFrom: (url: string) => void = () => {},
  ): typeof fetch =>
  async (input, init = {}) => {
    const address = URL.parse(input instanceof Request ? input.url : input)
    if (address === null) throw new ProviderProblem('refused')
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body ?? null
    if (body !== null && typeof body !== 'string') throw new Error('bodies are text')
    const answer = await send(policy, address, {
      method: init.method ?? 'GET',
      headers: {
        ...headers,
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      },
      body,
    })
    if (answer.status < 200 || answer.status >= 300) throw problemOf(answer)
    answeredFrom(answer.url)
    const isEmpty = answer.status === 204 || answer.status === 205
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers })
  }

const problemOf = ({
  status,
  headers,
  body,
}: {
  status: number
  headers: Record<string, string>
  body: string
}) => {
  const retryAfterMs = waitOf(headers['retry-after'])
  const cause = new Error(`the CalDAV server answered ${status}`)
  return new ProviderProblem(failureOf(status, body, retryAfterMs), { retryAfterMs, cause })
}

/** An expired token is named by its precondition, whatever the status; 507 means more changes than the server reports at once. */
const failureOf = (status: number, body: string, retryAfterMs: number | null): ProviderFailure => {
  if (/valid-sync-token/.test(body) || status === 507) return 'token_over'
  if (status === 401) return 'unauthorised'
  if (status === 404 || status === 410) return 'gone'
  if (status === 412) return 'changed'
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return 'limited'
  // Locked by another program of its owner, or out of order.
  if (status >= 500 || status === 423) return 'unreachable'
  return 'refused'
}

type Report = { method: 'PROPFIND' | 'REPORT'; depth: '0' | '1'; namespace: 'd' | 'c'; body: object }

const names = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
}

/** The rows of its multistatus. Throws ProviderProblem. */
export const ask = async (
  policy: Policy,
  signed: Signed,
  url: string,
  { method, depth, namespace, body }: Report,
  answeredFrom?: (url: string) => void,
): Promise<Row[]> => {
  const rows = await davRequest({
    url,
    init: { method, namespace, headers: { depth }, body, attributes: names },
    fetch: signedFetch(policy, signed, answeredFrom),
  })
  const parsed = z.safeParse(z.array(Row), rows)
  if (!parsed.success) throw new ProviderProblem('unreachable', { cause: parsed.error })
  // A server that responds with a web page is no calendar server.
  if (parsed.data.some(({ raw }) => raw.multistatus === undefined)) throw new ProviderProblem('refused')
  return parsed.data
}

/** tsdav turns numeric text into numbers. */
const words = z.union([z.string(), z.number(), z.boolean()])
const Text = z.optional(z.union([words, z.object({ _cdata: z.optional(words) }), z.object({})]))

const Row = z.object({
  href: z.optional(words),
  status: z.number(),
  props: z._default(z.optional(z.record(z.string(), z.unknown())), {}),
  raw: z.object({ multistatus: z.optional(z.object({ syncToken: Text })) }),
} satisfies { readonly [Name in keyof DAVResponse]?: z.ZodMiniType })
export type Row = z.output<typeof Row>

/** The text of a property; empty: there is none. */
export const textOf = (value: unknown): string => {
  const parsed = z.safeParse(Text, value)
  if (!parsed.success || parsed.data === undefined) return ''
  if (typeof parsed.data !== 'object') return String(parsed.data)
  return '_cdata' in parsed.data ? String(parsed.data._cdata ?? '') : ''
}

/** The names of the elements in a property, as `{ read: {}, writeContent: {} }`, or a list of such. */
export const elementsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(elementsIn)
  return typeof value === 'object' && value !== null
    ? Object.keys(value).filter((name) => !name.startsWith('_'))
    : []
}

export const hrefIn = (value: unknown): string => {
  const parsed = z.safeParse(z.object({ href: z.unknown() }), Array.isArray(value) ? value[0] : value)
  if (!parsed.success) return ''
  const { href } = parsed.data
  return textOf(Array.isArray(href) ? href[0] : href)
}
