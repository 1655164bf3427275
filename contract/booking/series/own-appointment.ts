/**
 * An appointment that a professional writes into her own agenda (product.md §0): confirmed at once; paid at the place,
 * by a link, or a deposit by a link and the rest at the place. docs/booking/own-appointments.md.
 */
import * as z from 'zod/mini'
import { Home } from '#contract/account/home.ts'
import { Slot } from '#contract/availability/slot.ts'
import { Rhythm, SeriesPreview, seriesVisits } from '#contract/booking/series/series.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { InPlaceMethod, OwnPayment } from '#contract/payment/in-place.ts'
import { areOf, maxPartsOfVisit, maxPersons } from '#contract/platform/persons.ts'
import {
  Id,
  idRow,
  Instant,
  LocalDate,
  LongText,
  SignedToken,
  Text,
  TypedAddress,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'
import { AddOn, AddOnList } from '#contract/service/add-on.ts'
import { someHome } from '#contract/service/modality.ts'

const ClientChoice = z.object({
  /** The id of the client card. */
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  /** The last of the services above that they had. */
  lastServiceId: z.nullable(Id),
})

/** Initial data of the form for a new appointment. */
export const OwnStart = z.object({
  zone: Zone,
  /** Most recently used first. */
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      durationMinutes: z.int(),
      priceCents: z.int(),
      /** Required options of a group, and optional extras. */
      addOns: z.array(AddOn),
    }),
  ),
  /** Ordered by last visit, including future ones. */
  clients: z.array(ClientChoice),
  /** The client of the request; null if none was given, or no longer in the book. */
  chosen: z.nullable(ClientChoice),
})
export type OwnStart = z.output<typeof OwnStart>

export const ownStart = endpoint({
  method: 'GET',
  path: '/api/professional/own-appointments/start',
  summary: 'Get own services, last used first, and the latest clients or those found by name or telephone',
  access: 'professional',
  query: z.object({
    q: z._default(LongText(80), ''),
    /** A client card of the professional. */
    client: z.optional(Id),
  }),
  reply: OwnStart,
  limit: 'slots',
  refusals: ['no_profile', 'invalid_input'],
})

/** The professional's net of the price, by payment method. */
const OwnWay = z.object({
  /** The part of the price paid by a link. */
  linkCents: z.int(),
  commissionCents: z.int(),
  /** "Comisión de Kalli: 10 % de lo que se paga por enlace; 0 % de lo que te pagan en el lugar" */
  commissionWords: z.string(),
  netCents: z.int(),
})

/** One of her hours, with the net income and which of her own rules it overrides. */
export const OwnHour = z.object({
  slot: Slot,
  place: z.string(),
  unit: z.nullable(z.string()),
  commissionCents: z.int(),
  /** "Cita de tu agenda pagada en el lugar: 0 %" */
  commissionWords: z.string(),
  rentCents: z.int(),
  /** Her net of the price paid at the place. */
  netCents: z.int(),
  /** Null if the amount is too small for a card. */
  link: z.nullable(OwnWay),
  /** With the deposit of the request, else the service's, else 30 %. Null if the price is too small for two payments. */
  deposit: z.nullable(OwnWay),
  /** Texts for each of her rules that this hour overrides. */
  overrides: z.array(z.string()),
})
export type OwnHour = z.output<typeof OwnHour>

export const OwnHours = z.object({
  zone: Zone,
  /** The first date with any hour, from the requested one on. */
  date: LocalDate,
  hours: z.array(OwnHour),
  /** Where she gives these services, by the place number of a booking (contract/service/modality.ts); -2: at a client's home. */
  places: z.array(z.object({ at: z.int(), name: z.string() })),
  /** The visit is at a home whose address is still missing: there are no hours without it. */
  needsHome: z.boolean(),
  /** Addresses of this client that she entered before, the last first. */
  homes: z.array(Home),
  /** For a requested start: the hour, or why it is not possible. */
  named: z.nullable(z.object({ hour: z.nullable(OwnHour), reason: z.nullable(z.string()) })),
})
export type OwnHours = z.output<typeof OwnHours>

export const ownHours = endpoint({
  method: 'GET',
  path: '/api/professional/own-appointments/hours',
  summary:
    'List own slots for an appointment by the professional, who can override notice, horizon and margin',
  access: 'professional',
  query: z
    .object({
      services: idRow(maxPartsOfVisit),
      /** For several people, consecutive: "2,1" means that the first two services are for the first person. */
      persons: z.optional(idRow(maxPersons)),
      /** Required options and extras: "3-1,3-2" are two of service 3. */
      addOns: z.optional(AddOnList),
      /** The client card, whose other bookings are considered. */
      client: z.optional(Id),
      /** One of `places`; if absent, at each start the first of her places where it is possible, and no home. */
      at: z.optional(z.coerce.number().check(z.int(), z.minimum(someHome))),
      /** The address, for a visit at a home: its token, from `POST /api/homes` or `homes`. */
      home: z.optional(SignedToken),
      date: LocalDate,
      /** An hour of that date at the place ("11:30"), or "now" for a client who walked in. */
      time: z.optional(z.string().check(z.regex(/^(?:now|(?:[01]\d|2[0-3]):[0-5]\d)$/))),
      /** The deposit that the client should pay beforehand, if she sets one. */
      depositCents: z.optional(z.coerce.number().check(z.int(), z.positive())),
    })
    .check(
      z.refine(
        ({ services, persons = [services.length] }) => areOf(persons, services),
        'A cada persona le toca algo, y cada servicio una vez.',
      ),
    ),
  reply: OwnHours,
  limit: 'slots',
  refusals: ['not_found', 'invalid_input', 'first_visit_only', 'home_needed'],
})

export const ownSeriesPreview = endpoint({
  method: 'GET',
  path: '/api/professional/own-appointments/series/preview',
  summary: "Preview each date of a series at an own slot, by the professional's own rules",
  access: 'professional',
  query: z.object({
    slotToken: z.string().check(z.maxLength(2000)),
    every: Rhythm,
    times: z.coerce.number().check(z.int(), z.minimum(seriesVisits.least), z.maximum(seriesVisits.most)),
    /** The client card, whose other bookings are considered. */
    client: z.optional(Id),
  }),
  reply: SeriesPreview,
  limit: 'slots',
  refusals: ['not_found', 'slot_token_invalid', 'first_visit_only'],
})

export const OwnAppointment = z.object({
  id: Uuid,
  /** How many more dates were booked with it. */
  further: z.int(),
  firstName: z.string(),
  service: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  place: z.string(),
  totalCents: z.int(),
  how: OwnPayment,
  /** Payment method at the place; null: nothing is paid there. */
  method: z.nullable(InPlaceMethod),
  /** The part of the price to be paid by the link; zero if none. */
  linkCents: z.int(),
  /** The link at which anyone can pay it, at most 40 characters; null if nothing is to be paid by it. */
  payLink: z.nullable(z.string()),
  /** By the agreement of its place the host must accept, until then; absent: it is confirmed. */
  answerBy: z.optional(Instant),
  /** Whether a message was sent to the client. */
  isNotified: z.boolean(),
  /** Whether a telephone is known. Not notified with one: today's messages to numbers that no client confirmed are used up. */
  hasPhone: z.boolean(),
  /** Opens WhatsApp with the text ready; without a telephone the recipient is chosen there. */
  whatsapp: z.string(),
})
export type OwnAppointment = z.output<typeof OwnAppointment>

export const makeOwnAppointment = endpoint({
  method: 'POST',
  path: '/api/professional/own-appointments',
  summary: 'Create an appointment in the own agenda: confirmed at once, paid at the place, by a link or both',
  access: 'professional',
  body: z.object({
    /** From `GET /api/professional/own-appointments/hours`. */
    slotToken: z.string().check(z.maxLength(2000)),
    client: z.union([
      /** A client card (`GET /api/professional/clients`), including those entered by hand. */
      z.object({ id: Id }),
      z.object({
        firstName: Text(80),
        lastName: z._default(LongText(80), ''),
        phone: z._default(z.nullable(TypedAddress(30)), null),
      }),
    ]),
    /** `deposit`: a part by a link, the rest at the place. */
    how: z._default(OwnPayment, 'place'),
    /** Payment method at the place, as stated by the professional. */
    method: z._default(InPlaceMethod, 'cash'),
    /** Only with `deposit`: at least $20.00, with at least as much remaining. */
    depositCents: z.optional(z.int().check(z.positive())),
    note: z._default(LongText(300), ''),
    /** The same on further dates: all or none. From `GET …/own-appointments/series/preview`. */
    repeat: z.optional(
      z.object({
        every: Rhythm,
        slotTokens: z
          .array(z.string().check(z.maxLength(2000)))
          .check(z.minLength(1), z.maxLength(seriesVisits.most - 1)),
      }),
    ),
  }),
  reply: OwnAppointment,
  status: 201,
  idempotent: true,
  limit: 'bookings',
  refusals: [
    'invalid_input',
    'not_found',
    'slot_taken',
    'slot_not_available',
    'option_needed',
    'slot_token_invalid',
    'price_changed',
    'client_busy',
    'first_visit_only',
    'invalid_phone',
    'account_suspended',
    'too_many_holds',
    'own_booking',
    'cash_closed',
    'series_taken',
    'home_needed',
    'busy',
  ],
})
