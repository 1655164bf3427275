import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rentFor, roundedDivide, shareOf, withoutIva } from '#contract/platform/money.ts'
import { divideLines, sumOf } from '#server/payment/ledger/journals.ts'
import { cancellation, type CancelledBy } from '#server/pricing/cancellation.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import { linesOf, settlementOfCancellation, settlementOfSplit } from '#server/pricing/settlement.ts'
import { split, type SplitInput } from '#contract/payment/split.ts'
import { margin, splitUnder } from '#server/pricing/split.ts'
import { rentTerms, type Terms } from '#server/pricing/terms.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { cases } from '#server/testing/crash/deep.ts'

const numRuns = cases(2_000, 100_000)
const parties = { clientId: 1, professionalId: 2, hostId: 3 }

const price = fc.oneof(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 5_000_000_00 }))
const tax = fc.record({
  ivaBp: fc.constantFrom(0, 800, 1600),
  isrBp: fc.constantFrom(0, 100, 250, 2000),
  ivaWithheldBp: fc.constantFrom(0, 5000, 10_000),
})
/** Paid in months, or not; the amounts of card and credit need not add up to the price. */
const inMonths = fc.option(
  fc.record({
    months: fc.constantFrom(3, 6, 9, 12),
    feeBp: fc.integer({ min: 0, max: 1500 }),
    ivaBp: fc.constantFrom(800, 1600),
    cardCents: fc.nat(5_000_000_00),
    creditCents: fc.oneof(fc.constant(0), fc.nat(500_000)),
  }),
  { nil: undefined },
)
const rates = fc.record({
  inMonths,
  commissionBp: fc.integer({ min: 0, max: 2500 }),
  rentBp: fc.integer({ min: 0, max: 2500 }),
  commissionIvaBp: fc.constantFrom(800, 1600),
  professionalTax: tax,
  hostTax: tax,
})
const sale = fc
  .record({ rates, serviceCents: price, rentShare: fc.integer({ min: 0, max: 9000 }) })
  .map(({ rates, serviceCents, rentShare }): SplitInput => ({
    ...rates,
    serviceCents,
    rentCents: shareOf(serviceCents, rentShare),
  }))

test('I1: every journal of a split sums to zero, whatever part of the captured amount is retained', () => {
  fc.assert(
    fc.property(sale, fc.integer({ min: 0, max: 1_000_000 }), (input, refundCents) => {
      const settlement = settlementOfSplit(split(input), parties)
      for (const { lines } of settlement.extras) assert.equal(sumOf(lines), 0)
      const captured = input.serviceCents + refundCents
      assert.equal(sumOf(divideLines(captured, settlement.keepCents, settlement.shares)), 0)
    }),
    { numRuns },
  )
})

test('I2: the shares of host, platform and tax office are never negative', () => {
  fc.assert(
    fc.property(sale, (input) => {
      const parts = split(input)
      const amounts = [
        parts.host.netCents,
        ...Object.values(parts.platform),
        ...Object.values(parts.withheld),
      ]
      assert.ok(amounts.every((cents) => cents >= 0))
    }),
    { numRuns },
  )
})

test('I3: net price and IVA add up to the price, each within half a centavo of the exact share', () => {
  fc.assert(
    fc.property(price, fc.constantFrom(0, 800, 1600), (cents, ivaBp) => {
      const { netCents, ivaCents } = withoutIva(cents, ivaBp)
      assert.equal(netCents + ivaCents, cents)
      // |net − exact| ≤ ½, without a division.
      assert.ok(Math.abs(netCents * (10_000 + ivaBp) - cents * 10_000) * 2 <= 10_000 + ivaBp)
    }),
    { numRuns },
  )
})

test('I4: shares after refunds depend on their sum alone, and a refund never increases a share', () => {
  fc.assert(
    fc.property(rates, price, fc.nat(10_000), fc.nat(10_000), (rates, captured, aShare, bShare) => {
      const a = shareOf(captured, aShare)
      const b = shareOf(captured - a, bShare)
      const keeping = (keepCents: number) =>
        settlementOfSplit(split({ ...rates, serviceCents: keepCents, rentCents: 0 }), parties)
      const at = (keepCents: number) => totals(linesOf(keeping(keepCents), captured))
      // Each refund posts the difference between two whole splits; both orders end like one refund.
      const ab = plus(
        plus(at(captured), minus(at(captured - a), at(captured))),
        minus(at(captured - a - b), at(captured - a)),
      )
      const ba = plus(
        plus(at(captured), minus(at(captured - b), at(captured))),
        minus(at(captured - b - a), at(captured - b)),
      )
      assert.deepEqual(ab, at(captured - (a + b)))
      assert.deepEqual(ba, ab)
      const [before, after] = [
        split({ ...rates, serviceCents: captured, rentCents: 0 }),
        split({ ...rates, serviceCents: captured - a, rentCents: 0 }),
      ]
      assert.ok(after.platform.totalCents <= before.platform.totalCents)
      assert.ok(
        after.withheld.isrCents <= before.withheld.isrCents &&
          after.withheld.ivaCents <= before.withheld.ivaCents,
      )
      // The residual absorbs three roundings.
      assert.ok(after.professional.netCents <= before.professional.netCents + 3)
    }),
    { numRuns },
  )
})

type Totals = Record<string, number>
const totals = (lines: ReturnType<typeof divideLines>) => {
  const sums: Totals = {}
  for (const { account, side, amountCents } of lines)
    sums[`${account} ${side}`] = (sums[`${account} ${side}`] ?? 0) + amountCents
  return clean(sums)
}
const clean = (sums: Totals): Totals =>
  Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
const plus = (a: Totals, b: Totals, sign = 1): Totals => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return clean(Object.fromEntries([...keys].map((key) => [key, (a[key] ?? 0) + sign * (b[key] ?? 0)])))
}
const minus = (a: Totals, b: Totals) => plus(a, b, -1)

test('I5: the rent of two consecutive stretches equals that of the whole, within a centavo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.nat(1440), fc.nat(1440), (rate, a, b) => {
      assert.ok(Math.abs(rentFor(rate, a) + rentFor(rate, b) - rentFor(rate, a + b)) <= 1)
    }),
    { numRuns },
  )
})

const terms = fc
  .record({
    rates,
    tier: fc.constantFrom('free', 'flexible', 'fair', 'moderate', 'strict'),
    rent: fc.constantFrom('relaxed', 'normal', 'firm'),
  })
  .map(({ rates, tier, rent }): Terms => ({ ...testTerms({ tier }), rates, rent: rentTerms(rent) }))

test('I10: the margin guard passes exactly when the price exceeds commission, rent and withholdings', () => {
  fc.assert(
    fc.property(terms, price, price, (terms, serviceCents, rentCents) => {
      const { professional, host, platform, withheld } = splitUnder(terms, { serviceCents, rentCents })
      const { months } = professional
      const others =
        host.netCents +
        platform.totalCents +
        withheld.isrCents +
        withheld.ivaCents +
        months.feeCents +
        months.ivaCents
      assert.equal(margin(terms, { serviceCents, rentCents }).earns, serviceCents > others)
      assert.equal(professional.netCents, serviceCents - others)
    }),
    { numRuns },
  )
})

const whoCancels = fc.constantFrom<CancelledBy>(
  'client',
  'professional',
  'host',
  'platform',
  'client_no_show',
  'professional_no_show',
)
const startsAt = new Date('2026-11-27T18:00:00Z')

test('every cancellation balances, refunds at most the price, and its three receipts add up', () => {
  fc.assert(
    fc.property(
      terms,
      price,
      fc.nat(9000),
      whoCancels,
      fc.integer({ min: -60, max: 20_000 }),
      fc.nat(20_000),
      (terms, totalCents, rentShare, by, minutesBefore, confirmedBefore) => {
        const rentCents = shareOf(totalCents, rentShare)
        const now = new Date(startsAt.getTime() - minutesBefore * 60_000)
        const confirmedAt = new Date(now.getTime() - confirmedBefore * 60_000)
        const outcome = cancellation(
          { terms, totalCents, rentCents, startsAt, confirmedAt, zone: 'America/Mexico_City', now },
          by,
        )
        assert.ok(outcome.refundCents >= 0 && outcome.refundCents <= totalCents)
        assert.equal(outcome.refundCents + outcome.feeCents, totalCents)
        assert.ok(outcome.rentRetainedCents * 2 <= outcome.feeCents && outcome.rentRetainedCents <= rentCents)
        const settlement = settlementOfCancellation(outcome, parties)
        for (const { lines } of settlement.extras) assert.equal(sumOf(lines), 0)
        const lines = linesOf(settlement, totalCents)
        assert.equal(sumOf(lines), 0)
        const cancelledBy =
          by === 'host' || by === 'platform' ? by : by.startsWith('client') ? 'client' : 'professional'
        const billed = {
          bookingId: 'b',
          serviceName: 'Corte',
          totalCents,
          rentCents,
          rentMinutes: 90,
          terms,
          cancelledBy,
        } as const
        const books = { lines, state: 'settled', at: now } as const
        // Each receipt checks its own sum and throws when it is off.
        assert.equal(receiptOf('client', billed, books).netCents, outcome.feeCents)
        receiptOf('professional', billed, books)
        receiptOf('host', billed, books)
      },
    ),
    { numRuns },
  )
})

test('rounding is exact and half away from zero, compared with BigInt', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 1, max: 100_000 }), (n, d) => {
      const [bn, bd] = [BigInt(n), BigInt(d)]
      const magnitude = (2n * (bn < 0n ? -bn : bn) + bd) / (2n * bd)
      assert.equal(BigInt(roundedDivide(n, d)), bn < 0n ? -magnitude : magnitude)
    }),
    { numRuns },
  )
  assert.throws(() => roundedDivide(2 ** 53, 3), RangeError)
  assert.throws(() => roundedDivide(0.1, 3), RangeError)
  // Where a float of 10 % fails (money.md I14).
  assert.equal(shareOf(287_042_405, 1000), 28_704_241)
})
