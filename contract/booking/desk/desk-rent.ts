/**
 * Walk-in rent: a professional at the host's desk rents hours. The desk enters the professional and the time, sees the
 * price, and holds the hours; the professional pays by a link in an email, like the desk's clients.
 */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LocalDate, SignedToken, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { DeskHold } from '#contract/booking/agenda/timeline.ts'

export const DeskRentQuote = z.object({
  /** As on their public page. */
  professional: z.object({ firstName: z.string(), lastName: z.string() }),
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  lines: z.array(RentLine),
  totalCents: z.int(),
  /** A deposit authorised on arrival, apart from the price. */
  depositCents: z.nullable(z.int()),
  token: z.string(),
})
export type DeskRentQuote = z.output<typeof DeskRentQuote>

export const deskRentQuote = endpoint({
  method: 'POST',
  path: '/api/host/desk-rents/quote',
  summary: 'Quote rented hours at a space for a person at the desk, found by email or telephone',
  access: 'host',
  body: z.object({
    spaceId: Id,
    /** E-mail or phone of their account. */
    contact: Text(160),
    date: LocalDate,
    startMinute: z.int().check(z.minimum(0), z.maximum(1439)),
    minutes: z.int().check(z.minimum(30), z.maximum(1440)),
  }),
  reply: DeskRentQuote,
  limit: 'email',
  refusals: [
    'not_found',
    'no_such_professional',
    'invalid_input',
    'rent_not_allowed',
    'slot_taken',
    'slot_not_available',
  ],
})

export const deskRent = endpoint({
  method: 'POST',
  path: '/api/host/desk-rents',
  summary: 'Hold quoted hours for a person at the desk, who pays by the link in the message or signed in',
  access: 'host',
  body: z.object({ token: SignedToken }),
  reply: DeskHold,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'quote_expired',
    'quote_changed',
    'rent_not_allowed',
    'slot_taken',
    'slot_not_available',
    'too_many_holds',
    'busy',
  ],
})

export const deskCash = endpoint({
  method: 'POST',
  path: '/api/host/desk-rents/:id/cash',
  summary:
    'Record that held hours were paid in cash at the desk: they are confirmed, and the host owes the commission',
  access: 'host',
  params: z.object({ id: Uuid }),
  /** The amount received, which must be the full price. */
  body: z.object({ amountCents: z.int().check(z.positive()) }),
  reply: z.object({
    totalCents: z.int(),
    /** The commission, deducted from the next payout with what was owed before. */
    commissionCents: z.int(),
    owedCents: z.int(),
  }),
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'hold_expired',
    'quote_changed',
    'move_not_allowed',
    'payment_in_progress',
    'cash_closed',
    'slot_taken',
    'slot_not_available',
    'busy',
  ],
})

/** Refunds to pay out by hand, since the payment was by hand. */
export const CashToHandBack = z.object({
  bookingId: Uuid,
  professional: z.string(),
  spaceName: z.string(),
  startsAt: Instant,
  zone: Zone,
  amountCents: z.int(),
})
export type CashToHandBack = z.output<typeof CashToHandBack>

export const deskMoney = endpoint({
  method: 'GET',
  path: '/api/host/desk-cash',
  summary: 'List cash rents whose refund the desk still owes',
  access: 'host',
  reply: z.array(CashToHandBack),
})

export const deskHandBack = endpoint({
  method: 'POST',
  path: '/api/host/desk-rents/:id/hand-back',
  summary: 'Record a cash refund; the person who rented is notified',
  access: 'host',
  params: z.object({ id: Uuid }),
  body: z.object({ amountCents: z.int().check(z.positive()) }),
  reply: Done,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'quote_changed'],
})

export const deskInvite = endpoint({
  method: 'POST',
  path: '/api/host/desk-invites',
  summary: 'Email an invitation to register and rent at this space, once a day',
  access: 'host',
  body: z.object({ spaceId: Id, email: Email }),
  reply: Done,
  idempotent: true,
  limit: 'email',
  refusals: ['not_found'],
})
