import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rentFor } from '#contract/platform/money.ts'
import type { Rates } from '#contract/payment/rates.ts'
import { quote, splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { type Estimate, minPrice, splitOf } from '#web/parts/pricing/estimate.ts'

const individual = { ivaBp: 1600, isrBp: 250, ivaWithheldBp: 5000 }
const regimes: Rates['professional'] = [
  { regime: 'individual', tax: individual },
  { regime: 'no_rfc', tax: { ivaBp: 1600, isrBp: 2000, ivaWithheldBp: 10_000 } },
  { regime: 'physician', tax: { ivaBp: 0, isrBp: 250, ivaWithheldBp: 0 } },
]
const rates: Rates = {
  commissionBp: 1000,
  rentBp: 500,
  commissionIvaBp: 1600,
  withholding: false,
  withholdingHostIsr: true,
  professional: regimes,
  host: regimes,
}
const example: Estimate = {
  serviceCents: 100_000,
  minutes: 90,
  rentPerHourCents: 20_000,
  withholding: true,
  regime: 'individual',
}

test('the calculator shows the worked example of money.md to the centavo', () => {
  const parts = splitOf(rates, example)
  assert.equal(parts.professional.netCents, 50_948)
  assert.equal(parts.host.netCents, 25_784)
  assert.equal(parts.platform.totalCents - parts.platform.ivaCents, 9914)
  assert.equal(parts.platform.ivaCents, 1586)
  assert.deepEqual(parts.withheld, { isrCents: 2802, ivaCents: 8966 })
})

test('without withholding, without RFC and as a physician it shows the variants of money.md', () => {
  const netOf = (change: Partial<Estimate>) => splitOf(rates, { ...example, ...change }).professional.netCents
  assert.equal(netOf({ withholding: false }), 60_000)
  assert.equal(netOf({ regime: 'no_rfc' }), 28_966)
  assert.equal(netOf({ regime: 'physician' }), 57_500)
  assert.equal(splitOf({ ...rates, withholdingHostIsr: false }, example).host.netCents, 26_431)
})

const estimates = fc.record({
  serviceCents: fc.integer({ min: 0, max: 10_000_000 }),
  minutes: fc.integer({ min: 0, max: 720 }),
  rentPerHourCents: fc.integer({ min: 0, max: 5_000_000 }),
  withholding: fc.boolean(),
  regime: fc.constant<'individual'>('individual'),
})

test('for any input the calculator equals what the server would settle and quote', () => {
  fc.assert(
    fc.property(estimates, (search) => {
      const rentCents = rentFor(search.rentPerHourCents, search.minutes)
      const amounts = { serviceCents: search.serviceCents, rentCents }
      const terms = testTerms({ withholding: search.withholding })
      const shown = splitOf(rates, search)
      assert.deepEqual(shown, splitUnder(terms, amounts))
      if (search.withholding) return
      const goesTo = quote(terms, { ...amounts, serviceName: 'x', expiresAt: new Date(0) }).goesTo
      const reported = (to: string) => goesTo.find((one) => one.to === to)?.amountCents ?? 0
      assert.equal(shown.professional.netCents, reported('professional'))
      assert.equal(shown.host.netCents, reported('host'))
      assert.equal(shown.platform.totalCents, reported('platform'))
    }),
    { numRuns: 2000 },
  )
})

test('the parts always add up to the price', () => {
  fc.assert(
    fc.property(estimates, (search) => {
      const { professional, host, platform, withheld } = splitOf(rates, search)
      const sum =
        professional.netCents + host.netCents + platform.totalCents + withheld.isrCents + withheld.ivaCents
      assert.equal(sum, search.serviceCents)
    }),
    { numRuns: 2000 },
  )
})

test('at the minimum price the professional earns something, and a centavo below nothing', () => {
  for (const withholding of [true, false]) {
    const least = minPrice(rates, { ...example, withholding })
    assert.ok(splitOf(rates, { ...example, withholding, serviceCents: least }).professional.netCents > 0)
    assert.ok(splitOf(rates, { ...example, withholding, serviceCents: least - 1 }).professional.netCents <= 0)
  }
})
