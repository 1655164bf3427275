/**
 * Answers by a link (product.md §7, `/bookings/{token}/accept`): its recipient reads what is proposed, and accepts, declines, or proposes
 * another time. Reading changes nothing.
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
  /** Said yes, not paid yet: the same person may go on. */
  'accepted',
  'paying',
  'done',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  /** It was changed another way since: the booking itself shows how. */
  'changed',
])
export type LinkState = z.output<typeof LinkState>

/** An appointment that a professional made, a time that opened for who waited for one, another place since a host cancelled, or an hour that a client chose by message. */
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
  /** What of it a card pays today and when the visit is over (contract/service/upfront.ts); null: all of it today, or there is no quote. */
  upfront: z.nullable(z.object({ nowCents: z.int(), laterCents: z.int() })),
  /** Of a series: what else the yes is to, while it waits. `runs`: these make it longer, and its card pays them in their time. */
  series: z.nullable(z.object({ runs: z.boolean(), firstId: Uuid, further: z.array(FurtherVisit) })),
  /** Another place: which was agreed, how far the new one is from it, and its area on a map. */
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
  /** It is paid by a reference, until then: no bank answers before. */
  payBy: z.nullable(Instant),
  /**
   * Once it is answered: where it is read, changed and paid, for who is known to be its client: on this browser, by their account, or
   * because the address of the link is theirs (then by `t`). A link may be passed on: null for anybody else.
   */
  page: z.nullable(z.object({ id: Uuid, t: z.optional(z.string()) })),
  /** A code goes there before anything is paid; null: this browser has shown that it is theirs. */
  code: z.nullable(z.object({ channel: z.enum(['email', 'sms']), to: z.string() })),
})
export type BookingLink = z.output<typeof BookingLink>

export const bookingLink = endpoint({
  method: 'GET',
  path: '/api/booking-tokens/:token',
  summary: 'What a link proposes, and how it stands; reading changes nothing',
  access: 'anyone',
  params: LinkToken,
  reply: BookingLink,
  limit: 'slots',
  refusals: ['not_found'],
})

export const linkSlots = endpoint({
  method: 'GET',
  path: '/api/booking-tokens/:token/slots',
  summary: 'Other times of the same service, while the link waits for an answer',
  access: 'anyone',
  params: LinkToken,
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: Slots,
  limit: 'slots',
  refusals: ['not_found', 'invalid_input', 'link_over'],
})

export const sendLinkCode = endpoint({
  method: 'POST',
  path: '/api/booking-tokens/:token/code',
  summary: 'A code to the address that the link went to',
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

/** The time is this browser's to pay; with what was said of the client, to be seen and corrected, once it is shown to be theirs. */
const Onwards = z.object({
  /** Of another place, and of a series made longer, the visit itself: there is nothing to pay today. */
  hold: Uuid,
  /** Null: the address of the link has not been confirmed. */
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
  summary:
    'Say yes: the held time is theirs to pay on this browser; of a series all dates but those left out',
  access: 'anyone',
  params: LinkToken,
  body: z.object({
    code: z._default(LongText(20), ''),
    /** Dates of a series that do not suit: free again. Its first is what is paid now, so it stays, unless the series runs already. */
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
  summary: 'Another hour instead: the first is free again, the other is held for this browser',
  access: 'anyone',
  params: LinkToken,
  body: z.object({ slotToken: z.string().check(z.maxLength(2000)) }),
  reply: Onwards,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'not_found',
    'link_over',
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
  summary: 'Say no: the hour is free again',
  access: 'anyone',
  params: LinkToken,
  reply: Done,
  idempotent: true,
  limit: 'holds',
  refusals: ['not_found', 'link_over', 'move_not_allowed'],
})
