/** The content of a message, byte for byte the same in each attempt, and only its reader's data (contract/webhook/event.ts). */
import * as z from 'zod/mini'
import {
  type BookingEvent,
  WebhookMessage,
  type WebhookBooking,
  type WebhookRole,
} from '#contract/webhook/event.ts'
import type { EventName } from '#server/platform/events.ts'

/** The public events are those of server/platform/events.ts, by the same names. */
type Public = z.output<typeof BookingEvent>
export const publicEvents = [
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
] as const satisfies readonly (Public & EventName)[]

/** Written by the trigger (`enqueue_webhook_messages`). */
const Facts = z.discriminatedUnion('isYours', [
  z.object({
    isYours: z.literal(true),
    kind: z.string(),
    status: z.string(),
    source: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    zone: z.string(),
    professionalId: z.int(),
    serviceId: z.nullable(z.int()),
    spaceId: z.nullable(z.int()),
    unitId: z.nullable(z.int()),
    totalCents: z.int(),
    rentCents: z.int(),
  }),
  z.object({ isYours: z.literal(false) }),
])

/** Written by the job of its event (matter-read.ts); the declared schema decides which of it leaves. */
const Matter = z.record(z.string(), z.unknown())

export type Content = {
  event: string
  bookingId: string | null
  /** For subjects that are no booking. */
  about: string | null
  version: number | null
  facts: unknown
  happenedAt: Date
  role: WebhookRole
}

export const bodyOf = ({ event, bookingId, about, version, facts, happenedAt, role }: Content): string => {
  const head = { type: event, timestamp: happenedAt.toISOString() }
  if (about !== null) return written({ ...head, data: { role, ...z.parse(Matter, facts) } })
  if (bookingId === null || version === null) return written({ ...head, data: { role } })
  return written({
    ...head,
    data: { role, booking: bookingFor(role, { id: bookingId, version }, z.parse(Facts, facts)) },
  })
}

/** Parsed like the API's replies, so that undeclared fields never leave. */
const written = (message: object): string => JSON.stringify(z.parse(WebhookMessage, message))

type Version = Pick<WebhookBooking, 'id' | 'version'>

const bookingFor = (role: WebhookRole, version: Version, facts: z.output<typeof Facts>) => {
  if (!facts.isYours) return { ...version, ...facts }
  const { zone, startsAt, endsAt, serviceId, totalCents, ...rest } = facts
  return {
    ...version,
    ...rest,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    timeZone: zone,
    ...(role === 'professional' ? { serviceId, totalCents } : {}),
  }
}
