/** The team's day: working hours of members, and what a member may do with the host's bookings. */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { CancelQuote } from '#contract/booking/cancellation.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LocalDate, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { OneMember } from '#contract/team/team.ts'

/** Bookings of one day of the business, as far as the member may see them. */
export const BusinessDay = z.object({
  date: LocalDate,
  zone: Zone,
  bookings: z.array(
    z.object({
      id: Uuid,
      /** Rents have no client. */
      kind: z.enum(['visit', 'rent']),
      startsAt: Instant,
      endsAt: Instant,
      status: BookingStatus,
      unitName: z.nullable(z.string()),
      professionalName: z.string(),
      /** The only client data shown, unless the service belongs to the business. */
      clientFirstName: z.nullable(z.string()),
      clientContact: z.nullable(z.object({ lastName: z.string(), phone: z.string() })),
      serviceName: z.string(),
      isMine: z.boolean(),
      /** Whether the viewer may cancel it on behalf of the business, with the reason if not; null without that permission. */
      cancel: z.nullable(z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) })),
    }),
  ),
})
export type BusinessDay = z.output<typeof BusinessDay>

export const businessDay = endpoint({
  method: 'GET',
  path: '/api/team/:id/day',
  summary: "List a day's appointments of a business, as far as the member may see",
  access: 'account',
  params: OneMember,
  query: z.object({ date: LocalDate }),
  reply: BusinessDay,
  refusals: ['not_found', 'member_may_not'],
})

export const teamDay = endpoint({
  method: 'GET',
  path: '/api/host/team/day',
  summary: "List a day's appointments at an own space, with only permitted data of clients",
  access: 'host',
  query: z.object({ space: Id, date: LocalDate }),
  reply: BusinessDay,
  refusals: ['not_found'],
})

export const businessCancelQuote = endpoint({
  method: 'POST',
  path: '/api/team/:id/bookings/:booking/cancel-quote',
  summary: 'Quote a cancellation by the business',
  access: 'account',
  params: z.object({ id: Id, booking: Uuid }),
  reply: CancelQuote,
  refusals: ['not_found', 'member_may_not', 'move_not_allowed'],
})

export const businessCancel = endpoint({
  method: 'POST',
  path: '/api/team/:id/bookings/:booking/cancel',
  summary: 'Cancel by the business on the terms of a quote',
  access: 'account',
  params: z.object({ id: Id, booking: Uuid }),
  body: z.object({ quoteToken: z.string().check(z.maxLength(2000)), reason: Text(300) }),
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'member_may_not', 'move_not_allowed', 'quote_expired', 'quote_changed'],
})

export const businessReport = endpoint({
  method: 'GET',
  path: '/api/team/:id/report',
  summary: 'Get use and rent of a business between two dates, by unit',
  access: 'account',
  params: OneMember,
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: z.object({
    bookings: z.int(),
    minutes: z.int(),
    rentCents: z.int(),
    units: z.array(z.object({ name: z.string(), bookings: z.int(), minutes: z.int(), rentCents: z.int() })),
  }),
  refusals: ['not_found', 'member_may_not', 'invalid_input'],
})
