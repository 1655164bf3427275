/** How several weeks become a few bars, and several spaces one business. Pure. */
import type { OccupancyCell } from '#contract/booking/agenda/occupancy.ts'
import { partsOfDate } from '#web/parts/time/wall-clock.ts'

type Day = { date: string; settledCents: number; expectedCents: number }
export type IncomeBar = { key: string; name: string; settledCents: number; expectedCents: number }

/** A week by its days; longer stretches by weeks that end with the last day. */
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

/** The same hour of several spaces as one. */
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

/** Of what was open, how much was booked; null where nothing was open. */
export const shareOf = (
  cells: readonly Pick<OccupancyCell, 'openMinutes' | 'bookedMinutes'>[],
): number | null => {
  const open = cells.reduce((sum, { openMinutes }) => sum + openMinutes, 0)
  return open === 0 ? null : cells.reduce((sum, { bookedMinutes }) => sum + bookedMinutes, 0) / open
}

export const percentText = (share: number) => `${Math.round(share * 100)} %`
