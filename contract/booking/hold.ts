/** A time held for its client until they book it: its quote, its contact code, its changes and its release. */
import * as z from 'zod/mini'
import { SeatClass } from '#contract/booking/class-count.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { AddOn, AddOnRef, maxAddOnsOfVisit } from '#contract/service/add-on.ts'
import { Person, VisitPerson } from '#contract/account/companion.ts'
import { MonthsOffered } from '#contract/payment/installments.ts'
import { BySms, CodeSent, ContactAddress } from '#contract/booking/contact-address.ts'
import { VoucherMethod } from '#contract/payment/payment.ts'
import { TipChoice } from '#contract/booking/tip-limits.ts'
import { Done, Id, Instant, Text, Uuid } from '#contract/platform/shapes.ts'
import { Quote, FurtherVisit, BookingParts, OneBooking } from '#contract/booking/parts.ts'

export const Hold = z.object({
  id: Uuid,
  version: z.int(),
  expiresAt: Instant,
  quote: Quote,
  service: z.object({ id: Id, name: z.string(), durationMinutes: z.int() }),
  /** Its professional, or by agreement the host of the place, answers each request: paying asks them, and nothing is charged before they say yes. */
  asksFirst: z.boolean(),
  /** Who answers, where it is not the professional alone: the place, or the professional with it. */
  answeredBy: z.optional(z.string()),
  /** It came by an own link (/book), and goes back there. */
  byOwnLink: z.boolean(),
  /** The professional or a desk chose it for the client: looking for another hour does not release it. */
  proposed: z.boolean(),
  /** The ways to pay without a card for which there is time, and how long the hour would then be held. */
  vouchers: z.array(z.object({ method: VoucherMethod, until: Instant })),
  /** Of a visit of several services: those after the first. */
  moreServices: z.array(Id),
  /** What its professional asks to be filled in (contract/booking/client/intake.ts); null: nothing. */
  forms: z.nullable(z.enum(['pending', 'answered'])),
  /** Of a series made by a professional: the visits confirmed with this one once it is paid, each charged when due to the same card. */
  further: z.array(FurtherVisit),
  /** What may be promised beside the price to the professional: charged to the card once the visit is closed. */
  tip: TipChoice,
  /** By card only a part is paid today, and the rest when the visit is over (contract/service/upfront.ts); null: all of it today. */
  upfront: z.nullable(z.object({ nowCents: z.int(), laterCents: z.int() })),
  /** In how many months without interest a credit card may pay all of it today, and from which amount; absent: in none. */
  installments: z.optional(z.array(MonthsOffered)),
  /** The word of the one it has; null: none, though there are some. Absent: its professional gives none. */
  coupon: z.optional(z.nullable(z.string())),
  /** Of a seat in a class: how full it is; absent: it is none. */
  class: z.optional(SeatClass),
  /** What is added, and what could be. */
  addOns: z.array(z.extend(AddOn, { serviceId: Id, person: Person, added: z.boolean() })),
  /** Who comes and what for, in their order; null: one person. */
  people: z.nullable(z.array(VisitPerson)),
  ...BookingParts,
})
export type Hold = z.output<typeof Hold>

export const hold = endpoint({
  method: 'POST',
  path: '/api/holds',
  summary: 'Hold a time for ten minutes',
  access: 'anyone',
  body: z.object({ slotToken: z.string().check(z.maxLength(2000)) }),
  reply: Hold,
  status: 201,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'slot_taken',
    'slot_not_available',
    'option_needed',
    'place_too_small',
    'slot_token_invalid',
    'price_changed',
    'too_many_holds',
    'client_busy',
    'busy',
    'own_booking',
  ],
})

export const readHold = endpoint({
  method: 'GET',
  path: '/api/holds/:id',
  summary: 'My hold, while it lasts',
  access: 'anyone',
  params: OneBooking,
  reply: Hold,
  refusals: ['not_found', 'hold_expired'],
})

export const changeHold = endpoint({
  method: 'PATCH',
  path: '/api/holds/:id',
  summary:
    'What is added to a held visit: quoted anew; the hold stays as it was when the time after it is not free',
  access: 'anyone',
  params: OneBooking,
  body: z.object({
    /** All that is added from now on. */
    addOns: z.array(AddOnRef).check(z.maxLength(maxAddOnsOfVisit)),
    /** A coupon's word as it is typed; null takes it off, and unsaid it stays. */
    coupon: z.optional(z.nullable(Text(60))),
    version: z.int(),
  }),
  reply: Hold,
  refusals: [
    'coupon_unknown',
    'coupon_not_here',
    'coupon_not_then',
    'coupon_used_up',
    'coupon_once',
    'coupon_too_much',
    'not_found',
    'hold_expired',
    'payment_in_progress',
    'stale_version',
    'slot_taken',
    'slot_not_available',
    'option_needed',
    'place_too_small',
    'client_busy',
  ],
  limit: 'slots',
})

export const sendContactCode = endpoint({
  method: 'POST',
  path: '/api/holds/:id/contact-code',
  summary: 'Who books without an account confirms their telephone or e-mail: sends a code there',
  access: 'anyone',
  params: OneBooking,
  body: z.extend(ContactAddress, BySms),
  reply: CodeSent,
  idempotent: true,
  limit: 'codes',
  refusals: [
    'not_found',
    'invalid_phone',
    'sms_unavailable',
    'code_too_soon',
    'too_many_codes',
    'too_many_requests',
  ],
})

export const enterContactCode = endpoint({
  method: 'POST',
  path: '/api/holds/:id/contact',
  summary: 'Enter the code: the address is theirs, and what they gave last time comes back',
  access: 'anyone',
  params: OneBooking,
  body: z.extend(ContactAddress, { code: Text(20) }),
  reply: z.object({
    known: z.nullable(z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() })),
  }),
  idempotent: true,
  limit: 'codes',
  refusals: [
    'not_found',
    'invalid_phone',
    'sms_unavailable',
    'code_wrong',
    'code_used_up',
    'code_expired',
    'too_many_requests',
  ],
})

export const releaseHold = endpoint({
  method: 'DELETE',
  path: '/api/holds/:id',
  summary: 'Let go of a held time',
  access: 'anyone',
  params: OneBooking,
  reply: Done,
  refusals: ['not_found', 'payment_in_progress'],
})
