/**
 * The part of a price that is paid at booking, its *anticipo* (product.md §5); the rest after the visit. Pure.
 * docs/booking/upfront.md.
 */
import { shareOf } from '#contract/platform/money.ts'

/** A service's rule: a share of the price, or an amount. */
export type Upfront = { kind: 'percent'; bp: number } | { kind: 'amount'; cents: number }

/** Minimum for a separate charge: below it the processor's fee would take most of it. */
export const minChargeCents = 2_000

/** The upfront of one service by its rule, before the minimum charge. */
const requestedOf = (rule: Upfront | null, priceCents: number) => {
  if (rule === null) return priceCents
  return Math.min(priceCents, rule.kind === 'amount' ? rule.cents : shareOf(priceCents, rule.bp))
}

/**
 * Amounts at booking and later for a visit, each service by its own rule and price. Null: all at booking, since no
 * service takes an upfront, or since the rest would be too small for a separate charge.
 */
export const upfrontOf = (
  services: readonly { rule: Upfront | null; priceCents: number }[],
): { upfrontCents: number; balanceCents: number } | null => {
  const sum = (of: (one: { rule: Upfront | null; priceCents: number }) => number) =>
    services.reduce((total, one) => total + of(one), 0)
  const totalCents = sum(({ priceCents }) => priceCents)
  const requestedCents = sum(({ rule, priceCents }) => requestedOf(rule, priceCents))
  const upfrontCents = requestedCents === 0 ? 0 : Math.max(requestedCents, minChargeCents)
  const balanceCents = totalCents - upfrontCents
  return balanceCents < minChargeCents ? null : { upfrontCents, balanceCents }
}
