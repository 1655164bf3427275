import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { termsElsewhere } from '#server/pricing/terms.ts'

test('at another place a visit keeps its terms, except the rent policy and the host’s taxes of that place', () => {
  const saved = testTerms({ tier: 'strict', rent: 'normal' })
  const plain = testTerms({ rent: 'firm' })
  const there = {
    ...plain,
    rates: {
      ...plain.rates,
      commissionBp: 1800,
      rentBp: 900,
      hostTax: { ivaBp: 1600, isrBp: 2000, ivaWithheldBp: 10_000 },
    },
    payoutHours: { professional: 1, host: 72 },
  }
  assert.deepEqual(termsElsewhere(saved, there), {
    ...saved,
    rates: { ...saved.rates, hostTax: there.rates.hostTax },
    rent: there.rent,
    payoutHours: { professional: 24, host: 72 },
  })
  // Where nothing was to be withheld nothing is.
  assert.deepEqual(termsElsewhere(testTerms({ withholding: false }), there).rates.hostTax, {
    ivaBp: 1600,
    isrBp: 0,
    ivaWithheldBp: 0,
  })
})
