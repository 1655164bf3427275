import { createIsomorphicFn } from '@tanstack/react-start'
import { queryOptions } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import type { Call, Endpoint, Reply } from '#contract/platform/endpoint.ts'
import { messageOf, offlineMessage } from '#contract/platform/refusals.ts'
import { learnTime } from '#web/server-clock.ts'
import { hasUnreadNumber, unreadNumberEvent } from '#web/ui/form/unread-number.ts'
import { visits } from '#web/visit.ts'

/** The API refused, or could not be reached (status 0). The message is Spanish and meant for the reader. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** The input of an endpoint: its params, query and body; nothing where it takes none. */
export type InputOf<E extends Endpoint> = {} extends Call<E> ? [input?: Call<E>] : [input: Call<E>]
type Options = { idempotencyKey?: string; signal?: AbortSignal }
type CallArguments<E extends Endpoint> =
  {} extends Call<E> ? [input?: Call<E>, options?: Options] : [input: Call<E>, options?: Options]

type Answer = { status: number; statusText: string; text: string; link: string | null }
type Sent = {
  method: string
  url: string
  body: unknown
  /** Goes with the fields of the body as a form. */
  file?: unknown
  idempotencyKey: string | undefined
  signal: AbortSignal | undefined
}

/**
 * Calls an endpoint of the contract. In the browser over the network with the visitor's cookies; while the server renders, inside the same
 * process through the same entry point, so that there is one permission check.
 *
 * Until a request is answered, retrying the same method, URL and body reuses its idempotency key; another body is another request. A
 * caller passes its own key only where the body does not identify the request: it differs with each press, as with a card's token; the
 * request outlives this page, as when queued offline; or it may be repeated with the same body after something else has undone it, as with
 * the hours of a day.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<Reply<E>> => {
  refuseUnreadNumbers(input)
  const sent = {
    method: endpoint.method,
    url: address(endpoint, input),
    body: part(input, 'body'),
    file: part(input, 'file'),
    signal: options.signal,
    idempotencyKey: options.idempotencyKey,
  }
  if (!endpoint.idempotent) return read(await send({ ...sent, idempotencyKey: undefined }))
  if (sent.idempotencyKey !== undefined) return read(await send(sent))
  const request = JSON.stringify([sent.method, sent.url, sent.body])
  const idempotencyKey = unanswered.get(request) ?? newIdempotencyKey()
  unanswered.set(request, idempotencyKey)
  try {
    const reply = read(await send({ ...sent, idempotencyKey }))
    unanswered.delete(request)
    return reply
  } catch (problem) {
    if (isAnswer(problem)) unanswered.delete(request)
    throw problem
  }
}

/**
 * A form holds NaN for a number that is missing or was not understood (web/ui/form/number-field.tsx). JSON would make it null, which may
 * mean "none": nothing is sent, and the fields say what is wrong.
 */
const refuseUnreadNumbers = (input: object | undefined) => {
  if (!hasUnreadNumber(part(input, 'body'))) return
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(unreadNumberEvent))
  throw new ApiError(400, 'unread_number', 'Revisa los números marcados: no se guardó nada.')
}

/** Unanswered requests with their keys: the same request again is a retry, not a second one. */
const unanswered = new Map<string, string>()

/**
 * Whether Kalli refused a request. Otherwise its outcome is unknown: the reply was lost, something failed, the first attempt is still
 * under way, or it was not processed this time (server/platform/http/http.ts).
 */
export const isAnswer = (problem: unknown): boolean =>
  problem instanceof ApiError &&
  problem.status < 500 &&
  ![0, 401, 429].includes(problem.status) &&
  problem.code !== 'in_progress'

/** Query options of an endpoint; the key is the address in parts, so that parts of it can be refreshed. */
export const reading = <E extends Endpoint>(endpoint: E, ...[input]: InputOf<E>) =>
  queryOptions<Reply<E>>({ queryKey: keyIn(endpoint, input) })

/** The beginning of the key of all readings of an endpoint: `invalidateQueries({ queryKey: keyOf(bookings) })`. */
export const keyOf = (endpoint: Endpoint): QueryKey => {
  const [, root = '', ...parts] = endpoint.path.split('/:')[0]?.split('/') ?? []
  return [`/${root}`, ...parts]
}

/** Query's default function: GET on the parts of the key, joined by slashes (spec §7). */
export const readKey = async ({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }) =>
  read(
    await send({
      method: 'GET',
      url: queryKey.join('/').replace('/?', '?'),
      body: undefined,
      idempotencyKey: undefined,
      signal,
    }),
  )

export const newIdempotencyKey = () => crypto.randomUUID()

export const keyIn = (endpoint: Endpoint, input: object | undefined): QueryKey => {
  const [path = '', search] = address(endpoint, input).split('?')
  const [, root = '', ...parts] = path.split('/')
  return [`/${root}`, ...parts, ...(search === undefined ? [] : [`?${search}`])]
}

/** The address of an endpoint with this input. */
export const address = (endpoint: Endpoint, input: object | undefined): string => {
  const params = part(input, 'params')
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = part(params, name)
    if (value === undefined) throw new Error(`${endpoint.path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>(part(input, 'query') ?? {})) {
    const text = inAddress(value)
    if (text !== '') search.set(name, text)
  }
  search.sort()
  return search.size === 0 ? path : `${path}?${search}`
}

/** A list is one parameter, separated by commas; what is empty is omitted. */
const inAddress = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inAddress).join(',')
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

const part = (whole: object | undefined, name: string) =>
  whole === undefined ? undefined : Object.entries(whole).find(([key]) => key === name)?.[1]

export const send = createIsomorphicFn()
  .server(async (sent: Sent): Promise<Answer> => {
    const visit = visits.getStore()
    if (visit === undefined) throw new Error('The API is asked outside of a visit')
    return { statusText: '', ...(await visit.ask(sent.method, sent.url, sent.body)) }
  })
  .client(async (sent: Sent): Promise<Answer> => {
    const headers = new Headers({ accept: 'application/json' })
    const form = sent.file instanceof Blob ? formOf(sent.file, sent.body) : undefined
    if (sent.body !== undefined && form === undefined) headers.set('content-type', 'application/json')
    if (sent.idempotencyKey !== undefined) headers.set('idempotency-key', sent.idempotencyKey)
    const body = form ?? (sent.body === undefined ? null : JSON.stringify(sent.body))
    const request = {
      method: sent.method,
      credentials: 'include',
      headers,
      body,
      signal: sent.signal ?? null,
    } as const
    try {
      const response = await fetch(sent.url, request)
      learnTime(response.headers.get('date'))
      return {
        status: response.status,
        statusText: response.statusText,
        text: await response.text(),
        link: response.headers.get('link'),
      }
    } catch (problem) {
      if (sent.signal?.aborted) throw problem
      throw new ApiError(0, 'offline', offlineMessage)
    }
  })

/** The fields come before the file: the server reads the form as a stream. */
const formOf = (file: Blob, body: unknown) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
  form.set('file', file)
  return form
}

export const read = (answer: Answer) => {
  const body = parsed(answer.text)
  if (answer.status >= 200 && answer.status < 300) return body
  throw new ApiError(
    answer.status,
    typeof body?.code === 'string' ? body.code : 'unknown',
    messageOf({ status: answer.status, statusText: answer.statusText, body }),
    body?.details,
  )
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
