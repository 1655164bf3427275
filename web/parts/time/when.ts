/**
 * The time in every URL of the product (docs/search/address.md): calendar days and wall-clock hours at the place, so that a shared link
 * means the same a day later and in another timezone. Unknown or impossible values count as absent.
 */
import { type DayPart, dayPartHours, dayPartIds, startHoursFrom } from '#contract/platform/day-part.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { dateRequested, oneOf } from '#web/search-params.ts'

export type When = {
  /** The day, or the first of several: "2026-12-05". */
  day?: string | undefined
  /** The last of several days. */
  until?: string | undefined
  part?: DayPart | undefined
  /** Wall-clock hours that contain the visit: "18:00"; `from` alone: it begins within two hours from then. They replace `part`. */
  from?: string | undefined
  to?: string | undefined
}
export const whenNames = ['day', 'until', 'part', 'from', 'to'] as const

/** The search limit. */
const maxDays = 31

export const whenIn = (given: Record<string, unknown>): When => {
  const [day, until] = [realDate(given.day), realDate(given.until)]
  const [from, to] = [clockIn(given.from), clockIn(given.to)]
  const days = day === undefined || until === undefined ? 0 : (Date.parse(until) - Date.parse(day)) / dayMs
  const isHours = from !== undefined && (given.to === undefined || (to !== undefined && from < to))
  return said({
    day,
    until: days > 0 && days < maxDays ? until : undefined,
    part: isHours ? undefined : oneOf(dayPartIds, given.part),
    ...(isHours ? { from, ...(to === undefined ? {} : { to }) } : {}),
  })
}

/** A date that exists: no 31st of February. */
const realDate = (value: unknown) => {
  const date = dateRequested(value)
  const at = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date
}
const clockIn = (value: unknown) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) ? String(value) : undefined

const said = (when: When): When =>
  Object.fromEntries(Object.entries(when).filter(([, value]) => value !== undefined))

export const isAnyTime = (when: When) => whenNames.every((name) => when[name] === undefined)

/** The hours contain the whole visit; else they bound its start. */
export const containsVisit = ({ from, to }: When) => from !== undefined && to !== undefined

/** The hours of each day, in wall-clock time: "12:00" to "19:00"; undefined: all day. */
export const hoursOfWhen = ({ part, from, to }: When): { from: string; to: string } | undefined => {
  if (from !== undefined) return to === undefined ? startHoursFrom(from) : { from, to }
  if (part === undefined) return undefined
  const hours = dayPartHours[part]
  return { from: `${String(hours.from).padStart(2, '0')}:00`, to: `${hours.to}:00` }
}

/** The part of the day; for hours, the one in which they begin. */
export const partOfWhen = ({ part, from }: When): DayPart | undefined =>
  from === undefined ? part : dayPartIds.find((id) => Number(from.slice(0, 2)) < dayPartHours[id].to)
