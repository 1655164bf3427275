/** Which professionals work at all in the requested periods: read in one short query, so that free time is read only for those. */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Hours, Window } from '#server/availability/hours/hours.ts'
import { exceptionsOf, weeklyOf } from '#server/availability/offer/taken.ts'
import type { Free } from '#server/availability/slots/free-periods.ts'
import type { ServiceListed } from '#server/availability/slots/meant.ts'
import { dayOf, spanAt, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'

type Row = Hours & { id: number }

/** One plan for any list, like that of the services (service-reading.ts): planning it anew takes longer than reading it. */
const read = statement<Row, 'ids' | 'from' | 'to'>(
  (place) => {
    const edges = { from: place('from'), to: place('to'), now: place('from') }
    return sql<Row>`
    select professional.id, coalesce(${weeklyOf('professional', 'professional.id')}, '[]') as weekly,
      ${exceptionsOf('professional', 'professional.id', edges)} as exceptions
    from professionals professional where professional.id = any(${place('ids')}::bigint[])`
  },
  { keepsPlan: true },
)

type Workplaces = readonly { zone: string; services: readonly Pick<ServiceListed, 'isClass'>[] }[]

/** The given professionals who work then at one of their places, or give classes, which have hours of their own; in their order. */
export const openThen = async (
  work: Work,
  places: ReadonlyMap<number, Workplaces>,
  { free, range }: { free: Free; range: { from: Date; to: Date } },
): Promise<number[]> => {
  const rows = await read(work.db, { ids: [...places.keys()], from: range.from, to: range.to })
  const known = new Map(rows.map((row) => [row.id, row]))
  return [...places]
    .filter(([id, own]) => {
      const hours = known.get(id)
      return (
        hours !== undefined &&
        own.some(
          ({ zone, services }) => services.some(({ isClass }) => isClass) || mayBeOpen(hours, zone, free),
        )
      )
    })
    .map(([id]) => id)
}

/**
 * Whether a window of their hours and a requested period overlap, by local time. Around a clock change it may say yes too often, never
 * no: the engine decides.
 */
export const mayBeOpen = (hours: Hours, zone: string, free: Free): boolean => {
  const table = zoneTable(zone)
  return free.periodsIn(zone).some(({ from, to }) => {
    const last = spanAt(table, to)
    let [earliest, latest] = [Infinity, -Infinity]
    for (let span = spanAt(table, from); span <= last; span += 1) {
      earliest = Math.min(earliest, table.offsets[span] ?? 0)
      latest = Math.max(latest, table.offsets[span] ?? 0)
    }
    return isOpenBetween(hours, from + earliest, to + latest)
  })
}

/** Between two readings of the clock. */
const isOpenBetween = ({ weekly, exceptions }: Hours, from: number, to: number): boolean => {
  for (let day = Math.floor(from / dayMs); day * dayMs < to; day += 1) {
    const overlaps = ({ fromMinute, toMinute }: Window) =>
      day * dayMs + fromMinute * minuteMs < to &&
      day * dayMs + toMinute * minuteMs > from &&
      fromMinute < toMinute
    const weekday = weekdayOf(day)
    const exception = exceptions.find(({ date }) => dayOf(date) === day)
    const isOpen =
      exception === undefined
        ? weekly.some((window) => window.weekday === weekday && overlaps(window))
        : exception.windows.some(overlaps)
    if (isOpen) return true
  }
  return false
}
