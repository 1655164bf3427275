/**
 * All units of a host with what takes their time, in three queries however many there are. Bookings come from bookings,
 * since a past one claims nothing any more; holds, blocks and what else is claimed come from claims.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { timelineDays, type Timeline, type timeline as timelineEndpoint } from '#contract/timeline.ts'
import { closuresIn } from '#server/availability/closure.ts'
import { openDuring, stretches, type HoursException, type WeeklyWindow } from '#server/availability/hours.ts'
import { dayMs, dayOf, isoOf, startOfDay, zoneTable } from '#server/availability/zone.ts'
import { doneStatuses, liveStatuses } from '#server/booking/rules.ts'
import { refuse } from '#server/platform/refuse.ts'
import { statement } from '#server/platform/statement.ts'
import type { Work } from '#server/platform/work.ts'

type Query = Input<typeof timelineEndpoint>['query']
type Claim = Timeline['spaces'][number]['units'][number]['claims'][number]

/** Dates are those of each place. Refuses invalid_input for more than 31 days. */
export const timeline = async (work: Work, { from, to }: Query): Promise<Timeline> => {
  const days = { from: dayOf(from), to: dayOf(to) }
  if (days.to < days.from || days.to - days.from >= timelineDays) refuse('invalid_input')
  const hostId = work.who.hostId ?? 0
  // Any zone's dates; what is read too much is left out below, place by place.
  const range = { from: new Date((days.from - 1) * dayMs), to: new Date((days.to + 2) * dayMs) }
  const asked = { hostId, ...range, now: work.now }
  const spaces = await readSpaces(work.db, { hostId, fromDate: from, toDate: to })
  const [booked, claimed, closures] = await Promise.all([
    readBookings(work.db, asked),
    readClaims(work.db, asked),
    closuresIn(
      work,
      spaces.map(({ id }) => id),
      range,
    ),
  ])
  const byUnit = new Map<number, Claim[]>()
  const put = (unitId: number, claim: Claim) => {
    const list = byUnit.get(unitId)
    if (list === undefined) byUnit.set(unitId, [claim])
    else list.push(claim)
  }
  const edges = new Map<number, Edges>()
  for (const space of spaces) {
    const table = zoneTable(space.zone)
    const span = { from: startOfDay(table, days.from), to: startOfDay(table, days.to + 1) }
    for (const { id } of space.units) edges.set(id, span)
  }
  const isShown = (unitId: number, from: number, to: number) => {
    const span = edges.get(unitId)
    return span !== undefined && from < span.to && to > span.from
  }
  const within = Map.groupBy(booked, ({ insideId }) => insideId)
  for (const row of booked)
    for (const piece of piecesOf(row, within.get(row.id) ?? []))
      if (isShown(row.unitId, piece.busyFrom, piece.busyUntil)) put(row.unitId, bookingClaim(piece))
  for (const row of claimed)
    if (isShown(row.unitId, row.busyFrom, row.busyUntil)) put(row.unitId, otherClaim(row))
  return {
    from,
    to,
    spaces: spaces.map(({ weekly, exceptions, units, ...space }) => ({
      ...space,
      open: openOf({ zone: space.zone, weekly, exceptions }, days),
      closures: closures.get(space.id) ?? [],
      units: units.map((unit) => ({ ...unit, claims: (byUnit.get(unit.id) ?? []).sort(byStart) })),
    })),
  }
}

type Edges = { from: number; to: number }

const byStart = (a: Claim, b: Claim) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0)

/** As instants; windows that touch are one. */
export const openOf = (
  {
    zone,
    weekly,
    exceptions,
  }: { zone: string; weekly: readonly WeeklyWindow[] | null; exceptions: readonly HoursException[] },
  days: { from: number; to: number },
) => {
  const open = openDuring(
    stretches({ weekly: weekly ?? [], exceptions }, zoneTable(zone), days.from, days.to),
  )
  const spans = []
  for (let place = 0; place + 1 < open.length; place += 2)
    spans.push({ startsAt: isoOf(open[place] ?? 0), endsAt: isoOf(open[place + 1] ?? 0) })
  return spans
}

export type SpaceRow = Omit<Timeline['spaces'][number], 'open' | 'closures' | 'units'> & {
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

type BookedRow = {
  unitId: number
  startsAt: number
  endsAt: number
  busyFrom: number
  busyUntil: number
  id: string
  version: number
  status: string
  professional: string
  client: string | null
  rentCents: number
  desk: boolean
  kind: string
  insideId: string | null
}

const epochMs = (instant: ReturnType<typeof sql>) => sql`(extract(epoch from ${instant}) * 1000)::bigint`
const shownStatuses = sql.join([...liveStatuses, ...doneStatuses].map((status) => sql.lit(status)))

/** Asked by the index over the host's bookings; no visit is longer than a day. */
const readBookings = statement<BookedRow, 'hostId' | 'from' | 'to'>(
  (place) => sql<BookedRow>`
  select booking.unit_id as "unitId", ${epochMs(sql`booking.starts_at`)} as "startsAt", ${epochMs(sql`booking.ends_at`)} as "endsAt",
    ${epochMs(sql`booking.starts_at - booking.buffer_before_minutes * interval '1 minute'`)} as "busyFrom",
    ${epochMs(sql`booking.ends_at + booking.unit_after_minutes * interval '1 minute'`)} as "busyUntil",
    booking.id, booking.version, booking.status, booking.rent_cents as "rentCents", booking.booked_by = 'host' as desk,
    booking.kind, booking.inside_id as "insideId", professional.first_name || ' ' || professional.last_name as professional, booking.contact ->> 'firstName' as client
  from bookings booking join professionals professional on professional.id = booking.professional_id
  where booking.host_id = ${place('hostId')}::bigint
    and booking.starts_at >= ${place('from')}::timestamptz - interval '1 day' and booking.starts_at < ${place('to')}::timestamptz
    and booking.status in (${shownStatuses})`,
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
    author.first_name as author, block.closure_id as "closureId",
    desk.id as "bookingId", desk.version as "bookingVersion", desk.rent_cents as "rentCents",
    professional.first_name || ' ' || professional.last_name as professional, desk.contact ->> 'firstName' as client,
    ${epochMs(sql`desk.starts_at`)} as "startsAt", ${epochMs(sql`desk.ends_at`)} as "endsAt"
  from spaces space
  join units unit on unit.space_id = space.id
  join claims claim on claim.resource_id = unit.id
    and claim.during && tstzrange(${place('from')}::timestamptz, ${place('to')}::timestamptz)
  left join blocks block on block.id = claim.block_id
  left join accounts author on author.id = block.author_account_id
  left join bookings desk on desk.id = claim.booking_id and desk.booked_by = 'host'
  left join professionals professional on professional.id = desk.professional_id
  where space.host_id = ${place('hostId')}::bigint and (claim.booking_id is null or claim.state = 'hold')
    and (claim.expires_at is null or claim.expires_at > ${place('now')}::timestamptz)`,
)

/** Rented hours are drawn around what clients booked within them; their cleaning follows the last piece. */
const piecesOf = (row: BookedRow, within: readonly BookedRow[]): BookedRow[] => {
  const visits = within.filter(({ unitId }) => unitId === row.unitId)
  if (visits.length === 0) return [row]
  const pieces: BookedRow[] = []
  let from = row.startsAt
  for (const visit of [...visits.toSorted((a, b) => a.busyFrom - b.busyFrom), null]) {
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

const bookingClaim = (row: BookedRow): Claim => ({
  kind: row.kind === 'rent' ? 'rent' : 'booking',
  startsAt: isoOf(row.startsAt),
  endsAt: isoOf(row.endsAt),
  busyFrom: row.busyFrom < row.startsAt ? isoOf(row.busyFrom) : null,
  busyUntil: row.busyUntil > row.endsAt ? isoOf(row.busyUntil) : null,
  booking: {
    id: row.id,
    version: row.version,
    status: statusIn(row.status),
    professional: row.professional,
    client: row.client,
    rentCents: row.rentCents,
    desk: row.desk,
  },
  block: null,
  expiresAt: null,
})

const statuses = new Map<string, BookingStatus>(BookingStatus.options.map((status) => [status, status]))
const statusIn = (status: string) => statuses.get(status) ?? refuse('not_found')

const Kind = z.enum(['block', 'maintenance', 'closure'])

const otherClaim = (row: ClaimedRow): Claim => {
  const startsAt = row.startsAt ?? row.busyFrom
  const endsAt = row.endsAt ?? row.busyUntil
  return {
    kind: row.kind !== null ? z.parse(Kind, row.kind) : row.expiresAt !== null ? 'hold' : 'external',
    startsAt: isoOf(startsAt),
    endsAt: isoOf(endsAt),
    busyFrom: row.busyFrom < startsAt ? isoOf(row.busyFrom) : null,
    busyUntil: row.busyUntil > endsAt ? isoOf(row.busyUntil) : null,
    booking:
      row.bookingId === null
        ? null
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
        ? null
        : {
            id: row.blockId,
            version: row.version ?? 1,
            reason: row.reason ?? '',
            author: row.author ?? '',
            closureId: row.closureId,
          },
    expiresAt: row.expiresAt === null ? null : isoOf(row.expiresAt),
  }
}
