/**
 * Who booked without an account finds their visits again: a code to the telephone or the mailbox that they gave, and for a day this
 * browser shows what was booked with it, each with its signed link. The same answer whether anybody booked with it or not.
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
  summary: 'A code to the telephone or e-mail with which somebody booked without an account',
  access: 'anyone',
  body: z.object({ address: Address, ...BySms }),
  reply: z.object({
    resendInSeconds: z.int(),
    /** By what it is sent, if anybody booked with it. */
    sentBy: SentBy,
    /** Where development shows what was sent; null with a real provider. */
    outbox: z.nullable(z.string()),
  }),
  idempotent: true,
  limit: 'codes',
  refusals: ['invalid_phone', 'sms_unavailable', 'too_many_requests'],
})

export const enterGuestCode = endpoint({
  method: 'POST',
  path: '/api/guest/enter',
  summary: 'Enter the code: this browser sees those visits for a day',
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
  summary: 'This browser forgets whose visits it showed',
  access: 'anyone',
  reply: Done,
})

export type GuestTab = 'upcoming' | 'waiting' | 'past'

export const guestBookings = endpoint({
  method: 'GET',
  path: '/api/guest/bookings',
  summary: 'Visits of the telephones and mailboxes that this browser has confirmed within the day',
  access: 'anyone',
  query: z.object({
    tab: z._default(z.enum(['upcoming', 'waiting', 'past']), 'upcoming'),
    /** Of all of that tab, by what its list shows: who, what, where, and the arrival code. */
    q: z._default(LongText(80), ''),
    ...PageQuery,
  }),
  reply: z.object({
    /** Whether any is confirmed. */
    known: z.boolean(),
    /** `t` opens the visit on its own page, where everything can be done with it. */
    visits: z.array(z.object({ booking: Booking, t: z.string() })),
    /** The cursor of those that follow; null: these are all. */
    next: z.nullable(z.string()),
  }),
})
