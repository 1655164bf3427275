/** Whether a professional works at all in the requested periods: read in one short query, so that free time is read only of who does. */
import { sql } from 'kysely'
import { stretches, type Hours } from '#server/availability/hours/hours.ts'
import { exceptionsOf, weeklyOf } from '#server/availability/offer/taken.ts'
import type { Free } from '#server/availability/slots/free-periods.ts'
import { dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'

type Row = Hours & { id: number; hasClasses: boolean }

/** Of those professionals who work then at one of the places of theirs, or give classes, which have hours of their own. */
export const openThen = async (
  work: Work,
  places: ReadonlyMap<number, readonly { zone: string }[]>,
  free: Free,
  range: { from: Date; to: Date; now: Date },
): Promise<Set<number>> => {
  const { rows } = await sql<Row>`
    select professional.id, coalesce(${weeklyOf('professional', 'professional.id')}, '[]') as weekly,
      ${exceptionsOf('professional', 'professional.id', range)} as exceptions,
      exists (select from services service where service.professional_id = professional.id and service.class_capacity is not null) as "hasClasses"
    from professionals professional where professional.id = any(${[...places.keys()]}::bigint[])`.execute(
    work.db,
  )
  const open = rows.filter(
    (one) =>
      one.hasClasses ||
      new Set(places.get(one.id)?.map(({ zone }) => zone))
        .values()
        .some((zone) => isOpenThen(one, zone, free)),
  )
  return new Set(open.map(({ id }) => id))
}

const isOpenThen = (hours: Hours, zone: string, free: Free): boolean => {
  const periods = free.periodsIn(zone)
  const [first] = periods
  const last = periods.at(-1)
  if (first === undefined || last === undefined) return false
  const table = zoneTable(zone)
  // Hours of the day before may go past midnight.
  return stretches(hours, table, dayAt(table, first.from) - 1, dayAt(table, last.to)).some(({ start, end }) =>
    periods.some(({ from, to }) => start < to && end > from),
  )
}
