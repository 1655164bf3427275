/** The host's next seven days: open and rented minutes of all units, and who comes, in three queries. */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { namesShown, type NextDays, nextDaysCount } from '#contract/booking/next-days.ts'
import { savedChairs, savedDuring } from '#server/availability/block/reserved-chairs.ts'
import { common, type Intervals, union, without } from '#server/availability/zone/intervals.ts'
import { dateOf, dayAt, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { openDuringDays, readSpaces } from '#server/booking/agenda/timeline.ts'
import { epochMs, statusList } from '#server/booking/columns/sql-parts.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import type { Work } from '#server/platform/work.ts'

type Booked = {
  spaceId: number
  unitId: number | null
  from: number
  to: number
  isInside: boolean
  name: string
}

const capitalZone = 'America/Mexico_City'

export const nextDays = async (work: Work): Promise<NextDays> => {
  const hostId = work.viewer.hostId ?? 0
  const first = dayAt(zoneTable(capitalZone), work.now.getTime()) + 1
  const last = first + nextDaysCount - 1
  const all = await readSpaces(work.db, { hostId, fromDate: dateOf(first), toDate: dateOf(last) })
  const spaces = all.filter(({ status }) => status === 'published')
  const booked = await bookedIn(work, hostId, { first, last })
  const chairs = Map.groupBy(await savedChairs(work.db, { hostId, now: work.now }), ({ unitId }) => unitId)
  const days = Array.from({ length: nextDaysCount }, (_, place) => {
    const day = first + place
    let openMinutes = 0
    let bookedMinutes = 0
    const coming: Booked[] = []
    for (const space of spaces) {
      const table = zoneTable(space.zone)
      const edges: Intervals = [startOfDay(table, day), startOfDay(table, day + 1)]
      const open = common(openDuringDays(space, { from: day - 1, to: day }), edges)
      const ofDay = booked.filter(
        ({ spaceId, from, to }) => spaceId === space.id && overlaps(edges, from, to),
      )
      coming.push(...ofDay)
      for (const { id } of space.units.filter(({ active }) => active)) {
        const taken = common(union(ofDay.filter(isOf(id)).map(({ from, to }) => [from, to])), edges)
        const saved = (chairs.get(id) ?? []).flatMap((chair) => [
          ...without(common(savedDuring(chair, table, { from: day - 1, to: day }, open), edges), taken),
        ])
        openMinutes += minutesOf(open) - minutesOf(saved)
        bookedMinutes += minutesOf(taken)
      }
    }
    const names = [...new Set(coming.toSorted((a, b) => a.from - b.from).map(({ name }) => name))]
    return {
      date: dateOf(day),
      openMinutes,
      bookedMinutes,
      bookings: coming.length,
      who: names.slice(0, namesShown),
      others: Math.max(0, names.length - namesShown),
    }
  })
  return { days }
}

const overlaps = ([start = 0, end = 0]: Intervals, from: number, to: number) => from < end && to > start
/** A visit within rented hours takes no unit time of its own. */
const isOf = (unit: number) => (one: Booked) => one.unitId === unit && !one.isInside

const minutesOf = (intervals: Intervals): number => {
  let sum = 0
  for (let at = 0; at < intervals.length; at += 2) sum += (intervals[at + 1] ?? 0) - (intervals[at] ?? 0)
  return Math.round(sum / minuteMs)
}

/** The bookings of the host's units: visits and rents, and each class once. */
const bookedIn = async (work: Work, hostId: number, { first, last }: { first: number; last: number }) => {
  const [from, to] = [new Date((first - 2) * dayMs), new Date((last + 2) * dayMs)]
  const { rows } = await sql<Booked>`
    select booking.space_id as "spaceId", booking.unit_id as "unitId", ${epochMs(sql.ref('booking.starts_at'))} as "from",
      ${epochMs(sql.ref('booking.ends_at'))} as "to", booking.parent_rent_id is not null as "isInside", professional.first_name as name
    from bookings booking join professionals professional on professional.id = booking.professional_id
    where booking.host_id = ${hostId} and booking.starts_at >= ${from} and booking.starts_at < ${to}
      and booking.status in (${statusList(certainStatuses)}) and booking.class_id is null
    union all
    select session.space_id, session.unit_id, ${epochMs(sql.ref('session.starts_at'))}, ${epochMs(sql.ref('session.ends_at'))},
      session.parent_rent_id is not null, professional.first_name
    from class_sessions session join professionals professional on professional.id = session.professional_id
    where session.host_id = ${hostId} and session.status = 'open' and session.starts_at >= ${from} and session.starts_at < ${to}`.execute(
    work.db,
  )
  return rows
}
