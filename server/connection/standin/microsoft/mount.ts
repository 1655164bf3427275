import type { FastifyInstance } from 'fastify'
import { isStandin, standinPath } from '#server/connection/microsoft/settings.ts'
import { formOf } from '#server/connection/standin/mount.ts'
import { answer } from '#server/connection/standin/microsoft/api.ts'
import { mountConsent } from '#server/connection/standin/microsoft/consent.ts'
import { mountHand } from '#server/connection/standin/microsoft/hand.ts'
import { outlookOf, settled } from '#server/connection/standin/microsoft/world.ts'
import type { AppContext } from '#server/platform/work.ts'

/** The stand-in of Microsoft, where no client of the real one is configured. Never in production. */
export const mountOutlook = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  if (!isStandin(context.config)) return
  const world = outlookOf(context.config)
  const apiPath = `${standinPath}/v1.0`
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, formOf(String(body))),
    )
    mountConsent(scope, context)
    mountHand(scope, context)
    scope.route({
      method: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
      url: `${apiPath}/*`,
      handler: async (request, reply) => {
        const address = new URL(request.url, context.config.publicUrl)
        const given = await answer(world, {
          method: request.method,
          path: address.pathname.slice(apiPath.length),
          query: address.searchParams,
          header: (name) => request.headers[name]?.toString(),
          body: request.body,
          now: context.clock().getTime(),
          base: `${context.config.publicUrl}${apiPath}`,
        })
        reply.code(given.status).headers(given.headers)
        return given.body === null ? reply.send() : reply.send(given.body)
      },
    })
    scope.addHook('onClose', () => settled(world))
    done()
  })
}
