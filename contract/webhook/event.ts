/** Webhook events (docs/platform/webhooks.md). Names and fields are public: they never change, and fields may only be added. */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'
import { MatterEvent, matterEvents, matterMessages, WebhookRole } from '#contract/webhook/matter.ts'

export { WebhookRole } from '#contract/webhook/matter.ts'

/** Events of bookings and rents, each with its label in Spanish. */
export const bookingEvents = {
  'booking.requested': 'Te piden una reserva',
  'booking.confirmed': 'Se confirma una reserva',
  'booking.declined': 'Se rechaza una solicitud',
  'booking.expired': 'Una solicitud vence sin respuesta',
  'booking.change_proposed': 'Se propone otro horario',
  'booking.change_ended': 'Una propuesta termina sin cambio',
  'booking.changed': 'Cambia la hora, el lugar o la silla',
  'booking.cancelled': 'Se cancela una reserva',
  'booking.checked_in': 'Empieza una visita',
  'booking.checked_out': 'Termina el uso del espacio',
  'booking.completed': 'Se completa una visita',
  'booking.no_show': 'Alguien no llegó',
} as const
export const BookingEvent = z.enum([
  'booking.requested',
  'booking.confirmed',
  'booking.declined',
  'booking.expired',
  'booking.change_proposed',
  'booking.change_ended',
  'booking.changed',
  'booking.cancelled',
  'booking.checked_in',
  'booking.checked_out',
  'booking.completed',
  'booking.no_show',
] satisfies (keyof typeof bookingEvents)[])

/** All events, in display order. */
export const webhookEvents = { ...bookingEvents, ...matterEvents } as const
export const WebhookEvent = z.enum([...BookingEvent.options, ...MatterEvent.options])
export type WebhookEvent = z.output<typeof WebhookEvent>

/** Sent when its owner requests it. */
export const testEvent = 'webhook.test'

/** A booking right after the event, as far as the reader may see it. Ids are those of the API; no names are included. */
const TheirBooking = z.object({
  id: Uuid,
  /** Increases with each change of this booking: identifies duplicates and late messages. */
  version: z.int(),
  isYours: z.literal(true),
  status: BookingStatus,
  kind: z.enum(['visit', 'rent']),
  source: z.enum(['marketplace', 'own_link', 'desk', 'own_agenda']),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: Zone,
  professionalId: Id,
  spaceId: z.nullable(Id),
  unitId: z.nullable(Id),
  rentCents: z.int(),
  /** Only for its professional. */
  serviceId: z.optional(z.nullable(Id)),
  /** Only for its professional: the client's price. */
  totalCents: z.optional(z.int()),
})

/** The booking moved to another host's place. */
const LeftBooking = z.object({ id: Uuid, version: z.int(), isYours: z.literal(false) })

export const WebhookBooking = z.discriminatedUnion('isYours', [TheirBooking, LeftBooking])
export type WebhookBooking = z.output<typeof WebhookBooking>

export const WebhookBookingMessage = z.object({
  type: BookingEvent,
  /** Time of the event, not of sending. */
  timestamp: Instant,
  data: z.object({ role: WebhookRole, booking: WebhookBooking }),
})

export const WebhookTestMessage = z.object({
  type: z.literal(testEvent),
  timestamp: Instant,
  data: z.object({ role: WebhookRole }),
})

export const WebhookMessage = z.discriminatedUnion('type', [
  WebhookBookingMessage,
  ...matterMessages,
  WebhookTestMessage,
])
export type WebhookMessage = z.output<typeof WebhookMessage>
