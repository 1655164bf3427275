/**
 * Starts outside the grid: directly after a claim ends, or so that the visit ends where a claim begins. One is added only where the
 * grid would fit fewer visits into the gap than would fit one after the other (docs/availability/limits.md).
 */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'

/** The lengths that a start needs, in milliseconds. */
export type Lengths = {
  readonly before: number
  readonly duration: number
  readonly after: number
  readonly unitAfter: number
}

type Ground = Lengths & {
  /** When the professional works. */
  readonly open: Intervals
  /** When she is taken, including her travel between places. */
  readonly busy: Intervals
  /** When each unit of the place is taken; empty: it needs none. */
  readonly units: readonly Intervals[]
  /** Every start of the grid, in order. */
  readonly grid: readonly number[]
}

/** Starts are multiples of five minutes. */
const step = 5 * minuteMs
const up = (instant: number) => Math.ceil(instant / step) * step
const down = (instant: number) => Math.floor(instant / step) * step

/** Gaps are searched at most this far from their start, since only so much around a date is loaded. */
const farthest = 20 * hourMs

/** In order of time, each once; some may be on the grid, and whether one is free is not decided here. */
export const tightStarts = (ground: Ground): readonly number[] => {
  const { open, busy, before, after, duration } = ground
  const found = new Set<number>()
  for (let at = 0; at < busy.length; at += 2) {
    const [begins = 0, ends = 0] = [busy[at], busy[at + 1]]
    const first = firstFree(ground, up(ends + before))
    const opening = around(open, first)
    if (opening !== null) {
      const next = at + 2 < busy.length ? (busy[at + 2] ?? 0) - after : Infinity
      const last = Math.min(opening.end, lastFree(ground, down(next)), first + farthest)
      if (losesOne(ground, first, last)) found.add(first)
    }
    const end = lastFree(ground, down(begins - after))
    const start = down(end - duration)
    const closing = around(open, start)
    if (closing !== null && end <= closing.end) {
      const previous = at > 0 ? (busy[at - 1] ?? 0) + before : -Infinity
      const from = Math.max(closing.start, firstFree(ground, up(previous)), end - farthest)
      if (from <= start && losesOne(ground, from, end)) found.add(start)
    }
  }
  return [...found].sort((a, b) => a - b)
}

const around = (open: Intervals, instant: number): { start: number; end: number } | null => {
  for (let at = 0; at < open.length; at += 2) {
    const [start = 0, end = 0] = [open[at], open[at + 1]]
    if (start <= instant && instant < end) return { start, end }
  }
  return null
}

/** The first start from then on with a free unit: its cleaning may end later than its professional's visit. */
const firstFree = ({ units, before }: Ground, from: number): number => {
  if (units.length === 0 || !Number.isFinite(from)) return from
  const each = units.map((busy) => {
    let start = from
    for (let at = 0; at < busy.length; at += 2)
      if ((busy[at] ?? 0) <= start - before && start - before < (busy[at + 1] ?? 0))
        start = up((busy[at + 1] ?? 0) + before)
    return start
  })
  return Math.min(...each)
}

/** The last end until then after which some unit can still be cleaned. */
const lastFree = ({ units, unitAfter }: Ground, until: number): number => {
  if (units.length === 0 || !Number.isFinite(until)) return until
  const each = units.map((busy) => {
    let end = until
    for (let at = busy.length - 2; at >= 0; at -= 2)
      if ((busy[at] ?? 0) < end + unitAfter && end + unitAfter <= (busy[at + 1] ?? 0))
        end = down((busy[at] ?? 0) - unitAfter)
    return end
  })
  return Math.max(...each)
}

/** Do fewer visits fit between the two at starts of the grid than one right after the other? */
const losesOne = ({ grid, before, duration, after }: Ground, from: number, to: number): boolean => {
  const whole = before + duration + after
  let fits = 0
  for (let start = from; start + duration <= to; start = up(start + whole)) fits += 1
  if (fits === 0) return false
  let onGrid = 0
  let least = from
  for (let at = firstAtOrAfter(grid, from); at < grid.length; at += 1) {
    const start = grid[at] ?? 0
    if (start + duration > to) break
    if (start < least) continue
    onGrid += 1
    least = start + whole
  }
  return onGrid < fits
}

const firstAtOrAfter = (grid: readonly number[], instant: number) => {
  let low = 0
  let high = grid.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((grid[middle] ?? 0) < instant) low = middle + 1
    else high = middle
  }
  return low
}
