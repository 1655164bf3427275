/**
 * All units of a host with what takes their time, in five queries however many there are (one more for each further zone). Bookings come from bookings,
 * since a past one claims nothing any more; holds, blocks and what else is claimed come from claims.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
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
import { type KeptChair, keptChairs, keptDuring } from '#server/availability/block/kept.ts'
import { dayMs, dayOf, isoOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { epochMs, statusList } from '#server/booking/columns/sql-parts.ts'
import { refuse } from '#server/platform/refuse.ts'
import { Filled } from '#server/platform/http/reply-shape.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'

type Query = Input<typeof timelineEndpoint>['query']

/** Dates are those of each place. Refuses invalid_input for more than 31 days. */
export const timeline = async (work: Work, { from, to }: Query): Promise<Filled<TimelineReply>> => {
  const days = { from: dayOf(from), to: dayOf(to) }
  if (days.to < days.from || days.to - days.from >= timelineDays) refuse('invalid_input')
  const hostId = work.who.hostId ?? 0
  // Any zone's dates; what is read too much is left out below, place by place.
  const range = { from: new Date((days.from - 1) * dayMs), to: new Date((days.to + 2) * dayMs) }
  const spaces = await readSpaces(work.db, { hostId, fromDate: from, toDate: to })
  const [booked, claimed, kept, closures] = await Promise.all([
    readBooked(work, hostId, spaces, days),
    readClaims(work.db, { hostId, ...range, now: work.now }),
    keptChairs(work.db, { hostId, now: work.now }),
    closuresIn(
      work,
      spaces.map(({ id }) => id),
      range,
    ),
  ])
  const others = Map.groupBy(claimed, ({ unitId }) => unitId)
  const chairs = Map.groupBy(kept, ({ unitId }) => unitId)
  const texts: string[] = []
  const unitOf = (unit: SpaceRow['units'][number], span: Span) => {
    const own = booked.get(unit.id) ?? []
    const visits = own.flatMap(({ visits: text, professional, status, desk }) => {
      if (text === null) return []
      texts.push(text)
      return [{ professional, status: statusIn(status), desk, each: [] }]
    })
    const claims = [
      ...shownPieces(own.flatMap(knottedOf), span),
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
      const keptIn = (chair: KeptChair) =>
        spansOf(keptDuring(chair, zoneTable(space.zone), days, open)).map((one) => ({
          ...one,
          name: chair.name,
        }))
      return {
        ...space,
        open: spansOf(open),
        closures: closures.get(space.id) ?? [],
        units: units.map((unit) => ({
          ...unitOf(unit, span),
          kept: (chairs.get(unit.id) ?? []).flatMap(keptIn),
        })),
      }
    }),
  }
  return new Filled(reply, 'each', texts)
}

type Days = { from: number; to: number }
type Span = { from: number; to: number }

const spanIn = (zone: string, days: Days): Span => {
  const table = zoneTable(zone)
  return { from: startOfDay(table, days.from), to: startOfDay(table, days.to + 1) }
}

const isShown = ({ busyFrom, busyUntil }: { busyFrom: number; busyUntil: number }, span: Span) =>
  busyFrom < span.to && busyUntil > span.from

const shownPieces = (rows: readonly BookedRow[], span: Span): SentClaim[] => {
  const within = Map.groupBy(rows, ({ insideId }) => insideId)
  return rows
    .flatMap((row) => piecesOf(row, within.get(row.id) ?? []))
    .filter((piece) => isShown(piece, span))
    .map(bookingClaim)
}

type OpenHours = {
  zone: string
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
}

/** Windows that touch are one. */
export const openDuringDays = ({ zone, weekly, exceptions }: OpenHours, days: Days): Intervals =>
  openDuring(stretches({ weekly: weekly ?? [], exceptions }, zoneTable(zone), days.from, days.to))

/** The same as instants in text. */
export const openOf = (hours: OpenHours, days: Days) => spansOf(openDuringDays(hours, days))

const spansOf = (intervals: Intervals) => {
  const spans = []
  for (let place = 0; place + 1 < intervals.length; place += 2)
    spans.push({ startsAt: isoOf(intervals[place] ?? 0), endsAt: isoOf(intervals[place + 1] ?? 0) })
  return spans
}

export type SpaceRow = Omit<TimelineReply['spaces'][number], 'open' | 'closures' | 'units'> & {
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  units: { id: number; number: number; name: string; active: boolean }[]
}

/** The host's spaces with units and the hours between two dates; for whoever draws a stretch of time. */
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

/** What visits of one unit by one professional share. */
type Shared = { unitId: number; professional: string; status: string; desk: boolean }
/** The plain visits as JSON, and what hangs together (rented hours and the visits within them) as rows. */
type Booked = Shared & { visits: string | null; knotted: readonly KnottedRow[] | null }
type KnottedRow = Times & {
  id: string
  version: number
  client: string | null
  rentCents: number
  persons: number
  cash: boolean
  kind: string
  insideId: string | null
}
type BookedRow = KnottedRow & Shared

const knottedOf = ({ knotted, ...shared }: Booked): BookedRow[] =>
  (knotted ?? []).map((row) => ({ ...row, ...shared }))

/** By unit. Places in one zone are asked for together, with the edges of that zone's days. */
const readBooked = async (work: Work, hostId: number, spaces: readonly SpaceRow[], days: Days) => {
  const byZone = Map.groupBy(spaces, ({ zone }) => zone)
  const read = await Promise.all(
    [...byZone].map(([zone, inside]) => {
      const { from, to } = spanIn(zone, days)
      const unitIds = inside.flatMap(({ units }) => units.map(({ id }) => id))
      return readBookings(work.db, { hostId, unitIds, from: new Date(from), to: new Date(to) })
    }),
  )
  return Map.groupBy(read.flat(), ({ unitId }) => unitId)
}

/** Bookings begin and end on the minute. `date_part` makes a float, which is cheaper than the numeric of `extract`. */
const minutesIn = (time: ReturnType<typeof sql>) => sql`(date_part('epoch', ${time}) / 60)::int`
const shownStatuses = statusList(certainStatuses)

const busyFrom = sql`(booking.starts_at - booking.buffer_before_minutes * interval '1 minute')`
const busyUntil = sql`(booking.ends_at + booking.unit_after_minutes * interval '1 minute')`

/** A `VisitRow` of the contract without its brackets, written at once: one call instead of a chain of texts that grow. */
const visitText = sql`concat_ws(',', '"' || booking.id || '"', booking.version, ${minutesIn(sql`booking.starts_at`)},
  ${minutesIn(sql`booking.ends_at - booking.starts_at`)}, booking.buffer_before_minutes, booking.unit_after_minutes,
  booking.rent_cents, coalesce(booking.contact -> 'firstName', 'null'), case when booking.persons > 1 then booking.persons end)`

const rowJson = sql`json_build_object('startsAt', ${epochMs(sql`booking.starts_at`)}, 'endsAt', ${epochMs(sql`booking.ends_at`)},
  'busyFrom', ${epochMs(busyFrom)}, 'busyUntil', ${epochMs(busyUntil)}, 'id', booking.id, 'version', booking.version,
  'client', booking.contact -> 'firstName', 'rentCents', booking.rent_cents, 'persons', booking.persons, 'kind', booking.kind, 'insideId', booking.inside_id,
  'cash', exists (select from payments where payments.booking_id = booking.id and payments.method = 'cash'))`

/** Asked by the index over the host's bookings; no visit is longer than a day. */
const readBookings = statement<Booked, 'hostId' | 'unitIds' | 'from' | 'to'>(
  (place) => sql<Booked>`
  select booked."unitId", professional.first_name || ' ' || professional.last_name as professional, booked.status, booked.desk,
    '[' || booked.visits || ']' as visits, booked.knotted
  from (
    select booking.unit_id as "unitId", booking.professional_id, booking.status, booking.booked_by = 'host' as desk,
      string_agg(${visitText}, '],[') filter (where booking.kind = 'visit' and booking.inside_id is null) as visits,
      json_agg(${rowJson}) filter (where booking.kind = 'rent' or booking.inside_id is not null) as knotted
    from bookings booking
    where booking.host_id = ${place('hostId')}::bigint and booking.unit_id = any(${place('unitIds')}::bigint[])
      and booking.starts_at >= ${place('from')}::timestamptz - interval '1 day'
      and booking.starts_at < ${place('to')}::timestamptz + interval '1 day'
      and (booking.starts_at < ${place('to')}::timestamptz and booking.ends_at > ${place('from')}::timestamptz
        or booking.kind = 'rent' or booking.inside_id is not null
        or ${busyFrom} < ${place('to')}::timestamptz and ${busyUntil} > ${place('from')}::timestamptz)
      and booking.status in (${shownStatuses})
      -- A class is drawn once, by its own claim.
      and booking.class_id is null
      -- Its host cancelled: the unit is free again while another place is asked for.
      and booking.rescue_by is null
    group by booking.unit_id, booking.professional_id, booking.status, booking.booked_by = 'host') booked
  join professionals professional on professional.id = booked.professional_id`,
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
  /** Of a hold that the host's own desk took: what was said there. */
  bookingId: string | null
  bookingVersion: number | null
  professional: string | null
  client: string | null
  rentCents: number | null
  startsAt: number | null
  endsAt: number | null
}

/** A hold is the client's alone until it is paid; only what the host's own desk asked for has a name. */
const readClaims = statement<ClaimedRow, 'hostId' | 'from' | 'to' | 'now'>(
  (place) => sql<ClaimedRow>`
  select claim.resource_id as "unitId", ${epochMs(sql`lower(claim.during)`)} as "busyFrom", ${epochMs(sql`upper(claim.during)`)} as "busyUntil",
    ${epochMs(sql`claim.expires_at`)} as "expiresAt", block.kind, block.id as "blockId", block.version, block.reason,
    author.first_name as author, class.id is not null as "isClass", block.closure_id as "closureId",
    desk.id as "bookingId", desk.version as "bookingVersion", desk.rent_cents as "rentCents",
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
  left join professionals professional on professional.id = coalesce(desk.professional_id, class.professional_id)
  where space.host_id = ${place('hostId')}::bigint and (claim.booking_id is null or claim.state = 'hold')
    and (claim.expires_at is null or claim.expires_at > ${place('now')}::timestamptz)
    -- Within rented hours the rent is what its host sees.
    and (claim.class_id is null or claim.inside_id is null)`,
)

/** Rented hours are drawn around what clients booked within them; their cleaning follows the last piece. */
const piecesOf = (row: BookedRow, within: readonly BookedRow[]): BookedRow[] => {
  if (within.length === 0) return [row]
  const pieces: BookedRow[] = []
  let from = row.startsAt
  for (const visit of [...within.toSorted((a, b) => a.busyFrom - b.busyFrom), null]) {
    const to = visit?.busyFrom ?? row.endsAt
    if (to > from)
      pieces.push({
        ...row,
        startsAt: from,
        endsAt: to,
        busyFrom: from,
        busyUntil: visit ? to : row.busyUntil,
      })
    from = Math.max(from, visit?.busyUntil ?? from)
  }
  return pieces
}

const bookingClaim = (row: BookedRow): SentClaim => ({
  kind: row.kind === 'rent' ? 'rent' : 'booking',
  startsAt: isoOf(row.startsAt),
  endsAt: isoOf(row.endsAt),
  ...around(row),
  booking: {
    id: row.id,
    version: row.version,
    status: statusIn(row.status),
    professional: row.professional,
    client: row.client,
    rentCents: row.rentCents,
    ...(row.persons > 1 ? { persons: row.persons } : {}),
    desk: row.desk,
    ...(row.cash ? { cash: true } : {}),
  },
})

type Times = { startsAt: number; endsAt: number; busyFrom: number; busyUntil: number }
const around = ({ startsAt, endsAt, busyFrom, busyUntil }: Times) => ({
  ...(busyFrom < startsAt ? { busyFrom: isoOf(busyFrom) } : {}),
  ...(busyUntil > endsAt ? { busyUntil: isoOf(busyUntil) } : {}),
})

const statuses = new Map<string, BookingStatus>(BookingStatus.options.map((status) => [status, status]))
const statusIn = (status: string) => statuses.get(status) ?? refuse('not_found')

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
    ...(row.isClass ? { professional: row.professional ?? '' } : {}),
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
            professional: row.professional ?? '',
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
