/**
 * The host's timeline: every unit of the host's spaces as a row, its claims as bars, with its opening hours. Blocks are
 * time taken out of sale; closures of several units with bookings are in closure.ts.
 */
import * as z from 'zod/mini'
import { HoursException } from '#contract/availability/availability.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { ListingState } from '#contract/space/listing.ts'
import { Id, Instant, LocalDate, SlotInstant, Uuid, Zone } from '#contract/platform/shapes.ts'
import { claimsOf, SavedHours, SentClaim, VisitsAlike } from '#contract/booking/agenda/timeline-claims.ts'

/** What takes a unit's time, with its label in the legend. */
export const claimKinds = {
  booking: 'Reserva',
  rent: 'Renta directa',
  hold: 'Apartado',
  cleaning: 'Limpieza',
  block: 'Bloqueo',
  maintenance: 'Mantenimiento',
  closure: 'Cierre',
  team: 'Equipo de casa',
  shut: 'Unidad cerrada',
  class: 'Clase',
  external: 'Calendario externo',
} as const
export type ClaimKind = keyof typeof claimKinds

export const Closure = z.object({
  id: Id,
  kind: z.enum(['closure', 'maintenance']),
  startsAt: Instant,
  endsAt: Instant,
  reason: z.string(),
  author: z.string(),
  unitIds: z.array(Id),
})
export type Closure = z.output<typeof Closure>

export const TimelineReply = z.object({
  from: LocalDate,
  to: LocalDate,
  spaces: z.array(
    z.object({
      id: Id,
      name: z.string(),
      businessName: z.string(),
      zone: Zone,
      status: ListingState,
      cleaningMinutes: z.int(),
      pricePerHourCents: z.int(),
      /** Opening hours of the space between the two dates. */
      open: z.array(z.object({ startsAt: SlotInstant, endsAt: SlotInstant })),
      closures: z.array(Closure),
      units: z.array(
        z.object({
          id: Id,
          number: z.int(),
          name: z.string(),
          active: z.boolean(),
          /** Ordinary visits: most of the claims. */
          visits: z.array(VisitsAlike),
          /** All other claims. */
          claims: z.array(SentClaim),
          reserved: z.array(SavedHours),
        }),
      ),
    }),
  ),
})
export type TimelineReply = z.output<typeof TimelineReply>

/** As drawn: one list of claims per unit, in no particular order. */
export const readTimeline = ({ spaces, ...dates }: TimelineReply) => ({
  ...dates,
  spaces: spaces.map(({ units, ...space }) => ({
    ...space,
    units: units.map(({ visits, claims, reserved: saved, ...unit }) => ({
      ...unit,
      claims: claimsOf({ visits, claims, reserved: saved }),
    })),
  })),
})
export type Timeline = ReturnType<typeof readTimeline>
export type TimelineSpace = Timeline['spaces'][number]
export type TimelineUnit = TimelineSpace['units'][number]

/** Maximum number of days per request. */
export const timelineDays = 31

export const timeline = endpoint({
  method: 'GET',
  path: '/api/host/timeline',
  summary: 'Get all units of own spaces with their bookings and blocks; at most 31 days, dates of each place',
  access: 'host',
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: TimelineReply,
  refusals: ['invalid_input'],
})

// --- Hours ---

export const SpaceHours = z.object({
  zone: Zone,
  weekly: z.array(WeeklyWindow).check(z.maxLength(84)),
  /** Exceptions of today and later. */
  exceptions: z.array(HoursException),
  /** Hours of single units; null: whenever the place is open. A unit is open only while the place is open too. */
  units: z.array(z.object({ id: Id, name: z.string(), weekly: z.nullable(z.array(WeeklyWindow)) })),
  version: z.int(),
})
export type SpaceHours = z.output<typeof SpaceHours>

const OneSpace = z.object({ id: Id })

export const spaceHours = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/hours',
  summary: 'Get the opening hours of a space, with the version that a change must name',
  access: 'host',
  params: OneSpace,
  reply: SpaceHours,
  refusals: ['not_found'],
})

export const saveSpaceHours = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/hours',
  summary: 'Replace the weekly hours and dated exceptions of a space; bookings stay',
  access: 'host',
  params: OneSpace,
  body: z.object({
    weekly: z.array(WeeklyWindow).check(z.maxLength(84)),
    exceptions: z.array(HoursException).check(z.maxLength(366)),
    /** Units that are not listed keep their hours. */
    units: z._default(
      z
        .array(z.object({ id: Id, weekly: z.nullable(z.array(WeeklyWindow).check(z.maxLength(84))) }))
        .check(z.maxLength(100)),
      [],
    ),
    version: z.int(),
  }),
  reply: SpaceHours,
  refusals: ['not_found', 'stale_version', 'hours_overlap', 'invalid_input'],
})

// --- Another unit for a booking ---

export const moveUnit = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/unit',
  summary: 'Move a booking to another unit at the same time and price',
  access: 'host',
  params: z.object({ id: Uuid }),
  body: z.object({ unitId: Id, version: z.int() }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version', 'unit_taken', 'visits_within'],
})

// --- Printed codes of each unit ---

export const Stations = z.object({
  spaceName: z.string(),
  businessName: z.string(),
  stations: z.array(
    z.object({
      unitId: Id,
      name: z.string(),
      code: z.string(),
      /** What the QR code contains: the professional's appointments with this code filled in. */
      address: z.string(),
      /** The QR code itself. */
      svg: z.string(),
    }),
  ),
})
export type Stations = z.output<typeof Stations>

export const stations = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/stations',
  summary: 'List the arrival code of each unit of a space, for printing',
  access: 'host',
  params: OneSpace,
  reply: Stations,
  refusals: ['not_found'],
})

// --- The front desk ---

export const DeskHold = z.object({
  bookingId: Uuid,
  /** The time is held for the client until then. */
  expiresAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  unitName: z.nullable(z.string()),
  totalCents: z.int(),
  /** Where the link was sent; shown in development only. */
  outbox: z.nullable(z.string()),
})
export type DeskHold = z.output<typeof DeskHold>
