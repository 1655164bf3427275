/**
 * All units of a host with what takes their time, in five queries however many there are (one more for each further zone). Bookings are
 * read from bookings, since a past one has no claims; holds, blocks and other claims from claims.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  timelineDays,
  type TimelineReply,
  type timeline as timelineEndpoint,
} from '#contract/booking/agenda/timeline.ts'
import type { SentClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { closuresIn } from '#server/availability/block/closure.ts'
import {
  openDuring,
  stretches,
  type HoursException,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'
import { type SavedChair, savedChairs, savedDuring } from '#server/availability/block/reserved-chairs.ts'
import { dayOf, isoOf, zoneTable } from '#server/availability/zone/zone.ts'
import { epochMs } from '#server/booking/columns/sql-parts.ts'
import { refuse } from '#server/platform/refuse.ts'
import { Filled } from '#server/platform/http/reply-shape.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'
import {
  readBooked,
  type SpaceRow,
  type Span,
  statusIn,
  knottedOf,
  isShown,
  spanIn,
  type BookedRow,
  equipmentUnitsOf,
  bookingClaim,
  type Days,
  around,
} from '#server/booking/agenda/timeline-booked.ts'

type Query = Input<typeof timelineEndpoint>['query']

/** Dates in the zone of each place. Refuses invalid_input for more than 31 days. */
export const timeline = async (work: Work, { from, to }: Query): Promise<Filled<TimelineReply>> => {
  const days = { from: dayOf(from), to: dayOf(to) }
  if (days.to < days.from || days.to - days.from >= timelineDays) refuse('invalid_input')
  const hostId = work.viewer.hostId ?? 0
  // Wide enough for the dates of any zone; the excess is left out below, place by place.
  const range = { from: new Date((days.from - 1) * dayMs), to: new Date((days.to + 2) * dayMs) }
  const spaces = await readSpaces(work.db, { hostId, fromDate: from, toDate: to })
  const [booked, claimed, saved, closures] = await Promise.all([
    readBooked(work, hostId, spaces, days),
    readClaims(work.db, { hostId, ...range, now: work.now }),
    savedChairs(work.db, { hostId, now: work.now }),
    closuresIn(
      work,
      spaces.map(({ id }) => id),
      range,
    ),
  ])
  const others = Map.groupBy(claimed, ({ unitId }) => unitId)
  const chairs = Map.groupBy(saved, ({ unitId }) => unitId)
  const texts: string[] = []
  const unitOf = (unit: SpaceRow['units'][number], span: Span) => {
    const own = booked.get(unit.id) ?? []
    const visits = own.flatMap(({ visits: text, professionalId, professional, service, status, desk }) => {
      if (text === null) return []
      texts.push(text)
      return [{ professionalId, professional, service, status: statusIn(status), desk, each: [] }]
    })
    const claims = [
      ...shownEquipmentUnits(own.flatMap(knottedOf), span),
      ...(others.get(unit.id) ?? []).filter((row) => isShown(row, span)).map(otherClaim),
    ]
    return { ...unit, visits, claims }
  }
  const reply = {
    from,
    to,
    spaces: spaces.map(({ weekly, exceptions, units, ...space }) => {
      const span = spanIn(space.zone, days)
      const open = openDuringDays({ zone: space.zone, weekly, exceptions }, days)
      const savedIn = (chair: SavedChair) =>
        spansOf(savedDuring(chair, zoneTable(space.zone), days, open)).map((one) => ({
          ...one,
          name: chair.name,
        }))
      return {
        ...space,
        open: spansOf(open),
        closures: closures.get(space.id) ?? [],
        units: units.map((unit) => ({
          ...unitOf(unit, span),
          reserved: (chairs.get(unit.id) ?? []).flatMap(savedIn),
        })),
      }
    }),
  }
  return new Filled(reply, 'each', texts)
}

const shownEquipmentUnits = (rows: readonly BookedRow[], span: Span): SentClaim[] => {
  const within = Map.groupBy(rows, ({ parentRentId }) => parentRentId)
  return rows
    .flatMap((row) => equipmentUnitsOf(row, within.get(row.id) ?? []))
    .filter((piece) => isShown(piece, span))
    .map(bookingClaim)
}

type OpenHours = {
  zone: string
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
}

/** Adjoining windows are merged. */
export const openDuringDays = ({ zone, weekly, exceptions }: OpenHours, days: Days): Intervals =>
  openDuring(stretches({ weekly: weekly ?? [], exceptions }, zoneTable(zone), days.from, days.to))

/** The same, as ISO instants. */
export const openOf = (hours: OpenHours, days: Days) => spansOf(openDuringDays(hours, days))

const spansOf = (intervals: Intervals) => {
  const spans = []
  for (let place = 0; place + 1 < intervals.length; place += 2)
    spans.push({ startsAt: isoOf(intervals[place] ?? 0), endsAt: isoOf(intervals[place + 1] ?? 0) })
  return spans
}

/** The host's spaces with units and the hours between two dates; for code that draws a span of time. */
export const readSpaces = statement<SpaceRow, 'hostId' | 'fromDate' | 'toDate'>(
  (place) => sql<SpaceRow>`
  select space.id, space.name, business.name as "businessName", space.zone, space.status,
    space.cleaning_minutes as "cleaningMinutes", space.price_per_hour_cents as "pricePerHourCents",
    (select weekly from schedules where owner_kind = 'space' and owner_id = space.id) as weekly,
    (select coalesce(json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'windows', windows)), '[]')
      from schedule_exceptions where owner_kind = 'space' and owner_id = space.id
        and date between ${place('fromDate')}::date and ${place('toDate')}::date) as exceptions,
    (select coalesce(json_agg(json_build_object('id', unit.id, 'number', unit.number, 'name', unit.name, 'active', unit.active)
      order by unit.number), '[]') from units unit where unit.space_id = space.id) as units
  from spaces space join businesses business on business.id = space.business_id
  where space.host_id = ${place('hostId')}::bigint and space.status <> 'draft'
  order by space.id`,
)

type ClaimedRow = {
  unitId: number
  busyFrom: number
  busyUntil: number
  expiresAt: number | null
  kind: string | null
  blockId: number | null
  version: number | null
  reason: string | null
  author: string | null
  closureId: number | null
  isClass: boolean
  /** For a hold of the host's own desk: what the desk entered. */
  bookingId: string | null
  bookingVersion: number | null
  professionalId: number | null
  professional: string | null
  service: string | null
  client: string | null
  rentCents: number | null
  startsAt: number | null
  endsAt: number | null
}

/** A hold is private to its client until it is paid; only requests of the host's own desk show a name. */
const readClaims = statement<ClaimedRow, 'hostId' | 'from' | 'to' | 'now'>(
  (place) => sql<ClaimedRow>`
  select claim.resource_id as "unitId", ${epochMs(sql`lower(claim.during)`)} as "busyFrom", ${epochMs(sql`upper(claim.during)`)} as "busyUntil",
    ${epochMs(sql`claim.expires_at`)} as "expiresAt", block.kind, block.id as "blockId", block.version, block.reason,
    author.first_name as author, class.id is not null as "isClass", block.closure_id as "closureId",
    desk.id as "bookingId", desk.version as "bookingVersion", desk.rent_cents as "rentCents", professional.id as "professionalId",
    case when desk.kind = 'visit' then desk.service_name when class.id is not null then class_service.name end as service,
    professional.first_name || ' ' || professional.last_name as professional, desk.contact ->> 'firstName' as client,
    ${epochMs(sql`desk.starts_at`)} as "startsAt", ${epochMs(sql`desk.ends_at`)} as "endsAt"
  from spaces space
  join units unit on unit.space_id = space.id
  join claims claim on claim.resource_id = unit.id and upper(claim.during) > ${place('from')}::timestamptz
    and claim.during && tstzrange(${place('from')}::timestamptz, ${place('to')}::timestamptz)
  left join blocks block on block.id = claim.block_id
  left join accounts author on author.id = block.author_account_id
  left join bookings desk on desk.id = claim.booking_id and desk.booked_by = 'host'
  left join class_sessions class on class.id = claim.class_id
  left join services class_service on class_service.id = class.service_id
  left join professionals professional on professional.id = coalesce(desk.professional_id, class.professional_id)
  where space.host_id = ${place('hostId')}::bigint and (claim.booking_id is null or claim.state = 'hold')
    and (claim.expires_at is null or claim.expires_at > ${place('now')}::timestamptz)
    -- Within rented hours the rent is what its host sees.
    and (claim.class_id is null or claim.parent_rent_id is null)`,
)

const Kind = z.enum(['block', 'maintenance', 'closure'])

const otherClaim = (row: ClaimedRow): SentClaim => {
  const startsAt = row.startsAt ?? row.busyFrom
  const endsAt = row.endsAt ?? row.busyUntil
  return {
    kind: row.isClass
      ? 'class'
      : row.kind !== null
        ? z.parse(Kind, row.kind)
        : row.expiresAt !== null
          ? 'hold'
          : 'external',
    ...(row.isClass
      ? {
          professional: row.professional ?? '',
          professionalId: row.professionalId ?? 0,
          service: row.service ?? '',
        }
      : {}),
    startsAt: isoOf(startsAt),
    endsAt: isoOf(endsAt),
    ...around({ ...row, startsAt, endsAt }),
    booking:
      row.bookingId === null
        ? undefined
        : {
            id: row.bookingId,
            version: row.bookingVersion ?? 1,
            status: 'held',
            professionalId: row.professionalId ?? 0,
            professional: row.professional ?? '',
            ...(row.service === null ? {} : { service: row.service }),
            client: row.client,
            rentCents: row.rentCents ?? 0,
            desk: true,
          },
    block:
      row.blockId === null
        ? undefined
        : {
            id: row.blockId,
            version: row.version ?? 1,
            reason: row.reason ?? '',
            author: row.author ?? '',
            closureId: row.closureId,
          },
    expiresAt: row.expiresAt === null ? undefined : isoOf(row.expiresAt),
  }
}
