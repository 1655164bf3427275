/**
 * Classes: a service that several people book at the same hour (docs/booking/classes.md). The professional sets each class at an hour and a
 * place; a client's seat is a booking like any other. Class settings of a service are in contract/service/service.ts.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { ClassCount } from '#contract/booking/class-count.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Maximum weeks per request. */
export const maxClassDates = 26

/** Where a class may be, numbered as in travel times (contract/service/modality.ts): a space, 0 the own place, -1 online. */
export const ClassPlace = z.object({ number: z.int(), name: z.string(), zone: Zone })
export type ClassPlace = z.output<typeof ClassPlace>

const Plan = z.object({
  serviceId: Id,
  place: z.int(),
  /** Wall-clock time of the place. */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  dates: z.array(LocalDate).check(z.minLength(1), z.maxLength(maxClassDates)),
})

/** Whether a class can be set on a date, or why not. */
export const ClassDate = z.object({
  date: LocalDate,
  startsAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  unitName: z.nullable(z.string()),
  /** Null: it can be set. */
  problem: z.nullable(z.string()),
  /** The place charges rent at that hour, which must be rented first. */
  needsRent: z.boolean(),
})
export type ClassDate = z.output<typeof ClassDate>

/** In the professional's agenda. */
export const OwnClass = z.extend(ClassCount, { id: Uuid, serviceId: Id, service: z.string() })
export type OwnClass = z.output<typeof OwnClass>

export const ClassView = z.extend(OwnClass, {
  status: z.enum(['open', 'cancelled']),
  cancelReason: z.nullable(z.string()),
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  place: z.string(),
  /** Seats in checkout now. */
  holding: z.int(),
  seats: z.array(
    z.object({
      bookingId: Uuid,
      status: BookingStatus,
      client: z.nullable(z.string()),
      /** Seat numbers of the attendees. */
      numbers: z.array(z.int()),
      /** For several people: their names, null where no name was given. */
      people: z.nullable(z.array(z.nullable(z.string()))),
      /** The class was moved and they have not accepted yet. */
      isUnanswered: z.boolean(),
      totalCents: z.int(),
      forms: z.nullable(z.enum(['pending', 'answered'])),
    }),
  ),
  /** Effect of cancelling now: refunds to clients, and the extra credit for each within a day of it. */
  cancelling: z.nullable(z.object({ seats: z.int(), refundCents: z.int(), creditCents: z.int() })),
})
export type ClassView = z.output<typeof ClassView>

export const classPlaces = endpoint({
  method: 'GET',
  path: '/api/professional/services/:id/class-places',
  summary:
    'List places where a class can be held: own place, online, rented spaces, spaces without hourly rent',
  access: 'professional',
  params: z.object({ id: Id }),
  reply: z.array(ClassPlace),
  refusals: ['not_found', 'no_profile'],
})

export const previewClasses = endpoint({
  method: 'POST',
  path: '/api/classes/preview',
  summary: 'Preview which of these dates can have a class; changes nothing',
  access: 'professional',
  body: Plan,
  reply: z.object({ zone: Zone, dates: z.array(ClassDate) }),
  refusals: ['not_found', 'no_profile', 'invalid_input'],
  limit: 'slots',
})

export const setClasses = endpoint({
  method: 'POST',
  path: '/api/classes',
  summary: 'Create a class on all of these dates, or on none',
  access: 'professional',
  body: Plan,
  reply: z.array(ClassView),
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'no_profile', 'invalid_input', 'class_dates'],
})

export const readClass = endpoint({
  method: 'GET',
  path: '/api/classes/:id',
  summary: 'Get a class with its participants',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: ClassView,
  refusals: ['not_found', 'no_profile'],
})

const Elsewhere = { place: z.int(), date: LocalDate, time: Plan.shape.time }

/** Effect of moving a class. */
export const ClassMove = z.extend(z.omit(ClassDate, { date: true, needsRent: true }), {
  /** The version that was previewed, to be sent with the move. */
  version: z.int(),
  zone: Zone,
  /** It is there already. */
  isSame: z.boolean(),
  /** Clients with a seat: they keep it, are notified, and owe nothing for it until they accept. */
  seats: z.int(),
  /** How many of them have another booking then: their seats end with a full refund. */
  lost: z.int(),
  /** Seats in checkout now: those payments are not charged. */
  paying: z.int(),
  refundCents: z.int(),
  creditCents: z.int(),
})
export type ClassMove = z.output<typeof ClassMove>

export const previewClassMove = endpoint({
  method: 'POST',
  path: '/api/classes/:id/move-quote',
  summary: 'Preview what moving a class means for its participants; changes nothing',
  access: 'professional',
  params: z.object({ id: Uuid }),
  body: z.object(Elsewhere),
  reply: ClassMove,
  refusals: ['not_found', 'no_profile', 'class_begun'],
  limit: 'slots',
})

export const moveClass = endpoint({
  method: 'POST',
  path: '/api/classes/:id/move',
  summary: 'Move a class with all its participants; those who cannot come are refunded in full',
  access: 'professional',
  params: z.object({ id: Uuid }),
  body: z.object({
    ...Elsewhere,
    version: z.int(),
    seats: z.int().check(z.minimum(0)),
    lost: z.int().check(z.minimum(0)),
  }),
  reply: ClassView,
  idempotent: true,
  refusals: [
    'not_found',
    'no_profile',
    'class_begun',
    'stale_version',
    'class_not_there',
    'impact_changed',
    'invalid_input',
  ],
})

export const acceptClassMove = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/class-move/accept',
  summary: 'Accept the new time or place of a class',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({ version: z.int() }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'stale_version', 'move_not_allowed'],
})

export const cancelClass = endpoint({
  method: 'POST',
  path: '/api/classes/:id/cancel',
  summary: 'Cancel a class before it begins; every client is refunded in full',
  access: 'professional',
  params: z.object({ id: Uuid }),
  body: z.object({
    reason: LongText(300),
    /** The number of taken seats that was shown; if more are taken by now, confirmation is required again. */
    seats: z.int().check(z.minimum(0)),
  }),
  reply: ClassView,
  refusals: ['not_found', 'no_profile', 'impact_changed', 'class_begun'],
})
