/**
 * Clients without an account find their visits again: a code to their telephone or mailbox shows in this browser, for a
 * day, what was booked with it, each with its signed link. The answer is the same whether or not bookings exist.
 */
import * as z from 'zod/mini'
import { BySms, SentBy } from '#contract/booking/contact-address.ts'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, LongText, PageQuery, Text, TypedAddress } from '#contract/platform/shapes.ts'

const Address = TypedAddress(200, 1)

export const sendGuestCode = endpoint({
  method: 'POST',
  path: '/api/guest/code',
  summary: 'Send a code to the telephone or email of a booking made without an account',
  access: 'anyone',
  body: z.object({ address: Address, ...BySms }),
  reply: z.object({
    resendInSeconds: z.int(),
    /** How the code is sent, if bookings exist. */
    sentBy: SentBy,
    /** Where development shows the message; null with a real provider. */
    outbox: z.nullable(z.string()),
  }),
  idempotent: true,
  limit: 'codes',
  refusals: ['invalid_phone', 'sms_unavailable', 'too_many_requests'],
})

export const enterGuestCode = endpoint({
  method: 'POST',
  path: '/api/guest/enter',
  summary: 'Enter the code; this browser shows those visits for a day',
  access: 'anyone',
  body: z.object({ address: Address, code: Text(20) }),
  reply: Done,
  idempotent: true,
  limit: 'codes',
  refusals: ['code_wrong', 'invalid_phone', 'sms_unavailable', 'too_many_requests'],
})

export const leaveGuest = endpoint({
  method: 'POST',
  path: '/api/guest/leave',
  summary: 'Forget the contacts confirmed on this browser',
  access: 'anyone',
  reply: Done,
})

export type GuestTab = 'upcoming' | 'waiting' | 'past'

export const guestBookings = endpoint({
  method: 'GET',
  path: '/api/guest/bookings',
  summary: 'List the visits of the contacts confirmed on this browser today',
  access: 'anyone',
  query: z.object({
    tab: z._default(z.enum(['upcoming', 'waiting', 'past']), 'upcoming'),
    /** Searches the whole tab by what its list shows: person, service, place, and the arrival code. */
    q: z._default(LongText(80), ''),
    ...PageQuery,
  }),
  reply: z.object({
    /** Whether a contact is confirmed. */
    known: z.boolean(),
    /** `t` opens the visit's own page, where all its moves are available. */
    visits: z.array(z.object({ booking: Booking, t: z.string() })),
    /** Cursor of the next page; null on the last one. */
    next: z.nullable(z.string()),
  }),
})
