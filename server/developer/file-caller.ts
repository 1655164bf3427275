import type { FastifyReply, FastifyRequest } from 'fastify'
import { identifyCaller } from '#server/developer/caller.ts'
import { admit } from '#server/platform/http/bearer.ts'
import { type AppContext, type Who, workFor } from '#server/platform/work.ts'

/**
 * Who asks for a file, which is no endpoint: a browser, or a key or app with the scope that the rule of endpoints gives its address
 * (contract/platform/scope.ts). Refuses `browser_only` and `scope_missing`.
 */
export const callerOfFile = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Who> => {
  const who = await identifyCaller(context, request)
  const path = request.routeOptions.url ?? ''
  await admit(workFor(context, who), { method: 'GET', path, access: 'account' }, request, reply)
  return who
}
