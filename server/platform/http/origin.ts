/**
 * How a request reached Kalli, decided once for the API and the pages: the scheme and host that the visitor's browser used, which cookies
 * count under that scheme, and how a page calls the API as the visitor who requested it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Production: sessions exist only over https. */
    httpsOnly: boolean
  }
}

/** Behind a proxy that ends TLS this is `X-Forwarded-Proto`, read only from proxies that Fastify trusts (app.ts). */
export const isSecure = (request: FastifyRequest) => request.protocol === 'https'

/** Scheme, host and port, as a browser writes them in `Origin`. */
export const originOf = (request: FastifyRequest) => {
  const address = `${request.protocol}://${request.host}`
  return URL.canParse(address) ? new URL(address).origin : address
}

/**
 * Whether a secret may be given to or read from this browser: in production never over http, and never beside a bearer token, which is
 * all that counts then.
 */
export const mayUseCookies = (request: FastifyRequest) =>
  !isBearer(request) && (isSecure(request) || !request.server.httpsOnly)

/** A call by a key or an app: also one that names the scheme without a token. */
export const isBearer = (request: FastifyRequest): boolean =>
  /^Bearer(?: |$)/i.test(request.headers.authorization ?? '')

/** `__Host-` makes a browser insist on https, this very host and the whole site; http cannot have it. */
export const cookieName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

/** The cookie that counts under the scheme of this request: another one of the same purpose may be planted. */
export const cookieOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = mayUseCookies(request) ? request.cookies[cookieName(name, isSecure(request))] : undefined
  return value === '' ? undefined : value
}

const forwarded = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'cookie',
  'user-agent',
] as const

/**
 * Calls the API in this process on behalf of the visitor of `request`. The call has the same peer and the same forwarding
 * headers as the request, so Fastify derives the same address, scheme and host from it.
 */
export const askInside = (
  app: FastifyInstance,
  request: FastifyRequest,
  call: { method: 'GET' | 'POST'; url: string; body?: unknown; headers?: Readonly<Record<string, string>> },
) => {
  const headers: Record<string, string> = {
    ...call.headers,
    host: request.headers.host ?? request.host,
    accept: 'application/json',
  }
  for (const name of forwarded) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  return app.inject({
    method: call.method,
    url: call.url,
    // Without a peer the caller has left; this address is no trusted proxy, so its headers are ignored.
    remoteAddress: request.socket.remoteAddress ?? '192.0.2.0',
    headers,
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  })
}
