import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rentFor, roundedDivide } from '#contract/platform/money.ts'
import { type Split, split, type SplitInput, type Tax } from '#contract/payment/split.ts'
import { margin } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'

const individual2026: Tax = { ivaBp: 1600, isrBp: 250, ivaWithheldBp: 5000 }
const individual2025: Tax = { ivaBp: 1600, isrBp: 100, ivaWithheldBp: 5000 }
const withoutRfc: Tax = { ivaBp: 1600, isrBp: 2000, ivaWithheldBp: 10_000 }
const physician: Tax = { ivaBp: 0, isrBp: 250, ivaWithheldBp: 0 }
const none: Tax = { ivaBp: 1600, isrBp: 0, ivaWithheldBp: 0 }
const hostIsrOff: Tax = { ...individual2026, isrBp: 0 }

/** money.md §4: service 1,000.00 and a space at 200.00/h for an hour and a half. */
const example = (professionalTax: Tax, hostTax: Tax): SplitInput => ({
  serviceCents: 100_000,
  rentCents: rentFor(20_000, 90),
  commissionBp: 1000,
  rentBp: 500,
  commissionIvaBp: 1600,
  professionalTax,
  hostTax,
})

const everyCentavo = (parts: Split) =>
  parts.professional.netCents +
  parts.host.netCents +
  parts.platform.revenueProfessionalCents +
  parts.platform.revenueHostCents +
  parts.platform.ivaCents +
  parts.withheld.isrCents +
  parts.withheld.ivaCents

test('the worked example of money.md is exact to the centavo, line by line', () => {
  const parts = split(example(individual2026, individual2026))
  assert.deepEqual(parts, {
    serviceCents: 100_000,
    rentCents: 30_000,
    professional: {
      grossCents: 100_000,
      baseCents: 86_207,
      ivaCents: 13_793,
      commissionCents: 10_000,
      commissionNetCents: 8621,
      commissionIvaCents: 1379,
      isrCents: 2155,
      ivaWithheldCents: 6897,
      rentCents: 30_000,
      months: { feeCents: 0, ivaCents: 0 },
      netCents: 50_948,
    },
    host: {
      grossCents: 30_000,
      baseCents: 25_862,
      ivaCents: 4138,
      commissionCents: 1500,
      commissionNetCents: 1293,
      commissionIvaCents: 207,
      isrCents: 647,
      ivaWithheldCents: 2069,
      netCents: 25_784,
    },
    platform: { revenueProfessionalCents: 8621, revenueHostCents: 1293, ivaCents: 1586, totalCents: 11_500 },
    withheld: { isrCents: 2802, ivaCents: 8966 },
  })
  assert.equal(everyCentavo(parts), 100_000)
})

const variants = [
  {
    name: 'with withholding',
    professional: individual2026,
    host: individual2026,
    nets: [50_948, 25_784],
    withheld: 11_768,
  },
  { name: 'without withholding', professional: none, host: none, nets: [60_000, 28_500], withheld: 0 },
  {
    name: 'without ISR on rent',
    professional: individual2026,
    host: hostIsrOff,
    nets: [50_948, 26_431],
    withheld: 11_121,
  },
  {
    name: 'without RFC',
    professional: withoutRfc,
    host: individual2026,
    nets: [28_966, 25_784],
    withheld: 33_750,
  },
  {
    name: 'a physician',
    professional: physician,
    host: individual2026,
    nets: [57_500, 25_784],
    withheld: 5216,
  },
  {
    name: 'the rate of 2025',
    professional: individual2025,
    host: individual2025,
    nets: [52_241, 26_172],
    withheld: 10_087,
  },
] as const

for (const { name, professional, host, nets, withheld } of variants)
  test(`the variant of money.md "${name}" is exact to the centavo`, () => {
    const parts = split(example(professional, host))
    assert.deepEqual([parts.professional.netCents, parts.host.netCents], nets)
    assert.equal(parts.platform.revenueProfessionalCents + parts.platform.revenueHostCents, 9914)
    assert.equal(parts.platform.ivaCents, 1586)
    assert.equal(parts.withheld.isrCents + parts.withheld.ivaCents, withheld)
    assert.equal(everyCentavo(parts), 100_000)
  })

test('example A of product.md: 650 for 90 minutes at 150 an hour gives 360.00, 213.75 and 76.25', () => {
  const parts = split({ ...example(none, none), serviceCents: 65_000, rentCents: rentFor(15_000, 90) })
  assert.equal(parts.rentCents, 22_500)
  assert.equal(parts.professional.netCents, 36_000)
  assert.equal(parts.host.netCents, 21_375)
  assert.equal(parts.platform.totalCents, 7625)
})

/** A rail of 3.49 % + $4.00, and IVA on both (product.md §3), rounded once. */
const railOf = (cents: number) => roundedDivide((cents * 349 + 400 * 10_000) * 116, 1_000_000)

/** What a rail leaves Kalli of its commissions, both with their IVA; the figures of docs/booking/upfront.md. */
const leaves = [
  { name: 'a visit of 650.00, 225.00 of it rent', rentCents: 22_500, charges: [65_000], leftCents: 4530 },
  { name: 'a manicure of 150.00, 60.00 of it rent', rentCents: 6000, charges: [15_000], leftCents: 729 },
  { name: 'that visit in two charges', rentCents: 22_500, charges: [2000, 63_000], leftCents: 4066 },
  { name: 'that manicure in two charges', rentCents: 6000, charges: [2000, 13_000], leftCents: 265 },
  { name: 'a price of 120.00 without rent', rentCents: 0, charges: [12_000], leftCents: 250 },
  { name: 'a price of 78.00 without rent', rentCents: 0, charges: [7800], leftCents: 0 },
  { name: 'a price of 20.00 without rent', rentCents: 0, charges: [2000], leftCents: -345 },
] as const

for (const { name, rentCents, charges, leftCents } of leaves)
  test(`a processor fee of 3.49 % and $4.00 on ${name} leaves Kalli ${(leftCents / 100).toFixed(2)}`, () => {
    const serviceCents = charges.reduce((sum, cents) => sum + cents, 0)
    const { platform } = split({ ...example(none, none), serviceCents, rentCents })
    assert.equal(
      charges.reduce((left, cents) => left - railOf(cents), platform.totalCents),
      leftCents,
    )
  })

test('the margin guard passes only if the professional earns something after all deductions', () => {
  const terms = testTerms()
  assert.equal(margin(terms, { serviceCents: 100_000, rentCents: 30_000 }).netCents, 50_948)
  assert.equal(margin(terms, { serviceCents: 30_000, rentCents: 27_000 }).earns, false)
  const untaxed = testTerms({ withholding: false })
  assert.deepEqual(margin(untaxed, { serviceCents: 30_000, rentCents: 26_999 }), { earns: true, netCents: 1 })
  assert.deepEqual(margin(untaxed, { serviceCents: 30_000, rentCents: 27_000 }), {
    earns: false,
    netCents: 0,
  })
})
