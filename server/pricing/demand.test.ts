/** The price of an hour: a table computed by hand, and properties of any rules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { groupsProblem } from '#contract/service/add-on.ts'
import { type DemandRule, DemandRules, noDemandRules } from '#contract/pricing/demand.ts'
import { anybody, priceAt, readyPricesOf, repriced } from '#contract/pricing/demand-price.ts'
import { listPriceOf } from '#contract/pricing/shown-price.ts'
import { demandChanges } from '#contract/pricing/demand-words.ts'
import { zoneTable } from '#server/availability/zone/zone.ts'
import { cases } from '#server/pricing/demand.cases.ts'
import { instantAt } from '#server/testing/wall-clock.ts'

const capital = 'America/Mexico_City'

for (const one of cases)
  test(`hour price: ${one.says}`, () => {
    const { at = '2026-11-24T10:00', zone = capital, lead: leadMinutes = null } = one
    const service = { id: one.service ?? 7, baseCents: one.base ?? 65_000 }
    const ready = readyPricesOf({ ...noDemandRules, ...one.rules }, service, one.channel)
    const who = { isFirstVisit: one.first ?? false, keepsPrice: one.keeps ?? false }
    const price = priceAt(ready, { startsAt: instantAt(at, zone), zone: zoneTable(zone), leadMinutes }, who)
    assert.equal(price.totalCents, one.cents)
    assert.equal(price.price?.kind, one.kind)
    assert.equal(price.price?.deltaCents ?? 0, one.cents - service.baseCents)
    const more = price.deltas.reduce((sum, { amountCents }) => sum + amountCents, 0)
    assert.equal(service.baseCents + more, one.cents, 'the lines are the price')
    if (one.wins !== undefined) assert.equal(price.rule?.name, one.wins)
  })

test('the table has at least forty cases', () => assert.ok(cases.length >= 40, String(cases.length)))

let rules = 0
const rule = (part: Partial<DemandRule>): DemandRule => ({
  id: `r${(rules += 1)}`,
  name: 'Regla',
  days: [1, 2, 3, 4, 5, 6, 7],
  windows: [{ fromMinute: 0, toMinute: 1440 }],
  serviceIds: [],
  change: { kind: 'percent', bp: -1000 },
  minCents: null,
  maxCents: null,
  channel: null,
  ...part,
})

const cents = fc.integer({ min: 100, max: 500_000 })
const anyRule = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  name: fc.constantFrom('Uno', 'Dos'),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  windows: fc.array(
    fc.record({
      fromMinute: fc.integer({ min: 0, max: 47 }).map((half) => half * 30),
      toMinute: fc.integer({ min: 1, max: 48 }).map((half) => half * 30),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  serviceIds: fc.constantFrom<number[]>([], [7], [7, 8], [8]),
  change: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), bp: fc.integer({ min: -7000, max: 3000 }) }),
    fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: -90_000, max: 90_000 }) }),
  ),
  minCents: fc.option(cents),
  maxCents: fc.option(cents),
  channel: fc.constantFrom(null, 'marketplace' as const, 'own_link' as const),
})
const anyRules = fc.record({
  rules: fc.uniqueArray(anyRule, { maxLength: 5, selector: ({ id }) => id }),
  lastMinute: fc.option(
    fc.record({
      withinMinutes: fc.integer({ min: 30, max: 2880 }),
      bp: fc.integer({ min: -7000, max: -100 }),
    }),
  ),
  surgeCapBp: fc.integer({ min: 0, max: 3000 }),
  quietFloorBp: fc.integer({ min: 3000, max: 10_000 }),
  firstVisit: fc.option(fc.record({ bp: fc.integer({ min: -5000, max: -100 }) })),
  frozenServices: fc.constantFrom<number[]>([], [], [7], [8]),
  frozenClients: fc.constant<number[]>([]),
})
const anyHour = fc.record({
  baseCents: cents,
  startsAt: fc
    .integer({ min: 0, max: 400 * 96 })
    .map((quarters) => Date.UTC(2026, 0, 1) + quarters * 15 * 60_000),
  zone: fc.constantFrom(capital, 'America/Tijuana', 'America/Cancun').map((zone) => zoneTable(zone)),
  leadMinutes: fc.option(fc.integer({ min: 0, max: 5000 })),
})
const anyAsker = fc.record({ isFirstVisit: fc.boolean(), keepsPrice: fc.boolean() })

test('no price exceeds the cap or falls below the floor, and its lines add up to it', () => {
  fc.assert(
    fc.property(anyRules, anyHour, anyAsker, (rules, hour, who) => {
      const price = priceAt(readyPricesOf(rules, { id: 7, baseCents: hour.baseCents }), hour, who)
      assert.ok(Number.isSafeInteger(price.totalCents))
      assert.ok(price.totalCents * 10_000 <= hour.baseCents * (10_000 + rules.surgeCapBp))
      assert.ok(price.totalCents * 10_000 >= hour.baseCents * rules.quietFloorBp)
      const more = price.deltas.reduce((sum, { amountCents }) => sum + amountCents, 0)
      assert.equal(hour.baseCents + more, price.totalCents)
      assert.ok(price.deltas.every(({ amountCents }) => amountCents !== 0))
    }),
  )
})

test('no client pays more than the hour’s price, and equal clients pay the same', () => {
  fc.assert(
    fc.property(anyRules, anyHour, anyAsker, (rules, hour, who) => {
      const ready = readyPricesOf(rules, { id: 7, baseCents: hour.baseCents })
      const everybody = priceAt(ready, hour, anybody).totalCents
      assert.ok(priceAt(ready, hour, who).totalCents <= everybody)
      const other = readyPricesOf(
        { ...rules, frozenClients: [1, 2, 3] },
        { id: 7, baseCents: hour.baseCents },
      )
      assert.equal(priceAt(other, hour, { ...who }).totalCents, priceAt(ready, hour, who).totalCents)
    }),
  )
})

test('a price does not depend on the order of the rules, nor on earlier queries', () => {
  fc.assert(
    fc.property(anyRules, anyHour, anyHour, (rules, hour, another) => {
      const service = { id: 7, baseCents: hour.baseCents }
      const ready = readyPricesOf(rules, service)
      priceAt(ready, another)
      const turned = readyPricesOf({ ...rules, rules: rules.rules.toReversed() }, service)
      assert.deepEqual(priceAt(turned, hour), priceAt(ready, hour))
    }),
  )
})

test('with option groups the list price is the cheapest choice, "desde" if another costs more, and a minimum at any hour', () => {
  const more = fc.record({
    priceCents: fc.integer({ min: 0, max: 100_000 }),
    minutes: fc.integer({ min: 0, max: 240 }),
  })
  // As the database stores them: one option of each is in the price.
  const group = fc
    .array(more, { minLength: 1, maxLength: 3 })
    .map((options) => [...options, { priceCents: 0, minutes: 0 }])
  fc.assert(
    fc.property(
      anyRules,
      cents,
      fc.array(group, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 480, max: 1199 }),
      (rules, baseCents, groups, day, minute) => {
        const addOns = groups.flatMap((options, place) =>
          options.map((one, index) => ({ ...one, name: `${index}`, group: `Grupo ${place}` })),
        )
        assert.equal(groupsProblem(addOns), null)
        const service = { id: 7, baseCents }
        const list = listPriceOf({ priceCents: baseCents, addOns })
        const choices = groups.reduce<{ cents: number; minutes: number }[]>(
          (all, options) =>
            all.flatMap((one) =>
              options.map(({ priceCents, minutes }) => ({
                cents: one.cents + priceCents,
                minutes: one.minutes + minutes,
              })),
            ),
          [{ cents: baseCents, minutes: 60 }],
        )
        assert.equal(Math.min(...choices.map((one) => one.cents)), list.cents)
        assert.equal(list.isFrom, new Set(choices.map((one) => one.cents)).size > 1)
        const alone = readyPricesOf(rules, service).hourAt(day, minute).cents
        for (const choice of choices) {
          const hour = readyPricesOf(rules, { id: 7, baseCents: choice.cents }).hourAt(day, minute)
          assert.ok(hour.cents >= alone, `${hour.cents} is below ${alone}`)
        }
      },
    ),
  )
})

test('repricing with the stored rules gives the same price every time', () => {
  fc.assert(
    fc.property(anyRules, anyHour, (rules, hour) => {
      const visit = {
        ...hour,
        serviceId: 7,
        leadMinutes: hour.leadMinutes ?? 0,
        channel: 'own_link' as const,
        clientId: 5,
      }
      const once = repriced(rules, visit)
      assert.equal(repriced(z.parse(DemandRules, JSON.parse(JSON.stringify(rules))), visit), once)
    }),
    { numRuns: 50 },
  )
})

test('a version is described in sentences', () => {
  const one = rule({
    days: [2],
    windows: [{ fromMinute: 540, toMinute: 720 }],
    channel: 'own_link',
    minCents: 30_000,
  })
  assert.deepEqual(
    demandChanges(noDemandRules, {
      ...noDemandRules,
      rules: [one],
      lastMinute: { withinMinutes: 360, bp: -1500 },
    }),
    [
      '«Regla»: Martes, de 09:00 a 12:00: −10 %, no menos de $300, solo con tu enlace.',
      'Última hora: Si faltan 6 h o menos y hay hueco: −15 %.',
    ],
  )
  assert.deepEqual(demandChanges({ ...noDemandRules, rules: [one] }, noDemandRules), [
    'Se quitó «Regla»: Martes, de 09:00 a 12:00: −10 %, no menos de $300, solo con tu enlace.',
  ])
  assert.deepEqual(demandChanges(noDemandRules, noDemandRules), ['Se guardó sin cambios.'])
})
