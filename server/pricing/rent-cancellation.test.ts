import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  rentCancellation,
  rentPolicyOf,
  returned,
  settlementOfRent,
  type Rented,
} from '#server/pricing/rent-cancellation.ts'
import { houseRules, rentTerms, type Terms } from '#server/pricing/terms.ts'

const tax = { ivaBp: 1600, isrBp: 250, ivaWithheldBp: 5000 }
const terms = (policy: 'relaxed' | 'normal' | 'firm' = 'normal'): Terms => ({
  rates: { commissionBp: 1000, rentBp: 500, commissionIvaBp: 1600, professionalTax: tax, hostTax: tax },
  withholding: true,
  client: { tier: 'free', lateBp: 0, noShowBp: 0, cutoffMinutes: 0 },
  rent: rentTerms(policy),
  ...houseRules,
  payoutHours: { professional: 24, host: 24 },
})

const at = (text: string) => new Date(`2026-11-${text}:00Z`)
/** Ten to fourteen at the capital: two hours at $150, two in the dearer afternoon at $250, $40 of cleaning. */
const rent = (now: Date, values: Partial<Rented> = {}): Rented => ({
  terms: terms(),
  rentCents: 84_000,
  cleaningCents: 4000,
  retainedCents: 0,
  stretches: [
    { startsAt: '2026-11-25T16:00:00Z', endsAt: '2026-11-25T18:00:00Z', hourlyCents: 15_000 },
    { startsAt: '2026-11-25T18:00:00Z', endsAt: '2026-11-25T20:00:00Z', hourlyCents: 25_000 },
  ],
  startsAt: at('25T16:00'),
  endsAt: at('25T20:00'),
  confirmedAt: at('10T16:00'),
  zone: 'America/Mexico_City',
  now,
  ...values,
})
const parties = { professionalId: 1, hostId: 2 }
const sumOf = (lines: readonly { amountCents: number }[]) =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0)

test('returned hours are refunded at the price of their minutes, and cleaning is not refunded', () => {
  const early = rent(at('20T16:00'))
  const cases = [
    { remains: ['25T16:00', '25T18:00'], worthCents: 50_000 },
    { remains: ['25T18:00', '25T20:00'], worthCents: 30_000 },
    { remains: ['25T16:30', '25T19:00'], worthCents: 7500 + 25_000 },
    { remains: ['25T16:00', '25T19:30'], worthCents: 12_500 },
  ]
  for (const { remains, worthCents } of cases) {
    const [from = '', to = ''] = remains
    const back = returned(early, { startsAt: at(from), endsAt: at(to) })
    assert.deepEqual(
      [back.worthCents, back.refundCents, back.feeCents],
      [worthCents, worthCents, 0],
      from + to,
    )
  }
})

test('the retained part depends on when the returned hours begin', () => {
  const remains = { startsAt: at('25T16:00'), endsAt: at('25T18:00') }
  const cases = [
    { now: '24T17:59', feeCents: 0, tooLate: false },
    { now: '24T18:01', feeCents: 25_000, tooLate: false },
    { now: '25T14:00', feeCents: 25_000, tooLate: false },
    { now: '25T14:01', feeCents: 50_000, tooLate: true },
  ]
  for (const { now, feeCents, tooLate } of cases) {
    const back = returned(rent(at(now)), remains)
    assert.deepEqual(
      [back.feeCents, back.refundCents, back.tooLate],
      [feeCents, 50_000 - feeCents, tooLate],
      now,
    )
  }
})

test('within a day of paying a cancellation is free, if the hours are more than two days away', () => {
  const paid = { terms: terms('firm'), confirmedAt: at('23T10:00') }
  assert.equal(rentCancellation(rent(at('23T12:00'), paid), 'professional', parties).feeCents, 0)
  assert.equal(rentCancellation(rent(at('24T10:01'), paid), 'professional', parties).feeCents, 40_000)
})

test('by law a cancellation is free for five business days, if the hours are more than ten away (R56)', () => {
  // None of the three policies is so strict; the law applies whatever a policy says.
  const { rent: agreed } = terms()
  const strict: Terms = {
    ...terms(),
    rent: agreed && {
      ...agreed,
      steps: [
        { beforeMinutes: 30 * 24 * 60, keepBp: 0 },
        { beforeMinutes: 0, keepBp: 10_000 },
      ],
    },
  }
  // The 16th is a holiday: ten business days after the 9th end with the 24th, five with the 17th.
  const cases = [
    { confirmed: '09T16:00', now: '11T16:00', feeCents: 0 },
    { confirmed: '09T16:00', now: '18T05:59', feeCents: 0 },
    { confirmed: '09T16:00', now: '18T06:01', feeCents: 80_000 },
    { confirmed: '10T16:00', now: '12T16:00', feeCents: 80_000 },
  ]
  for (const { confirmed, now, feeCents } of cases) {
    const requested = rent(at(now), { terms: strict, confirmedAt: at(confirmed) })
    const said = `${confirmed} ${now}`
    assert.equal(rentCancellation(requested, 'professional', parties).feeCents, feeCents, said)
    const back = returned(requested, { startsAt: at('25T16:00'), endsAt: at('25T18:00') })
    assert.equal(back.feeCents, feeCents === 0 ? 0 : 50_000, said)
  }
  for (const policy of ['relaxed', 'normal', 'firm'] as const)
    assert.match(
      rentCancellation(
        rent(at('18T05:59'), { terms: terms(policy), confirmedAt: at('09T16:00') }),
        'professional',
        parties,
      ).reason,
      /Antes del límite/,
    )
})

test('a host who cancels refunds everything but earlier fees and owes a quarter, fifty pesos at least', () => {
  const outcome = rentCancellation(rent(at('25T15:00'), { retainedCents: 1000 }), 'host', parties)
  // A quarter of $790: without the cleaning, and without hours returned earlier.
  assert.deepEqual([outcome.refundCents, outcome.feeCents, outcome.compensationCents], [83_000, 1000, 19_750])
  const small = rentCancellation(
    rent(at('25T15:00'), { rentCents: 12_000, cleaningCents: 0 }),
    'host',
    parties,
  )
  assert.equal(small.compensationCents, 5000)
})

test('when a host or Kalli cancels, the reason states what was retained for hours returned late', () => {
  const cases = [
    { by: 'host', retainedCents: 0, reason: 'Cancela el espacio: se devuelve todo lo pagado.' },
    {
      by: 'host',
      retainedCents: 12_550,
      reason: 'Cancela el espacio: se devuelve todo menos $125.50 de las horas que ya se habían devuelto.',
    },
    { by: 'platform', retainedCents: 0, reason: 'Cancela Kalli: se devuelve todo lo pagado.' },
    {
      by: 'platform',
      retainedCents: 12_550,
      reason: 'Cancela Kalli: se devuelve todo menos $125.50 de las horas que ya se habían devuelto.',
    },
  ] as const
  for (const { by, retainedCents, reason } of cases) {
    const outcome = rentCancellation(rent(at('20T16:00'), { retainedCents }), by, parties)
    assert.deepEqual(
      [outcome.reason, outcome.refundCents, outcome.feeCents],
      [reason, 84_000 - retainedCents, retainedCents],
    )
  }
})

test('the rent policy text has its dates in the place’s time zone', () => {
  const { text } = rentPolicyOf({ ...rent(at('20T16:00')), rentCents: 80_000 })
  assert.equal(
    text,
    'Gratis hasta el mar 24 de nov, 10:00; $400 hasta el mié 25 de nov, 06:00; después $800.',
  )
})

test('after any return and any ending every centavo is accounted for and every journal balances', () => {
  const policy = fc.constantFrom('relaxed' as const, 'normal' as const, 'firm' as const)
  const cut = fc.record({ head: fc.integer({ min: 0, max: 3 }), tail: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(
      policy,
      cut,
      fc.integer({ min: 4001, max: 9_999_999 }),
      fc.integer({ min: 0, max: 8 * 24 * 60 }),
      fc.constantFrom('professional' as const, 'host' as const, 'platform' as const),
      (name, { head, tail }, rentCents, minutesBefore, by) => {
        const now = new Date(at('25T16:00').getTime() - minutesBefore * 60_000)
        const whole = rent(now, { terms: terms(name), rentCents })
        const remains = {
          startsAt: new Date(whole.startsAt.getTime() + head * 30 * 60_000),
          endsAt: new Date(whole.endsAt.getTime() - tail * 30 * 60_000),
        }
        const back = returned(whole, remains)
        assert.equal(back.refundCents + back.feeCents, back.worthCents)
        assert.ok(back.refundCents >= 0 && back.feeCents >= 0 && back.worthCents <= rentCents - 4000)
        const left = { ...whole, ...remains }
        left.rentCents -= back.refundCents
        left.retainedCents += back.feeCents
        // One after the other costs as much as both at once, except for the rounding of each.
        const half = returned(whole, { startsAt: remains.startsAt, endsAt: whole.endsAt })
        const between = {
          ...whole,
          startsAt: remains.startsAt,
          rentCents: rentCents - half.refundCents,
          retainedCents: half.feeCents,
        }
        const rest = returned(between, remains)
        assert.ok(Math.abs(half.refundCents + rest.refundCents - back.refundCents) <= 2)
        const outcome = rentCancellation(left, by, parties)
        assert.equal(outcome.refundCents + outcome.feeCents, left.rentCents)
        assert.ok(outcome.refundCents >= 0 && outcome.feeCents >= left.retainedCents)
        for (const { keepCents, shares, extras } of [
          outcome.settlement,
          settlementOfRent({ terms: left.terms, rentCents: left.rentCents }, parties),
        ]) {
          assert.equal(keepCents + sumOf(shares), 0)
          for (const { lines } of extras) assert.equal(sumOf(lines), 0)
        }
      },
    ),
    { numRuns: 5000 },
  )
})
