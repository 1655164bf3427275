/** Rent of a team member, and its amount for a range of days. */
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { fixedText, PerUse, perUseText } from '#contract/hiring/agreement-terms.ts'

const Cents = z.int().check(z.minimum(100), z.maximum(500_000_00))

/** A fixed rent by week or month, collected by runs; additionally or instead, a share of each service or a rate by the hour. */
export const BusinessTerms = z.object({
  fixed: z._default(z.nullable(z.object({ every: z.enum(['week', 'month']), amountCents: Cents })), null),
  /** Deducted automatically from each appointment; null if none. */
  perUse: z._default(z.nullable(PerUse), null),
})
export type BusinessTerms = z.output<typeof BusinessTerms>

/** "$1,200 a la semana y 20 % de cada servicio" */
export const businessTermsText = ({ fixed, perUse }: BusinessTerms): string => {
  const parts = [fixed === null ? '' : fixedText(fixed), perUse === null ? '' : perUseText(perUse)].filter(
    (part) => part !== '',
  )
  return parts.length === 0 ? 'Sin renta' : parts.join(' y ')
}

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs
const daysOfMonth = (day: number) => {
  const at = new Date(day * dayMs)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
}

/**
 * The fixed rent of the days from `from` to `to`, both included: a week is seven days, each day of a month its share of
 * that month. Rounded once, half up; whole weeks and whole months are exact.
 */
export const fixedRentCents = (terms: BusinessTerms, from: string, to: string): number => {
  const { fixed } = terms
  if (fixed === null) return 0
  const [first, last] = [dayNumber(from), dayNumber(to)]
  if (last < first) return 0
  if (fixed.every === 'week') return Math.round((fixed.amountCents * (last - first + 1)) / 7)
  // Grouped by the length of the month, so that each length is divided once.
  const byLength = new Map<number, number>()
  for (let day = first; day <= last; day += 1) {
    const length = daysOfMonth(day)
    byLength.set(length, (byLength.get(length) ?? 0) + 1)
  }
  return Math.round(
    [...byLength].reduce((sum, [length, days]) => sum + (fixed.amountCents * days) / length, 0),
  )
}

/** The first day after a rent period: seven days later, or the first of the next month. */
export const nextRentDay = (every: 'week' | 'month', from: string): string => {
  const at = new Date(`${from}T00:00:00Z`)
  if (every === 'week') at.setUTCDate(at.getUTCDate() + 7)
  else at.setUTCMonth(at.getUTCMonth() + 1, 1)
  return at.toISOString().slice(0, 10)
}
