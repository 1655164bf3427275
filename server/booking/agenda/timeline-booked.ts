/** Bookings on the timeline: their spans, names and equipment. */
import { sql } from 'kysely'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import type { TimelineReply } from '#contract/booking/agenda/timeline.ts'
import type { SentClaim } from '#contract/booking/agenda/timeline-claims.ts'
import type { HoursException, WeeklyWindow } from '#server/availability/hours/hours.ts'
import { isoOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { epochMs, statusList } from '#server/booking/columns/sql-parts.ts'
import { refuse } from '#server/platform/refuse.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'

export type Days = { from: number; to: number }
export type Span = { from: number; to: number }

export const spanIn = (zone: string, days: Days): Span => {
  const table = zoneTable(zone)
  return { from: startOfDay(table, days.from), to: startOfDay(table, days.to + 1) }
}

export const isShown = ({ busyFrom, busyUntil }: { busyFrom: number; busyUntil: number }, span: Span) =>
  busyFrom < span.to && busyUntil > span.from

export type SpaceRow = Omit<TimelineReply['spaces'][number], 'open' | 'closures' | 'units'> & {
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  units: { id: number; number: number; name: string; active: boolean }[]
}

/** Shared by the visits of one unit for one service of a professional; for hours without a visit it is the name of the place. */
type Shared = {
  unitId: number
  professionalId: number
  professional: string
  service: string
  status: string
  desk: boolean
}
/** Plain visits as JSON, and rented hours with the visits within them as rows. */
type Booked = Shared & { visits: string | null; knotted: readonly KnottedRow[] | null }
type KnottedRow = Times & {
  id: string
  version: number
  client: string | null
  rentCents: number
  persons: number
  cash: boolean
  kind: string
  parentRentId: string | null
}
export type BookedRow = KnottedRow & Shared

export const knottedOf = ({ knotted, ...shared }: Booked): BookedRow[] =>
  (knotted ?? []).map((row) => ({ ...row, ...shared }))

/** By unit. Places in one zone are read together, by the day boundaries of that zone. */
export const readBooked = async (work: Work, hostId: number, spaces: readonly SpaceRow[], days: Days) => {
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

/** A `VisitRow` of the contract without its brackets, built in one call, which is cheaper than a chain of concatenations. */
const visitText = sql`concat_ws(',', '"' || booking.id || '"', booking.version, ${minutesIn(sql`booking.starts_at`)},
  ${minutesIn(sql`booking.ends_at - booking.starts_at`)}, booking.buffer_before_minutes, booking.unit_after_minutes,
  booking.rent_cents, coalesce(booking.contact -> 'firstName', 'null'), case when booking.persons > 1 then booking.persons end)`

const rowJson = sql`json_build_object('startsAt', ${epochMs(sql`booking.starts_at`)}, 'endsAt', ${epochMs(sql`booking.ends_at`)},
  'busyFrom', ${epochMs(busyFrom)}, 'busyUntil', ${epochMs(busyUntil)}, 'id', booking.id, 'version', booking.version,
  'client', booking.contact -> 'firstName', 'rentCents', booking.rent_cents, 'persons', booking.persons, 'kind', booking.kind, 'parentRentId', booking.parent_rent_id,
  'cash', exists (select from payments where payments.booking_id = booking.id and payments.method = 'cash'))`

/** Read by the index over the host's bookings; no visit is longer than a day. */
const readBookings = statement<Booked, 'hostId' | 'unitIds' | 'from' | 'to'>(
  (place) => sql<Booked>`
  select booked."unitId", booked.professional_id as "professionalId", booked.service, professional.first_name || ' ' || professional.last_name as professional, booked.status, booked.desk,
    '[' || booked.visits || ']' as visits, booked.knotted
  from (
    select booking.unit_id as "unitId", booking.professional_id, booking.service_name as service, booking.status, booking.booked_by = 'host' as desk,
      string_agg(${visitText}, '],[') filter (where booking.kind = 'visit' and booking.parent_rent_id is null) as visits,
      json_agg(${rowJson}) filter (where booking.kind = 'rent' or booking.parent_rent_id is not null) as knotted
    from bookings booking
    where booking.host_id = ${place('hostId')}::bigint and booking.unit_id = any(${place('unitIds')}::bigint[])
      and booking.starts_at >= ${place('from')}::timestamptz - interval '1 day'
      and booking.starts_at < ${place('to')}::timestamptz + interval '1 day'
      and (booking.starts_at < ${place('to')}::timestamptz and booking.ends_at > ${place('from')}::timestamptz
        or booking.kind = 'rent' or booking.parent_rent_id is not null
        or ${busyFrom} < ${place('to')}::timestamptz and ${busyUntil} > ${place('from')}::timestamptz)
      and booking.status in (${shownStatuses})
      -- A class is drawn once, by its own claim.
      and booking.class_id is null
      -- Its host cancelled: the unit is free again while another place is asked for.
      and booking.rescue_by is null
    group by booking.unit_id, booking.professional_id, booking.service_name, booking.status, booking.booked_by = 'host') booked
  join professionals professional on professional.id = booked.professional_id`,
)

/** Rented hours are drawn around the visits within them; their cleaning follows the last piece. */
export const equipmentUnitsOf = (row: BookedRow, within: readonly BookedRow[]): BookedRow[] => {
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

export const bookingClaim = (row: BookedRow): SentClaim => ({
  kind: row.kind === 'rent' ? 'rent' : 'booking',
  startsAt: isoOf(row.startsAt),
  endsAt: isoOf(row.endsAt),
  ...around(row),
  booking: {
    id: row.id,
    version: row.version,
    status: statusIn(row.status),
    professionalId: row.professionalId,
    professional: row.professional,
    ...(row.kind === 'rent' ? {} : { service: row.service }),
    client: row.client,
    rentCents: row.rentCents,
    ...(row.persons > 1 ? { persons: row.persons } : {}),
    desk: row.desk,
    ...(row.cash ? { cash: true } : {}),
  },
})

type Times = { startsAt: number; endsAt: number; busyFrom: number; busyUntil: number }
export const around = ({ startsAt, endsAt, busyFrom, busyUntil }: Times) => ({
  ...(busyFrom < startsAt ? { busyFrom: isoOf(busyFrom) } : {}),
  ...(busyUntil > endsAt ? { busyUntil: isoOf(busyUntil) } : {}),
})

const statuses = new Map<string, BookingStatus>(BookingStatus.options.map((status) => [status, status]))
export const statusIn = (status: string) => statuses.get(status) ?? refuse('not_found')
