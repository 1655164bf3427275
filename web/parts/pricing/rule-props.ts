import type { PriceRules } from '#contract/pricing/space-pricing.ts'

export type RuleProps = { rules: PriceRules; onChange: (rules: Partial<PriceRules>) => void }

/** For rules whose default depends on the hourly price. */
export type BasedRuleProps = RuleProps & { baseCents: number }
