/**
 * The host's timeline: every unit of the host's spaces as a row, what is claimed of it as bars, with the hours in which
 * it is open. Blocks are time taken out of sale; what closes several units with bookings in it stands in closure.ts.
 */
import * as z from 'zod/mini'
import { HoursException, WeeklyWindow } from '#contract/availability/availability.ts'
import { Booking } from '#contract/booking/booking.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { ListingState } from '#contract/space/listing.ts'
import { Done, Id, Instant, LocalDate, LongText, SlotInstant, Uuid, Zone } from '#contract/platform/shapes.ts'
import { claimsOf, KeptHours, SentClaim, VisitsAlike } from '#contract/booking/agenda/timeline-claims.ts'

/** What takes a unit's time, and what each is called in the legend. */
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
      /** When the space is open between the two dates. */
      open: z.array(z.object({ startsAt: SlotInstant, endsAt: SlotInstant })),
      closures: z.array(Closure),
      units: z.array(
        z.object({
          id: Id,
          number: z.int(),
          name: z.string(),
          active: z.boolean(),
          /** The plain visits: most of what there is. */
          visits: z.array(VisitsAlike),
          /** Everything else. */
          claims: z.array(SentClaim),
          kept: z.array(KeptHours),
        }),
      ),
    }),
  ),
})
export type TimelineReply = z.output<typeof TimelineReply>

/** As it is drawn: of each unit one list of claims, in no promised order. */
export const readTimeline = ({ spaces, ...dates }: TimelineReply) => ({
  ...dates,
  spaces: spaces.map(({ units, ...space }) => ({
    ...space,
    units: units.map(({ visits, claims, kept, ...unit }) => ({
      ...unit,
      claims: claimsOf({ visits, claims, kept }),
    })),
  })),
})
export type Timeline = ReturnType<typeof readTimeline>
export type TimelineSpace = Timeline['spaces'][number]
export type TimelineUnit = TimelineSpace['units'][number]

/** At most this many days at once. */
export const timelineDays = 31

export const timeline = endpoint({
  method: 'GET',
  path: '/api/host/timeline',
  summary: 'All units of my spaces with everything claimed of them; at most 31 days, dates of each place',
  access: 'host',
  query: z.object({ from: LocalDate, to: LocalDate }),
  reply: TimelineReply,
  refusals: ['invalid_input'],
})

// --- Hours ---

export const SpaceHours = z.object({
  zone: Zone,
  weekly: z.array(WeeklyWindow).check(z.maxLength(84)),
  /** Those of today and later. */
  exceptions: z.array(HoursException),
  /** Of single units; null: whenever the place is open. Of its own hours only those count in which the place is open too. */
  units: z.array(z.object({ id: Id, name: z.string(), weekly: z.nullable(z.array(WeeklyWindow)) })),
  version: z.int(),
})
export type SpaceHours = z.output<typeof SpaceHours>

const OneSpace = z.object({ id: Id })

export const spaceHours = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/hours',
  summary: 'Opening hours of one of my spaces, with the version that a change must name',
  access: 'host',
  params: OneSpace,
  reply: SpaceHours,
  refusals: ['not_found'],
})

export const saveSpaceHours = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/hours',
  summary: 'Weekly hours and dated exceptions of one of my spaces, as a whole; bookings already made stand',
  access: 'host',
  params: OneSpace,
  body: z.object({
    weekly: z.array(WeeklyWindow).check(z.maxLength(84)),
    exceptions: z.array(HoursException).check(z.maxLength(366)),
    /** Units that are not named keep theirs. */
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

// --- Blocks ---

export const BlockKind = z.enum(['block', 'maintenance'])
export type BlockKind = z.output<typeof BlockKind>

export const Block = z.object({
  id: Id,
  unitId: Id,
  kind: z.enum(['block', 'maintenance', 'closure']),
  startsAt: Instant,
  endsAt: Instant,
  reason: z.string(),
  author: z.string(),
  closureId: z.nullable(Id),
  version: z.int(),
})
export type Block = z.output<typeof Block>

/** In `details` of `stale_version`: how it stands by now, so that whoever typed something else can choose. */
export const ChangedBlock = z.object({ block: Block })

const Reason = LongText(200)

export const addBlock = endpoint({
  method: 'POST',
  path: '/api/units/:id/blocks',
  summary: 'Take time of one of my units out of sale',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({
    kind: z._default(BlockKind, 'block'),
    startsAt: Instant,
    endsAt: Instant,
    reason: z._default(Reason, ''),
  }),
  reply: Block,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'unit_taken', 'invalid_input', 'time_is_past'],
})

export const changeBlock = endpoint({
  method: 'PATCH',
  path: '/api/blocks/:id',
  summary: 'Another time, another unit of mine, or another reason',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({
    unitId: z.optional(Id),
    startsAt: z.optional(Instant),
    endsAt: z.optional(Instant),
    kind: z.optional(BlockKind),
    reason: z.optional(Reason),
    version: z.int(),
  }),
  reply: Block,
  refusals: ['not_found', 'unit_taken', 'stale_version', 'invalid_input', 'part_of_closure'],
})

export const removeBlock = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:id',
  summary: 'Its time is for sale again',
  access: 'host',
  params: z.object({ id: Id }),
  query: z.object({ version: z.coerce.number().check(z.int()) }),
  reply: Done,
  refusals: ['not_found', 'stale_version', 'part_of_closure'],
})

// --- Another unit for a booking ---

export const moveUnit = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/unit',
  summary: 'A booking goes to another unit at the same time and price; the client keeps everything else',
  access: 'host',
  params: z.object({ id: Uuid }),
  body: z.object({ unitId: Id, version: z.int() }),
  reply: Booking,
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'stale_version', 'unit_taken', 'visits_within'],
})

// --- How full the house is ---

export const Occupancy = z.object({
  from: LocalDate,
  to: LocalDate,
  spaces: z.array(
    z.object({
      spaceId: Id,
      name: z.string(),
      /** Of the hours in which it is open: Monday = 1, and the hour of the wall clock. Minutes of all its units together. */
      cells: z.array(
        z.object({
          weekday: z.int(),
          hour: z.int(),
          openMinutes: z.int(),
          bookedMinutes: z.int(),
        }),
      ),
    }),
  ),
})
export type Occupancy = z.output<typeof Occupancy>
export type OccupancyCell = Occupancy['spaces'][number]['cells'][number]

/** An hour counts as dead when less than this part of it was sold in the weeks looked at. */
export const deadShare = 0.15
/** So many days are looked back. */
export const occupancyDays = 28

/** Worth a lower price: open, and hardly ever sold. Less than two hours open in all that time say nothing. */
export const isDead = (cell: { openMinutes: number; bookedMinutes: number }) =>
  cell.openMinutes >= 120 && cell.bookedMinutes / cell.openMinutes < deadShare

export const occupancy = endpoint({
  method: 'GET',
  path: '/api/host/occupancy',
  summary:
    'Of each hour of the week, how much was open and how much was booked; the last four weeks if not said',
  access: 'host',
  query: z.object({ from: z.optional(LocalDate), to: z.optional(LocalDate) }),
  reply: Occupancy,
  refusals: ['invalid_input'],
})

// --- What is printed and hung at each unit ---

export const Stations = z.object({
  spaceName: z.string(),
  businessName: z.string(),
  stations: z.array(
    z.object({
      unitId: Id,
      name: z.string(),
      code: z.string(),
      /** What the square says: the professional's appointments with this code filled in. */
      address: z.string(),
      /** The square itself. */
      svg: z.string(),
    }),
  ),
})
export type Stations = z.output<typeof Stations>

export const stations = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/stations',
  summary:
    'The code of each unit of one of my spaces, to print: scanned on arrival it proves that one is there',
  access: 'host',
  params: OneSpace,
  reply: Stations,
  refusals: ['not_found'],
})

// --- The front desk ---

export const DeskHold = z.object({
  bookingId: Uuid,
  /** Until then the time waits for the client. */
  expiresAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  unitName: z.nullable(z.string()),
  totalCents: z.int(),
  /** Where the link was sent; development shows it there. */
  outbox: z.nullable(z.string()),
})
export type DeskHold = z.output<typeof DeskHold>
