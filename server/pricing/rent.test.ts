import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { explainOvertime, explainRent } from '#contract/pricing/rent-explained.ts'
import { rentOf, type Stay } from '#contract/pricing/rent.ts'
import { fromHourly } from '#contract/pricing/rent-part.ts'
import { pricesOf, type Prices } from '#contract/pricing/rent-prices.ts'
import { noRules, type CalendarRate, type PriceRules } from '#contract/pricing/space-pricing.ts'
import { zoneTable } from '#server/availability/zone/zone.ts'
import { cases, type Case } from '#server/pricing/rent.cases.ts'
import { instantAt } from '#server/testing/wall-clock.ts'

const capital = 'America/Mexico_City'
const requested = (one: Case): { prices: Prices; stay: Stay } => {
  const zone = one.zone ?? capital
  return {
    prices: pricesOf({
      baseCents: one.base ?? 15_000,
      minimumMinutes: one.minimum ?? 15,
      roundingMinutes: one.rounding ?? 1,
      rules: one.rules === undefined ? null : { ...noRules, ...one.rules },
    }),
    stay: {
      startsAt: instantAt(one.at, zone),
      minutes: one.minutes,
      zone: zoneTable(zone),
      leadMinutes: one.lead ?? null,
      agreement: one.agreement === undefined ? null : { shareBp: null, minimumCents: 0, ...one.agreement },
      inHouse: one.inHouse ?? false,
      serviceCents: one.service ?? null,
      packId: one.pack ?? null,
    },
  }
}

for (const one of cases)
  test(`rent: ${one.says}`, () => {
    const { prices, stay } = requested(one)
    assert.equal(rentOf(prices, stay), one.cents)
    const { lines, totalCents, stretches, chargedMinutes } = explainRent(prices, stay)
    assert.equal(totalCents, one.cents)
    assert.equal(
      lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      one.cents,
    )
    assert.equal(
      stretches.reduce((sum, { minutes }) => sum + minutes, 0),
      chargedMinutes,
    )
  })

test('the table has at least sixty cases', () => assert.ok(cases.length >= 60, String(cases.length)))

test('an explanation names the winning rule of each stretch and why others lost', () => {
  const night: CalendarRate = {
    id: 'n',
    name: 'Noche',
    days: [5],
    windows: [{ fromMinute: 1080, toMinute: 120 }],
    dates: null,
    change: { kind: 'percent', bp: 2000 },
  }
  const friday: CalendarRate = {
    ...night,
    id: 'f',
    name: 'Viernes',
    windows: [{ fromMinute: 0, toMinute: 1440 }],
    change: { kind: 'amount', cents: 1000 },
  }
  const { prices, stay } = requested({
    says: '',
    rules: { rates: [friday, night] },
    at: '2026-11-20T17:00',
    minutes: 480,
    cents: 0,
  })
  const { stretches } = explainRent(prices, stay)
  assert.deepEqual(
    stretches.map(({ rule, minutes, hourlyCents }) => [rule, minutes, hourlyCents]),
    [
      ['Viernes', 60, 16_000],
      ['Noche', 360, 18_000],
      ['Noche', 60, 18_000],
    ],
  )
  assert.deepEqual(stretches[1]?.beaten, [{ rule: 'Viernes', why: 'Cubre más horas: es menos específica.' }])
})

test('overtime has ten free minutes, then quarter-hour steps, at half as much again after the first hour', () => {
  const { prices, stay } = requested({ says: '', at: '2026-11-20T10:00', minutes: 60, cents: 0 })
  const cents = (minutes: number) =>
    explainOvertime(prices, stay, minutes).map(({ amountCents }) => amountCents)
  assert.deepEqual(cents(10), [])
  assert.deepEqual(cents(11), [3750])
  assert.deepEqual(cents(26), [7500])
  assert.deepEqual(cents(85), [15_000, 5625])
  // $150 an hour and 25 minutes over: ten free, fifteen charged.
  assert.deepEqual(cents(25), [3750])
})

test('charged overtime ends where another visit starts, and a partial step costs only its minutes', () => {
  const { prices, stay } = requested({ says: '', at: '2026-11-20T10:00', minutes: 60, cents: 0 })
  const cents = (minutes: number, gap: number) =>
    explainOvertime(prices, stay, minutes, gap).map(({ amountCents }) => amountCents)
  assert.deepEqual(cents(40, 20), [2500])
  assert.deepEqual(cents(12, 20), [2500])
  assert.deepEqual(cents(40, 10), [])
  assert.deepEqual(cents(40, 0), [])
  assert.deepEqual(cents(40, 40), [7500])
  assert.deepEqual(cents(120, 80), [15_000, 3750])
})

test('the price "from" is that of the cheapest hour in which the place is open', () => {
  const rates: CalendarRate[] = [
    {
      id: 'm',
      name: 'Mañana',
      days: [1, 2, 3],
      windows: [{ fromMinute: 480, toMinute: 600 }],
      dates: null,
      change: { kind: 'hourly', cents: 10_000 },
    },
  ]
  const priced = { baseCents: 15_000, minimumMinutes: 30, roundingMinutes: 1, rules: { ...noRules, rates } }
  const open = (fromMinute: number) => [{ weekday: 2, fromMinute, toMinute: 1200 }]
  assert.equal(fromHourly(priced, open(480)), 10_000)
  assert.equal(fromHourly(priced, open(570)), 12_500)
  assert.equal(fromHourly(priced, open(600)), 15_000)
})

const change: fc.Arbitrary<CalendarRate['change']> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), bp: fc.integer({ min: -9000, max: 20_000 }) }),
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: -9000, max: 9000 }) }),
  fc.record({ kind: fc.constant('hourly' as const), cents: fc.integer({ min: 100, max: 90_000 }) }),
)
const calendarRate: fc.Arbitrary<CalendarRate> = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('a', 'b', 'c'),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  windows: fc.array(
    fc.record({ fromMinute: fc.integer({ min: 0, max: 1439 }), toMinute: fc.integer({ min: 1, max: 1440 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  dates: fc.constantFrom(
    null,
    null,
    { from: '2026-03-01', to: '2026-03-09' },
    { from: '2026-10-30', to: '2026-11-02' },
  ),
  change,
})
const step: fc.Arbitrary<PriceRules['ladder']['day']> = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('percent' as const), bp: fc.integer({ min: -9000, max: 5000 }) }),
  fc.record({ kind: fc.constant('hourly' as const), cents: fc.integer({ min: 100, max: 50_000 }) }),
  fc.record({ kind: fc.constant('total' as const), cents: fc.integer({ min: 100, max: 900_000 }) }),
)
const rates = fc.array(calendarRate, { maxLength: 6 })
const anyRules: fc.Arbitrary<PriceRules> = fc.record({
  rates,
  ladder: fc.record({
    hour: step,
    fewHours: step,
    halfDay: step,
    day: step,
    week: step,
    month: fc.constant(null),
  }),
  packs: fc.constant([]),
  perUse: fc.constant(null),
  lastMinute: fc.constantFrom(null, { withinMinutes: 180, change: { kind: 'hourly' as const, cents: 5000 } }),
  earlyBird: fc.constantFrom(null, { aheadDays: 7, discountBp: 1500 }),
  cleaning: fc.constantFrom(
    null,
    { kind: 'fixed' as const, cents: 4000, forAll: false },
    { kind: 'per_minute' as const, cents: 7, forAll: true },
  ),
  depositCents: fc.constant(null),
  agreements: fc.constantFrom('fixed', 'best'),
  inHouse: fc.constant(null),
  overtime: fc.constant(noRules.overtime),
  actualUse: fc.boolean(),
})
const zone = fc.constantFrom('America/Mexico_City', 'America/Tijuana', 'America/Ciudad_Juarez')
/** Around the two nights of the clock change. */
const start = fc
  .tuple(fc.constantFrom('2026-03-07T00:00:00Z', '2026-10-31T00:00:00Z'), fc.integer({ min: 0, max: 4000 }))
  .map(([from, minutes]) => Date.parse(from) + minutes * 60_000)
const lead = fc.constantFrom(null, 60, 20_000)
const pricesFrom = (rules: PriceRules, baseCents = 15_000) =>
  pricesOf({ baseCents, minimumMinutes: 0, roundingMinutes: 1, rules })
const stayFrom = (startsAt: number, minutes: number, name: string, leadMinutes: number | null): Stay => ({
  startsAt,
  minutes,
  zone: zoneTable(name),
  leadMinutes,
})

test('two adjacent stays cost what the whole costs, within a centavo', () => {
  const length = fc.integer({ min: 1, max: 900 })
  fc.assert(
    fc.property(rates, start, length, length, zone, lead, (rates, from, first, second, name, when) => {
      const prices = pricesFrom({ ...noRules, rates })
      const rent = (at: number, minutes: number) => rentOf(prices, stayFrom(at, minutes, name, when))
      const parts = rent(from, first) + rent(from + first * 60_000, second)
      assert.ok(Math.abs(parts - rent(from, first + second)) <= 1)
    }),
    { numRuns: 500 },
  )
})

test('more hours never cost less than fewer', () => {
  fc.assert(
    fc.property(
      anyRules,
      start,
      fc.integer({ min: 1, max: 1500 }),
      fc.integer({ min: 1, max: 800 }),
      zone,
      lead,
      (rules, from, minutes, more, name, when) => {
        const prices = pricesFrom(rules)
        const rent = (length: number) => rentOf(prices, stayFrom(from, length, name, when))
        assert.ok(rent(minutes) <= rent(minutes + more))
      },
    ),
    { numRuns: 500 },
  )
})

test('an explanation’s lines add up to the total, and its stretches to the stay', () => {
  fc.assert(
    fc.property(
      anyRules,
      start,
      fc.integer({ min: 1, max: 3000 }),
      zone,
      lead,
      (rules, from, minutes, name, when) => {
        const prices = pricesFrom(rules)
        const stay = stayFrom(from, minutes, name, when)
        const { lines, stretches, totalCents } = explainRent(prices, stay)
        assert.equal(totalCents, rentOf(prices, stay))
        assert.equal(
          lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
          totalCents,
        )
        assert.equal(
          stretches.reduce((sum, one) => sum + one.minutes, 0),
          minutes,
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('the order of the rules does not change the price', () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.nat(),
      start,
      fc.integer({ min: 1, max: 2000 }),
      zone,
      (rules, seed, from, minutes, name) => {
        const shuffled = rules.rates.toSorted((a, b) => (a.id + seed < b.id + seed ? 1 : -1))
        const rent = (list: CalendarRate[]) =>
          rentOf(pricesFrom({ ...rules, rates: list }), stayFrom(from, minutes, name, null))
        assert.equal(rent(rules.rates), rent(shuffled))
        assert.equal(rent(rules.rates), rent(rules.rates.toReversed()))
      },
    ),
    { numRuns: 300 },
  )
})

test('a price equals the sum of its wall-clock minutes', () => {
  fc.assert(
    fc.property(rates, start, fc.integer({ min: 1, max: 400 }), zone, (rates, from, minutes, name) => {
      const prices = pricesFrom({ ...noRules, rates })
      let sum = 0
      for (let minute = 0; minute < minutes; minute += 1) {
        const wall = Temporal.Instant.fromEpochMilliseconds(from + minute * 60_000).toZonedDateTimeISO(name)
        sum += hourlyAt(rates, wall)
      }
      assert.equal(rentOf(prices, stayFrom(from, minutes, name, null)), Math.round(sum / 60))
    }),
    { numRuns: 200 },
  )
})

/** A slow, independent computation: the most specific rate that covers this minute. */
const hourlyAt = (rates: readonly CalendarRate[], wall: Temporal.ZonedDateTime): number => {
  const covering = rates.filter(({ days, windows, dates }) =>
    [0, 1].some((back) => {
      const date = wall.toPlainDate().subtract({ days: back })
      const minute = wall.hour * 60 + wall.minute + back * 1440
      const day = date.toString()
      return (
        days.includes(date.dayOfWeek) &&
        (dates === null || (dates.from <= day && day <= dates.to)) &&
        windows.some(({ fromMinute, toMinute }) => {
          const end = toMinute > fromMinute ? toMinute : toMinute + 1440
          return fromMinute <= minute && minute < end
        })
      )
    }),
  )
  const season = ({ dates }: CalendarRate) =>
    dates === null ? Infinity : Temporal.PlainDate.from(dates.from).until(dates.to).days
  const covered = ({ days, windows }: CalendarRate) =>
    days.length *
    windows.reduce(
      (all, { fromMinute, toMinute }) =>
        all + (toMinute > fromMinute ? toMinute - fromMinute : 1440 - fromMinute + toMinute),
      0,
    )
  const cents = ({ change }: CalendarRate) =>
    change.kind === 'hourly'
      ? change.cents
      : Math.max(
          100,
          change.kind === 'amount'
            ? 15_000 + change.cents
            : Math.round((15_000 * (10_000 + change.bp)) / 10_000),
        )
  const [best] = covering.toSorted((a, b) => {
    const [one, other] = [season(a), season(b)]
    return (one === other ? 0 : one - other) || covered(a) - covered(b) || cents(a) - cents(b)
  })
  return best === undefined ? 15_000 : cents(best)
}
