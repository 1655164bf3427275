import { rentFor } from '#contract/platform/money.ts'
import type { Rates, Regime } from '#contract/payment/rates.ts'
import { split, type Split, type Tax } from '#contract/payment/split.ts'

/** What one types into the calculator of /pricing. */
export type Estimate = {
  serviceCents: number
  minutes: number
  rentPerHourCents: number
  withholding: boolean
  regime: Regime
}

/** Who earns what of one service, by the same function and the same rates that settle a booking. */
export const splitOf = (rates: Rates, asked: Estimate): Split => {
  const taxOf = (party: 'professional' | 'host', regime: Regime): Tax => {
    const known = rates[party].find((one) => one.regime === regime)?.tax
    const { ivaBp = 0, isrBp = 0, ivaWithheldBp = 0 } = known ?? {}
    if (!asked.withholding) return { ivaBp, isrBp: 0, ivaWithheldBp: 0 }
    return { ivaBp, isrBp: party === 'host' && !rates.withholdingHostIsr ? 0 : isrBp, ivaWithheldBp }
  }
  return split({
    serviceCents: asked.serviceCents,
    rentCents: rentFor(asked.rentPerHourCents, asked.minutes),
    commissionBp: rates.commissionBp,
    rentBp: rates.rentBp,
    commissionIvaBp: rates.commissionIvaBp,
    professionalTax: taxOf('professional', asked.regime),
    hostTax: taxOf('host', 'individual'),
  })
}

/** The least a service may cost so that its professional still earns something (the margin guard, I10). */
export const minPrice = (rates: Rates, asked: Estimate): number => {
  let [low, high] = [0, 10_000_000]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (splitOf(rates, { ...asked, serviceCents: middle }).professional.netCents > 0) high = middle
    else low = middle + 1
  }
  return low
}
