/** An appointment that a professional proposes to a client. */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { FurtherVisit } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, LongText, Text, TypedAddress, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Maximum wait for the client's answer, never into the last two hours before the start (product.md §3). */
export const appointmentWait = { maxHours: 24, beforeStartHours: 2 } as const

/** An appointment whose client has not answered yet. */
export const ProposedAppointment = z.object({
  id: Uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** Masked address to which the link was sent. */
  sentTo: z.string(),
  /** The client accepted and is paying. */
  accepted: z.boolean(),
  service: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  place: z.string(),
  totalCents: z.int(),
  /** For a series: the other visits that need the same acceptance. */
  further: z.array(FurtherVisit),
  expiresAt: Instant,
  /** Where development shows what was sent. */
  outbox: z.nullable(z.string()),
})
export type ProposedAppointment = z.output<typeof ProposedAppointment>

export const proposeAppointment = endpoint({
  method: 'POST',
  path: '/api/professional/appointments',
  summary: 'Hold an own slot for a client, who accepts and pays by the link in the message',
  access: 'professional',
  body: z.object({
    /** For one of the professional's services, from `GET /api/slots`. */
    slotToken: z.string().check(z.maxLength(2000)),
    contact: z.object({
      firstName: Text(80),
      lastName: z._default(LongText(80), ''),
      /** One of the two; the message goes to the e-mail if both are given. */
      email: z._default(z.nullable(Email), null),
      phone: z._default(z.nullable(TypedAddress(30)), null),
    }),
    note: z._default(LongText(300), ''),
  }),
  reply: ProposedAppointment,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'invalid_input',
    'not_found',
    'slot_taken',
    'slot_not_available',
    'option_needed',
    'slot_token_invalid',
    'price_changed',
    'too_late_to_ask',
    'too_many_holds',
    'sms_unavailable',
    'invalid_phone',
    'busy',
    'own_booking',
  ],
})

export const proposedAppointments = endpoint({
  method: 'GET',
  path: '/api/professional/appointments',
  summary: 'List own proposals that await their client, most urgent first',
  access: 'professional',
  reply: z.array(ProposedAppointment),
})

export const withdrawAppointment = endpoint({
  method: 'DELETE',
  path: '/api/professional/appointments/:id',
  summary: 'Withdraw a proposal that awaits its client',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found', 'move_not_allowed'],
})
