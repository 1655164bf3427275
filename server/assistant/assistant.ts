/**
 * The endpoint of AI assistants, `POST /mcp` (streamable HTTP of the Model Context Protocol, without sessions). Search works without an
 * account; a tool that needs one answers as RFC 9728 and RFC 6750 require, so that the assistant signs the user in. Tools: tools.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { assistantScopes, includesScope } from '#contract/platform/scope.ts'
import { askFor } from '#server/assistant/tool.ts'
import { tools } from '#server/assistant/tools.ts'
import { identifyCaller } from '#server/developer/caller.ts'
import { countCall } from '#server/platform/http/bearer.ts'
import { isBearer, originOf } from '#server/platform/http/origin.ts'
import { limit } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { newestVersion } from '#contract/platform/scope.ts'
import { anonymous, type AppContext, type Viewer, workFor } from '#server/platform/work.ts'

const hidden = { schema: { hide: true } }

export const mountMcp = (app: FastifyInstance, context: AppContext): void => {
  app.post('/mcp', hidden, (request, reply) => handle(app, context, request, reply))
  // There is no stream to listen to and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    ...hidden,
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  })
}

const handle = async (
  app: FastifyInstance,
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  reply.header('cache-control', 'no-store')
  if (!isFromHere(request, context)) throw new Refusal('cross_site')
  const viewer = await callerOf(context, request, reply)
  if (viewer === null) return reply
  const work = workFor(context, viewer)
  const scope = missingScope(request.body, viewer)
  if (scope !== undefined) return challenge(context, reply, viewer, scope)
  if (viewer.credential === null) await limit(work, 'search')
  // Each request once, whatever it asks; the endpoints that a tool calls count as well.
  else await countCall(work, viewer.credential, reply)
  const { answer } = await import('#server/assistant/protocol.ts')
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version'] as const) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const requested = new Request(`${context.config.publicUrl}/mcp`, { method: 'POST', headers })
  const response = await answer(requested, request.body, {
    ask: askFor(app, request, work),
    version: newestVersion,
  })
  reply.code(response.status)
  const type = response.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.send(await response.text())
}

/** False for a page of another site, or a foreign name resolved to this machine (DNS rebinding). */
const isFromHere = (request: FastifyRequest, { config }: AppContext) => {
  const { origin } = request.headers
  const own = new URL(config.publicUrl)
  const isOwnHost = request.host === own.host || isLoopback(request.hostname)
  return isOwnHost && (origin === undefined || origin === originOf(request))
}
const isLoopback = (name: string) => ['localhost', '127.0.0.1', '[::1]', '::1'].includes(name)

/** Null: the token is invalid here, and the response says so. */
const callerOf = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> => {
  if (!isBearer(request)) return { ...anonymous, address: request.ip }
  try {
    return await identifyCaller(context, request)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error
    await reply
      .code(401)
      .header('www-authenticate', challengeOf(context, { error: 'invalid_token' }))
      .send({ error: 'invalid_token', error_description: error.code })
    return null
  }
}

const Called = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) })

/** The scope that the caller of a tool lacks. */
const missingScope = (body: unknown, { credential }: Viewer) => {
  for (const message of Array.isArray(body) ? body : [body]) {
    const called = z.safeParse(Called, message)
    if (!called.success) continue
    const scope = tools.find(({ name }) => name === called.data.params.name)?.scope ?? null
    if (scope !== null && (credential === null || !includesScope(credential.scopes, scope))) return scope
  }
  return undefined
}

const challenge = (context: AppContext, reply: FastifyReply, { credential }: Viewer, scope: string) =>
  credential === null
    ? reply
        .code(401)
        .header('www-authenticate', challengeOf(context, { scope: assistantScopes.join(' ') }))
        .send({ error: 'unauthorized', error_description: 'this tool needs an account' })
    : reply
        .code(403)
        .header(
          'www-authenticate',
          challengeOf(context, {
            error: 'insufficient_scope',
            scope: [...new Set([...credential.scopes, scope])].join(' '),
          }),
        )
        .send({ error: 'insufficient_scope', error_description: scope })

const challengeOf = ({ config }: AppContext, parts: Readonly<Record<string, string>>) =>
  [
    'Bearer realm="kalli"',
    ...Object.entries(parts).map(([name, value]) => `${name}="${value}"`),
    `resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource/mcp"`,
  ].join(', ')
