/** Weekly rules of a unit, as its host sees them: whose chair it is in which hours, and when it is closed. No claims. */
import { sql } from 'kysely'
import { openDuring, stretches, type WeeklyWindow } from '#server/availability/hours/hours.ts'
import { common, type Intervals, without } from '#server/availability/zone/intervals.ts'
import { epochMs, hasChair } from '#server/availability/offer/taken.ts'
import type { ZoneTable } from '#server/availability/zone/zone.ts'
import { statement } from '#server/platform/files/statement.ts'

export type SavedChair = {
  unitId: number
  /** Null: no team member's chair; `weekly` are then the unit's opening hours. */
  name: string | null
  weekly: readonly WeeklyWindow[]
  /** When they joined; before that week anyone could use it. */
  since: number
}

/** One row for each unit and the member whose chair it is, and one for each unit with its own hours. */
export const savedChairs = statement<SavedChair, 'hostId' | 'now'>(
  (place) => sql<SavedChair>`
  select unit.id as "unitId", coalesce(professional.first_name || ' ' || professional.last_name, member.name) as name,
    json_agg(json_build_object('weekday', shift.weekday, 'fromMinute', lower(shift.minutes), 'toMinute', upper(shift.minutes))
      order by shift.weekday, lower(shift.minutes)) as weekly,
    ${epochMs(sql`least(member.joined_at, ${place('now')}::timestamptz)`)} as since
  from spaces space
  join units unit on unit.space_id = space.id
  join membership_shifts shift on shift.unit_id = unit.id
  join memberships member on member.id = shift.membership_id and ${hasChair}
  left join professionals professional on professional.id = member.professional_id
  where space.host_id = ${place('hostId')}::bigint
  group by unit.id, member.id, professional.id
  union all
  select unit.id, null, own.weekly::json, 0
  from spaces space join units unit on unit.space_id = space.id
  join schedules own on own.owner_kind = 'unit' and own.owner_id = unit.id
  where space.host_id = ${place('hostId')}::bigint`,
)

/** When the unit is not offered to others, between two days, while the place is open. */
export const savedDuring = (
  { name, weekly, since }: SavedChair,
  table: ZoneTable,
  days: { from: number; to: number },
  open: Intervals,
): Intervals => {
  const hours = openDuring(stretches({ weekly, exceptions: [] }, table, days.from, days.to))
  return name === null ? without(open, hours) : common(common(hours, open), [since, Infinity])
}
