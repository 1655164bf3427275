/** The rent of a part of a stay, or of overtime. */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { type ZoneTable } from '#contract/platform/clock.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import { everyHour } from '#contract/platform/weekly-window.ts'
import { type Prices, type Priced, pricesOf } from '#contract/pricing/rent-prices.ts'
import { type Stay, rentedMinutes, reckon, sumOf } from '#contract/pricing/rent.ts'

/**
 * Minutes next to hours that the same renter already has: they extend that stay. Its minimum and cleaning are already
 * paid with those hours; a share of a service is proportional to the part outside.
 */
export const besideStay = (
  prices: Prices,
  stay: Stay,
  serviceMinutes: number,
): { prices: Prices; stay: Stay } => {
  const part = (cents: number) => roundedDivide(cents * stay.minutes, serviceMinutes)
  const { rules } = prices
  const { agreement = null, serviceCents = null } = stay
  return {
    prices: {
      ...prices,
      minimumMinutes: 0,
      rules: rules && {
        ...rules,
        cleaning: null,
        perUse: rules.perUse && { ...rules.perUse, minCents: part(rules.perUse.minCents) },
      },
    },
    stay: {
      ...stay,
      agreement: agreement && { ...agreement, minimumCents: part(agreement.minimumCents) },
      serviceCents: serviceCents === null ? null : part(serviceCents),
    },
  }
}

/**
 * The cost of staying this long after the end, in started steps, at the price of those minutes. Amounts per multiplier.
 * `gapMinutes`: time until the next occupant; the last step ends there, and costs its minutes.
 */
export const overtimeOf = (
  prices: Prices,
  stay: Stay,
  minutes: number,
  gapMinutes = Infinity,
): { bp: number; minutes: number; cents: number }[] => {
  const { overtime } = prices.rules ?? {
    overtime: { freeMinutes: 10, stepMinutes: 15, firstHourBp: 10_000, laterBp: 15_000 },
  }
  if (minutes <= overtime.freeMinutes) return []
  const started = Math.ceil((minutes - overtime.freeMinutes) / overtime.stepMinutes) * overtime.stepMinutes
  const billed = Math.min(started, gapMinutes - overtime.freeMinutes)
  if (billed <= 0) return []
  const startsAt = stay.startsAt + rentedMinutes(stay.minutes, prices) * minuteMs
  const part = (from: number, length: number, bp: number) => {
    const at = { ...stay, startsAt: startsAt + from * minuteMs }
    const { hourlyCents } = reckon({ ...prices, minimumMinutes: 0 }, stay)
    const sum = hourlyCents === null ? sumOf(prices, at, length, null) : hourlyCents * length
    return { bp, minutes: length, cents: roundedDivide(sum * bp, 600_000) }
  }
  const first = Math.min(60, billed)
  return [
    part(0, first, overtime.firstHourBp),
    ...(billed > first ? [part(first, billed - first, overtime.laterBp)] : []),
  ]
}

/** The lowest hourly price in the weekly opening hours: "desde". Without seasons and discounts. */
export const fromHourly = (
  priced: Priced,
  weekly: readonly { weekday: number; fromMinute: number; toMinute: number }[],
): number => {
  const { rules } = priced
  if (rules === null) return priced.baseCents
  const rates = rules.rates.filter(({ dates }) => dates === null)
  const prices = pricesOf({ ...priced, rules: { ...rules, rates, perUse: null, cleaning: null } })
  const open = weekly.length > 0 ? weekly : everyHour
  // 1970-01-05 was a Monday.
  const hours = open.flatMap(({ weekday, fromMinute, toMinute }) =>
    Array.from(
      { length: Math.max(0, Math.floor((toMinute - fromMinute - 60) / 30) + 1) },
      (_, place) => (3 + weekday) * dayMs + (fromMinute + place * 30) * minuteMs,
    ),
  )
  const zone: ZoneTable = { starts: [-Infinity], offsets: [0] }
  let lowest = Infinity
  for (const startsAt of hours) {
    const { totalCents, chargedMinutes } = reckon(prices, { startsAt, minutes: 60, zone, leadMinutes: null })
    lowest = Math.min(lowest, roundedDivide(totalCents * 60, chargedMinutes))
  }
  return lowest === Infinity ? priced.baseCents : lowest
}
