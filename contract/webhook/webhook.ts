/** Webhooks: addresses of other systems that receive events of a professional's or host's bookings (docs/platform/webhooks.md). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, PageQuery, Uuid } from '#contract/platform/shapes.ts'
import { testEvent, WebhookEvent, WebhookRole } from '#contract/webhook/event.ts'

/** Per account. */
export const maxWebhooks = 5
/** Both secrets sign for this long after a rotation. */
export const formerSecretHours = 24
/** How long a message is retried. */
export const webhookRetryHours = 73
/** Without any success for this long the webhook is switched off. */
export const webhookOffAfterHours = 72
export const webhookAnswerSeconds = 15
/** How long the log keeps a message, also one of the time in which the webhook was off. */
export const webhookLogDays = 60
/** Messages that one call sends again. */
export const maxReplayed = 1000

/** `off`: by its owner. `gone`: it answered 410. `failing`: nothing delivered for three days. */
export const WebhookState = z.enum(['waiting', 'healthy', 'failing', 'off', 'gone', 'given_up'])
export type WebhookState = z.output<typeof WebhookState>

export const WebhookMessageState = z.enum(['pending', 'sent', 'failed'])

const WebhookTry = z.object({
  number: z.int(),
  at: Instant,
  durationMs: z.int(),
  /** Null without a reply. */
  status: z.nullable(z.int()),
  /** The problem, in words; null on success. */
  problem: z.nullable(z.string()),
  /** The beginning of the reply. */
  answer: z.string(),
})

const MessageName = z.enum([...WebhookEvent.options, testEvent])

export const WebhookDelivery = z.object({
  /** The header `webhook-id`: the same in each attempt. */
  id: Uuid,
  event: MessageName,
  bookingId: z.nullable(Uuid),
  /** For events other than bookings: `payment:<id>`, `agreement:<id>` and so on; messages about one subject are delivered in order. */
  about: z.nullable(z.string()),
  state: WebhookMessageState,
  tries: z.int(),
  happenedAt: Instant,
  /** Time of the next attempt, while pending. */
  nextAt: z.nullable(Instant),
  lastTry: z.nullable(WebhookTry),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const WebhookDeliveryDetail = z.extend(WebhookDelivery, {
  /** The exact request body. */
  body: z.string(),
  /** Newest first; at most twenty. */
  attempts: z.array(WebhookTry),
})
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>

export const Webhook = z.object({
  id: Uuid,
  role: WebhookRole,
  address: z.string(),
  events: z.array(WebhookEvent),
  state: WebhookState,
  createdAt: Instant,
  succeededAt: z.nullable(Instant),
  failingSince: z.nullable(Instant),
  /** Problem of the last attempt, in words; null on success, or without attempts. */
  problem: z.nullable(z.string()),
  /** The former secret also signs until then. */
  formerUntil: z.nullable(Instant),
  /** Number of pending messages. */
  waiting: z.int(),
})
export type Webhook = z.output<typeof Webhook>

/** Switched off by its owner or by Kalli: nothing is sent to it. */
export const isWebhookOff = ({ state }: Pick<Webhook, 'state'>) =>
  state === 'off' || state === 'gone' || state === 'given_up'

/** The only reply with the secret. */
const WithSecret = z.object({ webhook: Webhook, secret: z.string() })

const Address = z.string().check(z.trim(), z.minLength(10), z.maxLength(2000))
const Events = z.array(WebhookEvent).check(z.minLength(1), z.maxLength(40))
const One = z.object({ id: Uuid })

export const webhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List own webhooks with their state',
  access: 'account',
  reply: z.array(Webhook),
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Create a webhook; its secret is in this reply only',
  access: 'account',
  body: z.object({ role: WebhookRole, address: Address, events: Events }),
  reply: WithSecret,
  status: 201,
  limit: 'codes',
  refusals: ['confirm_identity', 'forbidden', 'webhook_address', 'webhook_saved_already', 'webhooks_full'],
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  summary:
    'Change events or address of a webhook, or switch it off and on; missed events are in its log as failed',
  access: 'account',
  params: One,
  body: z.object({
    events: z.optional(Events),
    address: z.optional(Address),
    isOn: z.optional(z.boolean()),
  }),
  reply: Webhook,
  refusals: ['not_found', 'confirm_identity', 'webhook_address', 'webhook_saved_already'],
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  summary: 'Rotate the secret of a webhook, shown once; the former signs too for a day',
  access: 'account',
  params: One,
  reply: WithSecret,
  limit: 'codes',
  refusals: ['confirm_identity', 'not_found'],
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Delete a webhook and its log',
  access: 'account',
  params: One,
  reply: Done,
  refusals: ['not_found'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Send a test event now',
  access: 'account',
  params: One,
  reply: WebhookDeliveryDetail,
  limit: 'codes',
  refusals: ['not_found', 'webhook_off'],
})

export const webhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'List deliveries of a webhook, newest first',
  access: 'account',
  params: One,
  query: z.object({ ...PageQuery, state: z.optional(WebhookMessageState) }),
  reply: z.array(WebhookDelivery),
  refusals: ['not_found'],
})

const OneDelivery = z.object({ id: Uuid, delivery: Uuid })

export const webhookDelivery = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries/:delivery',
  summary: 'Get a delivery with its request and response',
  access: 'account',
  params: OneDelivery,
  reply: WebhookDeliveryDetail,
  refusals: ['not_found'],
})

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:delivery/replay',
  summary: 'Send a delivery again now, under the same id',
  access: 'account',
  params: OneDelivery,
  reply: WebhookDeliveryDetail,
  limit: 'codes',
  refusals: ['not_found', 'webhook_off'],
})

export const replayWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/replay',
  summary:
    'Send again, in their order and under their ids, the messages that failed since a moment: the oldest thousand',
  access: 'account',
  params: One,
  body: z.object({ since: Instant }),
  reply: z.object({
    /** Number of messages that wait to be sent now. */
    resending: z.int(),
    /** Number of failed ones beyond them: call again for the next. */
    left: z.int(),
  }),
  limit: 'codes',
  refusals: ['not_found', 'webhook_off'],
})
