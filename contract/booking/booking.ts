import * as z from 'zod/mini'
import { SeatClass } from '#contract/booking/class-count.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Person, VisitPerson } from '#contract/account/companion.ts'
import { InPlace } from '#contract/payment/in-place.ts'
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
      /** Coordinates of the area: the exact address is disclosed on acceptance. */
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
  /** For the professional: the new rent, and how much of the difference the host who cancelled pays. */
  rent: z.nullable(
    z.object({ nowCents: z.int(), thenCents: z.int(), hostPaysCents: z.int(), youPayCents: z.int() }),
  ),
  /** For the host who cancelled: their cost if the rescue succeeds and if it fails. */
  costs: z.nullable(z.object({ rescuedCents: z.int(), failedCents: z.int(), isFree: z.boolean() })),
})
export type Rescue = z.output<typeof Rescue>

export const CheckInMethod = z.enum(['client_code', 'station_code', 'position', 'word'])
export type CheckInMethod = z.output<typeof CheckInMethod>

const Delay = z.nullable(z.object({ minutes: z.int(), saidAt: Instant }))
/** The latest announced delays (contract/booking/visit/delay.ts); shared by client and professional, never with the host. */
export const Delays = z.object({ client: Delay, professional: Delay })
export type Delays = z.output<typeof Delays>

export const Booking = z.object({
  id: Uuid,
  version: z.int(),
  /** A visit of a client, or hours at a space that a professional rents without one (contract/booking/rent/reservation.ts). */
  kind: z.enum(['visit', 'rent']),
  status: BookingStatus,
  /** For a rent there is no service; the name is that of the space. */
  service: z.object({ id: z.nullable(Id), name: z.string(), durationMinutes: z.int() }),
  /** The visit takes place in hours that the professional had already rented: it owes no rent. */
  prepaid: z.boolean(),
  /** Booked by the professional's own link (/book), not the marketplace. Not relevant to the client. */
  byOwnLink: z.boolean(),
  ...BookingParts,
  /** Null for the host of a visit: it reveals parts of a price that the host may not see. */
  policy: z.nullable(BookingPolicy),
  /** The host sees the first name only; the professional sees the phone once confirmed. */
  client: z.nullable(
    z.object({
      firstName: z.string(),
      lastName: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      visits: z.nullable(z.int()),
      /**
       * The client card (contract/booking/client/own-client.ts) once a visit was confirmed; for the professional only.
       */
      clientId: z.nullable(Id),
      /** The card's tags that begin with «Alergia»; absent if there are none, and for other viewers. */
      allergies: z.optional(z.array(z.string())),
    }),
  ),
  /** Set if the payer wants an invoice; visible to them, and to the professional once the visit is confirmed. Never to the host. */
  invoice: z.nullable(Invoice),
  /** The client's note to the professional, visible only to them; contact details in it are hidden until the visit is confirmed. */
  note: z.nullable(z.string()),
  /** For a seat in a class: how full the class is. Absent for other bookings, and for the host. */
  class: z.optional(SeatClass),
  /** Number of people. */
  persons: z.int(),
  /** For several people: their names and services, in order. For the client and the professional, never for the host. */
  people: z.nullable(z.array(VisitPerson)),
  /** The services after the first one. Never for the host. */
  moreServices: z.array(Id),
  /** Add-ons of all services, each with its person. Never for the host. */
  addOns: z.array(z.object({ serviceId: Id, id: Id, person: Person })),
  /** For the client and the professional; the host sees the rent instead. */
  totalCents: z.nullable(z.int()),
  rentCents: z.nullable(z.int()),
  payment: z.nullable(PaymentView),
  holdExpiresAt: z.nullable(Instant),
  /** While requested: the deadline, and which parties have not answered yet. */
  request: z.nullable(
    z.object({ respondBy: Instant, waitsFor: z.array(z.enum(['client', 'professional', 'host'])) }),
  ),
  /** Awaits payment, after which the other party must accept. Only shown to the client. */
  asksFirst: z.optional(z.boolean()),
  /** Who must accept, if not the professional alone: the host, or both. */
  answeredBy: z.optional(z.string()),
  /**
   * While it is requested, and once it failed: what happens to the client's payment, in a sentence or two that fit the
   * payment method. Absent once confirmed, if nothing was paid, and for other viewers.
   */
  moneyWords: z.optional(z.string()),
  /** For the client of a confirmed visit that ended: what is refunded, and what was never charged. */
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
      /** For rented hours: the refund if the new hours cost less. */
      refundCents: z.nullable(z.int()),
      /** How and to whom it is refunded, as part of a sentence for the viewer. */
      refundWords: z.nullable(z.string()),
      /** For rented hours: the price of the new hours when proposed. The payer never pays more than before. */
      worthCents: z.nullable(z.int()),
      /** For visits: the price difference for the client, and the policy's fee in it; zero for the host. */
      differenceCents: z.int(),
      feeCents: z.int(),
      /**
       * The card is charged first; until then only the client sees the change. `actionUrl`: the bank's approval page.
       */
      paying: z.nullable(z.object({ actionUrl: z.nullable(z.string()) })),
    }),
  ),
  /** The host cancelled; another place is held until client and professional accept (contract/booking/cancellation/rescue.ts). */
  rescue: z.nullable(Rescue),
  /** Whether a dispute that involves the viewer is open (contract/booking/settlement/dispute.ts); null if there is none. */
  dispute: z.nullable(z.object({ isOpen: z.boolean() })),
  /**
   * Position and total in its series (contract/booking/series/series.ts); null for a single visit, and for the host.
   */
  series: z.nullable(z.object({ position: z.int(), of: z.int() })),
  /** Forms for the client (contract/booking/client/intake.ts); null if there are none, and for the host. */
  forms: z.nullable(z.enum(['pending', 'answered'])),
  /**
   * An answer to a question with an alert is more than "no"; details are in the answers. For the professional only, in
   * a browser, for future visits.
   */
  formAlert: z.optional(z.boolean()),
  delays: Delays,
  /** When the client confirmed attendance; not for the host. */
  comingAt: z.optional(Instant),
  /** Shown by the client on arrival; only the client sees it. */
  arrivalCode: z.nullable(z.string()),
  checkedInAt: z.nullable(Instant),
  /** How the arrival was registered: by the client's code, the unit's, the professional's position, or their word. */
  checkInMethod: z.nullable(CheckInMethod),
  checkedOutAt: z.nullable(Instant),
  /** When the professional registered being at the place, before the client came. */
  professionalArrivedAt: z.nullable(Instant),
  /** How that was registered. */
  professionalArrivalMethod: z.optional(z.nullable(CheckInMethod)),
  /** Whether the professional may register the arrival by position (contract/places/position.ts); absent once registered. */
  byPosition: z.optional(ByPosition),
  /** How long each party waits for the other after the start. */
  toleranceMinutes: z.int(),
  /** Shared equipment that it uses exclusively; for professional and host, if any. */
  equipment: z.optional(z.array(UsedEquipmentUnit)),
  /** If registered offline: when it reached Kalli; the times above are then the device's. */
  checkInReceivedAt: z.nullable(Instant),
  checkOutReceivedAt: z.nullable(Instant),
  /** When it completes automatically; null once it has ended or before it is confirmed. */
  closesAt: z.nullable(Instant),
  professionalArrivalReceivedAt: z.nullable(Instant),
  /** The stay was longer than booked; for the professional and the host. */
  overtime: z.nullable(
    z.object({
      minutes: z.int(),
      chargedMinutes: z.int(),
      /** The next arrival ended it. */
      cutShort: z.boolean(),
      amountCents: z.int(),
      contestBy: Instant,
    }),
  ),
  /** The tip; for the client and the professional. */
  tip: z.nullable(
    z.object({
      amountCents: z.int(),
      /** `promised` at the checkout and not charged yet: for the client only. */
      state: z.enum(['promised', 'asked', 'refused', 'paid', 'returned']),
    }),
  ),
  /**
   * For an own appointment: how much of the price the client pays at the place, and how, as stated by the professional.
   * Null if nothing, and for the host.
   */
  inPlace: z.nullable(InPlace),
  /** If only a part of the price was paid when booking (contract/service/upfront.ts); null if all of it was, and for the host. */
  upfront: z.nullable(
    z.object({
      /** Paid by a link that the professional sends; what is paid at the place is in `inPlace`. */
      byLink: z.boolean(),
      paidCents: z.int(),
      /** The balance due; zero for a visit that did not take place. */
      balanceCents: z.int(),
      /** `later`: after the visit. `due`: the card was refused, or no card was charged. */
      state: z.enum(['later', 'asked', 'due', 'paid', 'over']),
      /** How much of the price the client paid the professional by hand. */
      byHandCents: z.int(),
      /** How much of the later payment was refunded. */
      returnedCents: z.int(),
      /** Whether this side may charge a card now. The reason is the text of the disabled button. */
      may: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
      /** Whether the professional may record a payment by hand. */
      mayTake: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
      /** The bank's page while the client's approval is required. */
      actionUrl: z.nullable(z.string()),
    }),
  ),
  completedAt: z.nullable(Instant),
  /** Whether the viewer has left a review. */
  reviewed: z.boolean(),
  /** The professional works at their own place: only the client can leave a review. */
  ownPlace: z.boolean(),
  /** Once cancelled: by whom and by which rule; the money is shown to the client and the professional. */
  cancellation: z.nullable(
    z.object({
      by: z.enum(['client', 'professional', 'host', 'platform']),
      at: Instant,
      reason: z.string(),
      /** The note that the cancelling party left for the others, if any. */
      said: z.nullable(z.string()),
      refundCents: z.nullable(z.int()),
      feeCents: z.nullable(z.int()),
    }),
  ),
  /** It was confirmed, so there is a receipt. */
  hasReceipt: z.boolean(),
  /** The viewer's moves, with the reason why a move is not possible now. */
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
  /** Only right after booking: the token with which a visitor without an account can return. */
  viewToken: z.optional(z.string()),
})
export type Booking = z.output<typeof Booking>

export const bookings = endpoint({
  method: 'GET',
  path: '/api/bookings',
  summary: 'List own bookings in one role, soonest first (past ones latest first)',
  access: 'account',
  query: z.object({
    role: z.enum(['client', 'professional', 'host']),
    /** `to_close`: its hour has passed and something is left to do, including an unpaid rest. */
    tab: z._default(z.enum(['upcoming', 'waiting', 'to_close', 'past', 'today', 'day']), 'upcoming'),
    /** With tab=day: the wall-clock date at the place. */
    date: z.optional(LocalDate),
    /** Searches the whole tab by what this role sees: person, service, place, and a client's own arrival code. */
    q: z._default(LongText(80), ''),
    ...PageQuery,
  }),
  reply: z.array(Booking),
  refusals: ['role_not_available'],
})

export const booking = endpoint({
  method: 'GET',
  path: '/api/bookings/:id',
  summary: 'Get a booking, as one of its parties',
  access: 'anyone',
  params: OneBooking,
  query: z.extend(Visitor, { as: z.optional(z.enum(['client', 'professional', 'host'])) }),
  reply: Booking,
  refusals: ['not_found'],
})

export const receipt = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/receipt',
  summary: "Get the viewer's receipt of a booking, to the centavo",
  access: 'anyone',
  params: OneBooking,
  query: z.object({
    t: z.optional(z.string().check(z.maxLength(600))),
    as: z.optional(z.enum(['client', 'professional', 'host'])),
  }),
  reply: Receipt,
  refusals: ['not_found'],
})
