/** Messages that Kalli posts to the addresses of other systems, as the section `webhooks`. */
import {
  testEvent,
  WebhookBookingMessage,
  type webhookEvents,
  WebhookTestMessage,
} from '#contract/webhook/event.ts'
import { matterMessages } from '#contract/webhook/matter.ts'
import { webhookAnswerSeconds, webhookRetryHours } from '#contract/webhook/webhook.ts'
import type { Components, Json } from '#server/openapi/components.ts'
import { exampleOf } from '#server/openapi/webhook-examples.ts'

const texts: Readonly<Record<keyof typeof webhookEvents | typeof testEvent, string>> = {
  'booking.requested': 'A booking waits for an answer',
  'booking.confirmed': 'A booking is confirmed',
  'booking.declined': 'A request was declined',
  'booking.expired': 'A request ended without an answer',
  'booking.change_proposed': 'Another hour was proposed',
  'booking.change_ended': 'A proposal ended without a change',
  'booking.changed': 'Its hour, place or unit is another',
  'booking.cancelled': 'A booking was cancelled',
  'booking.checked_in': 'A visit or a rent began',
  'booking.checked_out': 'The use ended',
  'booking.completed': 'It is completed',
  'booking.no_show': 'A party did not come',
  'payment.changed': 'A payment was captured, refunded, or failed',
  'payout.paid': 'A payout left for your account',
  'payout.returned': 'Your bank sent a payout back',
  'rent_charge.changed': 'A fixed rent was charged, paid or returned',
  'tip.changed': 'A tip was paid or returned',
  'deposit.changed': 'A guarantee was held, claimed, answered, kept or released',
  'dispute.changed': 'A problem was reported, answered, decided or closed',
  'invitation.sent': 'An invitation to a space was sent',
  'invitation.moved': 'An invitation was accepted, declined, revoked, or expired',
  'application.changed': 'An application went on',
  'agreement.made': 'An agreement began',
  'agreement.changed': 'An agreement is another',
  'member.changed': 'A team member joined, changed or left',
  'review.published': 'A review can be read',
  'conversation.waits': 'A message was not read within two minutes',
  [testEvent]: 'Sent when its owner asks for it',
}

const header = (name: string, description: string, schema: Json) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

const headers = [
  header('webhook-id', 'The same in each attempt: whoever has seen it ignores it.', {
    type: 'string',
    format: 'uuid',
  }),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970.', { type: 'integer' }),
  header(
    'webhook-signature',
    'One or several, separated by blanks: `v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body` with the secret after `whsec_`.',
    { type: 'string' },
  ),
]

const description = `Signed by Standard Webhooks. Any 2xx within ${webhookAnswerSeconds} seconds is success; 410 switches the address off; everything else is tried again for ${webhookRetryHours} hours. Messages of one booking, and of any other thing, come in order.`

export const webhooksOf = (components: Components): Json =>
  Object.fromEntries(
    Object.entries(texts).map(([event, summary]) => [
      event,
      {
        post: {
          operationId: `webhook_${event.replace('.', '_')}`,
          summary,
          description,
          tags: ['webhooks'],
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(event, components),
                ...(exampleOf(event) === undefined ? {} : { example: exampleOf(event) }),
              },
            },
          },
          responses: { '2XX': { description: 'Taken.' }, '410': { description: 'Send nothing more.' } },
        },
      },
    ]),
  )

const matterOf = (event: string) => matterMessages.find(({ shape }) => shape.type.def.values[0] === event)

const schemaOf = (event: string, components: Components): Json => {
  const matter = event === testEvent ? WebhookTestMessage : matterOf(event)
  return matter !== undefined
    ? components.schemaOf(matter, 'output')
    : {
        allOf: [
          components.schemaOf(WebhookBookingMessage, 'output'),
          { properties: { type: { const: event } } },
        ],
      }
}
