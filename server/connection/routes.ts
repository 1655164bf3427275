import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/connection/connection.ts'
import { identify } from '#server/account/session.ts'
import * as connect from '#server/connection/connect.ts'
import * as connection from '#server/connection/connection.ts'
import { adopt, reject } from '#server/connection/difference.ts'
import { pushPath, receive } from '#server/connection/push.ts'
import { mountStandin } from '#server/connection/standin/mount.ts'
import { tryNow } from '#server/connection/try.ts'
import { answerOf, route, type Route } from '#server/platform/http/http.ts'
import { type AppContext, ownWork, workFor } from '#server/platform/work.ts'

/** Where this browser keeps what it needs to come back from the consent. */
const keepCookie = 'calendar'

export const routes: readonly Route[] = [
  route(contract.connections, (work) => connection.list(work)),
  route(contract.connect, async (work, { body }, answer) => {
    const { address, keep, keepSeconds } = await connect.start(work, body)
    answer.setCookie(keepCookie, keep, keepSeconds)
    return { address }
  }),
  route(contract.tryConnection, (work, { params }) => tryNow(work, params.id)),
  route(contract.chooseBusy, (work, { params, body }) => connection.chooseBusy(work, params.id, body.busy)),
  route(contract.chooseTarget, (work, { params, body }) => connection.chooseTarget(work, params.id, body)),
  route(contract.disconnect, (work, { params }) => connection.disconnect(work, params.id)),
  route(contract.adoptDifference, async (work, { params }) => {
    await adopt(work, params.id)
    return connection.list(work)
  }),
  route(contract.rejectDifference, async (work, { params }) => {
    await reject(work, params.id)
    return connection.list(work)
  }),
]

/** The way back from a consent, and a provider's calls: neither is an endpoint of the contract. */
export const plugin = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  app.get(connect.returnPath, async (request, reply) => {
    const work = workFor(context, await identify(context.database, request, context.clock()))
    const answer = answerOf(request, reply)
    const saved = answer.cookie(keepCookie)
    answer.clearCookie(keepCookie)
    const outcome = await connect.finish(work, saved, /\?.*/.exec(request.url)?.[0] ?? '')
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(`/professional-dashboard?tab=profile&section=connections&calendar=${outcome}`)
  })
  await app.register((scope, _options, done) => {
    // Whatever is in the body, only the headers say something.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, null))
    scope.post(pushPath, async ({ headers }) => {
      await receive(ownWork(context), headers)
      return { ok: true }
    })
    done()
  })
  await mountStandin(app, context)
}
