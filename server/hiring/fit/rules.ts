/** Pure rules of hiring. */
import type { AgreementRent, PerUse } from '#contract/hiring/agreement-terms.ts'
import { rentFor, shareOf } from '#contract/platform/money.ts'
import type { WeeklyWindow } from '#server/availability/hours/hours.ts'

/** The intersection of two weeks. Windows of one list do not overlap. */
export const common = (some: readonly WeeklyWindow[], others: readonly WeeklyWindow[]): WeeklyWindow[] =>
  inOrder(
    some.flatMap((one) =>
      others
        .filter(({ weekday }) => weekday === one.weekday)
        .map((other) => ({
          weekday: one.weekday,
          fromMinute: Math.max(one.fromMinute, other.fromMinute),
          toMinute: Math.min(one.toMinute, other.toMinute),
        }))
        .filter(({ fromMinute, toMinute }) => fromMinute < toMinute),
    ),
  )

/** The time of the week in the first list only. */
export const without = (some: readonly WeeklyWindow[], taken: readonly WeeklyWindow[]): WeeklyWindow[] =>
  taken.reduce<WeeklyWindow[]>(
    (left, gone) =>
      left.flatMap((one) =>
        one.weekday !== gone.weekday || gone.toMinute <= one.fromMinute || one.toMinute <= gone.fromMinute
          ? [one]
          : [
              { ...one, toMinute: gone.fromMinute },
              { ...one, fromMinute: gone.toMinute },
            ].filter(({ fromMinute, toMinute }) => fromMinute < toMinute),
      ),
    inOrder(some),
  )

/** The rent per visit; null: a fixed rent covers it. */
export const perUseOf = (rent: AgreementRent): PerUse | null => (rent.kind === 'fixed' ? rent.perUse : rent)

/** The rent of one visit, beside a fixed one or alone. */
export const rentOfVisit = (rent: AgreementRent, visit: { minutes: number; priceCents: number }): number => {
  const perUse = perUseOf(rent)
  if (perUse === null) return 0
  return perUse.kind === 'per_hour'
    ? rentFor(perUse.ratePerHourCents, visit.minutes)
    : Math.max(shareOf(visit.priceCents, perUse.shareBp), perUse.minimumCents)
}

/** The fixed rent of a month of thirty days. */
export const fixedMonthly = (rent: AgreementRent): number => {
  if (rent.kind !== 'fixed') return 0
  return rent.every === 'month' ? rent.amountCents : Math.round((rent.amountCents * 30) / 7)
}

export const hoursIn = (windows: readonly WeeklyWindow[]): number =>
  Math.round(windows.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0) / 6) / 10

const inOrder = (windows: readonly WeeklyWindow[]) =>
  [...windows].sort((a, b) => a.weekday - b.weekday || a.fromMinute - b.fromMinute)
