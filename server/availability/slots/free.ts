/**
 * "Has free time then": computed for many professionals or spaces at once, with few queries, and decided by the engine that shows,
 * holds and accepts slots. For search and public pages; shows no single slot.
 */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { openDuring, stretches, type Hours } from '#server/availability/hours/hours.ts'
import { firstSlot, hasSlot } from '#server/availability/rules/rules.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'
import { dateOf, dayAt, isoOf, startOfDay, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'
import {
  type Listed,
  listedServices,
  meantAmong,
  type ServiceListed,
  serviceOf,
  type Wanted,
  wordsMeant,
} from '#server/availability/slots/meant.ts'
import type { Free, Period } from '#server/availability/slots/free-periods.ts'
import { spaceTimes, snapshotOf } from '#server/availability/slots/space-time.ts'

export type Range = { from: Date; to: Date; now: Date }

/** `startsIn`: only starts in that interval, of an hour that has just become free. */
export const periodsOf = (
  work: Work,
  query: {
    availability?: readonly string[]
    startsAt?: string
    endsAt?: string
    hours?: Daily
    startsIn?: Period
  },
): Free | null => {
  const names = query.availability ?? []
  const anytime = names.length === 0 || names.includes('flexible')
  const { startsAt, endsAt, hours, startsIn } = query
  if (anytime && (startsAt ?? endsAt ?? hours ?? startsIn) === undefined) return null
  const now = work.now.getTime()
  const from = Math.max(now, startsAt === undefined ? now : Date.parse(startsAt), startsIn?.from ?? now)
  const until = endsAt === undefined ? Infinity : Date.parse(endsAt)
  const last = Math.min(until, from + horizonMs, startsIn?.to ?? Infinity)
  const known = new Map<string, Period[]>()
  const periodsIn = (zone: string) =>
    (anytime ? [{ from, to: last }] : names.map((name) => named(name, zone, now)))
      .map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, last) }))
      .flatMap((period) => (hours === undefined ? [period] : daily(period, hours, zone)))
      .filter((period) => period.from < period.to)
  return {
    until,
    periodsIn: (zone) => {
      const periods = known.get(zone) ?? periodsIn(zone)
      known.set(zone, periods)
      return periods
    },
  }
}

/** Minutes of the local day. */
type Daily = { readonly fromMinute: number; readonly toMinute: number }

/** Those hours on each day of a period. */
const daily = (period: Period, { fromMinute, toMinute }: Daily, zone: string): Period[] => {
  const table = zoneTable(zone)
  const first = dayAt(table, period.from)
  return Array.from({ length: Math.max(0, dayAt(table, period.to) - first + 1) }, (_, place) => {
    const midnight = startOfDay(table, first + place)
    return {
      from: Math.max(period.from, midnight + fromMinute * minuteMs),
      to: Math.min(period.to, midnight + toMinute * minuteMs),
    }
  })
}

/** How far an open-ended period is searched. */
const horizonMs = 31 * dayMs

/** The week begins on Monday; dates are those of the place. */
export const named = (name: string, zone: string, now: number): Period => {
  const table = zoneTable(zone)
  const today = dayAt(table, now)
  const monday = today - weekdayOf(today) + 1
  if (name === 'today') return { from: now, to: startOfDay(table, today + 1) }
  if (name === 'this_week') return { from: now, to: startOfDay(table, monday + 7) }
  return { from: startOfDay(table, monday + 7), to: startOfDay(table, monday + 14) }
}

/** The matching services of each professional, shortest first. */
export const servicesOf = async (
  work: Work,
  ids: readonly number[],
  wanted: Wanted,
): Promise<ServiceListed[][]> => {
  const given = { category: sql`${wanted.category}`, words: sql`${wordsMeant(wanted)}` }
  const { rows } = await sql<{ services: readonly Listed[] }>`
    select ${listedServices(sql`wanted.id`, given)} as services
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place) order by wanted.place`.execute(
    work.db,
  )
  return rows.map(({ services }) => meantAmong(services.map(serviceOf), wanted))
}

const hasTime = (snapshot: Snapshot, free: Free) =>
  free.periodsIn(snapshot.zone).some(({ from, to }) => {
    const last = free.until - snapshot.service.durationMinutes * minuteMs + 1
    return hasSlot(snapshot, from, Math.min(to, last))
  })

/** The first instant in the requested periods at which it can begin; null: there is none. */
export const firstStart = (snapshot: Snapshot, free: Free): number | null => {
  const last = free.until - snapshot.service.durationMinutes * minuteMs + 1
  const starts = free.periodsIn(snapshot.zone).flatMap(({ from, to }) => {
    const slot = firstSlot(snapshot, from, Math.min(to, last))
    return slot === null ? [] : [slot.startsAt]
  })
  return starts.length === 0 ? null : Math.min(...starts)
}

/** Covers the periods in any zone of Mexico; claims are read for a day more, since services last. Null: all is past. */
export const rangeOf = (work: Work, free: Free): Range | null => {
  const periods = ['America/Cancun', 'America/Tijuana'].flatMap((zone) => free.periodsIn(zone))
  if (periods.length === 0) return null
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  return { from: new Date(from - dayMs), to: new Date(to + dayMs), now: work.now }
}

/** A space with a unit that can be rented for its minimum length, as the engine sees it. */
export type FreeSpace = { zone: string; snapshot: Snapshot }

/**
 * The given spaces with a unit that can be rented for its minimum length; the engine runs with a service of that length and a
 * professional who always has time.
 */
export const freeSpaces = async (
  work: Work,
  ids: readonly number[],
  free: Free,
): Promise<Map<number, FreeSpace>> => {
  const range = rangeOf(work, free)
  const rows = range === null ? [] : await spaceTimes(work, ids, range)
  return new Map(
    rows.flatMap((row) => {
      const snapshot = snapshotOf(work, row)
      return hasTime(snapshot, free) ? [[row.id, { zone: row.zone, snapshot }] as const] : []
    }),
  )
}

/** Rent forms offer full and half hours. */
const stayStepMinutes = 30

const withMinutes = (snapshot: Snapshot, durationMinutes: number): Snapshot => ({
  ...snapshot,
  service: { ...snapshot.service, durationMinutes, stepMinutes: stayStepMinutes },
})

/** The first stays of a length in the requested periods, one after the other: instants at which they begin. */
export const firstStays = ({ snapshot }: FreeSpace, free: Free, minutes: number, most: number): number[] => {
  const long = withMinutes(snapshot, minutes)
  const found: number[] = []
  for (const { from, to } of free.periodsIn(snapshot.zone)) {
    const last = Math.min(to, free.until - minutes * minuteMs + 1)
    let next = Math.max(from, (found.at(-1) ?? -Infinity) + minutes * minuteMs)
    while (found.length < most) {
      const start = firstSlot(long, next, last)
      if (start === null) break
      found.push(start.startsAt)
      next = start.startsAt + minutes * minuteMs
    }
  }
  return found.toSorted((a, b) => a - b)
}

/** Is a unit free for this long from an instant on? */
export const isFreeFor = ({ snapshot }: FreeSpace, startsAt: number, minutes: number): boolean =>
  firstSlot(withMinutes(snapshot, minutes), startsAt, startsAt + 1) !== null

/** Whether a place is open now, and when that changes; null: not within a week. */
export const openNow = (
  work: Work,
  zone: string,
  hours: Hours,
): { today: string; open: boolean; changesAt: string | null } => {
  const now = work.now.getTime()
  const table = zoneTable(zone)
  const today = dayAt(table, now)
  const open = openDuring(stretches(hours, table, today - 1, today + 7))
  const next = open.findIndex((edge) => edge > now)
  const at = open[next]
  return { today: dateOf(today), open: next % 2 === 1, changesAt: at === undefined ? null : isoOf(at) }
}
