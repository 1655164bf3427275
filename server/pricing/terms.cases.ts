/** Terms for tests: two natural persons with RFC in 2026, tier Justa, rent policy Normal. */
import type { RentPolicy } from '#contract/space/space.ts'
import type { Tax } from '#contract/payment/split.ts'
import { policyTiers, type PolicyTier } from '#contract/service/service.ts'
import { houseRules, rentTerms, type Terms } from '#server/pricing/terms.ts'

export const testTerms = (
  change: { withholding?: boolean; tier?: PolicyTier; cutoffMinutes?: number; rent?: RentPolicy | null } = {},
): Terms => {
  const withholding = change.withholding ?? true
  const tax: Tax = withholding
    ? { ivaBp: 1600, isrBp: 250, ivaWithheldBp: 5000 }
    : { ivaBp: 1600, isrBp: 0, ivaWithheldBp: 0 }
  const tier = change.tier ?? 'fair'
  return {
    rates: { commissionBp: 1000, rentBp: 500, commissionIvaBp: 1600, professionalTax: tax, hostTax: tax },
    withholding,
    client: {
      tier,
      lateBp: policyTiers[tier].lateBp,
      noShowBp: policyTiers[tier].noShowBp,
      cutoffMinutes: change.cutoffMinutes ?? 720,
    },
    rent: change.rent === null ? null : rentTerms(change.rent ?? 'normal'),
    ...houseRules,
    payoutHours: { professional: 24, host: 24 },
  }
}
