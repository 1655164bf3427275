/** Starts right after or before claimed time, found by walking minute by minute. */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'
import { evenGridOf, isBusy, isOpen, later, minutesOf, minutesOfDate } from '#server/testing/slots/minutes.ts'

const isFive = (instant: number) => instant % (5 * minuteMs) === 0

/** The first minute from one on, forwards or back, for which `holds` is true; undefined: none within four days. */
const walk = (from: number, by: 1 | -1, holds: (instant: number) => boolean): number | undefined => {
  for (let minutes = 0; minutes < 4 * 1440; minutes += 1)
    if (holds(from + by * minutes * minuteMs)) return from + by * minutes * minuteMs
  return undefined
}

export const besideOf = (snapshot: Snapshot, date: string): number[] => {
  const { professional, elsewhere = [], service, place, zone } = snapshot
  if (professional.hasTightStarts !== true) return []
  const before = service.bufferBeforeMinutes * minuteMs
  const duration = service.durationMinutes * minuteMs
  const after = service.bufferAfterMinutes * minuteMs
  const cleaning = Math.max(service.bufferAfterMinutes, place?.cleaningMinutes ?? 0) * minuteMs
  const units: readonly Intervals[] = place?.units.map(({ busy }) => busy) ?? []
  const isTaken = (instant: number) => isBusy(professional.busy, instant) || isBusy(elsewhere, instant)
  const isWorked = (instant: number) => isOpen(professional.hours, zone, instant)
  const hasUnit = (instant: number) => units.length === 0 || units.some((busy) => !isBusy(busy, instant))
  const firstFrom = (from: number) =>
    walk(Math.ceil(from / minuteMs) * minuteMs, 1, (at) => isFive(at) && hasUnit(at - before))
  const lastUntil = (until: number) =>
    walk(until, -1, (at) => isFive(at) && hasUnit(at + cleaning - minuteMs))
  const grid = new Set([-1, 0, 1, 2].flatMap((days) => evenGridOf(snapshot, later(date, days))))
  const fit = (from: number, to: number, isStart: (instant: number) => boolean) => {
    let visits = 0
    let least = from
    for (const start of minutesOf(from, to - duration + minuteMs)) {
      if (start < least || !isStart(start)) continue
      visits += 1
      least = start + before + duration + after
    }
    return visits
  }
  const losesOne = (from: number, to: number) => fit(from, to, (at) => grid.has(at)) < fit(from, to, isFive)

  const [midnight = 0] = minutesOfDate(zone, date)
  const around = minutesOf(midnight - 4 * 24 * hourMs, midnight + 4 * 24 * hourMs)
  const ends = around.filter((at) => isTaken(at - minuteMs) && !isTaken(at))
  const begins = around.filter((at) => !isTaken(at - minuteMs) && isTaken(at))
  const following = ends.flatMap((end) => {
    const first = firstFrom(end + before)
    if (first === undefined || !isWorked(first)) return []
    const closes = walk(first, 1, (at) => !isWorked(at)) ?? Infinity
    const next = begins.find((at) => at >= end)
    const until = next === undefined ? Infinity : (lastUntil(next - after) ?? -Infinity)
    return losesOne(first, Math.min(closes, until, first + 20 * hourMs)) ? [first] : []
  })
  const leading = begins.flatMap((begin) => {
    const end = lastUntil(begin - after)
    if (end === undefined) return []
    const start = Math.floor((end - duration) / (5 * minuteMs)) * 5 * minuteMs
    if (!minutesOf(start, end).every(isWorked)) return []
    const opens = (walk(start, -1, (at) => !isWorked(at)) ?? -Infinity) + minuteMs
    const previous = ends.findLast((at) => at <= begin)
    const free = previous === undefined ? -Infinity : (firstFrom(previous + before) ?? Infinity)
    const from = Math.max(opens, free, end - 20 * hourMs)
    return from <= start && losesOne(from, end) ? [start] : []
  })
  return [...following, ...leading]
}
