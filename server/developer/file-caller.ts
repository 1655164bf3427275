import type { FastifyReply, FastifyRequest } from 'fastify'
import { identifyCaller } from '#server/developer/caller.ts'
import { admit } from '#server/platform/http/bearer.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, type Viewer, workFor } from '#server/platform/work.ts'

/**
 * Identifies the caller of a file, which is no endpoint: a browser, or a key or app with the scope that the rule of endpoints gives its
 * address (contract/platform/scope.ts). Refuses `browser_only` and `scope_missing`.
 */
export const callerOfFile = async (
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer> => {
  const viewer = await identifyCaller(context, request)
  const path = request.routeOptions.url ?? ''
  await admit(workFor(context, viewer), { method: 'GET', path, access: 'account' }, request, reply)
  return viewer
}

/** The same for a file that no visitor gets. Refuses also `not_signed_in` and `second_factor_missing`. */
export const personOfFile: typeof callerOfFile = async (context, request, reply) => {
  const viewer = await callerOfFile(context, request, reply)
  if (viewer.accountId === null) refuse('not_signed_in')
  if (viewer.mustSetSecondFactor) refuse('second_factor_missing')
  return viewer
}
