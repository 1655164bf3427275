import * as z from 'zod/mini'
import { SeatClass } from '#contract/booking/class-count.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Person, VisitPerson } from '#contract/account/companion.ts'
import { InPlaceMethod } from '#contract/payment/in-place.ts'
import { Invoice } from '#contract/payment/invoice.ts'
import { ByPosition } from '#contract/places/position.ts'
import { PaymentView, Receipt } from '#contract/payment/payment.ts'
import { Id, Instant, LocalDate, LongText, PageQuery, Uuid } from '#contract/platform/shapes.ts'
import { UsedEquipmentUnit } from '#contract/space/used-piece.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { BookingParts, BookingPolicy, OneBooking, Visitor } from '#contract/booking/parts.ts'

/** Another place for a visit that its host cancelled, as each party may see it. */
const Rescue = z.object({
  /** Hidden from the host who cancelled, unless it is their own business. */
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
  ownBusiness: z.boolean(),
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
      /**
       * Which of the professional's clients (contract/booking/client/own-client.ts), once a visit was confirmed; for the professional
       * only.
       */
      clientId: z.nullable(Id),
      /** Tags of that card that begin with «Alergia»; absent: none, and for the others. */
      allergies: z.optional(z.array(z.string())),
    }),
  ),
  /** The payer wants an invoice; visible to them, and to the professional once the visit is confirmed. Never to the host. */
  invoice: z.nullable(Invoice),
  /** The client's note to the professional, visible to these two only; contact details are hidden in it until the visit is confirmed. */
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
  /** It was requested: the answer deadline, and who has not answered yet. */
  request: z.nullable(
    z.object({ respondBy: Instant, waitsFor: z.array(z.enum(['client', 'professional', 'host'])) }),
  ),
  /** It awaits payment, after which the other party must answer it. Only shown to the client. */
  asksFirst: z.optional(z.boolean()),
  /** Who answers it, where it is not the professional alone: the place, or the professional with it. */
  answeredBy: z.optional(z.string()),
  /**
   * While it is requested, and once it failed: what happens to the client's payment, in a sentence or two that fit the payment method.
   * Absent: it is or was confirmed, or nothing was paid; and for the others.
   */
  moneyWords: z.optional(z.string()),
  /** For the client of a confirmed visit that ended: what goes back, and what was never charged. */
  backWords: z.optional(z.string()),
  /** Another proposed hour; everything stays unchanged until the others accept. */
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
      /** And how, to whom, as a part of a sentence for the viewer. */
      refundWords: z.nullable(z.string()),
      /** Of rented hours: what the new ones cost by the prices at the time of the proposal. No payer pays more than before. */
      worthCents: z.nullable(z.int()),
      /** Of visits: what it costs its client more or less, and what of the policy's fee beside it; the host sees zero. */
      differenceCents: z.int(),
      feeCents: z.int(),
      /**
       * Its card is charged first, and no other party is notified yet: only its client sees it. The bank's page, if approval is required.
       */
      paying: z.nullable(z.object({ actionUrl: z.nullable(z.string()) })),
    }),
  ),
  /** The host cancelled, and another place at the same hour is held until both others say yes (contract/booking/cancellation/rescue.ts). */
  rescue: z.nullable(Rescue),
  /** A problem was reported in which the one who asks has a part (contract/booking/settlement/dispute.ts): is something undecided? */
  dispute: z.nullable(z.object({ isOpen: z.boolean() })),
  /**
   * Its position and the total where it was repeated (contract/booking/series/series.ts); null: it is a single visit, and for the host.
   */
  series: z.nullable(z.object({ position: z.int(), of: z.int() })),
  /** What the client must fill in (contract/booking/client/intake.ts); null: nothing, and for the host. */
  forms: z.nullable(z.enum(['pending', 'answered'])),
  /**
   * An answer to a question with an alert says more than "no"; which, one reads in the answers. For them only, in a
   * browser, of a visit to come.
   */
  formAlert: z.optional(z.boolean()),
  delays: Delays,
  /** When its client confirmed that they come at this hour; not for the host. */
  comingAt: z.optional(Instant),
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
  equipment: z.optional(z.array(UsedEquipmentUnit)),
  /** Registered offline: when it reached Kalli; the times above are then the device's. */
  checkInReceivedAt: z.nullable(Instant),
  checkOutReceivedAt: z.nullable(Instant),
  /** When it completes by itself; null once it has ended or before it is confirmed. */
  closesAt: z.nullable(Instant),
  professionalArrivalReceivedAt: z.nullable(Instant),
  /** The stay was longer than booked; for the professional and the host. */
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
      /** `promised` at the checkout, and not charged to the card yet: for the client only. */
      state: z.enum(['promised', 'asked', 'refused', 'paid', 'returned']),
    }),
  ),
  /**
   * An appointment of the professional's own agenda: how much of the price its client pays at the place, and how, as the professional said.
   * Null: nothing, and for the host.
   */
  inPlace: z.nullable(z.object({ cents: z.int(), method: InPlaceMethod })),
  /** Only a part of the price was paid when it was booked (contract/service/upfront.ts); null: all of it, and for the host. */
  upfront: z.nullable(
    z.object({
      /** Requested by a link that its professional sends; what is paid at the place is in `inPlace`. */
      byLink: z.boolean(),
      paidCents: z.int(),
      /** What is still to be paid; of a visit that did not take place nothing is. */
      balanceCents: z.int(),
      /** `later`: when the visit is over. `due`: the card was refused, or no card was charged. */
      state: z.enum(['later', 'asked', 'due', 'paid', 'over']),
      /** Of the price, what the client gave their professional by hand. */
      byHandCents: z.int(),
      /** Of what was paid later, what went back. */
      returnedCents: z.int(),
      /** May this side have a card charged now? The reason is what a disabled button says. */
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
  /** The professional works at their own place: only the client has anything to score. */
  ownPlace: z.boolean(),
  /** Once cancelled: by whom and on which rule; the money is shown to the client and the professional. */
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
  /** It was agreed on, so there are amounts to show line by line. */
  hasReceipt: z.boolean(),
  /** Moves of the person who asks, with the reason of those that are not possible now. */
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
  /** Only right after booking: the link by which a visitor without an account comes back. */
  viewToken: z.optional(z.string()),
})
export type Booking = z.output<typeof Booking>

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
    /** Of all of that tab, by what this role reads in it: who, what, where, and a client's own arrival code. */
    q: z._default(LongText(80), ''),
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
