/** One day at a space, unit by unit: the hours that `rentable` would allow, without calling it for each. */
import type * as z from 'zod/mini'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { UnitDay, unitDay } from '#contract/availability/unit-day.ts'
import { spaceTimes } from '#server/availability/slots/space-time.ts'
import { openDuring, stretches } from '#server/availability/hours/hours.ts'
import { intervalsOf, common, type Intervals, without } from '#server/availability/zone/intervals.ts'
import { dayOf, isoOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** How far ahead hours are rented and their prices are shown. */
const furthestMs = 400 * dayMs

/** Refuses not_found, and invalid_input for a date that cannot be rented. */
export const dayOfUnits = async (
  work: Work,
  { params, query }: Input<typeof unitDay>,
): Promise<z.input<typeof UnitDay>> => {
  const rows = await work.db
    .selectFrom('units as unit')
    .innerJoin('spaces as space', 'space.id', 'unit.space_id')
    .select(['unit.id', 'unit.name', 'space.zone'])
    .where('space.id', '=', params.id)
    .where('space.status', '=', 'published')
    .where('unit.active', '=', true)
    .orderBy('unit.number')
    .execute()
  const table = zoneTable(rows[0]?.zone ?? refuse('not_found'))
  const day = dayOf(query.date)
  const [from, to] = [startOfDay(table, day), startOfDay(table, day + 1)]
  if (Math.abs(from - work.now.getTime()) > furthestMs)
    refuse('invalid_input', { fields: [{ field: 'date' }] })
  const range = { from: new Date(from - dayMs), to: new Date(to + dayMs), now: work.now }
  const [row] = await spaceTimes(work, [params.id], range, work.viewer.professionalId)
  if (row === undefined) return refuse('not_found')
  const hours = { weekly: row.weekly ?? [], exceptions: row.exceptions }
  const open = common(openDuring(stretches(hours, table, day - 1, day + 1)), [from, to])
  const soonest = work.now.getTime() + row.noticeMinutes * minuteMs
  const coming = row.payable ? common(open, [soonest, Infinity]) : []
  return {
    begins: isoOf(from),
    open: stretchesOf(open),
    units: rows.map(({ id, name }) => {
      const taken = row.units.find((unit) => unit.id === id)?.busy ?? []
      const free = common(
        coming,
        clean(without([-Infinity, Infinity], intervalsOf(taken)), row.cleaningMinutes),
      )
      return { id, name, free: stretchesOf(atLeast(free, row.minimumMinutes)) }
    }),
  }
}

/** Cleaning takes time before the next occupant; after closing it takes none. */
const clean = (free: Intervals, minutes: number): Intervals =>
  free.map((edge, place) => (place % 2 === 1 && edge !== Infinity ? edge - minutes * minuteMs : edge))

const atLeast = (free: Intervals, minutes: number): Intervals =>
  free.filter((_, place) => {
    const start = place - (place % 2)
    return (free[start + 1] ?? 0) - (free[start] ?? 0) >= minutes * minuteMs
  })

const stretchesOf = (intervals: Intervals) =>
  intervals.flatMap((from, place) =>
    place % 2 === 0 ? [{ from: isoOf(from), to: isoOf(intervals[place + 1] ?? from) }] : [],
  )
