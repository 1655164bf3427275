/** What an app prepared and its person decides: the link opens once, until its quote is over (docs/platform/mcp.md). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Signed; carries the quote. */
const Link = z.string().check(z.maxLength(6000))

export const Confirmation = z.object({
  act: z.enum(['cancel', 'change']),
  app: z.string(),
  bookingId: Uuid,
  service: z.string(),
  professional: z.string(),
  place: z.string(),
  zone: Zone,
  startsAt: Instant,
  /** Of a change: the hour to which it goes. */
  newStartsAt: z.nullable(Instant),
  newPlace: z.nullable(z.string()),
  /** Others answer first. */
  isProposal: z.boolean(),
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  /** Of a cancellation what comes back; of a change what is due, or comes back below zero. */
  totalCents: z.int(),
  /** Which rule decided, in one sentence. */
  reason: z.string(),
  expiresAt: Instant,
})
export type Confirmation = z.output<typeof Confirmation>

export const confirmation = endpoint({
  method: 'GET',
  path: '/api/confirmations',
  summary: 'What an app prepared for me to confirm, with its quote',
  access: 'account',
  query: z.object({ c: Link }),
  reply: Confirmation,
  refusals: ['not_found', 'confirmation_over'],
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/confirmations',
  summary: 'Do what an app prepared, on the terms of its quote',
  access: 'account',
  body: z.object({ c: Link }),
  reply: z.object({ bookingId: Uuid }),
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'confirmation_over',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'visits_within',
    'slot_taken',
    'slot_not_available',
    'client_busy',
    'margin_guard',
    'invalid_input',
    'change_card_declined',
    'payment_in_progress',
  ],
})
