/** How many visits and minutes a professional takes on, by dates of her zone; the database counts alike (`professional_takes_on`). */
import type { SlotReason } from '#contract/availability/availability.ts'
import { dateOf, dayAt, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'

type Most = { readonly visits: number | null; readonly minutes: number | null }
/** An existing visit or class: `startsAt` in epoch milliseconds. */
type Counted = { readonly startsAt: number; readonly minutes: number }

export type Limits = {
  /** The professional's, whatever the zone of the place. */
  readonly zone: string
  readonly day: Most
  readonly week: Most
  readonly month: Most
  /** Everything that counts around the requested time, without the visit in question. */
  readonly visits: readonly Counted[]
  /** The current time of a visit that would move: in the same period it counts only once. */
  readonly leaving?: Counted | undefined
}

/** The first day of the week or month of a local day, as one number each. */
const periodOf = {
  day: (day: number) => day,
  week: (day: number) => day - weekdayOf(day) + 1,
  month: (day: number) => {
    const date = dateOf(day)
    return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  },
} as const

const periods = [
  ['day', 'day_limit'],
  ['week', 'week_limit'],
  ['month', 'month_limit'],
] as const

/** Which limit a visit of this length would exceed if it began then; null: none. */
export const passesLimit = (
  limits: Limits | undefined,
  minutes: number,
): ((startsAt: number) => SlotReason | null) | null => {
  if (limits === undefined) return null
  const table = zoneTable(limits.zone)
  const dayOf = ({ startsAt }: Counted) => dayAt(table, startsAt)
  const counts = periods.flatMap(([name, reason]) => {
    const most = limits[name]
    return most.visits === null && most.minutes === null
      ? []
      : [{ reason, most, of: periodOf[name], taken: takenBy(limits, (one) => periodOf[name](dayOf(one))) }]
  })
  if (counts.length === 0) return null
  const { leaving } = limits
  const known = new Map<number, SlotReason | null>()
  return (startsAt) => {
    const day = dayAt(table, startsAt)
    const found = known.get(day)
    if (found !== undefined) return found
    const passed = counts.find(({ most, of, taken }) => {
      if (leaving !== undefined && leaving.minutes >= minutes && of(dayOf(leaving)) === of(day)) return false
      const { visits, minutes: used } = taken.get(of(day)) ?? nothing
      return visits + 1 > (most.visits ?? Infinity) || used + minutes > (most.minutes ?? Infinity)
    })
    known.set(day, passed?.reason ?? null)
    return passed?.reason ?? null
  }
}

const nothing = { visits: 0, minutes: 0 }

const takenBy = ({ visits }: Limits, periodOf: (one: Counted) => number) => {
  const taken = new Map<number, { visits: number; minutes: number }>()
  for (const one of visits) {
    const period = periodOf(one)
    const before = taken.get(period) ?? nothing
    taken.set(period, { visits: before.visits + 1, minutes: before.minutes + one.minutes })
  }
  return taken
}
