/** How long a host's units are open on a date, to compute the share in use. */
import { minuteMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import {
  openDuring,
  stretches,
  type HoursException,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import { type Intervals, union, without } from '#server/availability/zone/intervals.ts'
import { savedChairs, savedDuring } from '#server/availability/block/reserved-chairs.ts'
import { dayOf, zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: number
  zone: string
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
}

type Booked = { unit_id: number | null; starts_at: Date; ends_at: Date }

/**
 * Real minutes of a space, or of a unit without the hours in which it was reserved for a team member who had no visit (docs/team/team.md). The night
 * of a clock change has its own length.
 */
export const openMinutesOf = async (
  work: Work,
  hostId: number,
  date: string,
  booked: readonly Booked[],
): Promise<(spaceId: number, unitId?: number) => number> => {
  const { rows } = await sql<Row>`
    select space.id, space.zone, schedule.weekly,
      (select coalesce(json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'windows', windows)), '[]')
        from schedule_exceptions where owner_kind = 'space' and owner_id = space.id and date = ${date}::date) as exceptions
    from spaces space
    left join schedules schedule on schedule.owner_kind = 'space' and schedule.owner_id = space.id
    where space.host_id = ${hostId}`.execute(work.db)
  const day = dayOf(date)
  const days = { from: day, to: day }
  const spaces = new Map(
    rows.map(({ id, zone, weekly, exceptions }) => {
      const table = zoneTable(zone)
      return [
        id,
        { table, open: openDuring(stretches({ weekly: weekly ?? [], exceptions }, table, day, day)) },
      ]
    }),
  )
  const chairs = Map.groupBy(await savedChairs(work.db, { hostId, now: work.now }), ({ unitId }) => unitId)
  const byUnit = Map.groupBy(booked, ({ unit_id }) => unit_id)
  return (spaceId, unitId = 0) => {
    const space = spaces.get(spaceId)
    if (space === undefined) return 0
    const taken = union(
      (byUnit.get(unitId) ?? []).map((one) => [one.starts_at.getTime(), one.ends_at.getTime()]),
    )
    const empty = (chairs.get(unitId) ?? []).map((chair) =>
      minutesOf(without(savedDuring(chair, space.table, days, space.open), taken)),
    )
    return empty.reduce((left, minutes) => left - minutes, minutesOf(space.open))
  }
}

const minutesOf = (intervals: Intervals): number => {
  const edges = intervals.reduce((sum, edge, place) => (place % 2 === 0 ? sum - edge : sum + edge), 0)
  return Math.round(edges / minuteMs)
}
