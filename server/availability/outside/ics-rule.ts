/**
 * Rules of recurrence (RFC 5545, section 3.3.10) on readings of a clock. The set of each period is built whole and filtered, as
 * python-dateutil does; a rule without a count starts near the requested time, whatever its age. Zones and instants are not handled
 * here.
 */
import { dayMs, hourMs, minuteMs } from '#contract/platform/duration.ts'
import { weekdayOf } from '#server/availability/zone/zone.ts'

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof frequencies)[number]
type WeekdayOf = { weekday: number; nth: number | null }

export type Rule = {
  frequency: Frequency
  interval: number
  count: number | null
  /** As written: its meaning depends on the event's clock. */
  until: string | null
  months: readonly number[]
  weeks: readonly number[]
  yearDays: readonly number[]
  monthDays: readonly number[]
  weekdays: readonly WeekdayOf[]
  hours: readonly number[]
  minutes: readonly number[]
  seconds: readonly number[]
  positions: readonly number[]
  weekStart: number
}

/** An unreadable rule, or one with more periods than any calendar needs. */
export class RuleProblem extends Error {
  override name = 'RuleProblem'
}

/** The maximum number of periods examined for one rule: each day of two centuries. */
const maxPeriods = 75_000

/** Throws RuleProblem. */
export const ruleOf = (text: string): Rule => {
  const parts = new Map(
    text
      .toUpperCase()
      .replaceAll(/\s/g, '')
      .replace(/^RRULE:/, '')
      .split(';')
      .filter((part) => part.includes('='))
      .map((part) => {
        const at = part.indexOf('=')
        return [part.slice(0, at), part.slice(at + 1)] as const
      }),
  )
  const frequency = frequencies.find((one) => one === parts.get('FREQ'))
  const scale = parts.get('RSCALE') ?? 'GREGORIAN'
  if (frequency === undefined || scale !== 'GREGORIAN' || (parts.get('SKIP') ?? 'OMIT') !== 'OMIT')
    throw new RuleProblem(text)
  const numbers = (name: string, least: number, most: number) =>
    (parts.get(name) ?? '')
      .split(',')
      .filter((one) => one !== '')
      .map(Number)
      .filter((one) => {
        if (!Number.isInteger(one)) throw new RuleProblem(text)
        return one >= least && one <= most && (least >= 0 || one !== 0)
      })
  const count = Number(parts.get('COUNT') ?? 0)
  if (!Number.isInteger(count)) throw new RuleProblem(text)
  return {
    frequency,
    interval: Math.max(1, Math.trunc(Number(parts.get('INTERVAL') ?? 1)) || 1),
    count: count > 0 ? count : null,
    until: parts.get('UNTIL') ?? null,
    months: numbers('BYMONTH', 1, 12),
    weeks: numbers('BYWEEKNO', -53, 53),
    yearDays: numbers('BYYEARDAY', -366, 366),
    monthDays: numbers('BYMONTHDAY', -31, 31),
    weekdays: (parts.get('BYDAY') ?? '').split(',').flatMap((one) => weekdayIn(one, text)),
    hours: numbers('BYHOUR', 0, 23),
    minutes: numbers('BYMINUTE', 0, 59),
    seconds: numbers('BYSECOND', 0, 59),
    positions: numbers('BYSETPOS', -366, 366),
    weekStart: weekdayIn(parts.get('WKST') ?? 'MO', text)[0]?.weekday ?? 1,
  }
}

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const weekdayIn = (text: string, rule: string): WeekdayOf[] => {
  if (text === '') return []
  const [, nth = '', name = ''] = /^([+-]?\d{0,2})(MO|TU|WE|TH|FR|SA|SU)$/.exec(text) ?? []
  if (name === '') throw new RuleProblem(rule)
  return [{ weekday: names.indexOf(name) + 1, nth: Number(nth) === 0 ? null : Number(nth) }]
}

type Window = {
  from: number
  to: number
  /** Past the rule's end: nothing follows. */
  isOver: (reading: number) => boolean
}

/**
 * The readings of a rule in order, `first` before all: by section 3.8.5.3 it counts even when the rule would not produce it. Readings
 * before `from` may be left out, and none at or after `to` is returned. Throws RuleProblem.
 */
export function* expand(rule: Rule, first: number, { from, to, isOver }: Window) {
  if (isOver(first)) return
  yield first
  let given = 1
  const filled = withDefaults(rule, first)
  const skipped = rule.count === null ? periodsBefore(filled, first, from) : 0
  for (let period = skipped, looked = 0; ; period += 1, looked += 1) {
    if (looked > maxPeriods) throw new RuleProblem('too many periods')
    const { days, begins } = periodOf(filled, first, period)
    if (begins >= to) return
    for (const reading of setOf(filled, days, begins, first)) {
      if (reading <= first) continue
      if (rule.count !== null && given >= rule.count) return
      if (reading >= to || isOver(reading)) return
      given += 1
      yield reading
    }
    if (rule.count !== null && given >= rule.count) return
  }
}

const dayOfReading = (reading: number) => Math.floor(reading / dayMs)
const partsOf = (day: number) => {
  const at = new Date(day * dayMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}
const dayFrom = (year: number, month: number, date = 1) => Date.UTC(year, month, date) / dayMs

/** Missing parts of the rule come from the first occurrence. */
const withDefaults = (rule: Rule, first: number): Rule => {
  const day = dayOfReading(first)
  const { month, date } = partsOf(day)
  const weekday = { weekday: weekdayOf(day), nth: null }
  const hasDays =
    rule.weekdays.length > 0 || rule.monthDays.length > 0 || rule.yearDays.length > 0 || rule.weeks.length > 0
  if (rule.frequency === 'WEEKLY')
    return {
      ...rule,
      weekdays: rule.weekdays.length === 0 ? [weekday] : rule.weekdays.map((one) => ({ ...one, nth: null })),
    }
  if (rule.frequency === 'MONTHLY') return hasDays ? rule : { ...rule, monthDays: [date] }
  if (rule.frequency !== 'YEARLY')
    return { ...rule, weekdays: rule.weekdays.map((one) => ({ ...one, nth: null })) }
  if (!hasDays)
    return { ...rule, months: rule.months.length === 0 ? [month + 1] : rule.months, monthDays: [date] }
  const isByWeekAlone =
    rule.weeks.length > 0 &&
    rule.weekdays.length === 0 &&
    rule.monthDays.length === 0 &&
    rule.yearDays.length === 0
  return isByWeekAlone ? { ...rule, weekdays: [weekday] } : rule
}

const lengths: Readonly<Partial<Record<Frequency, number>>> = {
  SECONDLY: 1000,
  MINUTELY: minuteMs,
  HOURLY: hourMs,
}

/** Whole periods that end before `from`, minus one for safety. */
const periodsBefore = ({ frequency, interval }: Rule, first: number, from: number): number => {
  const ms = lengths[frequency]
  const [one, other] = [partsOf(dayOfReading(first)), partsOf(dayOfReading(from))]
  const passed =
    ms !== undefined
      ? (from - first) / ms
      : frequency === 'DAILY'
        ? (from - first) / dayMs
        : frequency === 'WEEKLY'
          ? (from - first) / (7 * dayMs)
          : frequency === 'MONTHLY'
            ? (other.year - one.year) * 12 + other.month - one.month
            : other.year - one.year
  return Math.max(0, Math.floor(passed / interval) - 2)
}

/** The days of a period; for a period shorter than a day, its day. */
const periodOf = (rule: Rule, first: number, index: number): { days: readonly number[]; begins: number } => {
  const day = dayOfReading(first)
  const steps = index * rule.interval
  const ms = lengths[rule.frequency]
  if (ms !== undefined) {
    const begins = Math.floor(first / ms) * ms + steps * ms
    return { days: [dayOfReading(begins)], begins }
  }
  const { year, month } = partsOf(day)
  const [from, to] =
    rule.frequency === 'DAILY'
      ? [day + steps, day + steps + 1]
      : rule.frequency === 'WEEKLY'
        ? weekFrom(day - ((weekdayOf(day) - rule.weekStart + 7) % 7) + steps * 7)
        : rule.frequency === 'MONTHLY'
          ? [dayFrom(year, month + steps), dayFrom(year, month + steps + 1)]
          : [dayFrom(year + steps, 0), dayFrom(year + steps + 1, 0)]
  return { days: Array.from({ length: to - from }, (_, place) => from + place), begins: from * dayMs }
}

const weekFrom = (from: number) => [from, from + 7] as const

/** The occurrences of one period, in order. */
const setOf = (rule: Rule, days: readonly number[], begins: number, first: number): readonly number[] => {
  const fitting = days.filter((day) => fits(rule, day))
  if (fitting.length === 0) return []
  const all = fitting.flatMap((day) => timesOf(rule, begins, first).map((time) => day * dayMs + time))
  if (rule.positions.length === 0) return all
  const places = new Set(rule.positions.map((place) => (place > 0 ? place - 1 : all.length + place)))
  return all.filter((_, place) => places.has(place))
}

/** Times of a day, in milliseconds from its midnight. */
const timesOf = (rule: Rule, begins: number, first: number): readonly number[] => {
  const unit = frequencies.indexOf(rule.frequency)
  const [hourNow, minuteNow, secondNow] = clockParts(begins)
  const [hour, minute, second] = clockParts(first)
  // Parts fixed by a short period are only filtered; those below come from the rule, or from the first occurrence.
  const choose = (listed: readonly number[], isFixed: boolean, fixed: number, usual: number) =>
    isFixed
      ? listed.length === 0 || listed.includes(fixed)
        ? [fixed]
        : []
      : listed.length === 0
        ? [usual]
        : [...new Set(listed)].toSorted((a, b) => a - b)
  const hours = choose(rule.hours, unit <= 2, hourNow, hour)
  const minutes = choose(rule.minutes, unit <= 1, minuteNow, minute)
  const seconds = choose(rule.seconds, unit === 0, secondNow, second)
  return hours.flatMap((h) =>
    minutes.flatMap((m) => seconds.map((s) => h * hourMs + m * minuteMs + s * 1000)),
  )
}

const clockParts = (reading: number) => {
  const at = new Date(reading)
  return [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()] as const
}

const fits = (rule: Rule, day: number): boolean => {
  const { year, month, date } = partsOf(day)
  if (rule.months.length > 0 && !rule.months.includes(month + 1)) return false
  if (
    rule.monthDays.length > 0 &&
    !isAmong(rule.monthDays, date, dayFrom(year, month + 1) - dayFrom(year, month))
  )
    return false
  const [start, end] = [dayFrom(year, 0), dayFrom(year + 1, 0)]
  if (rule.yearDays.length > 0 && !isAmong(rule.yearDays, day - start + 1, end - start)) return false
  if (rule.weeks.length > 0 && !isInWeeks(rule, day, year)) return false
  return rule.weekdays.length === 0 || rule.weekdays.some((one) => isWeekday(rule, one, day))
}

/** Counted from the start, or backwards from the end. */
const isAmong = (listed: readonly number[], place: number, total: number) =>
  listed.includes(place) || listed.includes(place - total - 1)

const isWeekday = (rule: Rule, { weekday, nth }: WeekdayOf, day: number): boolean => {
  if (weekdayOf(day) !== weekday) return false
  if (nth === null) return true
  const { year, month } = partsOf(day)
  const isOfMonth = rule.frequency === 'MONTHLY' || rule.months.length > 0
  const [start, end] = isOfMonth
    ? [dayFrom(year, month), dayFrom(year, month + 1)]
    : [dayFrom(year, 0), dayFrom(year + 1, 0)]
  return nth > 0 ? Math.floor((day - start) / 7) + 1 === nth : Math.floor((end - 1 - day) / 7) + 1 === -nth
}

/** The first week of a year has at least four of its days. */
const firstWeekOf = (year: number, weekStart: number) => {
  const fourth = dayFrom(year, 0, 4)
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7)
}

const isInWeeks = ({ weeks, weekStart }: Rule, day: number, year: number): boolean => {
  const own = [year - 1, year, year + 1].findLast((one) => firstWeekOf(one, weekStart) <= day) ?? year
  const start = firstWeekOf(own, weekStart)
  return isAmong(weeks, Math.floor((day - start) / 7) + 1, (firstWeekOf(own + 1, weekStart) - start) / 7)
}
