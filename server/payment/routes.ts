import type { FastifyInstance } from 'fastify'
import { balanceCheck } from '#contract/payment/reconciliation.ts'
import { forgetCard, savedCards } from '#contract/payment/saved-card.ts'
import * as contract from '#contract/payment/payment.ts'
import * as account from '#contract/payment/payout-account.ts'
import { lastCheck } from '#server/payment/balance-check.ts'
import { goOn, look, show as showAccount } from '#server/payment/payout/onboarding.ts'
import { forget, list } from '#server/payment/charge/own-card.ts'
import { isPayer, refresh } from '#server/payment/charge/payment.ts'
import { view } from '#server/payment/charge/payment-view.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { byId } from '#server/payment/ledger/row.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { bankPages, tokenize } from '#server/payment/standin-pages.ts'
import { receive } from '#server/payment/webhook.ts'
import { type Route, route } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, ownWork, type Work } from '#server/platform/work.ts'

export const routes: readonly Route[] = [
  route(contract.payment, (work, { params, query }) => show(work, params.id, query.t)),
  route(contract.cardSettings, async ({ config: { stripe } }) => ({
    stripe: stripe === null ? null : { key: stripe.publishableKey },
  })),
  route(account.payoutAccount, (work, { params }) => showAccount(work, params.party)),
  route(account.goOnWithAccount, (work, { params }) => goOn(work, params.party)),
  route(account.lookAtAccount, (work, { params }) => look(work, params.party)),
  route(balanceCheck, (work) => lastCheck(work)),
  route(savedCards, (work) => list(work)),
  route(forgetCard, (work, { params }) => forget(work, params.id)),
  route(contract.tokenizeCard, (work, { body }) => tokenize(work, body)),
]

/** A payment for its payer, by account, visitor's cookie or the link of the booking's email. */
const show = async (work: Work, id: string, link: string | undefined) => {
  const payment = (await byId(work, id)) ?? refuse('not_found')
  const hasLink =
    link !== undefined && work.tokens.open('booking-view', link, work.now)?.['b'] === payment.booking_id
  if (!hasLink && !isPayer(payment, work.viewer)) refuse('not_found')
  const isWaiting = payment.status === 'created' || payment.status === 'requires_action'
  return view(isWaiting ? await refresh(work, id) : payment)
}

type Webhook = { Params: { provider: string } }

/** Webhooks are signed over their exact bytes, so they are no endpoint of the contract. */
export const plugin = async (app: FastifyInstance, context: AppContext): Promise<void> => {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
    scope.post<Webhook>('/api/payments/webhook/:provider', ({ params, headers, body }) =>
      receive(ownWork(context), params.provider, headers, typeof body === 'string' ? body : '').then(() => ({
        ok: true,
      })),
    )
    if (processorOf(context.config) === standin) bankPages(scope, context)
    done()
  })
}
