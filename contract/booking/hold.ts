/** A time held for a client before booking: its quote, contact code, changes and release. */
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
  /** Each request needs acceptance by the professional or, by agreement, the host; nothing is charged before. */
  asksFirst: z.boolean(),
  /** Who must accept, if not the professional alone: the host, or both. */
  answeredBy: z.optional(z.string()),
  /** Started from the professional's own link (/book), and returns there. */
  byOwnLink: z.boolean(),
  /** Chosen for the client by the professional or a desk: looking for another hour does not release it. */
  proposed: z.boolean(),
  /** Payment methods without a card for which there is time, and how long the hour would then be held. */
  vouchers: z.array(z.object({ method: VoucherMethod, until: Instant })),
  /** The services after the first one. */
  moreServices: z.array(Id),
  /** Forms of the professional (contract/booking/client/intake.ts); null if there are none. */
  forms: z.nullable(z.enum(['pending', 'answered'])),
  /** For a series made by a professional: the visits confirmed together with this one, each charged when due to the same card. */
  further: z.array(FurtherVisit),
  /** Tip options at checkout: charged to the card once the visit is closed. */
  tip: TipChoice,
  /** By card only a part is paid today, and the rest after the visit (contract/service/upfront.ts); null: all of it today. */
  upfront: z.nullable(z.object({ nowCents: z.int(), laterCents: z.int() })),
  /** Installments without interest for the full price by credit card, each from an amount; absent: none. */
  installments: z.optional(z.array(MonthsOffered)),
  /** The applied coupon's code; null if none is applied. Absent if the professional offers none. */
  coupon: z.optional(z.nullable(z.string())),
  /** For a seat in a class: how full it is; absent for other bookings. */
  class: z.optional(SeatClass),
  /** Available add-ons, and whether each is added. */
  addOns: z.array(z.extend(AddOn, { serviceId: Id, person: Person, added: z.boolean() })),
  /** People and their services, in order; null for one person. */
  people: z.nullable(z.array(VisitPerson)),
  ...BookingParts,
})
export type Hold = z.output<typeof Hold>

export const hold = endpoint({
  method: 'POST',
  path: '/api/holds',
  summary: 'Hold a slot for ten minutes',
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
  summary: 'Get a hold while it lasts',
  access: 'anyone',
  params: OneBooking,
  reply: Hold,
  refusals: ['not_found', 'hold_expired'],
})

export const changeHold = endpoint({
  method: 'PATCH',
  path: '/api/holds/:id',
  summary: 'Change the extras of a hold: quoted anew; unchanged when the time after it is taken',
  access: 'anyone',
  params: OneBooking,
  body: z.object({
    /** The complete new list. */
    addOns: z.array(AddOnRef).check(z.maxLength(maxAddOnsOfVisit)),
    /** A coupon code as typed; null removes it, absent leaves it unchanged. */
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
  summary: 'Send a code to the contact of a booking without an account',
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
  summary: 'Enter the code: the contact is confirmed, and its saved data are returned',
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
  summary: 'Release a hold',
  access: 'anyone',
  params: OneBooking,
  reply: Done,
  refusals: ['not_found', 'payment_in_progress'],
})
