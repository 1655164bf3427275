/**
 * What of a price is paid when one books, its *anticipo* (product.md §5); the rest when the visit is over. Pure.
 * docs/booking/upfront.md.
 */
import { shareOf } from '#contract/platform/money.ts'

/** A share of the price, or an amount; the rule of a service. */
export type Upfront = { kind: 'percent'; bp: number } | { kind: 'amount'; cents: number }

/** Nothing smaller is charged by itself: it would cost the processor's fee and little more. */
export const minChargeCents = 2_000

/** What the rule of one service asks of its price, before what is charged at least. */
const requestedOf = (rule: Upfront | null, priceCents: number) => {
  if (rule === null) return priceCents
  return Math.min(priceCents, rule.kind === 'amount' ? rule.cents : shareOf(priceCents, rule.bp))
}

/**
 * Of a visit, each service by its own rule and price: what is paid when booking, and later. Null: all of it at once, since no service
 * takes an upfront, or since the rest would be too small to be charged by itself.
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
