/** The figures of a day of a month: what is on it, and how much of its open time is still free. Pure. */
import { onDate } from '#web/parts/booking/calendar/on-date.ts'

export type DaySum = {
  visits: number
  classes: number
  rents: number
  /** Open minutes in total, and those that nothing takes. */
  openMinutes: number
  freeMinutes: number
}

export type Stretch = { startsAt: string; endsAt: string }
type Part = { from: number; to: number }

const partsOn = (some: readonly Stretch[], date: string, zone: string): Part[] =>
  some.flatMap(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) ?? [])

/** Merges parts that touch or overlap. */
const joined = (parts: readonly Part[]) => {
  const all: Part[] = []
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last !== undefined && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else all.push({ ...part })
  }
  return all
}

const minutesOf = (parts: readonly Part[]) => parts.reduce((sum, { from, to }) => sum + to - from, 0)

/** The open time on a date, by the clock of a zone: in total, and free from minute `since` on. */
export const freeOn = (
  { open, taken }: { open: readonly Stretch[]; taken: readonly Stretch[] },
  { date, zone, since = 0 }: { date: string; zone: string; since?: number },
) => {
  const opens = joined(partsOn(open, date, zone))
  const takes = joined([{ from: 0, to: since }, ...partsOn(taken, date, zone)])
  const covered = opens.flatMap((one) =>
    takes.flatMap((take) => {
      const [from, to] = [Math.max(one.from, take.from), Math.min(one.to, take.to)]
      return from < to ? [{ from, to }] : []
    }),
  )
  const openMinutes = minutesOf(opens)
  return { openMinutes, freeMinutes: openMinutes - minutesOf(covered) }
}
