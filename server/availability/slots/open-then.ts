/**
 * Which professionals work at all in the requested periods, and which of their services match a search: read in one short query, so
 * that free time is read only for those.
 */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { modalities, type Modality } from '#contract/service/modality.ts'
import type { Hours, Window } from '#server/availability/hours/hours.ts'
import { exceptionsOf, weeklyOf } from '#server/availability/offer/taken.ts'
import type { Free } from '#server/availability/slots/free-periods.ts'
import { listCents, meantIn, meantAmong, type Wanted } from '#server/availability/slots/meant.ts'
import { dayOf, spanAt, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import { statement } from '#server/platform/files/statement.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * A matching service, and how it is given. `kind`: services of one professional with the same kind begin at the same instants, where no
 * rent and no rule of theirs depends on the price; null: it is like no other.
 */
export type ServiceMeant = { id: number; ways: readonly Modality[]; kind: string | null }
/** A professional who works then, with the matching services, shortest first. */
export type OpenThen = { id: number; services: readonly ServiceMeant[] }

/** One service, without field names, since a page of results has it a hundred times. */
type Listed = readonly [
  id: number,
  ways: number,
  meant: number,
  cents: number,
  isClass: boolean,
  kind: string | null,
]
type Row = Hours & { id: number; services: readonly Listed[] }

/** One plan for any list, like that of the services (service-reading.ts): planning it anew takes longer than reading it. */
const read = statement<Row, 'ids' | 'from' | 'to' | 'category' | 'text'>(
  (place) => {
    const edges = { from: place('from'), to: place('to'), now: place('from') }
    return sql<Row>`
    select professional.id, coalesce(${weeklyOf('professional', 'professional.id')}, '[]') as weekly,
      ${exceptionsOf('professional', 'professional.id', edges)} as exceptions,
      (select coalesce(json_agg(json_build_array(id, ${waysBits}, ${meantIn(place('category'), place('text'))}, ${listCents},
            class_capacity is not null, ${kindOfService})
          order by duration_minutes + buffer_before_minutes + buffer_after_minutes, id), '[]')
        from services where professional_id = professional.id and visibility = 'visible') as services
    from professionals professional where professional.id = any(${place('ids')}::bigint[])`
  },
  { keepsPlan: true },
)

/** How a service is given, as a bit set of modalities. */
export const waysBits = sql<number>`(at_place::integer + (home_radius_km is not null)::integer * 2 + online::integer * 4)`
const ways = Array.from({ length: 2 ** modalities.length }, (_, bits) =>
  modalities.filter((_, index) => (bits >> index) % 2 === 1),
)
export const waysIn = (bits: number): readonly Modality[] => ways[bits] ?? []

/** Everything about a service that decides its starts. Null for a class, or with limits, needs, phases, hours or dates of its own. */
const kindOfService = sql<string | null>`case
  when num_nonnulls(daily_cap, class_capacity, needs, phases, weekly, offered_from, offered_to) = 0
  then concat_ws(' ', category, duration_minutes, buffer_before_minutes, buffer_after_minutes, step_minutes, notice_minutes, horizon_days) end`

/** The given professionals who work then at one of their places, or give classes, which have hours of their own; in their order. */
export const openThen = async (
  work: Work,
  places: ReadonlyMap<number, readonly { zone: string }[]>,
  { free, wanted, range }: { free: Free; wanted: Wanted; range: { from: Date; to: Date } },
): Promise<OpenThen[]> => {
  const { category, text } = wanted
  const { from, to } = range
  const rows = await read(work.db, { ids: [...places.keys()], from, to, category, text })
  const known = new Map(rows.map((row) => [row.id, row]))
  const found: OpenThen[] = []
  for (const [id, own] of places) {
    const row = known.get(id)
    if (row === undefined) continue
    const isOpen =
      row.services.some(([, , , , isClass]) => isClass) || own.some(({ zone }) => mayBeOpen(row, zone, free))
    if (isOpen) found.push({ id, services: meantAmong(row.services.map(serviceOf), wanted) })
  }
  return found
}

const serviceOf = ([id, bits, meant, cents, , kind]: Listed) => ({
  id,
  ways: waysIn(bits),
  meant,
  cents,
  kind,
})

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
