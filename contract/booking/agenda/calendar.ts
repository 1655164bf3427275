/**
 * A professional's calendar: everything that takes their time at any place, in layers, with their working hours. Blocks
 * are time they take out of sale; an absence closes whole dates; working hours are defined in availability.ts.
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

/** What takes a professional's time, with the label of each layer. */
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
  /** Includes preparation before and tidying up after, if any. */
  busyFrom: z.nullable(SlotInstant),
  busyUntil: z.nullable(SlotInstant),
  /** The timezone of the place, or the professional's own if there is no place. */
  zone: Zone,
  place: z.nullable(
    z.object({
      /** Place number as in travel times (contract/service/modality.ts). */
      number: z.int(),
      spaceId: z.nullable(Id),
      modality: Modality,
      name: z.string(),
      /** For a visit at a client's home: the address once confirmed, only the area before. */
      address: z.nullable(z.string()),
      unitName: z.nullable(z.string()),
    }),
  ),
  booking: z.nullable(
    z.object({
      id: Uuid,
      status: BookingStatus,
      service: z.string(),
      /** The first of several services; null if the service no longer exists. */
      serviceId: z.nullable(Id),
      client: z.nullable(z.string()),
      /** As in the professional's book of clients; null if not in it yet. */
      clientId: z.nullable(Id),
      /** For several people: their names, null where no name was given. */
      people: z.nullable(z.array(z.nullable(z.string()))),
      totalCents: z.int(),
      forms: z.nullable(z.enum(['pending', 'answered'])),
      series: z.nullable(z.object({ position: z.int(), of: z.int() })),
      /** Minutes late that the client announced. */
      lateMinutes: z.nullable(z.int()),
    }),
  ),
  /** For a class: what it is and how full; seats are not separate entries. */
  class: z.optional(OwnClass),
  /** Processing time in a visit, during which the professional is free; absent if none. */
  processes: z.optional(z.array(z.object({ startsAt: SlotInstant, endsAt: SlotInstant }))),
  /** Shared equipment that the visit uses exclusively; absent if none. */
  equipment: z.optional(z.array(UsedEquipmentUnit)),
  block: z.nullable(z.object({ id: Id, version: z.int(), reason: z.string() })),
  /** What a hold is for, if it concerns one of my bookings; absent for a client's unpaid checkout. */
  reservedFor: z.optional(
    z.object({
      /**
       * An unanswered proposal to change an active or requested booking, or an appointment that awaits its client's
       * acceptance.
       */
      why: z.enum(['change', 'appointment']),
      /** Who proposed it. */
      by: Side,
      bookingId: Uuid,
      isRent: z.boolean(),
      /** The booking is only requested so far. */
      isRequest: z.boolean(),
      service: z.string(),
      client: z.nullable(z.string()),
      /** Start of the booking; for a change, the start before it. */
      bookedAt: SlotInstant,
    }),
  ),
  /** When the hold lapses. */
  expiresAt: z.nullable(SlotInstant),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

export const Calendar = z.object({
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
  open: z.array(z.object({ startsAt: SlotInstant, endsAt: SlotInstant })),
  /** Dates whose hours differ from their weekday's. */
  exceptions: z.array(z.object({ date: LocalDate, closed: z.boolean() })),
  entries: z.array(CalendarEntry),
})
export type Calendar = z.output<typeof Calendar>

/** Maximum number of days per request. */
export const calendarDays = 42

export const calendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  summary: "Get everything that takes the viewer's time between two dates, in layers",
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

/** In `details` of `stale_version`: the current block, so that the client can show the conflict and let the professional choose. */
export const ChangedBlock = z.object({ block: OwnBlock })

const OneBlock = z.object({ id: Id })

export const addOwnBlock = endpoint({
  method: 'POST',
  path: '/api/calendar/blocks',
  summary: 'Block own time',
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
  summary: 'Change the time or reason of an own block; the old time stays if the new one is taken',
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
  summary: 'Remove an own block; its time can be booked again',
  access: 'professional',
  params: OneBlock,
  query: z.object({ version: z.coerce.number().check(z.int()) }),
  reply: Done,
  refusals: ['not_found', 'stale_version'],
})

/** For longer absences the profile is paused instead. */
export const maxDaysAway = 90

const Away = { from: LocalDate, to: LocalDate }

/**
 * A visit or rent on a date on which the professional will be away: it remains valid until it is moved or cancelled.
 */
export const AwayVisit = z.object({
  id: Uuid,
  /** For a rent no client is expected. */
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
  /** Classes on these dates; the absent professional cancels them. Their seats are not listed as visits here. */
  classes: z.array(
    z.object({ id: Uuid, service: z.string(), startsAt: Instant, zone: Zone, taken: z.int() }),
  ),
  /** Number of times in checkout now: they remain valid if they are paid. */
  held: z.int(),
})
export type AwayImpact = z.output<typeof AwayImpact>

export const previewAway = endpoint({
  method: 'POST',
  path: '/api/calendar/away/preview',
  summary: 'Preview which visits an absence would affect; changes nothing',
  access: 'professional',
  body: z.object(Away),
  reply: AwayImpact,
  refusals: ['no_profile', 'invalid_input', 'time_is_past'],
})

export const goAway = endpoint({
  method: 'POST',
  path: '/api/calendar/away',
  summary: 'Start an absence: nothing is offered on these dates; the visits shown stay',
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
  summary: 'End an absence; its dates have their former hours again',
  access: 'professional',
  body: z.object(Away),
  reply: z.object({
    /** Dates offered again. */
    dates: z.int(),
    /** Dates closed by hand, which stay closed after the absence. */
    stillClosed: z.int(),
  }),
  idempotent: true,
  refusals: ['no_profile', 'invalid_input'],
})

export const copyWeek = endpoint({
  method: 'POST',
  path: '/api/calendar/copy-week',
  summary:
    'Copy the hours and blocks of a week to another; closed days stay closed, blocks of taken time are left out',
  access: 'professional',
  body: z.object({
    /** Both are Mondays. */
    from: LocalDate,
    to: LocalDate,
  }),
  reply: z.object({
    /** Dates whose hours now differ from their weekday's. */
    dates: z.int(),
    /** Dates that follow their weekday again. */
    usual: z.int(),
    /** Dates closed as in the copied week. */
    closed: z.int(),
    /** Dates closed before that stay closed, whatever the copied week says. */
    stillClosed: z.int(),
    blocks: z.int(),
    leftOut: z.int(),
  }),
  idempotent: true,
  refusals: ['no_profile', 'invalid_input', 'time_is_past'],
})
