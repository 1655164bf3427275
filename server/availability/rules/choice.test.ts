/** The professional's rules, case by case; hours are those of the capital (UTC−6), Friday 20 November 2026. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  noServiceRules,
  noSpaceRules,
  type ServiceRules,
  type SpaceRules,
} from '#contract/availability/space-rules.ts'
import {
  choiceOf,
  chosenPlaces,
  kmAt,
  kmBetween,
  type PlaceFacts,
} from '#server/availability/rules/choice.ts'
import { zoneTable } from '#server/availability/zone/zone.ts'

const table = zoneTable('America/Mexico_City')
const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00-06:00`)
const span = (from: string, to: string) => ({ start: at(from), end: at(to) })

const facts = (part: Partial<PlaceFacts> = {}): PlaceFacts => ({
  id: 7,
  active: true,
  spaceType: 'chair',
  equipment: ['mirror', 'washbasin'],
  km: 3,
  ...part,
})
const choice = (
  rules: Partial<ServiceRules>,
  part: { rentCents?: number; netCents?: number; visits?: number[]; facts?: Partial<PlaceFacts> } = {},
) =>
  choiceOf(
    { ...noServiceRules, ...rules },
    {
      never: null,
      facts: facts(part.facts),
      table,
      chargedMinutes: 90,
      // 225.00 of rent for an hour and a half, 360.00 left: the example of product.md §3.
      moneyAt: () => ({
        serviceCents: 65_000,
        rentCents: part.rentCents ?? 22_500,
        netCents: part.netCents ?? 36_000,
      }),
      visits: part.visits ?? [],
    },
  )

const never = (rules: Partial<SpaceRules>, ...places: Partial<PlaceFacts>[]) =>
  [...chosenPlaces({ ...noSpaceRules, ...rules }, 1, places.map(facts)).values()].map((one) => one.never)

test('a place is refused at any hour if excluded, of the wrong type, without equipment, too far, or not for clients', () => {
  const usual = (part: Partial<ServiceRules>) => ({ usual: { ...noServiceRules, ...part } })
  const cases: readonly (readonly [Partial<SpaceRules>, Partial<PlaceFacts>, string | null])[] = [
    [{}, {}, null],
    [{ excluded: [7] }, {}, 'rule_excluded'],
    [{ excluded: [8] }, {}, null],
    [usual({ spaceTypes: ['cabin'] }), {}, 'rule_type'],
    [usual({ spaceTypes: ['cabin', 'chair'] }), {}, null],
    [usual({ equipment: ['mirror', 'washbasin'] }), {}, null],
    [usual({ equipment: ['mirror', 'steamer'] }), {}, 'rule_equipment'],
    [usual({ maxKm: 3 }), {}, null],
    [usual({ maxKm: 2.5 }), {}, 'rule_distance'],
    [usual({ maxKm: 2, kmByHour: [{ fromMinute: 0, toMinute: 600, maxKm: 4 }] }), {}, null],
    [usual({ autoReserve: 'no' }), {}, 'rule_own_agenda'],
    // The own place needs none of it.
    [usual({ autoReserve: 'no', spaceTypes: ['cabin'], maxKm: 1 }), { id: 0, km: 0, spaceType: null }, null],
    [{ ...usual({ spaceTypes: ['cabin'] }), services: [{ serviceId: 1, rules: noServiceRules }] }, {}, null],
  ]
  for (const [rules, place, expected] of cases)
    assert.deepEqual(never(rules, place), [expected], JSON.stringify([rules, place]))
})

test('offers places in their order, and without “another place” only the first possible one', () => {
  const three = [{ id: 3 }, { id: 5 }, { id: 9 }]
  const ranks = chosenPlaces({ ...noSpaceRules, order: [9, 3] }, 1, three.map(facts))
  assert.deepEqual(
    [...ranks].toSorted(([, a], [, b]) => a.rank - b.rank).map(([id]) => id),
    [9, 3, 5],
  )
  assert.deepEqual(never({ order: [9, 3], elsewhere: false }, ...three), [
    'rule_other_place',
    'rule_other_place',
    null,
  ])
  // The first is paused: the next one becomes the first.
  assert.deepEqual(
    never({ order: [9, 3], elsewhere: false }, { id: 3 }, { id: 5 }, { id: 9, active: false }),
    [null, 'rule_other_place', 'rule_other_place'],
  )
})

test('the maximum distance depends on the local hour at the place', () => {
  const rules = { maxKm: 10, kmByHour: [{ fromMinute: 1140, toMinute: 1440, maxKm: 2 }] }
  assert.equal(kmAt({ ...noServiceRules, ...rules }, 1139), 10)
  assert.equal(choice(rules).at(at('18:30')), null)
  assert.equal(choice(rules).at(at('19:00')), 'rule_distance')
  assert.equal(choice(rules, { facts: { km: 2 } }).at(at('19:00')), null)
  assert.equal(choice(rules, { facts: { id: 0 } }).at(at('19:00')), null)
})

test('limits on hourly rent and on the remaining amount or share are exact to the centavo', () => {
  const of = (rules: Partial<ServiceRules>, money: { rentCents?: number; netCents?: number } = {}) =>
    choice(rules, money).at(at('12:00'))
  // 225.00 for 90 minutes are 150.00 an hour.
  assert.equal(of({ maxRentPerHourCents: 15_000 }), null)
  assert.equal(of({ maxRentPerHourCents: 14_999 }), 'rule_rent')
  assert.equal(of({ maxRentPerHourCents: 15_000 }, { rentCents: 22_501 }), 'rule_rent')
  assert.equal(of({ minNet: { kind: 'amount', cents: 36_000 } }), null)
  assert.equal(of({ minNet: { kind: 'amount', cents: 36_001 } }), 'rule_net')
  // 360.00 of 650.00 are 55.38 %.
  assert.equal(of({ minNet: { kind: 'share', bp: 5538 } }), null)
  assert.equal(of({ minNet: { kind: 'share', bp: 5539 } }), 'rule_net')
})

test('a gap beside an appointment must be zero or long enough', () => {
  const rules = { minGapMinutes: 30 }
  const busy = [at('10:00'), at('11:00'), at('13:00'), at('14:00')]
  const fits = (from: string, to: string) => choice(rules).fits(span(from, to), span(from, to), busy)
  assert.equal(fits('11:00', '12:00'), null, 'close to the one before, an hour to the next')
  assert.equal(fits('11:15', '12:00'), 'rule_gap')
  assert.equal(fits('11:30', '12:30'), null)
  assert.equal(fits('11:45', '12:45'), 'rule_gap', 'a quarter of an hour before the next')
  assert.equal(fits('12:00', '13:00'), null)
  assert.equal(fits('14:10', '15:00'), 'rule_gap')
  assert.equal(fits('16:00', '17:00'), null)
  assert.equal(choice({}).fits(span('11:15', '12:00'), span('11:15', '12:00'), busy), null)
})

test('refuses a short visit alone, and counts it as one trip with another visit there', () => {
  const rules = { minBlockMinutes: 120 }
  const alone = choice(rules)
  const visit = (from: string, to: string) => [span(from, to), span(from, to), []] as const
  assert.equal(alone.fits(...visit('10:00', '11:30')), 'rule_block')
  assert.equal(alone.fits(...visit('10:00', '12:00')), null)
  const beside = choice(rules, { visits: [at('12:00'), at('13:00'), at('15:00'), at('16:00')] })
  assert.equal(
    beside.fits(...visit('10:30', '11:30')),
    null,
    'half an hour before: one trip of two and a half',
  )
  assert.equal(beside.fits(...visit('09:30', '10:30')), 'rule_block', 'an hour and a half before: two trips')
  assert.equal(beside.fits(...visit('13:30', '14:30')), null, 'between both')
  assert.equal(choice(rules, { facts: { id: 0 } }).fits(...visit('10:00', '10:30')), null)
})

test('without rules nothing is refused, whatever the place, the money and the time', () => {
  const free = { ...noServiceRules }
  fc.assert(
    fc.property(
      fc.record({
        id: fc.nat(9),
        km: fc.float({ min: 0, max: 500, noNaN: true }),
        rent: fc.nat(1e6),
        net: fc.integer(),
      }),
      fc.integer({ min: 0, max: 1439 }),
      ({ id, km, rent, net }, minute) => {
        const one = choice(free, { rentCents: rent, netCents: net, facts: { id, km } })
        const start = at('00:00') + minute * 60_000
        assert.equal(one.at(start), null)
        assert.equal(
          one.fits({ start, end: start + 1 }, { start, end: start + 1 }, [start - 9, start - 5]),
          null,
        )
        assert.deepEqual(never({}, { id, km }), [null])
      },
    ),
  )
})

test('the distance between two places is the one that search uses', () => {
  const [roma, centro] = [
    { latitude: 19.4194, longitude: -99.1617 },
    { latitude: 19.4326, longitude: -99.1332 },
  ]
  assert.ok(Math.abs(kmBetween(roma, centro) - 3.328) < 0.01, String(kmBetween(roma, centro)))
  assert.equal(kmBetween(roma, roma), 0)
})
