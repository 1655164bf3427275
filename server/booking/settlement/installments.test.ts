/** Months without interest: worked figures, and invariants for any price, card, credit and order of refunds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { monthlyCents, monthsFee, monthsText } from '#contract/payment/installments.ts'
import { type InMonths, monthsCost } from '#contract/payment/split.ts'
import { account, type Line, sumOf } from '#server/payment/ledger/journals.ts'
import { cancellation, cancelLines, type CancelledBy } from '#server/pricing/cancellation.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import { lessOf, linesOf, settlementOfCancellation, settlementOfVisit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { type Terms, termsInMonths } from '#server/pricing/terms.ts'
import { linesOfBack } from '#server/pricing/visit-fee.ts'
import { cases } from '#server/testing/crash/deep.ts'

const parties = { clientId: 1, professionalId: 2, hostId: 3 }
const rates = new Map([
  [3, 500],
  [6, 750],
  [9, 1000],
  [12, 1250],
])
const paidIn = (months: number, cardCents: number, creditCents = 0): InMonths => ({
  months,
  feeBp: rates.get(months) ?? 0,
  ivaBp: 1600,
  cardCents,
  creditCents,
})
const net = (terms: Terms, serviceCents: number, rentCents = 0) =>
  splitUnder(terms, { serviceCents, rentCents }).professional.netCents

test('installments of 3, 6, 9 and 12 months cost the professional the expected amounts of $1,200', () => {
  const terms = testTerms({ withholding: false, rent: null })
  assert.equal(net(terms, 120_000), 108_000)
  const withMonths = [3, 6, 9, 12].map((months) =>
    net(termsInMonths(terms, paidIn(months, 120_000)), 120_000),
  )
  // Of $1,200: $60, $90, $120 and $150, and 16 % of IVA on each.
  assert.deepEqual(withMonths, [101_040, 97_560, 94_080, 90_600])
  assert.deepEqual(monthsFee(120_000, { feeBp: 750, ivaBp: 1600 }), { feeCents: 9000, ivaCents: 1440 })
})

test('in the worked example of money.md, six months cost only the professional 87.00', () => {
  const whole = splitUnder(testTerms(), { serviceCents: 100_000, rentCents: 30_000 })
  const months = splitUnder(termsInMonths(testTerms(), paidIn(6, 100_000)), {
    serviceCents: 100_000,
    rentCents: 30_000,
  })
  assert.equal(whole.professional.netCents - months.professional.netCents, 8700)
  assert.deepEqual(
    [months.host, months.platform, months.withheld, months.rentCents],
    [whole.host, whole.platform, whole.withheld, whole.rentCents],
  )
})

test('monthly amounts are whole centavos, differ by at most one, and add up to the price', () => {
  assert.deepEqual(monthlyCents(100_000, 3), [33_334, 33_333, 33_333])
  assert.equal(monthsText(120_000, 3), '3 meses sin intereses de $400')
  assert.equal(monthsText(100_000, 3), '3 meses sin intereses: 1 de $333.34 y 2 de $333.33')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(3, 6, 9, 12), (cents, months) => {
      const parts = monthlyCents(cents, months)
      assert.equal(parts.length, months)
      assert.equal(
        parts.reduce((sum, one) => sum + one, 0),
        cents,
      )
      assert.ok((parts[0] ?? 0) - (parts.at(-1) ?? 0) <= 1)
    }),
    { numRuns: cases(2000, 100_000) },
  )
})

const visit = fc
  .record({
    serviceCents: fc.integer({ min: 30_000, max: 5_000_000 }),
    creditShare: fc.nat(5000),
    rentShare: fc.nat(4000),
    months: fc.constantFrom(3, 6, 9, 12),
    withholding: fc.boolean(),
  })
  .map(({ serviceCents, creditShare, rentShare, months, withholding }) => {
    const part = (share: number) => Math.floor((serviceCents * share) / 10_000)
    const creditCents = part(creditShare)
    const plain = testTerms({ withholding })
    const terms = termsInMonths(plain, paidIn(months, serviceCents - creditCents, creditCents))
    return { serviceCents, rentCents: part(rentShare), plain, terms }
  })

const totals = (lines: readonly Line[]) => {
  const sums = new Map<string, number>()
  for (const { account, side = '', amountCents } of lines)
    sums.set(`${account} ${side}`, (sums.get(`${account} ${side}`) ?? 0) + amountCents)
  return [...sums].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => one.localeCompare(other))
}

test('several refunds cost the same as one, and the professional bears the months of the remainder', () => {
  fc.assert(
    fc.property(visit, fc.nat(10_000), fc.nat(10_000), ({ serviceCents, rentCents, terms }, one, two) => {
      const a = Math.floor((serviceCents * one) / 10_000)
      const b = Math.floor(((serviceCents - a) * two) / 10_000)
      const at = (cents: number) => splitUnder(terms, { serviceCents: cents, rentCents })
      const step = (from: number, to: number) => {
        const { netCents, lines } = lessOf('professional', at(from), at(to))
        assert.equal(netCents + sumOf(lines), from - to, 'all of what goes back is borne by someone')
        return [{ account: account.owedToProfessional, amountCents: netCents }, ...lines]
      }
      const left = serviceCents - a - b
      const once = totals(step(serviceCents, left))
      assert.deepEqual(
        totals([...step(serviceCents, serviceCents - a), ...step(serviceCents - a, left)]),
        once,
      )
      assert.deepEqual(
        totals([...step(serviceCents, serviceCents - b), ...step(serviceCents - b, left)]),
        once,
      )
      const posted = linesOf(
        settlementOfVisit(
          { terms, serviceCents, rentCents, moveFeeCents: 0, moveFeeRentCents: 0, inPlaceCents: 0 },
          parties,
        ),
        serviceCents,
      )
      const fees = [...posted, ...step(serviceCents, left)].filter((line) => line.account === account.pspFees)
      assert.equal(0 - sumOf(fees), monthsCost(left, terms.rates.inMonths).feeCents)
    }),
    { numRuns: cases(2000, 100_000) },
  )
})

test('installments change nothing for host, platform and tax office, and every journal balances', () => {
  fc.assert(
    fc.property(visit, fc.nat(100_000), ({ serviceCents, rentCents, plain, terms }, moveFeeCents) => {
      const linesUnder = (terms: Terms) => {
        const settlement = settlementOfVisit(
          { terms, serviceCents, rentCents, moveFeeCents, moveFeeRentCents: 0, inPlaceCents: 0 },
          parties,
        )
        for (const { lines } of settlement.extras) assert.equal(sumOf(lines), 0)
        assert.equal(sumOf(linesOf(settlement, serviceCents + moveFeeCents)), 0)
        return linesOf(settlement, serviceCents + moveFeeCents)
      }
      const own: readonly number[] = [
        account.owedToProfessional,
        account.owedByProfessional,
        account.pspFees,
        account.ivaCreditable,
      ]
      const others = (terms: Terms) => totals(linesUnder(terms).filter((line) => !own.includes(line.account)))
      assert.deepEqual(others(terms), others(plain))
      const owed = (terms: Terms) =>
        sumOf(linesUnder(terms).filter(({ account: number }) => number === 2020 || number === 1120))
      const { feeCents, ivaCents } = monthsCost(serviceCents, terms.rates.inMonths)
      assert.equal(owed(terms) - owed(plain), feeCents + ivaCents)
    }),
    { numRuns: cases(2000, 100_000) },
  )
})

const startsAt = new Date('2026-11-27T18:00:00Z')
const cancelled = (terms: Terms, by: CancelledBy, totalCents = 120_000) =>
  cancellation(
    {
      terms,
      totalCents,
      rentCents: 0,
      startsAt,
      confirmedAt: new Date('2026-11-20T18:00:00Z'),
      zone: 'America/Mexico_City',
      now: new Date('2026-11-27T16:00:00Z'),
    },
    by,
  )
const costIn = (terms: Terms, by: CancelledBy) => {
  const settlement = settlementOfCancellation(cancelled(terms, by), parties)
  const lines = linesOf(settlement, 120_000)
  assert.equal(sumOf(lines), 0)
  return (
    0 -
    sumOf(lines.filter((line) => line.account === account.pspFees || line.account === account.ivaCreditable))
  )
}

test('a professional who cancels bears all of the installment cost, and with a fee only its share', () => {
  const terms = termsInMonths(testTerms({ withholding: false, rent: null }), paidIn(6, 120_000))
  // $90.00 and $14.40 of IVA for all of it; a tenth for the tenth a late cancellation retains; likewise for the 30 % of a no-show.
  assert.equal(costIn(terms, 'professional'), 10_440)
  assert.equal(costIn(terms, 'professional_no_show'), 10_440)
  assert.equal(costIn(terms, 'client'), 1044)
  assert.equal(costIn(terms, 'client_no_show'), 3132)
  assert.equal(costIn(terms, 'host'), 0)
  assert.equal(costIn(terms, 'platform'), 0)
  const owed = cancelLines(cancelled(terms, 'professional'), 'professional')
  assert.deepEqual(
    owed.find(({ label }) => label === 'Costo de los meses sin intereses'),
    { label: 'Costo de los meses sin intereses', amountCents: -10_440 },
  )
})

test('the professional’s receipt names the months and their cost, and the client’s the monthly amounts', () => {
  const terms = termsInMonths(testTerms({ withholding: false, rent: null }), paidIn(6, 100_000, 20_000))
  const billed = {
    bookingId: 'b',
    serviceName: 'Corte',
    totalCents: 120_000,
    rentCents: 0,
    rentMinutes: 0,
    terms,
    creditCents: 20_000,
    cancelledBy: null,
  } as const
  const amounts = {
    terms,
    serviceCents: 120_000,
    rentCents: 0,
    moveFeeCents: 0,
    moveFeeRentCents: 0,
    inPlaceCents: 0,
  }
  const lines = linesOf(settlementOfVisit(amounts, { ...parties, hostId: null }), 120_000)
  const books = { lines, state: 'settled' as const, at: startsAt }
  const own = receiptOf('professional', billed, books)
  assert.equal(own.netCents, 99_300)
  assert.deepEqual(
    own.lines.find(({ code }) => code === 'months'),
    {
      code: 'months',
      label: 'Costo de 6 meses sin intereses',
      amountCents: -8700,
      explanation: 'Lo cobra el procesador: 7.5 % de $1,000 más $12 de IVA',
    },
  )
  const theirs = receiptOf('client', billed, books)
  assert.equal(theirs.netCents, 100_000)
  assert.ok(
    theirs.notes.includes(
      'Se cobró completo, en 6 meses sin intereses: 4 de $166.67 y 2 de $166.66: los divide tu banco y no te cuestan más.',
    ),
    theirs.notes.join(' '),
  )
})

test('a resold hour refunds part of a late client’s fee and the professional’s installment cost of that part', () => {
  const terms = termsInMonths(testTerms({ withholding: false, rent: null }), paidIn(6, 120_000))
  const fee = {
    payer: 'client' as const,
    terms,
    feeCents: 60_000,
    rentCents: 0,
    backCents: 0,
    backRentCents: 0,
    minutes: 60,
  }
  const lines = linesOfBack(fee, { amountCents: 30_000, rentCents: 0 }, { ...parties, hostId: null })
  assert.equal(sumOf(lines), 30_000)
  const of = (number: number) => sumOf(lines.filter((line) => line.account === number))
  // Half of 5220: 45.00 · ½ and its IVA.
  assert.deepEqual([of(account.pspFees), of(account.ivaCreditable)], [2250, 360])
  assert.equal(of(account.owedToProfessional), 24_390)
})
