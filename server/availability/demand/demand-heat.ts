/**
 * The weeks of a professional by weekday and hour: clients' visits, searches in the area without a result, waitlist entries. From
 * existing data; sends no queries to people.
 */
import { sql } from 'kysely'
import { heatWeeks, type DemandHeat } from '#contract/pricing/demand.ts'
import { type DayPart, dayPartHours } from '#contract/platform/day-part.ts'
import { dateOf, dayAt, dayOf, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import { municipality } from '#server/places/places.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Refuses not_found without a profile. */
export const demandHeat = async (work: Work): Promise<DemandHeat> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const own = await ownOf(work, id)
  const today = dayAt(zoneTable(own.zone), work.now.getTime())
  const from = dateOf(today - heatWeeks * 7)
  const to = dateOf(today - 1)
  const [bookings, searches, entries] = await Promise.all([
    bookingsOf(work, id, { from, to, zone: own.zone }),
    searchesAround(work, own, { from, to }),
    entriesFor(work, id, dateOf(today)),
  ])
  const cells = new Map<string, DemandHeat['cells'][number]>()
  const add = (rows: readonly Count[], what: 'bookings' | 'searches' | 'waiting') => {
    for (const { weekday, hour, count } of rows) {
      const key = `${weekday} ${hour}`
      const cell = cells.get(key) ?? { weekday, hour, bookings: 0, searches: 0, waiting: 0 }
      cells.set(key, { ...cell, [what]: cell[what] + count })
    }
  }
  add(bookings, 'bookings')
  add(searches, 'searches')
  for (const entry of entries) add(hoursOf(entry), 'waiting')
  return {
    from,
    to,
    zone: own.zone,
    municipality: municipality(own.municipalityId)?.name ?? null,
    cells: [...cells.values()].toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    totals: { bookings: totalOf(bookings), searches: totalOf(searches), waiting: entries.length },
    weekly: own.weekly,
  }
}

type Count = { weekday: number; hour: number; count: number }
const totalOf = (rows: readonly Count[]) => rows.reduce((sum, { count }) => sum + count, 0)

type Own = {
  zone: string
  municipalityId: number
  categories: string[]
  weekly: DemandHeat['weekly']
}

const ownOf = async (work: Work, id: number): Promise<Own> => {
  const { rows } = await sql<Own>`
    select p.zone, p.municipality_id as "municipalityId", p.categories,
      coalesce((select weekly from schedules where owner_kind = 'professional' and owner_id = p.id), '[]') as weekly
    from professionals p where p.id = ${id}`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

/** By the local time of the place. */
const bookingsOf = async (
  work: Work,
  id: number,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    select extract(isodow from starts_at at time zone zone)::integer as weekday,
      extract(hour from starts_at at time zone zone)::integer as hour, count(*)::integer as count
    from bookings
    where professional_id = ${id} and kind = 'visit'
      and starts_at >= ${from}::date::timestamp at time zone ${zone}
      and starts_at < (${to}::date + 1)::timestamp at time zone ${zone}
      and status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
    group by 1, 2`.execute(work.db)
  return rows
}

/** Searches with an hour: for this professional's categories or for none, in their municipality. */
const searchesAround = async (
  work: Work,
  { municipalityId, categories }: Own,
  { from, to }: { from: string; to: string },
): Promise<Count[]> => {
  if (municipalityId === 0) return []
  const { rows } = await sql<Count>`
    select weekday, hour, sum(searches)::integer as count from unmet_demand
    where municipality_id = ${municipalityId} and day between ${from}::date and ${to}::date
      and sought = 'professionals' and (category = '' or category = any(${categories}::text[]))
      and hour is not null
    group by 1, 2`.execute(work.db)
  return rows
}

type WaitlistEntry = { from: string; to: string; parts: DayPart[] }

/** Waitlist entries for today or later. */
const entriesFor = async (work: Work, id: number, today: string): Promise<WaitlistEntry[]> => {
  const { rows } = await sql<WaitlistEntry>`
    select greatest(from_date, ${today}::date) as "from", to_date as "to", parts from waitlist_entries
    where professional_id = ${id} and state in ('active', 'offered', 'paused') and to_date >= ${today}::date`.execute(
    work.db,
  )
  return rows
}

/** "In the morning" never means before eight, nor "in the evening" after ten at night. */
const awake = { from: 8, to: 22 }

/** Every hour of a week that would suit the entry, once, however many weeks it covers. */
const hoursOf = ({ from, to, parts }: WaitlistEntry): Count[] => {
  const [first, last] = [dayOf(from), dayOf(to)]
  const days = Array.from({ length: Math.min(7, last - first + 1) }, (_, index) => weekdayOf(first + index))
  const hours = parts.flatMap((part) => {
    const begins = Math.max(dayPartHours[part].from, awake.from)
    return Array.from(
      { length: Math.min(dayPartHours[part].to, awake.to) - begins },
      (_, hour) => begins + hour,
    )
  })
  return days.flatMap((weekday) => hours.map((hour) => ({ weekday, hour, count: 1 })))
}
