import * as contract from '#contract/webhook/webhook.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import * as delivery from '#server/webhook/delivery.ts'
import * as webhook from '#server/webhook/webhook.ts'

export const routes: readonly Route[] = [
  route(contract.webhooks, (work) => webhook.list(work)),
  route(contract.addWebhook, webhook.add),
  route(contract.changeWebhook, webhook.change),
  route(contract.rotateWebhookSecret, (work, { params }) => webhook.rotate(work, params.id)),
  route(contract.removeWebhook, (work, { params }) => webhook.remove(work, params.id)),
  route(contract.testWebhook, (work, { params }) => delivery.test(work, params.id)),
  route(contract.webhookDeliveries, delivery.deliveries),
  route(contract.webhookDelivery, (work, { params }) => delivery.delivery(work, params)),
  route(contract.replayWebhookDeliveries, delivery.replayAll),
  route(contract.replayWebhookDelivery, (work, { params }) => delivery.replay(work, params)),
]
