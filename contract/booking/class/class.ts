/**
 * Classes: a service that several people book at the same hour (docs/booking/classes.md). Its professional sets each class at an
 * hour and a place; a client's seat is a booking like any other. What a service says of its classes is contract/service/service.ts's.
 */
import * as z from 'zod/mini'
import { Booking } from '#contract/booking/booking.ts'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { ClassCount } from '#contract/booking/class-count.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, LongText, Uuid, Zone } from '#contract/platform/shapes.ts'

/** So many weeks are set in one go. */
export const maxClassDates = 26

/** Where a class may be: as travel counts places (contract/service/modality.ts): a space, 0 the own place, -1 online. */
export const ClassPlace = z.object({ number: z.int(), name: z.string(), zone: Zone })
export type ClassPlace = z.output<typeof ClassPlace>

const Plan = z.object({
  serviceId: Id,
  place: z.int(),
  /** On the clock of the place. */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  dates: z.array(LocalDate).check(z.minLength(1), z.maxLength(maxClassDates)),
})

/** What becomes of a date: it can be set, or why not. */
export const ClassDate = z.object({
  date: LocalDate,
  startsAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  unitName: z.nullable(z.string()),
  /** Null: it can be set. */
  problem: z.nullable(z.string()),
  /** The place asks rent at that hour: it is rented first. */
  needsRent: z.boolean(),
})
export type ClassDate = z.output<typeof ClassDate>

/** In the agenda of its professional. */
export const OwnClass = z.extend(ClassCount, { id: Uuid, serviceId: Id, service: z.string() })
export type OwnClass = z.output<typeof OwnClass>

export const ClassView = z.extend(OwnClass, {
  status: z.enum(['open', 'cancelled']),
  cancelReason: z.nullable(z.string()),
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  place: z.string(),
  /** Seats being paid for at this moment. */
  holding: z.int(),
  seats: z.array(
    z.object({
      bookingId: Uuid,
      status: BookingStatus,
      client: z.nullable(z.string()),
      /** The number of the seat of each who comes. */
      numbers: z.array(z.int()),
      /** Of several people: each by name, null who has none. */
      people: z.nullable(z.array(z.nullable(z.string()))),
      /** The class went elsewhere, and they have not said that it suits them. */
      isUnanswered: z.boolean(),
      totalCents: z.int(),
      forms: z.nullable(z.enum(['pending', 'answered'])),
    }),
  ),
  /** What cancelling it now would mean: what goes back to clients, and the credit that each gets on top within a day of it. */
  cancelling: z.nullable(z.object({ seats: z.int(), refundCents: z.int(), creditCents: z.int() })),
})
export type ClassView = z.output<typeof ClassView>

export const classPlaces = endpoint({
  method: 'GET',
  path: '/api/professional/services/:id/class-places',
  summary:
    'Where a class of mine may be: my own place, online, spaces where I rented hours or owe no rent by the hour',
  access: 'professional',
  params: z.object({ id: Id }),
  reply: z.array(ClassPlace),
  refusals: ['not_found', 'no_profile'],
})

export const previewClasses = endpoint({
  method: 'POST',
  path: '/api/classes/preview',
  summary: 'What of these dates could be set as classes; changes nothing',
  access: 'professional',
  body: Plan,
  reply: z.object({ zone: Zone, dates: z.array(ClassDate) }),
  refusals: ['not_found', 'no_profile', 'invalid_input'],
  limit: 'slots',
})

export const setClasses = endpoint({
  method: 'POST',
  path: '/api/classes',
  summary: 'Set a class on these dates, on all of them or on none',
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
  summary: 'A class of mine with who comes',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: ClassView,
  refusals: ['not_found', 'no_profile'],
})

const Elsewhere = { place: z.int(), date: LocalDate, time: Plan.shape.time }

/** What moving a class would mean. */
export const ClassMove = z.extend(z.omit(ClassDate, { date: true, needsRent: true }), {
  /** As it was looked at: said back when it is done. */
  version: z.int(),
  zone: Zone,
  /** It is there already. */
  isSame: z.boolean(),
  /** Clients with a seat: their seat is retained, they are notified, and they owe nothing for it until they accept. */
  seats: z.int(),
  /** Of them: who has something else then, so that their seat ends with everything back. */
  lost: z.int(),
  /** Seats being paid for at this moment: those payments are not charged. */
  paying: z.int(),
  refundCents: z.int(),
  creditCents: z.int(),
})
export type ClassMove = z.output<typeof ClassMove>

export const previewClassMove = endpoint({
  method: 'POST',
  path: '/api/classes/:id/move-quote',
  summary: 'What moving a class of mine would mean for who has a seat; changes nothing',
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
  summary: 'Move a class of mine with everybody who has a seat; who cannot gets everything back',
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
  summary: 'My class went to another hour or place, and it suits me',
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
  summary: 'Cancel a class of mine before it begins: every client gets everything back',
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
