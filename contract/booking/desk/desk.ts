/** The front desk: the host books for a client who is present or calls; the client confirms and pays by a link in an email. */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, LongText, TypedAddress, Uuid } from '#contract/platform/shapes.ts'
import { DeskHold } from '#contract/booking/agenda/timeline.ts'

/** How long the time is held for the client, at most until its start. */
export const deskMinutes = 60

export const deskBook = endpoint({
  method: 'POST',
  path: '/api/host/desk-bookings',
  summary: 'Hold a time at a space for a client, who confirms and pays by the link in the message',
  access: 'host',
  body: z.object({
    slotToken: z.string().check(z.maxLength(2000)),
    /** With a telephone only, the link is sent there. */
    contact: z.object({
      /** May be empty: a client who calls writes it when paying. */
      firstName: z._default(LongText(80), ''),
      lastName: z._default(LongText(80), ''),
      email: z._default(z.union([Email, z.literal('')]), ''),
      phone: TypedAddress(30),
    }),
  }),
  reply: DeskHold,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'invalid_phone',
    'sms_unavailable',
    'too_many_requests',
    'slot_taken',
    'slot_not_available',
    'place_too_small',
    'option_needed',
    'slot_token_invalid',
    'price_changed',
    'too_many_holds',
    'busy',
    'own_booking',
  ],
})

/** Shown until a client who was booked by telephone alone writes their name. */
export const noNameYet = 'Sin nombre'

/** Maximum number of links to telephones per host and day. */
export const deskTextsADay = 40

export const deskClient = endpoint({
  method: 'GET',
  path: '/api/host/desk-clients',
  summary: 'Find a client booked at this desk by telephone; null: none',
  access: 'host',
  query: z.object({ phone: TypedAddress(30) }),
  reply: z.object({ firstName: z.nullable(z.string()), lastName: z.string() }),
  limit: 'slots',
  refusals: ['invalid_input'],
})

export const deskRelease = endpoint({
  method: 'DELETE',
  path: '/api/host/desk-bookings/:id',
  summary: 'Release a hold that awaits its client',
  access: 'host',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found', 'move_not_allowed'],
})

export const takeOver = endpoint({
  method: 'POST',
  path: '/api/holds/:id/take-over',
  summary: 'Take over a desk hold with the link of its message, for payment on this browser',
  access: 'anyone',
  params: z.object({ id: Uuid }),
  body: z.object({ t: z.string().check(z.maxLength(600)) }),
  reply: z.object({
    /** As entered at the desk, for the client to check and correct. */
    contact: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  }),
  idempotent: true,
  limit: 'holds',
  refusals: ['not_found', 'hold_expired', 'too_many_holds'],
})
