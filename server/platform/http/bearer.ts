/**
 * A call with `Authorization: Bearer`: by an API key or an app instead of a browser. Its cookies are ignored, so no other site can make
 * a browser act, and its scopes limit what it may do.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { includesScope, isApiVersion, scopeOf } from '#contract/platform/scope.ts'
import { limitCredential } from '#server/platform/http/limits.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The token that the request carries, if any. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]

/** Counts the call, settles its version and requires the endpoint's scope. Does nothing for a browser. */
export const admit = async (
  work: Work,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'access'>,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { credential } = work.viewer
  if (credential === null) return
  await countCall(work, credential, reply)
  const version = request.headers['kalli-version'] ?? credential.version
  if (typeof version !== 'string' || !isApiVersion(version)) return refuse('unknown_version')
  reply.header('kalli-version', version)
  const scope = scopeOf(endpoint)
  if (scope === null) return refuse('browser_only')
  if (scope !== 'any' && !includesScope(credential.scopes, scope)) refuse('scope_missing', { scope })
}

/** Against the limit of the key or app, reported in headers. Refuses too_many_requests. */
export const countCall = async (work: Work, { id }: { id: string }, reply: FastifyReply) => {
  const used = await limitCredential(work, id)
  if (used === null) return
  reply.headers({
    'ratelimit-policy': `"key";q=${used.limit};w=${used.seconds}`,
    'ratelimit-limit': String(used.limit),
    'ratelimit-remaining': String(Math.max(0, used.limit - used.count)),
    'ratelimit-reset': String(used.resetSeconds),
  })
  if (used.count > used.limit) refuse('too_many_requests', { retryAfterSeconds: used.resetSeconds })
}
