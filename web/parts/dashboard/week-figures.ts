/** Aggregates weeks into a few bars, and several spaces into one business. Pure. */
import type { OccupancyCell } from '#contract/booking/agenda/occupancy.ts'
import { partsOfDate } from '#web/parts/time/wall-clock.ts'

type Day = { date: string; settledCents: number; expectedCents: number }
export type IncomeBar = { key: string; name: string; settledCents: number; expectedCents: number }

/** A week by days; longer ranges by weeks, the last one ending on the last day. */
export const barsOf = (days: readonly Day[]): IncomeBar[] => {
  const length = days.length <= 7 ? 1 : 7
  const first = days.length % length
  const groups = first === 0 ? [] : [days.slice(0, first)]
  for (let at = first; at < days.length; at += length) groups.push(days.slice(at, at + length))
  return groups.flatMap((group) => {
    const [start] = group
    if (start === undefined) return []
    const { weekday, day, month } = partsOfDate(start.date)
    return [
      {
        key: start.date,
        name: length === 1 ? weekday : `${day} ${month}`,
        settledCents: group.reduce((sum, one) => sum + one.settledCents, 0),
        expectedCents: group.reduce((sum, one) => sum + one.expectedCents, 0),
      },
    ]
  })
}

/** Merges the same hour of several spaces. */
export const together = (spaces: readonly { cells: readonly OccupancyCell[] }[]): OccupancyCell[] => {
  const cells = new Map<number, OccupancyCell>()
  for (const { cells: own } of spaces)
    for (const cell of own) {
      const key = cell.weekday * 24 + cell.hour
      const before = cells.get(key)
      cells.set(
        key,
        before === undefined
          ? cell
          : {
              ...before,
              openMinutes: before.openMinutes + cell.openMinutes,
              bookedMinutes: before.bookedMinutes + cell.bookedMinutes,
            },
      )
    }
  return [...cells.values()]
}

/** The booked share of the open hours; null if none were open. */
export const shareOf = (
  cells: readonly Pick<OccupancyCell, 'openMinutes' | 'bookedMinutes'>[],
): number | null => {
  const open = cells.reduce((sum, { openMinutes }) => sum + openMinutes, 0)
  return open === 0 ? null : cells.reduce((sum, { bookedMinutes }) => sum + bookedMinutes, 0) / open
}

export const percentText = (share: number) => `${Math.round(share * 100)} %`
