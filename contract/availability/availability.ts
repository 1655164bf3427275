import * as z from 'zod/mini'
import { AddOnList } from '#contract/service/add-on.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Modality } from '#contract/service/setting.ts'
import { areOf, maxPartsOfVisit, maxPersons } from '#contract/platform/persons.ts'
import { Done, Id, idRow, Instant, LocalDate, SignedToken, Zone } from '#contract/platform/shapes.ts'
import { WeeklyWindow, Window } from '#contract/platform/weekly-window.ts'
import { Slot } from '#contract/availability/slot.ts'

/** Replaces the weekly hours of that date; no window means closed. */
export const HoursException = z.object({ date: LocalDate, windows: z.array(Window).check(z.maxLength(12)) })

export const Hours = z.object({
  zone: Zone,
  weekly: z.array(WeeklyWindow).check(z.maxLength(84)),
  exceptions: z.array(HoursException),
})
export type Hours = z.output<typeof Hours>

/** The owner of the hours: the viewer as a professional (no space), or one of their spaces. */
const Owner = z.object({ space: z.optional(Id) })

export const hours = endpoint({
  method: 'GET',
  path: '/api/availability/rules',
  summary: 'Get weekly hours and dated exceptions of the viewer or of one of their spaces',
  access: 'account',
  query: Owner,
  reply: Hours,
  refusals: ['not_found'],
})

export const saveHours = endpoint({
  method: 'PUT',
  path: '/api/availability/rules',
  summary: 'Replace the weekly hours',
  access: 'account',
  query: Owner,
  body: z.object({ weekly: z.array(WeeklyWindow).check(z.maxLength(84)) }),
  reply: Hours,
  refusals: ['not_found', 'hours_overlap', 'invalid_input'],
})

export const saveException = endpoint({
  method: 'POST',
  path: '/api/availability/exceptions',
  summary: 'Set other hours, or none, for one date',
  access: 'account',
  query: Owner,
  body: HoursException,
  reply: Hours,
  idempotent: true,
  refusals: ['not_found', 'hours_overlap', 'invalid_input'],
})

export const removeException = endpoint({
  method: 'DELETE',
  path: '/api/availability/exceptions/:date',
  summary: 'Remove the exception of a date; its weekly hours apply again',
  access: 'account',
  query: Owner,
  params: z.object({ date: LocalDate }),
  reply: Done,
  refusals: ['not_found'],
})

export const Slots = z.object({
  zone: Zone,
  days: z.array(z.object({ date: LocalDate, slots: z.array(Slot) })),
})
export type Slots = z.output<typeof Slots>

/** Professional, place and services of a slot search. */
const SlotsRequested = z
  .object({
    /** If absent: any professional with services of the same names at the business or the space. */
    professional: z.optional(Id),
    /** Either this or `services`. */
    service: z.optional(Id),
    /** Several services of one professional, consecutive in one visit: "3,1". */
    services: z.optional(idRow(maxPartsOfVisit)),
    /** For several people, consecutive: "2,1" means that the first two services are for the first person. */
    persons: z.optional(idRow(maxPersons)),
    /** Add-ons: "3-1,3-2" are two of service 3; for any professional, their own add-ons of the same names. */
    addOns: z.optional(AddOnList),
    from: LocalDate,
    to: LocalDate,
    /** Where, if not only at the professional's place: online, or at a home (its token, from /api/homes). */
    modality: z.optional(Modality),
    home: z.optional(SignedToken),
    /** Only at this space; if absent, at every place where the professional works. */
    space: z.optional(Id),
    /** Only at the spaces of this business. */
    business: z.optional(Id),
    /** `own_link`: by the professional's own link (/book), where prices may differ (contract/pricing/demand.ts). */
    channel: z.optional(z.enum(['marketplace', 'own_link'])),
  })
  .check(
    z.refine(
      ({ professional, space, business }) => (professional ?? space ?? business) !== undefined,
      'Falta con quién o dónde.',
    ),
    z.refine(
      ({ service, services }) => (service === undefined) !== (services === undefined),
      'Un servicio, o varios.',
    ),
    z.refine(
      ({ services = [], persons = [services.length] }) => services.length === 0 || areOf(persons, services),
      'A cada persona le toca algo, y cada servicio una vez.',
    ),
    z.refine(
      ({ services, persons }) => persons === undefined || services !== undefined,
      'Falta qué se hace cada persona.',
    ),
  )

const slotRefusals = [
  'not_found',
  'invalid_input',
  'place_too_small',
  'first_visit_only',
  'home_needed',
  'outside_home_radius',
] as const

export const slots = endpoint({
  method: 'GET',
  path: '/api/slots',
  summary: 'List available slots; at most 31 days at once',
  access: 'anyone',
  query: SlotsRequested,
  reply: Slots,
  crossOrigin: true,
  refusals: slotRefusals,
  limit: 'slots',
})

export const SlotDays = z.object({
  zone: Zone,
  /** The last date that can be booked. */
  last: LocalDate,
  days: z.array(
    z.object({
      date: LocalDate,
      /** Places with an hour; null is the professional's own place, a home, or online. Empty: full, or closed. */
      spaces: z.array(z.nullable(Id)),
      /** None of the requested professionals works then. */
      closed: z.boolean(),
    }),
  ),
})
export type SlotDays = z.output<typeof SlotDays>

export const slotDays = endpoint({
  method: 'GET',
  path: '/api/slots/days',
  summary: 'List the days of a month that have slots, and where',
  access: 'anyone',
  query: SlotsRequested,
  reply: SlotDays,
  refusals: slotRefusals,
  limit: 'slots',
})

/** Why a start is not offered, in the order in which the rules are checked. */
export const SlotReason = z.enum([
  'inactive',
  'payout_missing',
  // For visits at home.
  'outside_radius',
  // For visits of several people.
  'place_too_small',
  // The host's minimum (contract/space/space.ts): rents are at least one block.
  'under_block',
  'outside_professional_hours',
  'off_grid',
  'no_class',
  'class_full',
  'outside_space_hours',
  'outside_agreement',
  'quota',
  // The professional's daily maximum of this service is reached.
  'day_full',
  // Hours and dates of the service itself.
  'outside_service_hours',
  'outside_service_dates',
  // The professional's limits (contract/availability/limits.ts).
  'day_limit',
  'week_limit',
  'month_limit',
  'too_soon',
  'too_far',
  'professional_busy',
  'no_time_to_travel',
  'unit_busy',
  'needs_unmet',
  'equipment_busy',
  'client_busy',
  'margin',
  // The professional's own rules for spaces (contract/availability/space-rules.ts).
  'rule_excluded',
  'rule_own_agenda',
  'rule_ask',
  'rule_type',
  'rule_equipment',
  'rule_other_place',
  'rule_distance',
  'rule_rent',
  'rule_net',
  'rule_block',
  'rule_gap',
  // The host must accept each visit by the agreement, and there is no time left to.
  'host_answer',
])
export type SlotReason = z.output<typeof SlotReason>

/** Every start within a date's hours, at each place: offered, or the rule that excludes it. */
export const ExplainedDay = z.object({
  zone: Zone,
  date: LocalDate,
  places: z.array(
    z.object({
      spaceId: z.nullable(Id),
      name: z.string(),
      starts: z.array(
        z.object({
          startsAt: Instant,
          offered: z.boolean(),
          reason: z.nullable(SlotReason),
          text: z.string(),
        }),
      ),
      /** Set if no start of the day was considered. */
      wholeDay: z.nullable(z.object({ reason: SlotReason, text: z.string() })),
    }),
  ),
})
export type ExplainedDay = z.output<typeof ExplainedDay>

export const explainSlots = endpoint({
  method: 'GET',
  path: '/api/availability/explain',
  summary: 'Explain for one day which rule removed each slot',
  access: 'professional',
  query: z.object({ service: Id, date: LocalDate, space: z.optional(Id) }),
  reply: ExplainedDay,
  refusals: ['not_found'],
})
