/** The stand-in's Calendar API v3: names, parameters and errors as Google publishes them; unknown ones are refused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { standinPath } from '#server/connection/google/settings.ts'
import { ApiError, projected } from '#server/connection/standin/answer.ts'
import { type Caller, operations } from '#server/connection/standin/operations.ts'
import { accountOf, standinOf, type World } from '#server/connection/standin/world.ts'
import type { AppContext } from '#server/platform/work.ts'

const apiPath = `${standinPath}/calendar/v3`

export const mountApi = (app: FastifyInstance, context: AppContext) => {
  const world = standinOf(context.config)
  for (const { method, path, parameters, run } of operations)
    app.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
      method,
      url: `${apiPath}${path}`,
      handler: async (request, reply) => {
        return orError(reply, async () => {
          const caller = callerOf(world, context, request)
          const path = pathOf(request)
          world.calls.push(`${caller.account.email} ${method} ${path}`)
          const fault = takeFault(world, (one) => one.match(method, path, caller.account.email))
          if (fault !== undefined && fault.after !== true) throw faultError(fault)
          requireKnown(request.query, parameters)
          const answer = run(world, caller, {
            params: request.params,
            query: request.query,
            body: request.body,
            etag: request.headers['if-match'] ?? null,
            now: context.clock().getTime(),
          })
          if (fault !== undefined) throw faultError(fault)
          if (answer === null) return reply.code(204).send()
          const { fields } = request.query
          return reply.send(typeof fields === 'string' ? projected(answer, fields) : answer)
        })
      },
    })
}

const pathOf = (request: FastifyRequest) =>
  decodeURIComponent(request.url.replace(/\?.*/, '').slice(apiPath.length))

const takeFault = (world: World, isIt: (fault: World['faults'][number]) => boolean) => {
  const place = world.faults.findIndex(isIt)
  return place === -1 ? undefined : world.faults.splice(place, 1)[0]
}

const faultError = ({ status, reason, retryAfter }: World['faults'][number]) =>
  new ApiError(status, reason, reason, retryAfter)

const orError = async (reply: FastifyReply, run: () => Promise<unknown>) => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, reason, message, retryAfter } = error
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    const errors = [{ domain: status === 403 || status === 429 ? 'usageLimits' : 'global', reason, message }]
    return reply.code(status).send({ error: { code: status, message, errors } })
  }
}

const callerOf = (world: World, context: AppContext, request: FastifyRequest): Caller => {
  const access = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const grant = world.accessTokens.get(access)
  if (grant === undefined || grant.endsAt <= context.clock().getTime())
    throw new ApiError(401, 'authError', 'Invalid Credentials')
  return { account: accountOf(world, grant.email), scopes: grant.scopes }
}

/** For every call; https://developers.google.com/workspace/calendar/api/v3/reference/query-parameters */
const standard = ['alt', 'fields', 'key', 'prettyPrint', 'quotaUser', 'userIp']

const requireKnown = (query: Readonly<Record<string, unknown>>, known: readonly string[]) => {
  const strange = Object.keys(query).find((name) => !known.includes(name) && !standard.includes(name))
  if (strange !== undefined)
    throw new ApiError(400, 'badRequest', `Invalid JSON payload received. Unknown name "${strange}"`)
}
