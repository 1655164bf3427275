import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/privacy/privacy.ts'
import { identify } from '#server/account/session.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, workFor } from '#server/platform/work.ts'
import { ask, contentOf, copies, open } from '#server/privacy/copy.ts'
import { deletion, leave } from '#server/privacy/privacy.ts'
import { readable } from '#server/privacy/readable.ts'

export const routes: readonly Route[] = [
  route(contract.deletion, deletion),
  route(contract.deleteAccount, (work, _input, answer) => leave(work, answer)),
  route(contract.dataCopies, copies),
  route(contract.askDataCopy, ask),
  route(contract.openDataCopy, (work, { params }) => open(work, params.id)),
]

/** The download itself: a file for the browser to keep, as JSON for programs or as a page to read. */
export const mountDownload = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { id: string; file: string } }>(
    '/api/account/data-copies/:id/:file',
    async (request, reply) => {
      const who = await identify(context.database, request, context.clock())
      const { id, file } = request.params
      if (who.accountId === null) refuse('not_signed_in')
      if (who.mustSetSecondFactor) refuse('second_factor_missing')
      const known = file === 'kalli.json' || file === 'kalli.html'
      if (!known || !/^[0-9a-f-]{36}$/.test(id)) refuse('not_found')
      const json = await contentOf(workFor(context, who), id)
      const asPage = file === 'kalli.html'
      return reply
        .type(asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="mis-datos-de-${file}"`)
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .send(asPage ? readable(json) : json)
    },
  )
}
