/**
 * An appointment that a professional writes into her own agenda (product.md §0): confirmed at once, paid at the place, by a link, or a
 * deposit by a link and the rest at the place. docs/booking/own-appointments.md.
 */
import * as z from 'zod/mini'
import { Slot } from '#contract/availability/slot.ts'
import { Rhythm, SeriesPreview, seriesVisits } from '#contract/booking/series/series.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { InPlaceMethod, OwnPayment } from '#contract/payment/in-place.ts'
import {
  Id,
  idRow,
  Instant,
  LocalDate,
  LongText,
  Text,
  TypedAddress,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'

/** How many services one after the other; as for any visit. */
const maxServices = 5

const ClientChoice = z.object({
  /** Of the entry in my book. */
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  /** Of the services above, what they had last. */
  lastServiceId: z.nullable(Id),
})

/** What the sheet of a new appointment begins with. */
export const OwnStart = z.object({
  zone: Zone,
  /** The last used first. */
  services: z.array(z.object({ id: Id, name: z.string(), durationMinutes: z.int(), priceCents: z.int() })),
  /** Who came or comes last, first. */
  clients: z.array(ClientChoice),
  /** The one of the request; null: none, or no longer in my book. */
  chosen: z.nullable(ClientChoice),
})
export type OwnStart = z.output<typeof OwnStart>

export const ownStart = endpoint({
  method: 'GET',
  path: '/api/professional/own-appointments/start',
  summary: 'My services, the last used first, and my latest clients, or those found by a name or a telephone',
  access: 'professional',
  query: z.object({
    q: z._default(LongText(80), ''),
    /** Whom it is for, of my book. */
    client: z.optional(Id),
  }),
  reply: OwnStart,
  limit: 'slots',
  refusals: ['no_profile', 'invalid_input'],
})

/** What is left to her of the price, by how its client pays. */
const OwnWay = z.object({
  /** Of the price, what is paid by a link. */
  linkCents: z.int(),
  commissionCents: z.int(),
  /** "Comisión de Kalli: 10 % de lo que se paga por enlace; 0 % de lo que te pagan en el lugar" */
  commissionWords: z.string(),
  netCents: z.int(),
})

/** One hour of hers, with what the appointment brings and which of her own rules it sets aside. */
export const OwnHour = z.object({
  slot: Slot,
  place: z.string(),
  unit: z.nullable(z.string()),
  commissionCents: z.int(),
  /** "Cita de tu agenda pagada en el lugar: 0 %" */
  commissionWords: z.string(),
  rentCents: z.int(),
  /** Of the price, what is left to her of what she has in hand. */
  netCents: z.int(),
  /** Null: no card is charged with so little. */
  link: z.nullable(OwnWay),
  /** With the deposit of the request, else the one of her service, else 30 %. Null: the price is too small for two payments. */
  deposit: z.nullable(OwnWay),
  /** In her words, for each of her rules that this hour sets aside. */
  overrides: z.array(z.string()),
})
export type OwnHour = z.output<typeof OwnHour>

export const OwnHours = z.object({
  zone: Zone,
  /** The first date from the requested one that has any hour. */
  date: LocalDate,
  hours: z.array(OwnHour),
  /** Of a start that she named: it, or why it is not possible. */
  named: z.nullable(z.object({ hour: z.nullable(OwnHour), reason: z.nullable(z.string()) })),
})
export type OwnHours = z.output<typeof OwnHours>

export const ownHours = endpoint({
  method: 'GET',
  path: '/api/professional/own-appointments/hours',
  summary:
    'Hours of mine for an appointment of my own agenda: notice, horizon and margin are mine to override',
  access: 'professional',
  query: z.object({
    services: idRow(maxServices),
    /** Of my book: the client, whose own time counts. */
    client: z.optional(Id),
    date: LocalDate,
    /** An hour of that date at the place ("11:30"), or "now" for a client who walked in. */
    time: z.optional(z.string().check(z.regex(/^(?:now|(?:[01]\d|2[0-3]):[0-5]\d)$/))),
    /** What the client shall pay beforehand, where she says it. */
    depositCents: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  reply: OwnHours,
  limit: 'slots',
  refusals: ['not_found', 'invalid_input', 'first_visit_only'],
})

export const ownSeriesPreview = endpoint({
  method: 'GET',
  path: '/api/professional/own-appointments/series/preview',
  summary: 'What each date of a rhythm offers at this hour of mine, by my own rules',
  access: 'professional',
  query: z.object({
    slotToken: z.string().check(z.maxLength(2000)),
    every: Rhythm,
    times: z.coerce.number().check(z.int(), z.minimum(seriesVisits.least), z.maximum(seriesVisits.most)),
    /** Of my book: the client, whose own time counts. */
    client: z.optional(Id),
  }),
  reply: SeriesPreview,
  limit: 'slots',
  refusals: ['not_found', 'slot_token_invalid', 'first_visit_only'],
})

export const OwnAppointment = z.object({
  id: Uuid,
  /** How many more dates were written down with it. */
  further: z.int(),
  firstName: z.string(),
  service: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  place: z.string(),
  totalCents: z.int(),
  how: OwnPayment,
  /** How what is paid at the place is paid; null: nothing is. */
  method: z.nullable(InPlaceMethod),
  /** Of the price, what is to be paid by the link; zero: nothing. */
  linkCents: z.int(),
  /** The address at which anybody pays it, at most 40 characters; null: nothing is to be paid by it. */
  payLink: z.nullable(z.string()),
  /** By the agreement of its place the host answers first, until then; absent: it is confirmed. */
  answerBy: z.optional(Instant),
  /** Did a message go to the client, or is there nothing to write to? */
  isNotified: z.boolean(),
  /** Opens WhatsApp with the text ready; without a telephone the person is chosen there. */
  whatsapp: z.string(),
})
export type OwnAppointment = z.output<typeof OwnAppointment>

export const makeOwnAppointment = endpoint({
  method: 'POST',
  path: '/api/professional/own-appointments',
  summary: 'Write an appointment into my own agenda: confirmed at once, paid at the place, by a link or both',
  access: 'professional',
  body: z.object({
    /** From `GET /api/professional/own-appointments/hours`. */
    slotToken: z.string().check(z.maxLength(2000)),
    client: z.union([
      /** Of my book (`GET /api/professional/clients`); also one whom I entered by hand. */
      z.object({ id: Id }),
      z.object({
        firstName: Text(80),
        lastName: z._default(LongText(80), ''),
        phone: z._default(z.nullable(TypedAddress(30)), null),
      }),
    ]),
    /** `deposit`: a part by a link, the rest at the place. */
    how: z._default(OwnPayment, 'place'),
    /** How its client pays at the place, as the professional says. */
    method: z._default(InPlaceMethod, 'cash'),
    /** Only with `deposit`: at least $20.00, and as much is left. */
    depositCents: z.optional(z.int().check(z.positive())),
    note: z._default(LongText(300), ''),
    /** The same on further dates: all of them or nothing. From `GET …/own-appointments/series/preview`. */
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
    'busy',
  ],
})
