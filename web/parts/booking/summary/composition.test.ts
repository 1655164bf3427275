import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compositionOf, type HeldPay } from '#web/parts/booking/summary/composition.ts'

type Held = Parameters<typeof compositionOf>[0]

/** $1,000.00 with $300.00 due today, at an hour that costs a tenth more. */
const held: Held = {
  quote: {
    lines: [
      { label: 'Masaje', amountCents: 91_000 },
      { label: 'Hora pico', amountCents: 9_000 },
    ],
    totalCents: 100_000,
    goesTo: [
      { to: 'professional', label: 'Profesional', amountCents: 60_000 },
      { to: 'host', label: 'Espacio', amountCents: 28_500 },
      { to: 'platform', label: 'Kalli (comisión con IVA)', amountCents: 11_500 },
    ],
    expiresAt: '2026-11-20T16:00:00.000Z',
    hash: 'a',
  },
  people: null,
  upfront: { nowCents: 30_000, laterCents: 70_000 },
  policy: { text: 'Gratis hasta el jue 19, 10:00; después $300.' },
}
const by = (pay: Partial<HeldPay> = {}, hold: Partial<Held> = {}) =>
  compositionOf(
    { ...held, ...hold },
    { creditCents: 0, byCard: true, inTwo: true, tipCents: 0, pack: null, ...pay },
  )
const own = [
  { label: 'Masaje', amountCents: 91_000 },
  { label: 'Hora pico', amountCents: 9_000 },
]
const credit = (cents: number) => ({ label: 'Tu saldo a favor', amountCents: -cents })

const cases: readonly {
  says: string
  pay?: Partial<HeldPay>
  hold?: Partial<Held>
  more: { label: string; amountCents: number }[]
  total: [string, number]
  inTwo: [number, number] | null
}[] = [
  { says: 'a part by card', more: [], total: ['Total', 100_000], inTwo: [30_000, 70_000] },
  {
    says: 'a part by card beside credit',
    pay: { creditCents: 28_000 },
    more: [credit(28_000)],
    total: ['Con tu tarjeta', 72_000],
    inTwo: [2_000, 70_000],
  },
  {
    says: 'all of it by card beside credit',
    pay: { creditCents: 50_000, inTwo: false },
    more: [credit(50_000)],
    total: ['Con tu tarjeta', 50_000],
    inTwo: null,
  },
  {
    says: 'a reference beside credit',
    pay: { creditCents: 50_000, byCard: false, inTwo: false },
    more: [credit(50_000)],
    total: ['Por pagar', 50_000],
    inTwo: null,
  },
  {
    says: 'nothing today',
    hold: { upfront: { nowCents: 0, laterCents: 100_000 } },
    more: [],
    total: ['Total', 100_000],
    inTwo: [0, 100_000],
  },
  {
    says: 'a card where nothing is left for later',
    hold: { upfront: null },
    pay: { creditCents: 98_000 },
    more: [credit(98_000)],
    total: ['Con tu tarjeta', 2_000],
    inTwo: null,
  },
]
for (const { says, pay, hold, more, total, inTwo } of cases)
  test(`${says}: the lines add up to what is paid, today and later`, () => {
    const made = by(pay, hold)
    assert.deepEqual(made.lines, [...own, ...more])
    assert.deepEqual([made.total.label, made.total.amountCents], total)
    assert.deepEqual(made.inTwo, inTwo === null ? null : { nowCents: inTwo[0], laterCents: inTwo[1] })
    assert.equal(
      made.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      made.total.amountCents,
    )
    if (made.inTwo !== null) assert.equal(made.inTwo.nowCents + made.inTwo.laterCents, made.total.amountCents)
    assert.equal(made.shares.totalCents, 100_000)
    assert.equal(made.policy, held.policy.text)
  })

test('a pack pays everything: nothing is due, and its worth is split and its policy applies', () => {
  const pack: HeldPay['pack'] = {
    worthCents: 80_000,
    goesTo: [{ to: 'professional', label: 'Profesional', amountCents: 80_000 }],
    policy: 'Gratis hasta el jue 19, 10:00; después $400.',
  }
  // Whatever the available credit and the amount charged today.
  for (const pay of [{}, { creditCents: 10_000 }, { inTwo: false, byCard: false }]) {
    const made = by({ pack, ...pay })
    assert.deepEqual(made.lines, [...own, { label: 'Con tu paquete', amountCents: -100_000 }])
    assert.deepEqual([made.total, made.inTwo], [{ label: 'Hoy', amountCents: 0 }, null])
    assert.deepEqual(made.shares, {
      goesTo: pack.goesTo,
      of: 'Lo que vale tu sesión',
      totalCents: 80_000,
    })
    assert.equal(made.policy, pack.policy)
  }
})

test('with several persons each line names its person', () => {
  const quote = {
    ...held.quote,
    lines: [
      { label: 'Corte', amountCents: 60_000, person: 1 },
      { label: 'Corte', amountCents: 40_000, person: 2 },
    ],
  }
  assert.deepEqual(
    by({}, { quote }).lines.map(({ label }) => label),
    ['Persona 1 · Corte', 'Persona 2 · Corte'],
  )
})
