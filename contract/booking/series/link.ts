/**
 * Answers by a link (product.md §7, `/bookings/{token}/accept`): its recipient reads what is proposed, and accepts,
 * declines, or proposes another time. Reading changes nothing.
 */
import * as z from 'zod/mini'
import { Slots } from '#contract/availability/availability.ts'
import { BookingPolicy, FurtherVisit, Quote } from '#contract/booking/parts.ts'
import { Hold } from '#contract/booking/hold.ts'
import { Person } from '#contract/account/companion.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { seriesVisits } from '#contract/booking/series/series.ts'
import { Done, Id, Instant, LocalDate, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'

const LinkToken = z.object({ token: z.string().check(z.minLength(20), z.maxLength(400)) })

export const LinkState = z.enum([
  'open',
  /** Accepted, and another party has not answered yet. */
  'waiting',
  /** Accepted, not paid yet: the same person may continue. */
  'accepted',
  'paying',
  'done',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  /** Changed in another way since: the booking itself shows how. */
  'changed',
])
export type LinkState = z.output<typeof LinkState>

/** An appointment by a professional, a waitlist offer, another place after a host cancelled, or an hour chosen by message. */
export const LinkKind = z.enum(['appointment', 'waitlist', 'rescue', 'chat'])

/** First names, the area of the place, and the money: no more than a stranger with the link may know. */
export const BookingLink = z.object({
  kind: LinkKind,
  state: LinkState,
  firstName: z.string(),
  from: z.object({ firstName: z.string(), businessName: z.nullable(z.string()) }),
  note: z.string(),
  expiresAt: Instant,
  service: z.object({ id: Id, name: z.string(), durationMinutes: z.int() }),
  /** The other services of the visit, and the number of people: a search for another hour covers all of it. No names. */
  whole: z.object({
    moreServices: z.array(Id),
    addOns: z.array(z.object({ serviceId: Id, id: Id, person: Person })),
    people: z.nullable(z.array(z.object({ services: z.array(z.object({ id: Id })) }))),
  }),
  professional: Hold.shape.professional,
  place: Hold.shape.place,
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  policy: BookingPolicy,
  quote: z.nullable(Quote),
  /** What a card pays today and after the visit (contract/service/upfront.ts); null: all of it today, or there is no quote. */
  upfront: z.nullable(z.object({ nowCents: z.int(), laterCents: z.int() })),
  /** For a series: the other dates of the same acceptance. `runs`: they extend a running series, whose card pays them when due. */
  series: z.nullable(z.object({ runs: z.boolean(), firstId: Uuid, further: z.array(FurtherVisit) })),
  /** For a rescue: the agreed place, the distance to the new one, and its area on a map. */
  rescue: z.nullable(
    z.object({
      fromPlace: z.string(),
      ownBusiness: z.boolean(),
      meters: z.int(),
      walkingMinutes: z.int(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  /** Deadline for paying by reference: no bank replies before. */
  payBy: z.nullable(Instant),
  /**
   * Once answered: the page of the booking, if the viewer is known to be its client: by this browser, by their account,
   * or because the address of the link is theirs (then by `t`). A link may be passed on: null for anyone else.
   */
  page: z.nullable(z.object({ id: Uuid, t: z.optional(z.string()) })),
  /** A code is sent there before payment; null: this browser has already confirmed the address. */
  code: z.nullable(z.object({ channel: z.enum(['email', 'sms']), to: z.string() })),
})
export type BookingLink = z.output<typeof BookingLink>

export const bookingLink = endpoint({
  method: 'GET',
  path: '/api/booking-tokens/:token',
  summary: 'Get what a link proposes, with its status; changes nothing',
  access: 'anyone',
  params: LinkToken,
  reply: BookingLink,
  limit: 'slots',
  refusals: ['not_found'],
})

export const linkSlots = endpoint({
  method: 'GET',
  path: '/api/booking-tokens/:token/slots',
  summary: 'List other slots of the same service while the link awaits an answer',
  access: 'anyone',
  params: LinkToken,
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: Slots,
  limit: 'slots',
  refusals: ['not_found', 'invalid_input', 'link_over', 'contact_unconfirmed'],
})

export const sendLinkCode = endpoint({
  method: 'POST',
  path: '/api/booking-tokens/:token/code',
  summary: 'Send a code to the address that the link was sent to',
  access: 'anyone',
  params: LinkToken,
  reply: z.object({
    /** Nothing to enter. */
    confirmed: z.boolean(),
    resendInSeconds: z.int(),
    outbox: z.nullable(z.string()),
  }),
  idempotent: true,
  limit: 'codes',
  refusals: ['not_found', 'link_over', 'code_too_soon', 'too_many_codes', 'too_many_requests'],
})

/** The browser may pay for the time; with the client's data, to be checked and corrected, once the address is confirmed. */
const Onwards = z.object({
  /** For another place, or a longer series, the visit itself: nothing is paid today. */
  hold: Uuid,
  /** Null if the address of the link has not been confirmed. */
  contact: z.nullable(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  ),
})

export const acceptLink = endpoint({
  method: 'POST',
  path: '/api/booking-tokens/:token/accept',
  summary: 'Accept a proposal: the hold can be paid on this browser; of a series all dates but the excluded',
  access: 'anyone',
  params: LinkToken,
  body: z.object({
    code: z._default(LongText(20), ''),
    /** Dates of a series to release. The first cannot be, as it is what is paid now, unless the series already runs. */
    without: z._default(z.array(Uuid).check(z.maxLength(seriesVisits.most)), []),
  }),
  reply: Onwards,
  idempotent: true,
  limit: 'codes',
  refusals: [
    'not_found',
    'invalid_input',
    'link_over',
    'contact_unconfirmed',
    'code_wrong',
    'code_used_up',
    'code_expired',
    'too_many_holds',
    'too_many_requests',
    'slot_taken',
    'slot_not_available',
    'option_needed',
    'move_not_allowed',
    'client_busy',
    'payment_in_progress',
  ],
})

export const counterLink = endpoint({
  method: 'POST',
  path: '/api/booking-tokens/:token/counter',
  summary: 'Choose another slot instead: the first is released, the other is held for this browser',
  access: 'anyone',
  params: LinkToken,
  body: z.object({ slotToken: z.string().check(z.maxLength(2000)) }),
  reply: Onwards,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'not_found',
    'link_over',
    'contact_unconfirmed',
    'slot_taken',
    'slot_not_available',
    'option_needed',
    'slot_token_invalid',
    'price_changed',
    'client_busy',
    'too_many_holds',
    'busy',
    'own_booking',
  ],
})

export const declineLink = endpoint({
  method: 'POST',
  path: '/api/booking-tokens/:token/decline',
  summary: 'Decline a proposal; the time is free again',
  access: 'anyone',
  params: LinkToken,
  reply: Done,
  idempotent: true,
  limit: 'holds',
  refusals: ['not_found', 'link_over', 'move_not_allowed'],
})
