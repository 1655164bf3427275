/**
 * The rent of a stay: the one place where it is computed, for search, space page, slots, quotes, holds and the host's own preview. Pure:
 * whole centavos in, whole centavos out. Prices per hour are whole centavos; the amount of a stay is rounded once.
 *
 * Precedence, from the most to the least specific: the hours of a pack of the renter · the price for the business's own team · the
 * agreement · a share of the service · the list. In the list, minute by minute in local time: a calendar rate of certain dates before one
 * of every week, then the one that covers fewer minutes, then the lower price; otherwise the base price. Then the discount by time of
 * booking, then the one by length of stay. A shorter stay never costs more than a longer one from the same start.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { spanAt, type ZoneTable } from '#contract/platform/clock.ts'
import { rentFor, roundedDivide } from '#contract/platform/money.ts'
import { ladderSteps, type LadderStep, type PriceRules } from '#contract/pricing/space-pricing.ts'
import { type Priced, type Prices, changed, type Segment } from '#contract/pricing/rent-prices.ts'

/** The rent of an agreement (contract/hiring/agreement.ts): by the hour, or with a client a share of their price. */
export type AgreedRent = {
  readonly hourlyCents: number
  readonly shareBp: number | null
  readonly minimumCents: number
}

export type Stay = {
  readonly startsAt: number
  readonly minutes: number
  readonly zone: ZoneTable
  /** From the booking to the start; null: unknown, as for a price in a list. */
  readonly leadMinutes: number | null
  /** The renter's agreement, if any. */
  readonly agreement?: AgreedRent | null
  readonly inHouse?: boolean
  /** Price of the booking for which the space is rented. */
  readonly serviceCents?: number | null
  readonly packId?: string | null
}

export type Tariff = 'list' | 'agreement' | 'in_house' | 'pack' | 'per_use'
export type Timing = 'last_minute' | 'early_bird'
/** How a rent was computed. */
export type Reckoning = {
  readonly tariff: Tariff
  readonly chargedMinutes: number
  /** One price for every minute; null: by the list. */
  readonly hourlyCents: number | null
  readonly timing: Timing | null
  /** The step of the ladder that applied; `capped`: limited to the price of a longer stay. */
  readonly step: { readonly name: LadderStep; readonly capped: boolean } | null
  readonly timeCents: number
  readonly cleaningCents: number
  readonly totalCents: number
}

/** The minutes for which rent is owed: at least the space's minimum, rounded up to its step. */
export const rentedMinutes = (
  minutes: number,
  { minimumMinutes, roundingMinutes }: Pick<Priced, 'minimumMinutes' | 'roundingMinutes'>,
): number => Math.ceil(Math.max(minutes, minimumMinutes) / roundingMinutes) * roundingMinutes

export const rentOf = (prices: Prices, stay: Stay): number => reckon(prices, stay).totalCents

export const reckon = (prices: Prices, stay: Stay): Reckoning => {
  const { rules, baseCents } = prices
  const minutes = rentedMinutes(stay.minutes, prices)
  const agreement = stay.agreement ?? null
  if (rules === null)
    return agreement === null ? flat('list', baseCents, minutes, 0) : agreed(agreement, stay, minutes, 0)
  const all = cleaningOf(rules, minutes, true)
  const some = cleaningOf(rules, minutes, false)
  const pack = rules.packs.find(({ id }) => id === stay.packId)
  if (pack !== undefined) return flat('pack', roundedDivide(pack.priceCents, pack.hours), minutes, 0)
  if (stay.inHouse === true && rules.inHouse !== null) {
    const { inHouse } = rules
    if (inHouse.kind === 'hourly') return flat('in_house', inHouse.cents, minutes, some)
    const sum = sumOf(prices, stay, minutes, null)
    const timeCents = roundedDivide(sum * (10_000 + inHouse.bp), 600_000)
    return whole({ tariff: 'in_house', chargedMinutes: minutes, timeCents, cleaningCents: some })
  }
  if (agreement !== null) {
    const byAgreement = agreed(agreement, stay, minutes, some)
    if (rules.agreements === 'fixed') return byAgreement
    const byList = listed(prices, rules, stay, minutes, some)
    return byList.totalCents < byAgreement.totalCents ? byList : byAgreement
  }
  return listed(prices, rules, stay, minutes, all)
}

const agreed = (agreement: AgreedRent, stay: Stay, minutes: number, cleaningCents: number): Reckoning => {
  const { hourlyCents, shareBp, minimumCents } = agreement
  const serviceCents = stay.serviceCents ?? null
  if (shareBp === null || serviceCents === null) return flat('agreement', hourlyCents, minutes, cleaningCents)
  const timeCents = shared(serviceCents, shareBp, minimumCents)
  return whole({ tariff: 'agreement', chargedMinutes: minutes, timeCents, cleaningCents })
}

/** A share of the service's price, at least the agreed minimum. */
const shared = (serviceCents: number, shareBp: number, minimumCents: number) =>
  Math.max(roundedDivide(serviceCents * shareBp, 10_000), minimumCents)

/** Whether a stay of some length costs this renter the same at every hour, so that it is computed only once. */
export const isAlwaysTheSame = ({ rules }: Prices, agreement: AgreedRent | null): boolean =>
  rules === null || (agreement !== null && rules.agreements === 'fixed')

/** The list rent, for any renter. */
const listed = (
  prices: Prices,
  rules: PriceRules,
  stay: Stay,
  minutes: number,
  cleaningCents: number,
): Reckoning => {
  const serviceCents = stay.serviceCents ?? null
  if (rules.perUse !== null && serviceCents !== null) {
    const timeCents = shared(serviceCents, rules.perUse.shareBp, rules.perUse.minCents)
    return whole({ tariff: 'per_use', chargedMinutes: minutes, timeCents, cleaningCents })
  }
  const timing = timingOf(rules, stay.leadMinutes)
  const { cents: timeCents, step } = laddered(prices, rules, stay, minutes, timing)
  return whole({ tariff: 'list', chargedMinutes: minutes, timing, step, timeCents, cleaningCents })
}

const flat = (tariff: Tariff, hourlyCents: number, minutes: number, cleaningCents: number) =>
  whole({
    tariff,
    chargedMinutes: minutes,
    hourlyCents,
    timeCents: rentFor(hourlyCents, minutes),
    cleaningCents,
  })

const whole = (
  parts: Pick<Reckoning, 'tariff' | 'chargedMinutes' | 'timeCents' | 'cleaningCents'> & Partial<Reckoning>,
): Reckoning => ({
  hourlyCents: null,
  timing: null,
  step: null,
  ...parts,
  totalCents: parts.timeCents + parts.cleaningCents,
})

const cleaningOf = ({ cleaning }: PriceRules, minutes: number, isPublic: boolean) => {
  if (cleaning === null || (!isPublic && !cleaning.forAll)) return 0
  return cleaning.kind === 'fixed' ? cleaning.cents : cleaning.cents * minutes
}

/** Last-minute and early-bird discounts exclude each other; if both match, last-minute applies. */
const timingOf = ({ lastMinute, earlyBird }: PriceRules, leadMinutes: number | null): Timing | null => {
  if (leadMinutes === null) return null
  if (lastMinute !== null && leadMinutes <= lastMinute.withinMinutes) return 'last_minute'
  return earlyBird !== null && leadMinutes >= earlyBird.aheadDays * 1440 ? 'early_bird' : null
}

/** The hourly price after the discount by time of booking: never an increase. */
export const timed = (rules: PriceRules | null, timing: Timing | null, hourlyCents: number): number => {
  if (rules === null || timing === null) return hourlyCents
  if (timing === 'early_bird')
    return roundedDivide(hourlyCents * (10_000 - (rules.earlyBird?.discountBp ?? 0)), 10_000)
  return rules.lastMinute === null
    ? hourlyCents
    : Math.min(hourlyCents, changed(hourlyCents, rules.lastMinute.change))
}

const rungs: readonly LadderStep[] = ['hour', 'fewHours', 'halfDay', 'day', 'week', 'month']

/** By the highest step reached, and never more than a longer stay that reaches the next steps. */
const laddered = (
  prices: Prices,
  rules: PriceRules,
  stay: Stay,
  minutes: number,
  timing: Timing | null,
): { cents: number; step: Reckoning['step'] } => {
  const own = rungs.findLast(
    (name) => rules.ladder[name] !== null && ladderSteps[name].fromMinutes <= minutes,
  )
  let cents = onRung(prices, rules, stay, minutes, timing, own)
  let step: Reckoning['step'] = own === undefined ? null : { name: own, capped: false }
  for (const name of rungs) {
    const { fromMinutes } = ladderSteps[name]
    if (rules.ladder[name] === null || fromMinutes <= minutes) continue
    if (cannotBeLess(prices, rules, name, timing, cents)) continue
    const longer = onRung(prices, rules, stay, fromMinutes, timing, name)
    if (longer < cents) {
      cents = longer
      step = { name, capped: true }
    }
  }
  return { cents, step }
}

/** Avoids summing a month only to find that it costs more than an hour. */
const cannotBeLess = (
  prices: Prices,
  rules: PriceRules,
  name: LadderStep,
  timing: Timing | null,
  cents: number,
) => {
  const price = rules.ladder[name]
  if (price?.kind !== 'percent') return false
  const least = rentFor(timed(rules, timing, prices.lowestCents), ladderSteps[name].fromMinutes)
  return roundedDivide(least * (10_000 + price.bp), 10_000) > cents
}

const onRung = (
  prices: Prices,
  rules: PriceRules,
  stay: Stay,
  minutes: number,
  timing: Timing | null,
  name: LadderStep | undefined,
): number => {
  const price = name === undefined ? null : rules.ladder[name]
  if (name === undefined || price === null) return roundedDivide(sumOf(prices, stay, minutes, timing), 60)
  if (price.kind === 'percent')
    return roundedDivide(sumOf(prices, stay, minutes, timing) * (10_000 + price.bp), 600_000)
  const { blockMinutes } = ladderSteps[name]
  const fixed =
    price.kind === 'hourly'
      ? rentFor(price.cents, minutes)
      : roundedDivide(price.cents * Math.max(minutes, blockMinutes), blockMinutes)
  // A long stay does not lose the discount for booking early or late.
  return timing === null ? fixed : Math.min(fixed, roundedDivide(sumOf(prices, stay, minutes, timing), 60))
}

/** Centavos per hour times minutes: exactly sixty times the rent. */
export const sumOf = (prices: Prices, stay: Stay, minutes: number, timing: Timing | null): number => {
  let sum = 0
  const { rules } = prices
  eachStretch(prices, stay, minutes, (from, to, { hourlyCents }) => {
    sum += ((to - from) / minuteMs) * timed(rules, timing, hourlyCents)
  })
  return sum
}

/**
 * Visits the segments of a stay in order. Minutes follow the wall clock: a skipped hour costs nothing, since no stay is
 * possible in it, and a repeated one is used, and costs, twice.
 */
export const eachStretch = (
  prices: Prices,
  { startsAt, zone }: Pick<Stay, 'startsAt' | 'zone'>,
  minutes: number,
  visit: (from: number, to: number, segment: Segment) => void,
): void => {
  const end = startsAt + minutes * minuteMs
  let at = startsAt
  while (at < end) {
    const span = spanAt(zone, at)
    const offset = zone.offsets[span] ?? 0
    const spanEnd = Math.min(end, zone.starts[span + 1] ?? Infinity)
    while (at < spanEnd) {
      const day = Math.floor((at + offset) / dayMs)
      const midnight = day * dayMs - offset
      for (const segment of prices.segmentsOf(day)) {
        const to = Math.min(spanEnd, midnight + segment.toMinute * minuteMs)
        if (to <= at) continue
        visit(at, to, segment)
        at = to
        if (at >= spanEnd) break
      }
    }
  }
}
