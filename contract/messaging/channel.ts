/** Message channels, and delivery states. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, Text, Uuid } from '#contract/platform/shapes.ts'

/** In the order in which they are tried: free and immediate channels first. */
export const channels = ['push', 'whatsapp', 'sms', 'email'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

/** Minutes to wait for a delivery report before the next channel is tried. */
export const confirmMinutes = { push: 5, whatsapp: 10, sms: 10 } as const

/** Only moves forward from `queued`; `failed` is final, and only possible before delivery. */
export const deliveryStates = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.output<typeof DeliveryState>

/** The exact consent text for WhatsApp; stored with the date. */
export const whatsappSentence =
  'Quiero recibir por WhatsApp los avisos de mis citas de Kalli. Puedo dejar de recibirlos cuando quiera.'

export const maxDevices = 10

const PushDevice = z.object({ id: Uuid, label: z.string(), createdAt: Instant })
export type PushDevice = z.output<typeof PushDevice>

/** Which channels are available to the viewer, and why not. */
export const Reach = z.object({
  phone: z.nullable(z.object({ hint: z.string(), confirmed: z.boolean() })),
  /** `stopped`: this telephone answered BAJA by text message. */
  sms: z.object({ available: z.boolean(), stopped: z.boolean() }),
  /** `since`: date of the consent; null without consent. `number`: the telephone of Kalli to which people write; null if not known. */
  whatsapp: z.object({
    available: z.boolean(),
    since: z.nullable(Instant),
    number: z.nullable(z.string()),
  }),
  push: z.object({
    available: z.boolean(),
    /** The key with which a browser subscribes; null with the local stand-in, which accepts any browser. */
    key: z.nullable(z.string()),
    devices: z.array(PushDevice),
  }),
})
export type Reach = z.output<typeof Reach>

export const reach = endpoint({
  method: 'GET',
  path: '/api/notifications/reach',
  summary: 'Get the channels that reach the viewer: telephone, WhatsApp and browsers',
  access: 'account',
  reply: Reach,
})

export const agreeToWhatsapp = endpoint({
  method: 'PUT',
  path: '/api/notifications/whatsapp',
  summary: 'Give or revoke consent to WhatsApp messages at the confirmed telephone; both are dated',
  access: 'account',
  body: z.object({ agree: z.boolean() }),
  reply: Reach,
  refusals: ['phone_unconfirmed', 'whatsapp_unavailable'],
})

export const addDevice = endpoint({
  method: 'POST',
  path: '/api/notifications/devices',
  summary: 'Add this browser for push notifications; the same browser is the same device',
  access: 'account',
  idempotent: true,
  body: z.object({
    /** As provided by the browser's push service; null with the local stand-in. */
    subscription: z.nullable(
      z.object({
        endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(1000)),
        publicKey: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
        auth: z.string().check(z.regex(/^[\w-]{16,32}={0,2}$/)),
      }),
    ),
    label: Text(80),
  }),
  reply: Reach,
  refusals: ['invalid_input', 'push_unavailable', 'too_many_devices'],
})

export const removeDevice = endpoint({
  method: 'DELETE',
  path: '/api/notifications/devices/:id',
  summary: 'Remove this browser from push notifications',
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found'],
})

const ByLink = z.object({ t: z.optional(z.string()) })

/** The client's consent to WhatsApp messages about this visit. */
const VisitConsent = z.object({
  available: z.boolean(),
  hint: z.string(),
  since: z.nullable(Instant),
})

export const visitConsent = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/whatsapp',
  summary: 'Get whether the client of this booking wants WhatsApp messages about it',
  access: 'anyone',
  params: z.object({ id: Uuid }),
  query: ByLink,
  reply: VisitConsent,
  refusals: ['not_found'],
})

export const agreeForVisit = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/whatsapp',
  summary: 'Give or revoke consent to WhatsApp messages about this booking at its telephone',
  access: 'anyone',
  params: z.object({ id: Uuid }),
  query: ByLink,
  body: z.object({ agree: z.boolean() }),
  reply: VisitConsent,
  refusals: ['not_found', 'whatsapp_unavailable'],
})

export const acknowledge = endpoint({
  method: 'POST',
  path: '/api/messages/acknowledge',
  summary: 'Report that a push notification was shown or opened',
  access: 'anyone',
  body: z.object({ receipt: z.string().check(z.maxLength(400)), how: z.enum(['shown', 'opened']) }),
  reply: Done,
})

/** A message to a client about a booking, with its delivery state. */
export const VisitMessage = z.object({
  bookingId: Uuid,
  event: z.enum([
    'reminder_day',
    'reminder_soon',
    'booking_requested',
    'answer_wanted',
    'booking_voucher',
    'booking_confirmed',
    'booking_changed',
    'delay',
    'booking_cancelled',
  ]),
  channel: Channel,
  state: DeliveryState,
  at: Instant,
})
export type VisitMessage = z.output<typeof VisitMessage>

export const visitMessages = endpoint({
  method: 'GET',
  path: '/api/professional/visit-messages',
  summary: 'List the messages sent to the clients of own bookings, with their delivery status',
  access: 'professional',
  query: z.object({
    /** Up to a hundred comma-separated ids. */
    bookings: z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$/)),
  }),
  reply: z.object({ messages: z.array(VisitMessage) }),
  refusals: ['invalid_input'],
})

export const deliveryMonitor = endpoint({
  method: 'GET',
  path: '/api/admin/deliveries',
  summary: 'Get delivery figures by channel of the last day or week; recipients are masked',
  access: 'admin',
  query: z.object({ span: z._default(z.enum(['day', 'week']), 'day') }),
  reply: z.object({
    channels: z.array(
      z.object({
        channel: Channel,
        available: z.boolean(),
        queued: z.int(),
        sent: z.int(),
        delivered: z.int(),
        read: z.int(),
        failed: z.int(),
      }),
    ),
    /** Messages that wait for their scheduled time or their next attempt. */
    waiting: z.int(),
    /** Of those, overdue by more than five minutes. */
    late: z.int(),
    reasons: z.array(z.object({ channel: Channel, reason: z.string(), count: z.int() })),
    failures: z.array(
      z.object({
        id: Uuid,
        channel: Channel,
        event: z.string(),
        reason: z.string(),
        recipient: z.string(),
        at: Instant,
      }),
    ),
  }),
  refusals: ['invalid_input'],
})
