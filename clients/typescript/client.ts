/** A typed client of Kalli's API: paths, parameters, bodies, replies and refusals as its OpenAPI document says. */
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

export type KalliClient = Client<paths>
/** What a refusal consists of: RFC 9457, with Kalli's stable `code` and its `message` in Spanish. */
export type KalliProblem = components['schemas']['Problem']

export type KalliOptions = {
  /** Of the Kalli that is called, such as `https://kalli.example`. */
  url: string
  /** A key (`kalli_live_…`) or an access token of OAuth; a function is called before each request. */
  token: string | (() => string | Promise<string>)
  /** The version of the API (`2026-11-28`); without it the newest of the day on which the key was made. */
  version?: string
  /** How often a request is sent again that was answered with 429 or 503, or whose answer was lost. */
  retries?: number
  fetch?: (request: Request) => Promise<Response>
}

/** What is given as `headers`, so that a request whose answer was lost is sent again without being done twice. */
export const idempotent = (key: string = crypto.randomUUID()) => ({ 'Idempotency-Key': key })

export const createKalliClient = (options: KalliOptions): KalliClient => {
  const { url, token, version, retries = 2, fetch = globalThis.fetch } = options
  const client = createClient<paths>({
    baseUrl: url,
    fetch: (request: Request) => withRetries(request, retries, fetch),
  })
  client.use({
    onRequest: async ({ request }) => {
      request.headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`)
      if (version !== undefined) request.headers.set('kalli-version', version)
      return request
    },
  })
  return client
}

/** Nothing was done by what is answered with these. */
const refusedForNow = new Set([429, 503])

const withRetries = async (
  request: Request,
  retries: number,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> => {
  if (retries === 0) return fetch(request)
  const again = request.clone()
  const answer = await fetch(request).catch((error: unknown) => {
    if (request.method !== 'GET' && !request.headers.has('idempotency-key')) throw error
    return undefined
  })
  if (answer !== undefined && !refusedForNow.has(answer.status)) return answer
  await answer?.body?.cancel()
  await pause(Number(answer?.headers.get('retry-after') ?? 1))
  return withRetries(again, retries - 1, fetch)
}

const longestSeconds = 60
const pause = (seconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, 1000 * Math.min(Number.isFinite(seconds) ? seconds : 1, longestSeconds))
  })
