/** When else a search finds a free hour: at other hours of its days, and on the nearest later day. */
import { clockText } from '#contract/platform/clock-text.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { conditionNames, type instead } from '#contract/search/instead.ts'
import { firstStart, periodsOf } from '#server/availability/slots/free.ts'
import {
  dateOf,
  dayAt,
  dayOf,
  instantAt,
  isoOf,
  startOfDay,
  zoneTable,
} from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'
import { type Counted, countOf, distinct } from '#server/search/instead/count.ts'
import { type Finder, type Params, withoutNames } from '#server/search/instead/finder.ts'

const daysAhead = 14
/** No calendar is open further ahead. */
const furthestDays = 366
/** How often a day is skipped on which visits begin within the hours but none ends within them. */
const maxTries = 3
/** How often an earlier day than the one found is looked for. */
const maxSteps = 4

export type Requested = Pick<Input<typeof instead>['query'], 'since' | 'after' | 'hours' | 'within' | 'zone'>
type Hours = NonNullable<Requested['hours']>
type Stretch = { startsAt: string; endsAt: string; hours?: Hours | undefined }

/** The queries at any time. */
export const untimed = (queries: readonly Params[]): Params[] =>
  distinct(queries.map((params) => withoutNames(params, [...conditionNames.when, ...conditionNames.week])))

/** The maximum number of days of a search. */
const maxDays = 31

/** The queries at any hour of the searched days; null: no days were searched. */
export const allDay = (queries: readonly Params[], { since, after, zone }: Requested): Params[] | null => {
  if (since === undefined || after === undefined) return null
  const [first, last] = [dayOf(since), dayOf(after)]
  return first > last || last - first >= maxDays ? null : timed(untimed(queries), daysOf(zone, first, last))
}

/** Null: no hours were searched, or the whole day has none. */
export const otherHours = async (
  finder: Finder,
  queries: readonly Params[],
  requested: Requested,
): Promise<Counted | null> => {
  const open = (requested.hours ?? requested.within) === undefined ? null : allDay(queries, requested)
  const counted = open === null ? null : await countOf(finder, open)
  return counted === null || counted.count === 0 ? null : counted
}

const daysOf = (zone: string, from: number, to: number): Stretch => {
  const table = zoneTable(zone)
  return { startsAt: isoOf(startOfDay(table, from)), endsAt: isoOf(startOfDay(table, to + 1)) }
}

/** Within two weeks after the searched day; the count is that of the search of that day. */
export const laterDay = async (
  work: Work,
  finder: Finder,
  queries: readonly Params[],
  { after, hours, within, zone }: Requested,
): Promise<({ date: string } & Counted) | null> => {
  if (after === undefined) return null
  const table = zoneTable(zone)
  const today = dayAt(table, work.now.getTime())
  if (dayOf(after) > today + furthestDays) return null
  const last = dayOf(after) + daysAhead
  const open = untimed(queries)
  const days = (from: number, to: number) => ({ ...daysOf(zone, from, to), hours: within ?? hours })
  const onDay = (day: number): Stretch => {
    if (within === undefined) return days(day, day)
    const at = (minute: number) => isoOf(instantAt(table, day * dayMs + minute * minuteMs))
    return { startsAt: at(within.fromMinute), endsAt: at(within.toMinute) }
  }
  let first = Math.max(dayOf(after) + 1, today)
  for (let tries = 0; tries < maxTries && first <= last; tries += 1) {
    let day: number | null = null
    for (let end = last, step = 0; step < maxSteps && first <= end; step += 1) {
      const start = await earliest(work, finder, open, days(first, end))
      if (start === null) break
      day = dayAt(table, start)
      end = day - 1
    }
    if (day === null) return null
    const counted = await countOf(finder, timed(open, onDay(day)))
    if (counted.count > 0) return { date: dateOf(day), ...counted }
    first = day + 1
  }
  return null
}

const timed = (queries: readonly Params[], { startsAt, endsAt, hours }: Stretch): Params[] =>
  queries.map((params) => ({
    ...params,
    startsAt,
    endsAt,
    ...(hours === undefined ? {} : { hours: `${clockText(hours.fromMinute)}-${clockText(hours.toMinute)}` }),
  }))

/** The first start among the results: each with the service that the search found, which may not be their first. */
const earliest = async (
  work: Work,
  { find }: Finder,
  queries: readonly Params[],
  { hours, ...stretch }: Stretch,
): Promise<number | null> => {
  const free = periodsOf(work, { ...stretch, ...(hours === undefined ? {} : { hours }) })
  if (free === null) return null
  const starts: number[] = []
  for (const params of timed(queries, { ...stretch, hours })) {
    const { found, widened } = await find(params)
    if (widened) continue
    for (const { time, space } of found) {
      const snapshot = time?.offer.snapshot ?? space?.snapshot
      const start = snapshot === undefined ? null : firstStart(snapshot, free)
      if (start !== null) starts.push(start)
    }
  }
  return starts.length === 0 ? null : Math.min(...starts)
}
