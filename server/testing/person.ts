import type { Call, Endpoint, Reply } from '#contract/platform/endpoint.ts'

/** The response, with the body as it was sent. */
export type Answered<T> = { status: number; body: T; headers: Headers }

/** A person with a browser: a cookie jar, and calls over real HTTP by the contract's own endpoints. */
export type Person = ReturnType<typeof visitor>

/** With several addresses the calls go to each in turn, like a load balancer's. */
export const visitor = (...urls: readonly [string, ...string[]]) => browser(urls, {})

/** The same behind a proxy that terminates TLS, as in production. */
export const secureVisitor = (url: string): Person => browser([url], { 'x-forwarded-proto': 'https' })

const browser = (urls: readonly [string, ...string[]], proxy: Record<string, string>) => {
  const jar = new Map<string, string>()
  let calls = 0

  const fetchAs = async (
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    // Compressing and decompressing each response would cost more than most of them.
    const headers: Record<string, string> = { 'accept-encoding': 'identity', ...proxy, ...init.headers }
    if (jar.size > 0) headers['cookie'] = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = init.body instanceof FormData ? init.body : undefined
    if (init.body !== undefined && form === undefined) headers['content-type'] ??= 'application/json'
    const url = urls[calls++ % urls.length] ?? urls[0]
    const response = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(init.body === undefined
        ? {}
        : { body: form ?? (typeof init.body === 'string' ? init.body : JSON.stringify(init.body)) }),
    }).catch((error: unknown) => {
      // "fetch failed" alone says neither what nor why.
      throw new Error(`${method} ${path} was not answered: ${whyOf(error)}`, { cause: error })
    })
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    return response
  }

  /** A call of the contract. The reply's type holds for success; look at `status` first. */
  const call = async <E extends Endpoint>(
    endpoint: E,
    input: Partial<Call<E>> = {},
    options: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answered<Reply<E>>> => {
    const parts: { params?: unknown; query?: unknown; body?: unknown; file?: unknown } = input
    const headers = {
      ...options.headers,
      ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
    }
    const body = parts.file instanceof Blob ? formOf(parts.file, parts.body) : parts.body
    const init = body === undefined ? { headers } : { headers, body }
    const response = await fetchAs(endpoint.method, addressOf(endpoint.path, parts), init)
    return answered(response)
  }

  return { call, fetch: fetchAs, jar }
}

const whyOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? whyOf(error.cause) : String(error)

const formOf = (file: Blob, body: unknown) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
  form.set('file', file)
  return form
}

/** The body of a refusal, for tests that expect one. */
export const refusalOf = (
  answer: Answered<unknown>,
): { message: string; code: string; details?: unknown } => {
  const { body } = answer
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body))
    throw new Error(`not a refusal: ${answer.status} ${JSON.stringify(body)}`)
  return {
    message: String(body.message),
    code: String(body.code),
    ...('details' in body ? { details: body.details } : {}),
  }
}

const answered = async <T>(response: Response): Promise<Answered<T>> => {
  const text = await response.text()
  const body: T = text === '' ? null : JSON.parse(text)
  return { status: response.status, body, headers: response.headers }
}

const addressOf = (path: string, parts: { params?: unknown; query?: unknown }) => {
  const params = Object.entries(parts.params ?? {})
  const filled = params.reduce(
    (made, [name, value]) => made.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? filled : `${filled}?${query}`
}

const keep = (jar: Map<string, string>, line: string) => {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const value = pair.slice(at + 1)
  if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}
