/** An action prepared by an app for confirmation by its user: the link opens once, until its quote expires (docs/platform/mcp.md). */
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
  /** For a change: the new start. */
  newStartsAt: z.nullable(Instant),
  newPlace: z.nullable(z.string()),
  /** Needs acceptance by the other parties. */
  isProposal: z.boolean(),
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  /** For a cancellation the refund; for a change the amount due, negative for a refund. */
  totalCents: z.int(),
  /** The rule that decided, in one sentence. */
  reason: z.string(),
  expiresAt: Instant,
})
export type Confirmation = z.output<typeof Confirmation>

export const confirmation = endpoint({
  method: 'GET',
  path: '/api/confirmations',
  summary: 'Get what an app prepared for confirmation, with its quote',
  access: 'account',
  query: z.object({ c: Link }),
  reply: Confirmation,
  refusals: ['not_found', 'confirmation_over'],
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/confirmations',
  summary: 'Confirm what an app prepared, on the terms of its quote',
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
