import type { FastifyInstance } from 'fastify'
import { passes } from '#contract/pass/pass.ts'
import { mountApplePasses } from '#server/pass/apple-service.ts'
import { addresses, mountPassFiles } from '#server/pass/pass-file.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import type { AppContext } from '#server/platform/work.ts'

export const routes: readonly Route[] = [
  route(passes, (work, { params, query }) => addresses(work, params.id, query.t)),
]

export const plugin = (app: FastifyInstance, context: AppContext): void => {
  mountPassFiles(app, context)
  mountApplePasses(app, context)
}
