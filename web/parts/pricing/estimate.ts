import { rentFor } from '#contract/platform/money.ts'
import type { Rates, Regime } from '#contract/payment/rates.ts'
import { split, type Split, type Tax } from '#contract/payment/split.ts'

/** The input of the calculator on /pricing. */
export type Estimate = {
  serviceCents: number
  minutes: number
  rentPerHourCents: number
  withholding: boolean
  regime: Regime
}

/** The split of a service's price, by the same function and rates that settle a booking. */
export const splitOf = (rates: Rates, search: Estimate): Split => {
  const taxOf = (party: 'professional' | 'host', regime: Regime): Tax => {
    const known = rates[party].find((one) => one.regime === regime)?.tax
    const { ivaBp = 0, isrBp = 0, ivaWithheldBp = 0 } = known ?? {}
    if (!search.withholding) return { ivaBp, isrBp: 0, ivaWithheldBp: 0 }
    return { ivaBp, isrBp: party === 'host' && !rates.withholdingHostIsr ? 0 : isrBp, ivaWithheldBp }
  }
  return split({
    serviceCents: search.serviceCents,
    rentCents: rentFor(search.rentPerHourCents, search.minutes),
    commissionBp: rates.commissionBp,
    rentBp: rates.rentBp,
    commissionIvaBp: rates.commissionIvaBp,
    professionalTax: taxOf('professional', search.regime),
    hostTax: taxOf('host', 'individual'),
  })
}

/** The lowest price at which the professional still earns something (the margin guard, I10). */
export const minPrice = (rates: Rates, search: Estimate): number => {
  let [low, high] = [0, 10_000_000]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (splitOf(rates, { ...search, serviceCents: middle }).professional.netCents > 0) high = middle
    else low = middle + 1
  }
  return low
}
