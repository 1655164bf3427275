/** Which price of a space applies at which hour: the ranked rules as segments of the week. */
import { dayOf, weekdayOf } from '#contract/platform/clock.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import type { CalendarRate, PriceRules } from '#contract/pricing/space-pricing.ts'
import { coveredMinutes, layered, windowsOn } from '#contract/platform/windows.ts'

export type Priced = {
  readonly baseCents: number
  readonly minimumMinutes: number
  /** Rent is owed in steps of this many minutes. */
  readonly roundingMinutes: number
  /** Null: base price only. */
  readonly rules: PriceRules | null
}

/** A segment of a local day with one price. */
export type Segment = {
  readonly fromMinute: number
  readonly toMinute: number
  readonly hourlyCents: number
  readonly rate: CalendarRate | null
  /** The other rules that cover it, best first. */
  readonly beaten: readonly CalendarRate[]
}

/** Rules prepared for repeated use. */
export type Prices = Priced & {
  segmentsOf(day: number): readonly Segment[]
  /** The lowest list price. */
  readonly lowestCents: number
}

export const pricesOf = (priced: Priced): Prices => {
  const { rules, baseCents } = priced
  if (rules === null || rules.rates.length === 0) {
    const all = [{ fromMinute: 0, toMinute: 1440, hourlyCents: baseCents, rate: null, beaten: [] }]
    return { ...priced, segmentsOf: () => all, lowestCents: baseCents }
  }
  const ranked = rules.rates.map((rate) => rankedOf(rate, baseCents)).toSorted(before)
  const seasonal = rules.rates.some(({ dates }) => dates !== null)
  const known = new Map<number, readonly Segment[]>()
  const segmentsOf = (day: number) => {
    // Without seasons all Mondays are alike.
    const key = seasonal ? day : weekdayOf(day)
    const found = known.get(key)
    if (found !== undefined) return found
    const made = segmentsMade(ranked, baseCents, day)
    known.set(key, made)
    return made
  }
  return { ...priced, segmentsOf, lowestCents: Math.min(baseCents, ...ranked.map((one) => one.hourlyCents)) }
}

type Ranked = {
  rate: CalendarRate
  hourlyCents: number
  firstDay: number
  lastDay: number
  coveredMinutes: number
}

const rankedOf = (rate: CalendarRate, baseCents: number): Ranked => ({
  rate,
  hourlyCents: changed(baseCents, rate.change),
  firstDay: rate.dates === null ? -Infinity : dayOf(rate.dates.from),
  lastDay: rate.dates === null ? Infinity : dayOf(rate.dates.to),
  coveredMinutes: coveredMinutes(rate),
})

/** Order of precedence; names only affect explanations, never a price. */
const before = (a: Ranked, b: Ranked) =>
  seasonOf(a) - seasonOf(b) ||
  a.coveredMinutes - b.coveredMinutes ||
  a.hourlyCents - b.hourlyCents ||
  (a.rate.name < b.rate.name ? -1 : a.rate.name > b.rate.name ? 1 : 0) ||
  (a.rate.id < b.rate.id ? -1 : 1)

/** Shorter seasons are more specific; all year comes last. */
const seasonOf = ({ firstDay, lastDay }: Ranked) => Math.min(lastDay - firstDay, 1e6)

/** Minimum hourly price. */
const minCents = 100

export const changed = (cents: number, change: CalendarRate['change']): number => {
  if (change.kind === 'hourly') return change.cents
  if (change.kind === 'amount') return Math.max(minCents, cents + change.cents)
  return Math.max(minCents, roundedDivide(cents * (10_000 + change.bp), 10_000))
}

const segmentsMade = (ranked: readonly Ranked[], baseCents: number, day: number): Segment[] =>
  layered(ranked, day, inSeason).map(({ fromMinute, toMinute, over: [first, ...rest] }) => ({
    fromMinute,
    toMinute,
    hourlyCents: first?.hourlyCents ?? baseCents,
    rate: first?.rate ?? null,
    beaten: rest.map(({ rate }) => rate).filter((rate) => rate.id !== first?.rate.id),
  }))

const inSeason = ({ rate, firstDay, lastDay }: Ranked, day: number) =>
  day < firstDay || day > lastDay ? [] : windowsOn(rate, day)
