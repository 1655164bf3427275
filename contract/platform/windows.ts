/** Weekly windows, and how rules with windows overlap; for the prices of spaces and services. */
import { weekdayOf } from '#contract/platform/clock.ts'

/** Days (Monday = 1) on which a window begins; an end not later than the start is on the next day. */
export type Windowed = {
  readonly days: readonly number[]
  readonly windows: readonly { readonly fromMinute: number; readonly toMinute: number }[]
}

const lengthOf = (fromMinute: number, toMinute: number) =>
  toMinute > fromMinute ? toMinute - fromMinute : 1440 - fromMinute + toMinute

/** Minutes covered per week: the rule that covers less is more specific. */
export const coveredMinutes = ({ days, windows }: Windowed): number =>
  new Set(days).size *
  windows.reduce((sum, { fromMinute, toMinute }) => sum + lengthOf(fromMinute, toMinute), 0)

/** Windows by the day on which they begin; past 1440 is the next day. */
export const windowsOn = ({ days, windows }: Windowed, day: number): (readonly [number, number])[] =>
  days.includes(weekdayOf(day))
    ? windows.map(
        ({ fromMinute, toMinute }) => [fromMinute, fromMinute + lengthOf(fromMinute, toMinute)] as const,
      )
    : []

/** Segments of a local day, each with the rules that cover it, in the given order. */
export const layered = <T>(
  ordered: readonly T[],
  day: number,
  on: (one: T, day: number) => readonly (readonly [number, number])[],
): { fromMinute: number; toMinute: number; over: T[] }[] => {
  const covering = ordered.flatMap((one) =>
    [...on(one, day), ...on(one, day - 1).map(([from, to]) => [from - 1440, to - 1440] as const)]
      .map(([from, to]) => [Math.max(0, from), Math.min(1440, to)] as const)
      .filter(([from, to]) => from < to)
      .map(([from, to]) => ({ one, from, to })),
  )
  const edges = [...new Set([0, 1440, ...covering.flatMap(({ from, to }) => [from, to])])].toSorted(
    (a, b) => a - b,
  )
  return edges.slice(0, -1).map((fromMinute, index) => ({
    fromMinute,
    toMinute: edges[index + 1] ?? 1440,
    over: covering.filter(({ from, to }) => from <= fromMinute && fromMinute < to).map(({ one }) => one),
  }))
}
