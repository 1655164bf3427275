/**
 * A professional's calendar: what takes their time at every place, in layers, with the hours in which they work. Blocks are their own
 * time out of sale; being away closes whole dates; the hours themselves are in availability.ts.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { Side } from '#contract/booking/change/change.ts'
import { OwnClass } from '#contract/booking/class/class.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Modality } from '#contract/service/setting.ts'
import {
  commaList,
  Done,
  Id,
  Instant,
  LocalDate,
  LongText,
  SlotInstant,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'
import { UsedEquipmentUnit } from '#contract/space/used-piece.ts'

/** What takes a professional's time, and what each is called. */
export const layers = {
  visit: 'Citas',
  class: 'Clases',
  rent: 'Rentas',
  travel: 'Viajes',
  hold: 'Apartados',
  block: 'Bloqueos',
  external: 'Otros',
} as const
export type Layer = keyof typeof layers
const allLayers = ['visit', 'class', 'rent', 'travel', 'hold', 'block', 'external'] as const

export const CalendarEntry = z.object({
  layer: z.enum(allLayers),
  startsAt: SlotInstant,
  endsAt: SlotInstant,
  /** Preparation before and tidying up after, where there are any. */
  busyFrom: z.nullable(SlotInstant),
  busyUntil: z.nullable(SlotInstant),
  /** Of the place; the professional's own where there is none. */
  zone: Zone,
  place: z.nullable(
    z.object({
      /** As travel counts places (contract/service/modality.ts). */
      number: z.int(),
      spaceId: z.nullable(Id),
      modality: Modality,
      name: z.string(),
      /** Of the home of a client whose visit is certain; before that its area. */
      address: z.nullable(z.string()),
      unitName: z.nullable(z.string()),
    }),
  ),
  booking: z.nullable(
    z.object({
      id: Uuid,
      status: BookingStatus,
      service: z.string(),
      /** The first of several; null: a service that is no more. */
      serviceId: z.nullable(Id),
      client: z.nullable(z.string()),
      /** As in the professional's book of clients; null: not known yet. */
      clientId: z.nullable(Id),
      /** Of several people: each by name, null who has none. */
      people: z.nullable(z.array(z.nullable(z.string()))),
      totalCents: z.int(),
      forms: z.nullable(z.enum(['pending', 'answered'])),
      series: z.nullable(z.object({ position: z.int(), of: z.int() })),
      /** The client said that they come so many minutes late. */
      lateMinutes: z.nullable(z.int()),
    }),
  ),
  /** Of a class: what it is and how full; its clients' seats are no entries of their own. */
  class: z.optional(OwnClass),
  /** Of a visit: when something takes effect and hands are free; absent: never. */
  processes: z.optional(z.array(z.object({ startsAt: SlotInstant, endsAt: SlotInstant }))),
  /** Of a visit: what units share and it has to itself; absent: nothing. */
  equipment: z.optional(z.array(UsedEquipmentUnit)),
  block: z.nullable(z.object({ id: Id, version: z.int(), reason: z.string() })),
  /** Of a hold that is for something of mine; absent: of a hold that is its client's alone until it is paid. */
  reservedFor: z.optional(
    z.object({
      /**
       * Another hour proposed for an active or requested booking, until it is answered; or an appointment that awaits its client's
       * acceptance.
       */
      why: z.enum(['change', 'appointment']),
      /** Who proposed it. */
      by: Side,
      bookingId: Uuid,
      isRent: z.boolean(),
      /** It is only requested so far. */
      isRequest: z.boolean(),
      service: z.string(),
      client: z.nullable(z.string()),
      /** When the booking is; of a change: before it. */
      bookedAt: SlotInstant,
    }),
  ),
  /** Of a hold: when it lapses. */
  expiresAt: z.nullable(SlotInstant),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

export const Calendar = z.object({
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
  open: z.array(z.object({ startsAt: SlotInstant, endsAt: SlotInstant })),
  /** Dates whose hours are not those of their weekday. */
  exceptions: z.array(z.object({ date: LocalDate, closed: z.boolean() })),
  entries: z.array(CalendarEntry),
})
export type Calendar = z.output<typeof Calendar>

/** At most this many days at once. */
export const calendarDays = 42

export const calendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  summary: 'Everything that takes my time between two dates, in layers',
  access: 'professional',
  query: z.object({ from: LocalDate, to: LocalDate, layers: commaList(allLayers) }),
  reply: Calendar,
  refusals: ['no_profile', 'invalid_input'],
})

export const OwnBlock = z.object({
  id: Id,
  startsAt: Instant,
  endsAt: Instant,
  reason: z.string(),
  version: z.int(),
})
export type OwnBlock = z.output<typeof OwnBlock>

/** In `details` of `stale_version`: its current state, so that an actor who typed other values can choose. */
export const ChangedBlock = z.object({ block: OwnBlock })

const OneBlock = z.object({ id: Id })

export const addOwnBlock = endpoint({
  method: 'POST',
  path: '/api/calendar/blocks',
  summary: 'Take time of mine out of sale',
  access: 'professional',
  body: z.object({ startsAt: Instant, endsAt: Instant, reason: z._default(LongText(200), '') }),
  reply: OwnBlock,
  status: 201,
  idempotent: true,
  refusals: ['no_profile', 'own_time_taken', 'invalid_input', 'time_is_past'],
})

export const changeOwnBlock = endpoint({
  method: 'PATCH',
  path: '/api/calendar/blocks/:id',
  summary: 'Another time or another reason; the old time is kept if the new one is taken',
  access: 'professional',
  params: OneBlock,
  body: z.object({
    startsAt: z.optional(Instant),
    endsAt: z.optional(Instant),
    reason: z.optional(LongText(200)),
    version: z.int(),
  }),
  reply: OwnBlock,
  refusals: ['not_found', 'own_time_taken', 'stale_version', 'invalid_input'],
})

export const removeOwnBlock = endpoint({
  method: 'DELETE',
  path: '/api/calendar/blocks/:id',
  summary: 'That time is for sale again',
  access: 'professional',
  params: OneBlock,
  query: z.object({ version: z.coerce.number().check(z.int()) }),
  reply: Done,
  refusals: ['not_found', 'stale_version'],
})

/** Longer is a pause of the profile. */
export const maxDaysAway = 90

const Away = { from: LocalDate, to: LocalDate }

/**
 * A visit, or hours that they rented, on a date on which a professional will be away: it remains valid until it is moved or cancelled.
 */
export const AwayVisit = z.object({
  id: Uuid,
  /** Of a rent no client is expected. */
  kind: z.enum(['visit', 'rent']),
  status: BookingStatus,
  startsAt: Instant,
  zone: Zone,
  service: z.string(),
  client: z.nullable(z.string()),
  place: z.string(),
  totalCents: z.int(),
})
export type AwayVisit = z.output<typeof AwayVisit>

export const AwayImpact = z.object({
  dates: z.int(),
  visits: z.array(AwayVisit),
  /** Classes that are set on these dates; the absent professional cancels them. Their seats are not listed as visits here. */
  classes: z.array(
    z.object({ id: Uuid, service: z.string(), startsAt: Instant, zone: Zone, taken: z.int() }),
  ),
  /** Times being paid for at this moment: they remain valid if they are paid. */
  held: z.int(),
})
export type AwayImpact = z.output<typeof AwayImpact>

export const previewAway = endpoint({
  method: 'POST',
  path: '/api/calendar/away/preview',
  summary: 'What being away from one date to another would touch; changes nothing',
  access: 'professional',
  body: z.object(Away),
  reply: AwayImpact,
  refusals: ['no_profile', 'invalid_input', 'time_is_past'],
})

export const goAway = endpoint({
  method: 'POST',
  path: '/api/calendar/away',
  summary: 'Nothing is offered on these dates; the visits that were shown stand',
  access: 'professional',
  body: z.extend(z.object(Away), { keep: z.array(Uuid).check(z.maxLength(2000)) }),
  reply: AwayImpact,
  status: 201,
  idempotent: true,
  refusals: ['no_profile', 'invalid_input', 'time_is_past', 'impact_changed'],
})

export const comeBack = endpoint({
  method: 'POST',
  path: '/api/calendar/back',
  summary: 'The dates that being away closed have the hours that they had before',
  access: 'professional',
  body: z.object(Away),
  reply: z.object({
    /** Offered again. */
    dates: z.int(),
    /** Closed by hand, which coming back does not open. */
    stillClosed: z.int(),
  }),
  idempotent: true,
  refusals: ['no_profile', 'invalid_input'],
})

export const copyWeek = endpoint({
  method: 'POST',
  path: '/api/calendar/copy-week',
  summary:
    'The hours and blocks of one week once more in another; what is closed there stays closed, and blocks whose time is taken are left out',
  access: 'professional',
  body: z.object({
    /** Mondays. */
    from: LocalDate,
    to: LocalDate,
  }),
  reply: z.object({
    /** With other hours than those of their weekday. */
    dates: z.int(),
    /** Which follow their weekday again. */
    usual: z.int(),
    /** Closed as in the week that was copied. */
    closed: z.int(),
    /** Closed before and now, whatever the week that was copied says. */
    stillClosed: z.int(),
    blocks: z.int(),
    leftOut: z.int(),
  }),
  idempotent: true,
  refusals: ['no_profile', 'invalid_input', 'time_is_past'],
})
