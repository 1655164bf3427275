import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Access, Endpoint, Input, Limit } from '#contract/platform/endpoint.ts'
import type { RefusalCode } from '#contract/platform/refusals.ts'
import { admit } from '#server/platform/http/bearer.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { outsideGate } from '#server/platform/gate.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { cookieName, cookieOf, isBearer, isSecure, mayUseCookies } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isStorable } from '#server/platform/storable.ts'
import { Filled, serializerOf } from '#server/platform/http/reply-shape.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { readUpload, receiveUploads } from '#server/platform/files/uploads.ts'
import { refuseUnknownFilter } from '#server/platform/http/unknown-filter.ts'
import { actingAs, anonymous, retryRead, type Viewer, type Work } from '#server/platform/work.ts'

/** What a verb may do to the response beside its body. Few need it. */
export type Answer = {
  /** Names are without the prefix that https adds. Does nothing where `mayUseCookies` is false. */
  setCookie(name: string, value: string, maxAgeSeconds: number): void
  clearCookie(name: string): void
  cookie(name: string): string | undefined
  /** False in production over http. */
  mayUseCookies: boolean
  userAgent: string
}

/** A list with the cursor of its next page, sent in the `Link` header. */
export class Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
  constructor(items: readonly T[], nextCursor: string | null) {
    this.items = items
    this.nextCursor = nextCursor
  }
}

type Body<E extends Endpoint> = z.input<E['reply']>
export type Verb<E extends Endpoint> = (
  work: Work,
  input: Input<E>,
  answer: Answer,
) => Promise<Body<E> | Filled<Body<E>> | (Body<E> extends readonly (infer Item)[] ? Page<Item> : never)>

/** A verb whose input has been parsed by its endpoint's own schemas. */
type MountedVerb = (work: Work, input: Parts, answer: Answer) => Promise<unknown>
type Parts = { params: unknown; query: unknown; body: unknown; file?: Uint8Array }
export type Route = { endpoint: Endpoint; verb: MountedVerb }

/** One line per endpoint in a module's routes.ts. */
export const route = <E extends Endpoint>(endpoint: E, verb: Verb<E>): Route => ({
  endpoint,
  verb: async (work, parts, answer) => {
    if (!isParsed(endpoint, parts)) throw new Error(`${endpoint.path} was called with what was not parsed`)
    return verb(work, parts, answer)
  },
})

/** `handle` parses with this endpoint's schemas; what remains to check is that each part is present. */
const isParsed = <E extends Endpoint>(endpoint: E, parts: Parts): parts is Parts & Input<E> =>
  (endpoint.params === undefined) === (parts.params === undefined) &&
  (endpoint.query === undefined) === (parts.query === undefined) &&
  (endpoint.body === undefined) === (parts.body === undefined) &&
  (endpoint.upload === undefined) === (parts.file === undefined)

/** What the modules give to the platform: identification, the work context, and rate limits. */
export type Gateway = {
  work(viewer: Viewer): Work
  identify(request: FastifyRequest): Promise<Viewer>
  limit(work: Work, limit: Limit): Promise<void>
}

export const mount = (app: FastifyInstance, gateway: Gateway, routes: readonly Route[]) => {
  const uploads = routes.filter(({ endpoint }) => endpoint.upload !== undefined)
  const plain = routes.filter(({ endpoint }) => endpoint.upload === undefined)
  for (const one of plain) mountOne(app, gateway, one)
  if (uploads.length > 0)
    receiveUploads(app, (room) => {
      for (const one of uploads) mountOne(room, gateway, one)
    })
}

const mountOne = (app: FastifyInstance, gateway: Gateway, { endpoint, verb }: Route) =>
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.crossOrigin === true ? { onSend: openToPages } : {}),
    handler: (request, reply) => handle(gateway, endpoint, verb, request, reply),
  })

/**
 * A page of any origin can read refusals too, so that the widget can say what is wrong. `*` admits no cookies: a page reads what an
 * anonymous visitor reads.
 */
const openToPages = async (_: FastifyRequest, reply: FastifyReply, body: unknown) => {
  reply.header('access-control-allow-origin', '*')
  return body
}

const handle = async (
  gateway: Gateway,
  endpoint: Endpoint,
  verb: MountedVerb,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  if (!isBearer(request)) requireSameSite(request, endpoint)
  const viewer = entitled(await retryRead(() => gateway.identify(request)), endpoint)
  await admit(gateway.work(viewer), endpoint, request, reply)
  requireAccess(viewer, endpoint.access)
  const read = endpoint.upload === undefined ? parse(endpoint, request, request.body) : undefined
  const work = withVisitor(gateway.work(viewer), endpoint, request, reply)
  if (endpoint.limit !== undefined) await gateway.limit(work, endpoint.limit)
  // A file is received only from a sender who may upload it.
  const input = read ?? (await outsideGate(request, () => parseUpload(endpoint, request)))

  const run = async (work: Work) => {
    const value = await verb(work, input, answerOf(request, reply))
    if (value instanceof Page) {
      if (value.nextCursor !== null) reply.header('link', nextLink(request, value.nextCursor))
      return shape(endpoint, value.items)
    }
    return shape(endpoint, value)
  }
  const key = request.headers['idempotency-key']
  const body =
    endpoint.idempotent === true && typeof key === 'string'
      ? await once(work, { key, endpoint: `${endpoint.method} ${request.url}`, body: request.body }, run)
      : endpoint.method === 'GET'
        ? await retryRead(() => run(work))
        : await run(work)
  return reply
    .code(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}

const shape = (endpoint: Endpoint, value: unknown): string =>
  value instanceof Filled ? value.json(serializerOf(endpoint)) : serializerOf(endpoint)(value)

/** A user who must set up a second factor is anonymous until then: they may only set it up. */
const entitled = (viewer: Viewer, endpoint: Endpoint): Viewer => {
  if (!viewer.mustSetSecondFactor || endpoint.beforeSecondFactor === true) return viewer
  if (endpoint.access !== 'anyone') refuse('second_factor_missing')
  return { ...anonymous, address: viewer.address }
}

const requireAccess = (viewer: Viewer, access: Access) => {
  if (access === 'anyone') return
  if (viewer.accountId === null) refuse('not_signed_in')
  if (access !== 'account' && !viewer.roles.includes(access)) refuse('forbidden')
}

const parseUpload = async (endpoint: Endpoint, request: FastifyRequest): Promise<Parts> => {
  const { file, fields } = await readUpload(request, endpoint.upload?.maxBytes ?? 0)
  return { ...parse(endpoint, request, fields), file }
}

const parse = (endpoint: Endpoint, request: FastifyRequest, body: unknown): Parts => ({
  // A malformed id in an address names a thing that does not exist.
  params: part(endpoint.params, request.params, 'not_found'),
  query: part(endpoint.query, request.query, 'invalid_input', endpoint.refusals?.includes('unknown_filter')),
  body: part(endpoint.body, body ?? (endpoint.body === undefined ? undefined : {})),
})

const part = (
  schema: z.ZodMiniType | undefined,
  value: unknown,
  code: RefusalCode = 'invalid_input',
  namesFilters = false,
) => {
  if (schema === undefined) return undefined
  if (!isStorable(value)) return refuse(code)
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  if (namesFilters) refuseUnknownFilter(parsed.error.issues, value)
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    problem: issue.message,
  }))
  return refuse(code, { fields })
}

const nextLink = (request: FastifyRequest, cursor: string) => {
  const address = new URL(request.url, 'http://kalli')
  address.searchParams.set('cursor', cursor)
  return `<${address.pathname}${address.search}>; rel="next"`
}

/** Name of the cookie that ties a hold to its visitor. */
export const visitorCookie = 'kalli_visitor'
const visitorSeconds = 60 * 60 * 24 * 180

const withVisitor = (work: Work, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Work => {
  const { credential } = work.viewer
  // A hold of a key or an app is bound to it, without a cookie.
  if (credential !== null) return actingAs(work, { visitor: visitorHash(credential.id) })
  const given = cookieOf(request, visitorCookie)
  if (given === undefined && (endpoint.method === 'GET' || endpoint.access !== 'anyone')) return work
  const token = given ?? firstCookie(work, request)
  if (given === undefined) answerOf(request, reply).setCookie(visitorCookie, token, visitorSeconds)
  return actingAs(work, { visitor: visitorHash(token) })
}

/**
 * A browser that retries its very first call, because the answer with the cookie was lost, must be the same visitor again. Only an
 * unguessable idempotency key allows that: 32 characters, as a UUID has.
 */
const firstCookie = (work: Work, request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  const once = typeof key === 'string' && key.length >= 32
  return once ? work.tokens.sign('visitor', { key }, new Date(0)) : secretToken()
}

/** What is stored of the cookie, and identifies the visitor. */
export const visitorHash = (token: string) => hashToken(token).subarray(0, 16).toString('base64url')

/** For the few responses of no endpoint, such as a navigation that signs in. */
export const answerOf = (request: FastifyRequest, reply: FastifyReply): Answer => {
  const secure = isSecure(request)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    setCookie: (name, value, maxAge) => {
      if (mayUseCookies(request)) reply.setCookie(cookieName(name, secure), value, { ...options, maxAge })
    },
    clearCookie: (name) => void reply.clearCookie(cookieName(name, secure), options),
    cookie: (name) => cookieOf(request, name),
    mayUseCookies: mayUseCookies(request),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
  }
}
