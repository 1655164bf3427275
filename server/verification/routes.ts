import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/verification/verification.ts'
import { type Route, route } from '#server/platform/http/http.ts'
import { type AppContext, ownWork } from '#server/platform/work.ts'
import { begin, look } from '#server/verification/check.ts'
import { enter, send } from '#server/verification/codes.ts'
import { identityPages } from '#server/verification/identity-pages.ts'
import { identityStandin } from '#server/verification/identity-standin.ts'
import { identityProviderOf } from '#server/verification/outside.ts'
import { view } from '#server/verification/verification.ts'
import { receive } from '#server/verification/webhook.ts'

export const routes: readonly Route[] = [
  route(contract.verification, (work) => view(work)),
  route(contract.sendCode, (work, { body }) => send(work, body)),
  route(contract.enterCode, (work, { body }) => enter(work, body)),
  route(contract.beginCheck, (work) => begin(work)),
  route(contract.lookAtCheck, (work) => look(work)),
]

type Webhook = { Params: { provider: string } }

/** Webhooks are signed over their exact bytes, so they are no endpoint of the contract. */
export const plugin = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    scope.post<Webhook>('/api/verification/webhook/:provider', ({ params, headers, body }) =>
      receive(ownWork(context), params.provider, headers, typeof body === 'string' ? body : '').then(() => ({
        ok: true,
      })),
    )
    if (identityProviderOf(context.config) === identityStandin) identityPages(scope, context)
    done()
  })
}
