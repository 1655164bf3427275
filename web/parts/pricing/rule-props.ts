import type { PriceRules } from '#contract/pricing/space-pricing.ts'

export type RuleProps = { rules: PriceRules; onChange: (rules: Partial<PriceRules>) => void }

/** Of a rule whose usual value follows from the price an hour. */
export type BasedRuleProps = RuleProps & { baseCents: number }
