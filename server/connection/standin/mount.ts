import type { FastifyInstance } from 'fastify'
import { isStandin } from '#server/connection/google/settings.ts'
import { mountApi } from '#server/connection/standin/api.ts'
import { mountConsent } from '#server/connection/standin/consent.ts'
import { mountHand } from '#server/connection/standin/hand.ts'
import { settled, standinOf } from '#server/connection/standin/world.ts'
import type { AppContext } from '#server/platform/work.ts'

/** The stand-in of Google, where no client of the real one is configured. Never in production. */
export const mountStandin = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  if (!isStandin(context.config)) return
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, formOf(String(body))),
    )
    mountConsent(scope, context)
    mountApi(scope, context)
    mountHand(scope, context)
    scope.addHook('onClose', () => settled(standinOf(context.config)))
    done()
  })
}

/** A repeated name becomes a list. */
export const formOf = (body: string): Record<string, string | string[]> => {
  const form = new URLSearchParams(body)
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}
