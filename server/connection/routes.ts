import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/connection/connection.ts'
import * as units from '#contract/connection/unit-connection.ts'
import { identify } from '#server/account/session.ts'
import * as connect from '#server/connection/connect.ts'
import { connectByPassword } from '#server/connection/connect-password.ts'
import * as connection from '#server/connection/connection.ts'
import { adopt, reject } from '#server/connection/difference.ts'
import { asHost, asProfessional } from '#server/connection/owner.ts'
import { pushPath, receiveGoogle, receiveOutlook } from '#server/connection/push.ts'
import { mountOutlook } from '#server/connection/standin/microsoft/mount.ts'
import { mountStandin } from '#server/connection/standin/mount.ts'
import { tryNow } from '#server/connection/try.ts'
import { connectUnit, listUnits } from '#server/connection/unit-connection.ts'
import { adoptInUnit, rejectInUnit } from '#server/connection/unit-difference.ts'
import { answerOf, route, type Route } from '#server/platform/http/http.ts'
import { type AppContext, ownWork, type Work, workFor } from '#server/platform/work.ts'
import { inNameOf, type InName } from '#server/team/business.ts'

/** The cookie with the state for the return from the consent. */
const keepCookie = 'calendar'
const maxNoticeBytes = 256 * 1024

/** The host, or the business in whose name the member may act. Refuses not_found, member_may_not. */
const inName = (work: Work, membership: number | null | undefined): Promise<InName> =>
  inNameOf(work, membership ?? null, 'calendars')

export const routes: readonly Route[] = [
  route(contract.connections, (work) => connection.list(work)),
  route(contract.connect, async (work, { body }, answer) => {
    const { address, keep, keepSeconds } = await connect.start(work, asProfessional(work), body)
    answer.setCookie(keepCookie, keep, keepSeconds)
    return { address }
  }),
  route(contract.connectCaldav, async (work, { body }) => {
    await connectByPassword(work, asProfessional(work), body)
    return connection.list(work)
  }),
  route(contract.tryConnection, async (work, { params }) => {
    await tryNow(work, asProfessional(work), params.id)
    return connection.list(work)
  }),
  route(contract.chooseBusy, (work, { params, body }) => connection.chooseBusy(work, params.id, body.busy)),
  route(contract.chooseTarget, (work, { params, body }) => connection.chooseTarget(work, params.id, body)),
  route(contract.disconnect, (work, { params }) =>
    connection.disconnect(work, asProfessional(work), params.id),
  ),
  route(contract.adoptDifference, async (work, { params }) => {
    await adopt(work, params.id)
    return connection.list(work)
  }),
  route(contract.rejectDifference, async (work, { params }) => {
    await reject(work, params.id)
    return connection.list(work)
  }),
  route(units.unitConnections, async (work, { query }) => listUnits(await inName(work, query.membership))),
  route(units.connectForUnits, async (work, { body }, answer) => {
    const { address, keep, keepSeconds } = await connect.start(work, asHost(work), body)
    answer.setCookie(keepCookie, keep, keepSeconds)
    return { address }
  }),
  route(units.connectCaldavForUnits, async (work, { body }) => {
    await connectByPassword(work, asHost(work), body)
    return listUnits({ own: work, spaceId: null })
  }),
  route(units.tryUnitConnection, async (work, { params, body }) => {
    const name = await inName(work, body.membership)
    await tryNow(name.own, asHost(name.own), params.id)
    return listUnits(name)
  }),
  route(units.disconnectUnits, (work, { params }) => connection.disconnect(work, asHost(work), params.id)),
  route(units.connectUnit, async (work, { params, body }) => {
    const name = await inName(work, body.membership)
    await connectUnit(name, params.id, body)
    return listUnits(name)
  }),
  route(units.adoptUnitDifference, async (work, { params, body }) => {
    const name = await inName(work, body.membership)
    await adoptInUnit(name.own, name.spaceId, params.id)
    return listUnits(name)
  }),
  route(units.rejectUnitDifference, async (work, { params, body }) => {
    const name = await inName(work, body.membership)
    await rejectInUnit(name.own, name.spaceId, params.id)
    return listUnits(name)
  }),
]

/** The return from a consent, and a provider's calls: neither is an endpoint of the contract. */
export const plugin = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  app.get(connect.returnPath, async (request, reply) => {
    const work = workFor(context, await identify(context.database, request, context.clock()))
    const answer = answerOf(request, reply)
    const saved = answer.cookie(keepCookie)
    answer.clearCookie(keepCookie)
    const { outcome, provider, forUnits } = await connect.finish(
      work,
      saved,
      /\?.*/.exec(request.url)?.[0] ?? '',
    )
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const of = provider === null ? '' : `&provider=${provider}`
    const dashboard = forUnits ? 'host-dashboard' : 'professional-dashboard'
    return reply.redirect(`/${dashboard}?tab=profile&section=connections${of}&calendar=${outcome}`)
  })
  await app.register((scope, _options, done) => {
    // Bodies are ignored: only the headers matter.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, null))
    scope.post(pushPath('google'), async ({ headers }) => {
      await receiveGoogle(ownWork(context), headers)
      return { ok: true }
    })
    done()
  })
  app.post<{ Querystring: { validationToken?: unknown } }>(
    pushPath('microsoft'),
    { bodyLimit: maxNoticeBytes },
    async ({ query, body }, reply) => {
      // Graph validates the address first: the same text has to be returned, as plain text.
      const { validationToken } = query
      if (typeof validationToken === 'string')
        return reply.type('text/plain; charset=utf-8').send(validationToken.slice(0, 4096))
      await receiveOutlook(ownWork(context), body)
      return reply.code(202).send()
    },
  )
  await mountStandin(app, context)
  await mountOutlook(app, context)
}
