/**
 * Unclaimed time: of professionals, and of a space with a free unit. For a host who looks for professionals to fill empty hours; offers
 * no slot.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import {
  type HoursException,
  openDuring,
  stretches,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import { intervalsOf, type Intervals } from '#server/availability/zone/intervals.ts'
import type { Span } from '#server/availability/offer/service-row.ts'
import { claimsOf, exceptionsOf, type Range, takenOf, weeklyOf } from '#server/availability/offer/taken.ts'
import { dayAt, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'

/** Whole weeks, so that every weekday counts alike. */
const weeks = 2
/** A shorter gap lies between two appointments and is not a free day. */
const minFreeMinutes = 180

export type Spare = {
  professionalId: number
  /** Weekdays with at least three hours free, Monday = 1, averaged over the coming two weeks. */
  freeDays: number[]
  /** Hours a week in which the professional is free and the space has an unclaimed unit. */
  hoursAWeek: number
}

export const spareTime = async (
  work: Work,
  professionalIds: readonly number[],
  spaceId: number | null,
): Promise<Spare[]> => {
  if (professionalIds.length === 0) return []
  const range = { from: work.now, to: new Date(work.now.getTime() + weeks * 7 * dayMs), now: work.now }
  const idle = spaceId === null ? [] : await idleOf(work, spaceId, range)
  const { rows } = await sql<Person>`
    select p.id, p.zone, ${weeklyOf('professional', 'p.id')} as weekly,
      ${exceptionsOf('professional', 'p.id', range)} as exceptions, ${claimsOf(sql.ref('p.id'), range)} as busy
    from professionals p where p.id = any(${professionalIds}::bigint[])`.execute(work.db)
  return rows.map((row) => {
    const free = without(openIn(row, range), intervalsOf(row.busy))
    return {
      professionalId: row.id,
      freeDays: freeDays(free, row.zone),
      hoursAWeek: Math.round(lengthOf(common(free, idle)) / weeks / 360_000) / 10,
    }
  })
}

type Open = { zone: string; weekly: readonly WeeklyWindow[] | null; exceptions: readonly HoursException[] }
type Person = Open & { id: number; busy: readonly Span[] }
type Place = Open & { units: readonly (readonly Span[])[] }

/** When the space is open and at least one of its units is free. */
const idleOf = async (work: Work, spaceId: number, range: Span2): Promise<Intervals> => {
  const { rows } = await sql<Place>`
    select s.zone, ${weeklyOf('space', 's.id')} as weekly, ${exceptionsOf('space', 's.id', range)} as exceptions,
      (select coalesce(json_agg(${takenOf('u', 's', sql`null::bigint`, range)}), '[]') from units u
        where u.space_id = s.id and u.active) as units
    from spaces s where s.id = ${spaceId}`.execute(work.db)
  const [row] = rows
  if (row === undefined || row.units.length === 0) return []
  const full = row.units.map(intervalsOf).reduce(common)
  return without(openIn(row, range), full)
}

type Span2 = Range & { from: Date; to: Date }

const openIn = ({ zone, weekly, exceptions }: Open, { from, to }: { from: Date; to: Date }): Intervals => {
  const table = zoneTable(zone)
  const days = [dayAt(table, from.getTime()), dayAt(table, to.getTime())] as const
  const open = openDuring(stretches({ weekly: weekly ?? [], exceptions }, table, ...days))
  return common(open, [from.getTime(), to.getTime()])
}

const freeDays = (free: Intervals, zone: string): number[] => {
  const table = zoneTable(zone)
  const minutes = new Map<number, number>()
  for (let at = 0; at < free.length; at += 2) {
    const [start = 0, end = 0] = free.slice(at, at + 2)
    const weekday = weekdayOf(dayAt(table, start))
    minutes.set(weekday, (minutes.get(weekday) ?? 0) + (end - start) / minuteMs)
  }
  return [1, 2, 3, 4, 5, 6, 7].filter((day) => (minutes.get(day) ?? 0) / weeks >= minFreeMinutes)
}

/** The intersection of both. */
export const common = (some: Intervals, others: Intervals): Intervals => {
  const found: number[] = []
  for (let a = 0, b = 0; a < some.length && b < others.length;) {
    const [start, end] = [
      Math.max(some[a] ?? 0, others[b] ?? 0),
      Math.min(some[a + 1] ?? 0, others[b + 1] ?? 0),
    ]
    if (start < end) found.push(start, end)
    if ((some[a + 1] ?? 0) < (others[b + 1] ?? 0)) a += 2
    else b += 2
  }
  return found
}

/** The first without the second: the intersection with the gaps of the second. */
export const without = (some: Intervals, taken: Intervals): Intervals =>
  common(some, [-Infinity, ...taken, Infinity])

export const lengthOf = (intervals: Intervals): number =>
  intervals.reduce((sum, edge, place) => sum + (place % 2 === 0 ? -edge : edge), 0)
