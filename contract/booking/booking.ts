import * as z from 'zod/mini'
import { Modality } from '#contract/service/setting.ts'
import { SeatClass } from '#contract/booking/class-count.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { CancelReason } from '#contract/booking/cancel-reason.ts'
import { AddOn, AddOnRef, mostAddOnsOfVisit } from '#contract/service/add-on.ts'
import { Companions, Person, VisitPerson } from '#contract/account/companion.ts'
import { Email } from '#contract/account/account.ts'
import { Invoice, InvoiceData } from '#contract/payment/invoice.ts'
import { ByPosition, Position } from '#contract/places/position.ts'
import { PaymentMethod, PaymentView, Receipt, VoucherMethod } from '#contract/payment/payment.ts'
import { mostOfAnyTipCents, TipChoice } from '#contract/booking/tip-limits.ts'
import {
  Done,
  Id,
  Instant,
  LocalDate,
  LongText,
  PageQuery,
  Text,
  TypedAddress,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'
import { UsedPiece } from '#contract/space/used-piece.ts'

export const BookingStatus = z.enum([
  'held',
  'awaiting_payment',
  'requested',
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
  'expired',
  'declined',
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
  'client_no_show',
  'professional_no_show',
])
export type BookingStatus = z.output<typeof BookingStatus>

/** Nothing more happens to these; they hold no claim on anybody's time. */
export const endedStatuses: readonly BookingStatus[] = [
  'closed',
  'expired',
  'declined',
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
  'client_no_show',
  'professional_no_show',
]

/** A price, explained line by line; what is quoted is what is charged. */
export const Quote = z.object({
  /** `person`: whose part of the visit it is, where several come. */
  lines: z.array(z.object({ label: z.string(), amountCents: z.int(), person: z.optional(Person) })),
  totalCents: z.int(),
  /** Who receives what out of the total, before tax withholding. */
  goesTo: z.array(
    z.object({ to: z.enum(['professional', 'host', 'platform']), label: z.string(), amountCents: z.int() }),
  ),
  expiresAt: Instant,
  hash: z.string(),
})
export type Quote = z.output<typeof Quote>

export const BookingPolicy = z.object({
  tier: z.string(),
  label: z.string(),
  /** One sentence with dates, in the place's wall-clock. */
  text: z.string(),
  freeUntil: Instant,
  lateFeeCents: z.int(),
  noShowFeeCents: z.int(),
})
export type BookingPolicy = z.output<typeof BookingPolicy>

const BookingPlace = z.object({
  spaceId: z.nullable(Id),
  modality: Modality,
  /** Where one meets online; once confirmed, and null where it is sent by message. */
  link: z.nullable(z.string()),
  name: z.string(),
  businessName: z.nullable(z.string()),
  unitName: z.nullable(z.string()),
  neighbourhood: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  /** Only once confirmed; of a home its client's own at any time. */
  address: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** How one gets in, as the house says (contract/space/house-rules.ts); only once confirmed. */
  access: z.nullable(z.enum(['reception', 'host', 'code', 'keys'])),
  /** How one finds the door, in its host's words; only once confirmed. */
  directions: z.nullable(z.string()),
})

const BookingParts = {
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  professional: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.nullable(z.string()),
  }),
  place: BookingPlace,
  policy: BookingPolicy,
}

/** Another date of a series that waits for the same yes and the same card. */
export const FurtherVisit = z.object({ id: Uuid, startsAt: Instant, totalCents: z.int() })

export const Hold = z.object({
  id: Uuid,
  version: z.int(),
  expiresAt: Instant,
  quote: Quote,
  service: z.object({ id: Id, name: z.string(), durationMinutes: z.int() }),
  /** Its professional answers each request themselves: paying asks them, and nothing is charged before they say yes. */
  asksFirst: z.boolean(),
  /** It came by an own link (/book), and goes back there. */
  byOwnLink: z.boolean(),
  /** Its professional or a desk chose it for its client: who looks for another hour does not let go of it by that. */
  proposed: z.boolean(),
  /** The ways to pay without a card for which there is time, and how long the hour would then be held. */
  vouchers: z.array(z.object({ method: VoucherMethod, until: Instant })),
  /** Of a visit of several services: those after the first. */
  moreServices: z.array(Id),
  /** What its professional asks to be filled in (contract/booking/client/intake.ts); null: nothing. */
  forms: z.nullable(z.enum(['pending', 'answered'])),
  /** Of a series that a professional made: what stands with this one once it is paid, each charged in its time from the same card. */
  further: z.array(FurtherVisit),
  /** What may be promised beside the price to who serves: asked of the card once the visit is closed. */
  tip: TipChoice,
  /** By card only a part is paid today, and the rest when the visit is over (contract/service/upfront.ts); null: all of it today. */
  upfront: z.nullable(z.object({ nowCents: z.int(), laterCents: z.int() })),
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

/** Another place for a visit that its host cancelled, as each party may see it. */
const Rescue = z.object({
  /** Not told to the host who cancelled, unless it is their own house. */
  place: z.nullable(
    z.object({
      spaceId: z.nullable(Id),
      name: z.string(),
      unitName: z.nullable(z.string()),
      neighbourhood: z.nullable(z.string()),
      city: z.string(),
      /** Of an area, not of a door: the address comes with the yes. */
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  /** Another unit at the same address. */
  ownHouse: z.boolean(),
  meters: z.int(),
  walkingMinutes: z.int(),
  /** Why the host cancelled, in their words. */
  reason: z.string(),
  expiresAt: Instant,
  waitsFor: z.array(z.enum(['client', 'professional'])),
  /** For the professional: what the place costs them then, and what of the difference the host who cancelled pays. */
  rent: z.nullable(
    z.object({ nowCents: z.int(), thenCents: z.int(), hostPaysCents: z.int(), youPayCents: z.int() }),
  ),
  /** For the host who cancelled: what it costs them either way. */
  costs: z.nullable(z.object({ rescuedCents: z.int(), failedCents: z.int(), isFree: z.boolean() })),
})
export type Rescue = z.output<typeof Rescue>

export const CheckInMethod = z.enum(['client_code', 'station_code', 'position', 'word'])
export type CheckInMethod = z.output<typeof CheckInMethod>

const Delay = z.nullable(z.object({ minutes: z.int(), saidAt: Instant }))
/** Who said last that they come how many minutes late (contract/booking/visit/delay.ts); between the two, never for the host. */
export const Delays = z.object({ client: Delay, professional: Delay })
export type Delays = z.output<typeof Delays>

export const Booking = z.object({
  id: Uuid,
  version: z.int(),
  /** A visit of a client, or hours at a space that a professional rents without one (contract/booking/rent/reservation.ts). */
  kind: z.enum(['visit', 'rent']),
  status: BookingStatus,
  /** Of a rent: no service, and the name of the space. */
  service: z.object({ id: z.nullable(Id), name: z.string(), durationMinutes: z.int() }),
  /** The visit takes place in hours that the professional had rented before: it owes no rent. */
  prepaid: z.boolean(),
  /** It came by an own link (/book) and not by the marketplace. Of no meaning to the client. */
  byOwnLink: z.boolean(),
  ...BookingParts,
  /** Null for the host of a visit: it says parts of a price that is not theirs to know. */
  policy: z.nullable(BookingPolicy),
  /** The host sees the first name only; the professional the phone once confirmed. */
  client: z.nullable(
    z.object({
      firstName: z.string(),
      lastName: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      visits: z.nullable(z.int()),
      /** Of her professional's clients the one (contract/booking/client/own-client.ts), once a visit stood; for nobody else. */
      clientId: z.nullable(Id),
    }),
  ),
  /** An invoice is wanted by who pays; for them, and for who serves once the visit stands. Never for the host. */
  invoice: z.nullable(Invoice),
  /** What the client wrote for who serves them, for these two alone; ways to reach each other are hidden in it until the visit stands. */
  note: z.nullable(z.string()),
  /** Of a seat in a class: how full it is; absent: it is none, and for the host. */
  class: z.optional(SeatClass),
  /** How many people come. */
  persons: z.int(),
  /** Of several: who, and what for, in their order. For the client and the professional, never for the host. */
  people: z.nullable(z.array(VisitPerson)),
  /** Of a visit of several services: those after the first. Never for the host. */
  moreServices: z.array(Id),
  /** What was added to any of them, and to whose. Never for the host. */
  addOns: z.array(z.object({ serviceId: Id, id: Id, person: Person })),
  /** For the client and the professional; the host sees the rent instead. */
  totalCents: z.nullable(z.int()),
  rentCents: z.nullable(z.int()),
  payment: z.nullable(PaymentView),
  holdExpiresAt: z.nullable(Instant),
  /** It was asked for: until when it is answered, and who has not answered yet. */
  request: z.nullable(
    z.object({ respondBy: Instant, waitsFor: z.array(z.enum(['client', 'professional', 'host'])) }),
  ),
  /** It waits for its money, and once that is there somebody answers it. Only the client is told. */
  asksFirst: z.optional(z.boolean()),
  /**
   * While it is asked for, and once it came to nothing: what becomes of what its client paid, in a sentence or two that fit the way
   * they paid. Absent: it stands or stood, or nobody paid; and for the others.
   */
  moneyWords: z.optional(z.string()),
  /** For the client of a confirmed visit that ended: what goes back, and what was never charged. */
  backWords: z.optional(z.string()),
  /** Another hour that somebody proposed; all stays as it is until the others say yes. */
  change: z.nullable(
    z.object({
      by: z.enum(['client', 'professional', 'host']),
      startsAt: Instant,
      endsAt: Instant,
      place: z.string(),
      note: z.string(),
      expiresAt: Instant,
      waitsFor: z.array(z.enum(['client', 'professional', 'host'])),
      /** Of rented hours: what comes back when the new ones cost less. */
      refundCents: z.nullable(z.int()),
      /** And how, to whom, as a part of a sentence for whoever reads it. */
      refundWords: z.nullable(z.string()),
      /** Of rented hours: what the new ones cost by the prices of when it was proposed. Nobody pays more than before. */
      worthCents: z.nullable(z.int()),
      /** Of visits: what it costs its client more or less, and what of the policy's fee beside it; the host sees zero. */
      differenceCents: z.int(),
      feeCents: z.int(),
      /** Its card is asked first, and nobody else yet: only its client sees it. The bank's page, if it wants to be seen. */
      paying: z.nullable(z.object({ actionUrl: z.nullable(z.string()) })),
    }),
  ),
  /** The host cancelled, and another place at the same hour is held until both others say yes (contract/booking/cancellation/rescue.ts). */
  rescue: z.nullable(Rescue),
  /** A problem was reported in which the one who asks has a part (contract/booking/settlement/dispute.ts): is something undecided? */
  dispute: z.nullable(z.object({ isOpen: z.boolean() })),
  /** Which of how many it is where it was repeated (contract/booking/series/series.ts); null: it stands alone, and for the host. */
  series: z.nullable(z.object({ position: z.int(), of: z.int() })),
  /** What the client was asked to fill in (contract/booking/client/intake.ts); null: nothing, and for the host. */
  forms: z.nullable(z.enum(['pending', 'answered'])),
  delays: Delays,
  /** What the client shows on arrival. Only the client sees it. */
  arrivalCode: z.nullable(z.string()),
  checkedInAt: z.nullable(Instant),
  /** How the arrival was registered: by the client's code, the unit's, where who serves was, or their word. */
  checkInMethod: z.nullable(CheckInMethod),
  checkedOutAt: z.nullable(Instant),
  /** Who serves said that they are at the place, before the client came. */
  professionalArrivedAt: z.nullable(Instant),
  /** How that was registered. */
  professionalArrivalMethod: z.optional(z.nullable(CheckInMethod)),
  /** May an arrival here be registered by where one is (contract/places/position.ts)? For who serves, until it is. */
  byPosition: z.optional(ByPosition),
  /** How long one waits for the other after the hour. */
  toleranceMinutes: z.int(),
  /** What units share and it has to itself; said to professional and host, where there is any. */
  equipment: z.optional(z.array(UsedPiece)),
  /** Registered without a line: when it reached Kalli; the times above are then the device's. */
  checkInReceivedAt: z.nullable(Instant),
  checkOutReceivedAt: z.nullable(Instant),
  /** When it completes by itself; null once it has ended or before it is confirmed. */
  closesAt: z.nullable(Instant),
  professionalArrivalReceivedAt: z.nullable(Instant),
  /** Somebody stayed longer than was booked; for the professional and the host. */
  overtime: z.nullable(
    z.object({
      minutes: z.int(),
      chargedMinutes: z.int(),
      /** The next who comes ended it. */
      cutShort: z.boolean(),
      amountCents: z.int(),
      contestBy: Instant,
    }),
  ),
  /** What the client gave beside the price; for the client and the professional. */
  tip: z.nullable(
    z.object({
      amountCents: z.int(),
      /** `promised` at the checkout, and not asked of the card yet: for the client alone. */
      state: z.enum(['promised', 'asked', 'refused', 'paid', 'returned']),
    }),
  ),
  /** Only a part of the price was paid when it was booked (contract/service/upfront.ts); null: all of it, and for the host. */
  upfront: z.nullable(
    z.object({
      paidCents: z.int(),
      /** What is still to be paid; of a visit that did not take place nothing is. */
      balanceCents: z.int(),
      /** `later`: when the visit is over. `due`: the card said no, or nobody was asked. */
      state: z.enum(['later', 'asked', 'due', 'paid', 'over']),
      /** Of the price, what the client gave their professional by hand. */
      byHandCents: z.int(),
      /** Of what was paid later, what went back. */
      returnedCents: z.int(),
      /** May this side have a card asked now? The reason is what a disabled button says. */
      may: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
      /** May its professional say that they were given it by hand? */
      mayTake: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
      /** The page of the client's bank while it wants to be seen. */
      actionUrl: z.nullable(z.string()),
    }),
  ),
  completedAt: z.nullable(Instant),
  /** Whether this party has left its review. */
  reviewed: z.boolean(),
  /** Who serves is at home at the place: nobody but the client has anything to score. */
  ownPlace: z.boolean(),
  /** Once cancelled: by whom and on which rule; the money is told to the client and the professional. */
  cancellation: z.nullable(
    z.object({
      by: z.enum(['client', 'professional', 'host', 'platform']),
      at: Instant,
      reason: z.string(),
      /** What who ended it wrote for the others, if anything. */
      said: z.nullable(z.string()),
      refundCents: z.nullable(z.int()),
      feeCents: z.nullable(z.int()),
    }),
  ),
  /** It was agreed on, so there is money to be told of line by line. */
  hasReceipt: z.boolean(),
  /** Moves of the person who asks, with the reason of those that are not possible now. */
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
  /** Only right after booking: the link by which a visitor without an account comes back. */
  viewToken: z.optional(z.string()),
})
export type Booking = z.output<typeof Booking>

/** A visitor without an account carries the signed token of the e-mail. */
/** The signed link of whoever booked without an account. */
export const Visitor = z.object({ t: z.optional(z.string().check(z.maxLength(600))) })
export const OneBooking = z.object({ id: Uuid })

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
    addOns: z.array(AddOnRef).check(z.maxLength(mostAddOnsOfVisit)),
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
  summary: 'Who books without an account confirms their e-mail: sends a code there',
  access: 'anyone',
  params: OneBooking,
  body: z.object({ email: Email }),
  reply: z.object({
    /** Nothing to enter: signed in, or confirmed on this browser within the day. */
    confirmed: z.boolean(),
    /** Names the code that was sent; its digits are in the mailbox only. */
    codeId: z.nullable(Uuid),
    resendInSeconds: z.int(),
    /** Where development shows what was sent; null with a real mail server. */
    outbox: z.nullable(z.string()),
  }),
  idempotent: true,
  limit: 'codes',
  refusals: ['not_found', 'code_too_soon', 'too_many_codes', 'too_many_requests'],
})

export const enterContactCode = endpoint({
  method: 'POST',
  path: '/api/holds/:id/contact',
  summary: 'Enter the code: the e-mail is theirs, and what they gave last time comes back',
  access: 'anyone',
  params: OneBooking,
  body: z.object({ email: Email, code: Text(20) }),
  reply: z.object({
    known: z.nullable(z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() })),
  }),
  idempotent: true,
  limit: 'codes',
  refusals: ['not_found', 'code_wrong', 'code_used_up', 'code_expired', 'too_many_requests'],
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

/** What of my credit I was shown to pay (contract/booking/prepaid/wallet.ts); the card, transfer or cash pays the rest. */
const UsedCredit = z._default(z.int().check(z.nonnegative()), 0)

/** Promised beside the price (contract/booking/settlement/tip.ts); none unless said. */
const PromisedTip = z._default(z.int().check(z.nonnegative(), z.maximum(mostOfAnyTipCents)), 0)

/** Letters of what a client writes to who serves them. */
export const mostOfNote = 300

export const book = endpoint({
  method: 'POST',
  path: '/api/bookings',
  summary: 'Contact and payment for a held time',
  access: 'anyone',
  body: z.object({
    holdId: Uuid,
    /** Of the quote that was shown: what is added meanwhile in another tab is not paid unseen. */
    quoteHash: z.optional(z.string().check(z.maxLength(100))),
    contact: z.object({
      firstName: Text(80),
      lastName: Text(80),
      email: Email,
      phone: TypedAddress(30),
      /** An invoice is wanted; who serves issues it. */
      invoice: z.optional(InvoiceData),
      /** What who serves should know beforehand; nobody else reads it. */
      note: z.optional(LongText(mostOfNote)),
    }),
    /** Who comes along (contract/account/companion.ts); of a visit of one person none. */
    companions: z._default(Companions, []),
    /** With minors: who books is the adult who comes along, and stays within reach. */
    adult: z._default(z.boolean(), false),
    payment: z.discriminatedUnion('method', [
      z.object({
        method: z.literal('card'),
        token: z.string().check(z.minLength(4), z.maxLength(200)),
        creditCents: UsedCredit,
        tipCents: PromisedTip,
        /** All of it today, where only a part is asked for (contract/service/upfront.ts). */
        whole: z._default(z.boolean(), false),
        /** For the next time, in the account of who books (contract/payment/kept-card.ts); without one nobody keeps it. */
        keep: z._default(z.boolean(), false),
      }),
      /** A card that I keep, and that is not over. */
      z.object({
        method: z.literal('kept_card'),
        cardId: Uuid,
        creditCents: UsedCredit,
        tipCents: PromisedTip,
        whole: z._default(z.boolean(), false),
      }),
      z.object({ method: VoucherMethod, creditCents: UsedCredit }),
      /** A session of a pack of mine (contract/booking/prepaid/session-pack.ts): nothing is charged. */
      z.object({ method: z.literal('pack'), packId: Uuid }),
    ]),
  }),
  reply: Booking,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'not_found',
    'invalid_phone',
    'hold_expired',
    'quote_changed',
    'account_suspended',
    'contact_unconfirmed',
    'companions_missing',
    'adult_needed',
    'forms_missing',
    'card_declined',
    'card_expired',
    'client_busy',
    'first_visit_only',
    'coupon_once',
    'pack_over',
    'session_pack_short',
    'session_pack_not_here',
    'credit_changed',
    'method_unavailable',
    'amount_not_taken',
    'payment_in_progress',
    'busy',
    'own_booking',
  ],
})

export const setInvoice = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/invoice',
  summary: 'What the invoice of a visit of mine needs, or that none is wanted; until the visit is closed',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ invoice: z.nullable(InvoiceData) }),
  reply: Booking,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed'],
})

export const otherCard = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/card',
  summary: 'Another card for a visit whose kept card the bank refused',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ token: z.string().check(z.minLength(4), z.maxLength(200)) }),
  reply: Booking,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'card_declined', 'payment_in_progress'],
})

export const bookings = endpoint({
  method: 'GET',
  path: '/api/bookings',
  summary: 'My bookings in one of my roles, soonest first (past ones latest first)',
  access: 'account',
  query: z.object({
    role: z.enum(['client', 'professional', 'host']),
    /** `to_close`: its hour has passed and something of it is left to do, its unpaid rest as well. */
    tab: z._default(z.enum(['upcoming', 'waiting', 'to_close', 'past', 'today', 'day']), 'upcoming'),
    /** With tab=day: the wall-clock date at the place. */
    date: z.optional(LocalDate),
    ...PageQuery,
  }),
  reply: z.array(Booking),
  refusals: ['role_not_available'],
})

export const booking = endpoint({
  method: 'GET',
  path: '/api/bookings/:id',
  summary: 'One booking, for its parties',
  access: 'anyone',
  params: OneBooking,
  query: z.extend(Visitor, { as: z.optional(z.enum(['client', 'professional', 'host'])) }),
  reply: Booking,
  refusals: ['not_found'],
})

/** By the device's clock, of what was registered while it had no line. */
export const DeviceTime = z.optional(Instant)

/** What shows that somebody arrived; a code goes before a position. */
export const Proof = { code: z.optional(LongText(20)), position: z.optional(Position), at: DeviceTime }

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/check-in',
  summary:
    'The client arrived: by their code, by the code of the unit, by where the professional is, or by the professional’s word',
  access: 'professional',
  params: OneBooking,
  body: z.object(Proof),
  reply: Booking,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'device_time_ahead',
    'device_time_too_old',
    'absence_said_meanwhile',
    'too_early',
    'wrong_code',
    'too_far',
    'position_unclear',
    'position_unavailable',
    'deposit_needed',
    'deposit_declined',
    'payment_in_progress',
  ],
})

export const checkOut = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/check-out',
  summary: 'The service ended',
  access: 'professional',
  params: OneBooking,
  body: z.object({ at: DeviceTime }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'device_time_ahead', 'device_time_too_old', 'visits_within'],
})

export const confirmAttendance = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/attendance',
  summary: 'The client came, although no arrival was registered: the service ended',
  access: 'professional',
  params: OneBooking,
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed'],
})

export const complete = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/complete',
  summary: 'The client closes the service: the money is split',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'payment_in_progress'],
})

export const CancelQuote = z.object({
  /** What comes back to whoever paid; null for the host of a visit: all of it does, and how much that is is not theirs to know. */
  refundCents: z.nullable(z.int()),
  /** What the client pays all the same. */
  feeCents: z.int(),
  /** What of it the client's own credit had paid: it is credit again. */
  creditBackCents: z.int(),
  /** By which way what is no credit goes back. */
  paidBy: PaymentMethod,
  lines: z.array(z.object({ label: z.string(), amountCents: z.int() })),
  /** Of what is only asked for, instead of the lines: what becomes of its client's money, which a card may not have paid yet. */
  moneyWords: z.optional(z.string()),
  /** Which rule decided, in one sentence. */
  reason: z.string(),
  /** It counts against the one who cancels (contract/booking/client/reliability.ts). */
  isStrike: z.boolean(),
  /** For a host: another place is looked for first. The lines above are what it costs if that fails. */
  rescue: z.nullable(
    z.object({
      /** `later`: it is looked for when they cancel, at no more than `mostCents`. */
      search: z.enum(['found', 'none', 'later']),
      meters: z.nullable(z.int()),
      ownHouse: z.boolean(),
      /** What the host pays at most of a dearer rent, if the visit takes place there. */
      mostCents: z.int(),
      answerBy: z.nullable(Instant),
      /** It fails for nothing: once in half a year. */
      isFree: z.boolean(),
    }),
  ),
  expiresAt: Instant,
  token: z.string(),
})
export type CancelQuote = z.output<typeof CancelQuote>

export const cancelQuote = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancel-quote',
  summary: 'What cancelling now would cost; stands ten minutes',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ as: z.enum(['client', 'professional', 'host']) }),
  reply: CancelQuote,
  refusals: ['not_found', 'move_not_allowed', 'visits_within'],
})

export const cancel = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancel',
  summary: 'Cancel on the terms of a quote',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    quoteToken: z.string().check(z.maxLength(2000)),
    /** A professional and a host say why, by this or by words; a client need not. */
    why: z.optional(CancelReason),
    reason: z._default(LongText(300), ''),
  }),
  reply: Booking,
  idempotent: true,
  refusals: [
    'not_found',
    'move_not_allowed',
    'quote_expired',
    'quote_changed',
    'visits_within',
    'invalid_input',
  ],
})

export const receipt = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/receipt',
  summary: 'Every centavo of the party who asks',
  access: 'anyone',
  params: OneBooking,
  query: z.object({
    t: z.optional(z.string().check(z.maxLength(600))),
    as: z.optional(z.enum(['client', 'professional', 'host'])),
  }),
  reply: Receipt,
  refusals: ['not_found'],
})

/** The host's day: use and income of each unit. */
export const HostDay = z.object({
  date: LocalDate,
  spaces: z.array(
    z.object({
      spaceId: Id,
      name: z.string(),
      zone: Zone,
      openMinutes: z.int(),
      units: z.array(
        z.object({
          unitId: Id,
          name: z.string(),
          /** Without the hours in which it was kept for somebody of the house who had no visit. */
          openMinutes: z.int(),
          bookedMinutes: z.int(),
          usedMinutes: z.int(),
          incomeCents: z.int(),
          bookings: z.array(Booking),
        }),
      ),
    }),
  ),
  totals: z.object({
    bookedMinutes: z.int(),
    usedMinutes: z.int(),
    openMinutes: z.int(),
    /** Rent of the day less the platform's share, whether already settled or not. */
    expectedCents: z.int(),
    settledCents: z.int(),
  }),
})
export type HostDay = z.output<typeof HostDay>

export const hostDay = endpoint({
  method: 'GET',
  path: '/api/host/day',
  summary: 'Use and income of my spaces on one date',
  access: 'host',
  query: z.object({ date: LocalDate }),
  reply: HostDay,
})

/** The professional's day in figures. */
export const professionalDay = endpoint({
  method: 'GET',
  path: '/api/professional/day',
  summary: 'My appointments of one date and what they earn',
  access: 'professional',
  query: z.object({ date: LocalDate }),
  reply: z.object({
    date: LocalDate,
    zone: Zone,
    bookings: z.array(Booking),
    expectedCents: z.int(),
    settledCents: z.int(),
  }),
})
