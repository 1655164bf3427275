import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/messaging/channel.ts'
import { type Route, route } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, ownWork, type Work } from '#server/platform/work.ts'
import { report } from '#server/messaging/delivery.ts'
import { mountDevTexts } from '#server/messaging/dev-texts.ts'
import { add, remove } from '#server/messaging/device.ts'
import { monitor } from '#server/messaging/monitor.ts'
import { deliveryOf } from '#server/messaging/push.ts'
import { chooseWhatsapp, reachOf } from '#server/messaging/reach.ts'
import { mountShortLinks } from '#server/messaging/short-link.ts'
import { answersPath, reportPath } from '#server/messaging/twilio.ts'
import { receiveTwilio, receiveTwilioReply, receiveWhatsapp, shakeHands } from '#server/messaging/webhook.ts'

const own = (work: Work): number => work.viewer.accountId ?? refuse('not_signed_in')

export const routes: readonly Route[] = [
  route(contract.reach, (work) => reachOf(work)),
  route(contract.agreeToWhatsapp, (work, { body }) => chooseWhatsapp(work, body.agree)),
  route(contract.addDevice, async (work, { body }) => {
    await add(work, own(work), body)
    return reachOf(work)
  }),
  route(contract.removeDevice, (work, { params }) => remove(work, own(work), params.id)),
  route(contract.acknowledge, async (work, { body }) => {
    // A receipt that expired or is not ours is no error: the browser has nothing to fix.
    const deliveryId = deliveryOf(work, body.receipt)
    const state = body.how === 'shown' ? 'delivered' : 'read'
    if (deliveryId !== null) await report(work, { channel: 'push', deliveryId, externalId: null, state })
    return { ok: true } as const
  }),
  route(contract.deliveryMonitor, (work, { query }) => monitor(work, query)),
]

const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
const textOf = (body: unknown) => (typeof body === 'string' ? body : '')

/** Reports are signed over their exact bytes, so they are no endpoints of the contract. */
export const plugin = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  mountShortLinks(app, context)
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    scope.post(reportPath, async ({ url, headers, body }) => {
      await receiveTwilio(ownWork(context), queryOf(url), headers, textOf(body))
      return { ok: true }
    })
    scope.post(answersPath, async ({ headers, body }, reply) => {
      await receiveTwilioReply(ownWork(context), headers, textOf(body))
      // Twilio reads instructions here; an empty response sends no answer.
      return reply.type('text/xml').send('<Response/>')
    })
    scope.get<{ Querystring: Record<string, unknown> }>('/api/messages/whatsapp', ({ query }, reply) =>
      reply.type('text/plain').send(shakeHands(ownWork(context), query)),
    )
    scope.post('/api/messages/whatsapp', async ({ headers, body }) => {
      await receiveWhatsapp(ownWork(context), headers, textOf(body))
      return { ok: true }
    })
    mountDevTexts(scope, context)
    done()
  })
}
