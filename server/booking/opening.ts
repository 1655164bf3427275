/** How long a host's spaces are open on a date, for the share of it that is used. */
import { sql } from 'kysely'
import { openDuring, stretches, type HoursException, type WeeklyWindow } from '#server/availability/hours.ts'
import { dayOf, minuteMs, zoneTable } from '#server/availability/zone.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: number
  zone: string
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
}

/** Real minutes by space: the night of a clock change has its own length. */
export const openMinutesOf = async (
  work: Work,
  hostId: number,
  date: string,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<Row>`
    select space.id, space.zone, schedule.weekly,
      (select coalesce(json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'windows', windows)), '[]')
        from schedule_exceptions where owner_kind = 'space' and owner_id = space.id and date = ${date}::date) as exceptions
    from spaces space
    left join schedules schedule on schedule.owner_kind = 'space' and schedule.owner_id = space.id
    where space.host_id = ${hostId}`.execute(work.db)
  return new Map(rows.map((row) => [row.id, minutesOn(row, date)]))
}

const minutesOn = ({ zone, weekly, exceptions }: Row, date: string): number => {
  const day = dayOf(date)
  const open = openDuring(stretches({ weekly: weekly ?? [], exceptions }, zoneTable(zone), day, day))
  let total = 0
  for (let place = 0; place + 1 < open.length; place += 2)
    total += (open[place + 1] ?? 0) - (open[place] ?? 0)
  return Math.round(total / minuteMs)
}
