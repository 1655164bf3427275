/** What a day of a month says of itself: how much is on it, and how much of its open time is still free. Pure. */
import { onDate } from '#web/parts/booking/calendar/on-date.ts'

export type DaySum = {
  visits: number
  classes: number
  rents: number
  /** Of the hours that are open: all of them, and those that nothing takes. */
  openMinutes: number
  freeMinutes: number
}

export type Stretch = { startsAt: string; endsAt: string }
type Part = { from: number; to: number }

const partsOn = (some: readonly Stretch[], date: string, zone: string): Part[] =>
  some.flatMap(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) ?? [])

/** Stretches that touch or overlap as one. */
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

/** Of what is open on a date, by the clock of a zone: all of it, and what nothing takes from minute `since` on. */
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
