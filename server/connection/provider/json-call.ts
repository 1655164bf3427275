/** One JSON request to a provider: limits of time and size, and the meaning of a missing response. */
import { ProviderProblem } from '#server/connection/provider/provider.ts'

export type Query = Readonly<Record<string, string | number | boolean>>
export type JsonRequest = {
  access: string
  method: string
  path: string
  query?: Query
  body?: object | undefined
  /** Only if this is still its version. */
  etag?: string | null
}

type Provider = {
  apiUrl: string
  /** Besides those of every request. */
  headers?: Readonly<Record<string, string>>
  send?: ((request: Request) => Promise<Response>) | undefined
  /** `said`: the parsed response, null if it is not JSON. */
  problemOf: (response: Response, said: unknown) => ProviderProblem
}

const patienceMs = 15_000
/** A page of 2,500 events with our fields is under a megabyte. */
const maxBytes = 20 * 1024 * 1024

/** The parsed answer; undefined where there is none. Throws ProviderProblem. */
export const callJson = async (
  { apiUrl, headers = {}, send = fetch, problemOf }: Provider,
  { access, method, path, query = {}, body, etag = null }: JsonRequest,
): Promise<unknown> => {
  const address = new URL(`${apiUrl}${path}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const request = new Request(address, {
    method,
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'application/json',
      'user-agent': 'Kalli (calendar)',
      ...headers,
      ...(etag === null ? {} : { 'if-match': etag }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A token may be sent to its provider alone.
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const response = await send(request).catch(unreachable)
  const text = await textOf(response)
  if (response.ok) return text === '' ? undefined : parsed(text)
  throw problemOf(response, parsedOrNull(text))
}

const unreachable = (error: unknown): never => {
  throw new ProviderProblem('unreachable', { cause: error })
}

const textOf = async (response: Response): Promise<string> => {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new ProviderProblem('refused')
  return response.text().catch(unreachable)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return unreachable(error)
  }
}

const parsedOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
