/**
 * A host's occupancy: for each hour of the week the open and the booked time, over some weeks. Unused hours in which a chair was reserved
 * for a team member could not be filled: they are neither open nor booked. Nor are those before the space was published; a space that is
 * not published now has none to fill.
 */
import { sql } from 'kysely'
import { dayMs, hourMs, minuteMs } from '#contract/platform/duration.ts'
import { occupancyDays, type Occupancy, type OccupancyCell } from '#contract/booking/agenda/occupancy.ts'
import { type Intervals, union, without } from '#server/availability/zone/intervals.ts'
import { savedChairs, savedDuring } from '#server/availability/block/reserved-chairs.ts'
import {
  dateOf,
  dayAt,
  dayOf,
  readingAt,
  startOfDay,
  weekdayOf,
  zoneTable,
} from '#server/availability/zone/zone.ts'
import { openDuringDays, readSpaces } from '#server/booking/agenda/timeline.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const maxDays = 366

/** The last four weeks up to yesterday at each place, unless dates are given. Refuses invalid_input. */
export const occupancy = async (
  work: Work,
  request: { from?: string | undefined; to?: string | undefined },
): Promise<Occupancy> => {
  const hostId = work.viewer.hostId ?? 0
  const yesterday = dayAt(zoneTable('America/Mexico_City'), work.now.getTime()) - 1
  const to = request.to === undefined ? yesterday : dayOf(request.to)
  const from = request.from === undefined ? to - occupancyDays + 1 : dayOf(request.from)
  if (to < from || to - from >= maxDays) refuse('invalid_input')
  const [fromDate, toDate] = [dateOf(from), dateOf(to)]
  const all = await readSpaces(work.db, { hostId, fromDate, toDate })
  const spaces = all.filter(({ status }) => status === 'published')
  const booked = await bookedIn(work, hostId, { from, to })
  const byUnit = Map.groupBy(booked, ({ unitId }) => unitId)
  const publishedAt = await firstPublished(
    work,
    spaces.map(({ id }) => id),
  )
  const chairs = Map.groupBy(await savedChairs(work.db, { hostId, now: work.now }), ({ unitId }) => unitId)
  return {
    from: fromDate,
    to: toDate,
    spaces: spaces.map((space) => {
      const table = zoneTable(space.zone)
      const since = publishedAt.get(space.id) ?? 0
      const edges = { from: Math.max(startOfDay(table, from), since), to: startOfDay(table, to + 1) }
      const cells = new Map<number, OccupancyCell>()
      const add = (span: Span, what: 'openMinutes' | 'bookedMinutes', times: number) => {
        const cut = { from: Math.max(span.from, edges.from), to: Math.min(span.to, edges.to) }
        for (const { weekday, hour, minutes } of byHour(cut, space.zone)) {
          const key = weekday * 24 + hour
          const cell = cells.get(key) ?? { weekday, hour, openMinutes: 0, bookedMinutes: 0 }
          cell[what] += minutes * times
          cells.set(key, cell)
        }
      }
      const active = space.units.filter((unit) => unit.active)
      const open = openDuringDays(space, { from, to })
      for (const span of spansIn(open)) add(span, 'openMinutes', active.length)
      for (const { id } of active) {
        const taken = union((byUnit.get(id) ?? []).map((one) => [one.from, one.to]))
        for (const chair of chairs.get(id) ?? [])
          for (const span of spansIn(without(savedDuring(chair, table, { from, to }, open), taken)))
            add(span, 'openMinutes', -1)
      }
      for (const one of booked) if (one.spaceId === space.id) add(one, 'bookedMinutes', 1)
      const sorted = [...cells.values()].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
      return { spaceId: space.id, name: space.name, cells: sorted }
    }),
  }
}

/** When each space was first published, where that was recorded. */
const firstPublished = async (work: Work, spaceIds: readonly number[]): Promise<Map<number, number>> => {
  if (spaceIds.length === 0) return new Map()
  const rows = await work.db
    .selectFrom('listing_moves')
    .select(['space_id', (query) => query.fn.min('at').as('at')])
    .where('space_id', 'in', spaceIds)
    .where('move', 'in', ['publish', 'approve'])
    .groupBy('space_id')
    .execute()
  return new Map(rows.map(({ space_id, at }) => [space_id, at.getTime()]))
}

type Span = { from: number; to: number }

const spansIn = (intervals: Intervals): Span[] =>
  intervals.flatMap((from, place) => (place % 2 === 0 ? [{ from, to: intervals[place + 1] ?? from }] : []))

const bookedIn = async (work: Work, hostId: number, { from, to }: Span) => {
  const { rows } = await sql<Span & { spaceId: number; unitId: number | null }>`
    select booking.space_id as "spaceId", booking.unit_id as "unitId", (extract(epoch from lower(part)) * 1000)::bigint as "from",
      (extract(epoch from upper(part)) * 1000)::bigint as "to"
    from bookings booking left join bookings rent on rent.id = booking.parent_rent_id
    -- What clients booked within rented hours is time of those hours; over their edge only what lies outside counts again.
    cross join lateral unnest(tstzmultirange(tstzrange(booking.starts_at, booking.ends_at))
      - case when rent.id is null then '{}' else tstzmultirange(tstzrange(rent.starts_at, rent.ends_at)) end) as part
    where booking.host_id = ${hostId} and booking.starts_at >= ${new Date((from - 2) * dayMs)}
      and booking.starts_at < ${new Date((to + 2) * dayMs)} and booking.status in (${statusList(certainStatuses)})
      and booking.class_id is null
    union all
    -- A class is one use of its unit; within rented hours the rent is.
    select space_id, unit_id, (extract(epoch from starts_at) * 1000)::bigint, (extract(epoch from ends_at) * 1000)::bigint
    from class_sessions where host_id = ${hostId} and status = 'open' and parent_rent_id is null
      and starts_at >= ${new Date((from - 2) * dayMs)} and starts_at < ${new Date((to + 2) * dayMs)}`.execute(
    work.db,
  )
  return rows
}

/** Splits a span by the wall-clock hours that it covers. */
const byHour = (span: Span, zone: string) => {
  const table = zoneTable(zone)
  const parts: { weekday: number; hour: number; minutes: number }[] = []
  for (let at = span.from; at < span.to;) {
    const reading = readingAt(table, at)
    const until = Math.min(span.to, at + hourMs - (reading % hourMs))
    const day = Math.floor(reading / dayMs)
    parts.push({
      weekday: weekdayOf(day),
      hour: Math.floor((reading - day * dayMs) / hourMs),
      minutes: Math.round((until - at) / minuteMs),
    })
    at = until
  }
  return parts
}
