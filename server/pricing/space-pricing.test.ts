import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { slots } from '#contract/availability/availability.ts'
import { hold } from '#contract/booking/hold.ts'
import { searchSpaces } from '#contract/search/search.ts'
import {
  evaluateSpacePricing,
  noRules,
  PriceRules,
  quoteSpace,
  saveSpacePricing,
  spacePricing,
  type CalendarRate,
} from '#contract/pricing/space-pricing.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { bookable, host, professional, space } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
let world: Awaited<ReturnType<typeof bookable>>
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

/** A separate city for each test: $200 an hour, and an agreement at that price. */
const begin = async () => {
  world = await bookable(kalli)
  return { params: { id: world.space.id } }
}

const evening: CalendarRate = {
  id: 'tarde',
  name: 'Viernes tarde',
  days: [5],
  windows: [{ fromMinute: 960, toMinute: 1140 }],
  dates: null,
  change: { kind: 'percent', bp: 2000 },
}
const morning: CalendarRate = {
  ...evening,
  id: 'manana',
  name: 'Mañana',
  days: [1, 2, 3, 4, 5, 6, 7],
  windows: [{ fromMinute: 540, toMinute: 660 }],
  change: { kind: 'hourly', cents: 15_000 },
}
const draft = { baseCents: 21_000, rules: { ...noRules, rates: [evening, morning] } }

test('only the space’s host can read, save and evaluate its prices', async () => {
  const at = await begin()
  const stranger = await professional(kalli)
  const other = await host(kalli)
  const save = { ...at, body: { ...draft, version: 1 } }
  const evaluation = { ...at, body: { date: '2026-11-27', startMinute: 960, minutes: 60 } }
  for (const [person, status] of [
    [kalli.visitor(), 401],
    [stranger.person, 403],
    [other.person, 404],
  ] as const) {
    assert.equal((await person.call(spacePricing, at)).status, status)
    assert.equal((await person.call(saveSpacePricing, save)).status, status)
    assert.equal((await person.call(evaluateSpacePricing, evaluation)).status, status)
  }
})

test('every saved version of the prices is stored with its author and changes', async () => {
  const at = await begin()
  const owner = world.host.person
  const first = await owner.call(spacePricing, at)
  assert.equal(first.status, 200)
  assert.deepEqual([first.body.version, first.body.baseCents, first.body.rules], [1, 20_000, noRules])
  const saved = await owner.call(saveSpacePricing, { ...at, body: { ...draft, version: 1 } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.deepEqual([saved.body.version, saved.body.baseCents, saved.body.fromCents], [2, 21_000, 15_000])
  const [latest, oldest] = saved.body.history
  assert.equal(latest?.author, 'Marta Salas')
  assert.deepEqual(latest?.changes, [
    'Precio base: de $200 a $210 por hora.',
    'Tarifa «Viernes tarde»: Viernes, de 16:00 a 19:00: +20 %.',
    'Tarifa «Mañana»: Todos los días, de 09:00 a 11:00: $150 por hora.',
  ])
  assert.deepEqual(oldest?.changes, ['Precio base: $200 por hora.'])
})

test('of four who save the same version at once exactly one succeeds', async () => {
  const at = await begin()
  const body = { ...draft, version: 1 }
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => world.host.person.call(saveSpacePricing, { ...at, body })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
  const late = answers.find(({ status }) => status === 409)
  assert.equal(late && refusalOf(late).code, 'stale_version')
})

test('the database refuses to change, remove or skip a version', async () => {
  await begin()
  const { kysely } = kalli.database
  const id = world.space.id
  await assert.rejects(
    sql`update space_prices set base_cents = 1 where space_id = ${id}`.execute(kysely),
    /append-only/,
  )
  await assert.rejects(sql`delete from space_prices where space_id = ${id}`.execute(kysely), /append-only/)
  await assert.rejects(sql`truncate space_prices`.execute(kysely), /append-only/)
  await assert.rejects(
    sql`insert into space_prices (space_id, version, base_cents, at) values (${id}, 7, 100, now())`.execute(
      kysely,
    ),
    /does not follow/,
  )
})

test('a base price changed elsewhere also makes a version, attributed to the host', async () => {
  const at = await begin()
  await sql`update spaces set price_per_hour_cents = 23000, day_cap_cents = 120000,
    hour_packs = '[{"hours": 10, "priceCents": 180000}]' where id = ${world.space.id}`.execute(
    kalli.database.kysely,
  )
  const { body } = await world.host.person.call(spacePricing, at)
  assert.deepEqual([body.version, body.baseCents, body.history[0]?.author], [2, 23_000, 'Marta Salas'])
  assert.deepEqual(body.rules.ladder.day, { kind: 'total', cents: 120_000 })
  assert.deepEqual(body.rules.packs, [
    { id: 'h10', hours: 10, priceCents: 180_000, validityDays: 90, transferable: false },
  ])
  const { rows } = await sql<{
    rules: unknown
  }>`select price_rules as rules from spaces where id = ${world.space.id}`.execute(kalli.database.kysely)
  assert.ok(z.safeParse(PriceRules, rows[0]?.rules).success)
  const late = await world.host.person.call(saveSpacePricing, { ...at, body: { ...draft, version: 1 } })
  assert.equal(refusalOf(late).code, 'stale_version')
})

test('contradictory price rules are refused', async () => {
  const at = await begin()
  const tryIt = async (rules: Partial<typeof noRules>) =>
    (
      await world.host.person.call(saveSpacePricing, {
        ...at,
        body: { baseCents: 20_000, rules: { ...noRules, ...rules }, version: 1 },
      })
    ).status
  assert.equal(await tryIt({ rates: [{ ...evening, dates: { from: '2026-12-31', to: '2026-12-01' } }] }), 400)
  assert.equal(await tryIt({ rates: [evening, evening] }), 400)
  assert.equal(await tryIt({ rates: [{ ...evening, days: [] }] }), 400)
  assert.equal(
    await tryIt({
      lastMinute: { withinMinutes: 2880, change: { kind: 'percent', bp: -1000 } },
      earlyBird: { aheadDays: 2, discountBp: 1000 },
    }),
    400,
  )
})

test('a price far from its neighbours’ is refused, and the limits come from real neighbours', async () => {
  const at = await begin()
  const around = await host(kalli)
  for (const pesos of [180, 190, 200, 210, 220, 230])
    await space(kalli, around, { pricePerHourCents: pesos * 100 })
  const { body } = await world.host.person.call(spacePricing, at)
  assert.ok(body.rails !== null && body.rails.neighbours >= 6)
  const far = await world.host.person.call(saveSpacePricing, {
    ...at,
    body: { ...draft, baseCents: 2100, version: 1 },
  })
  assert.equal(far.status, 400)
  assert.equal(refusalOf(far).code, 'price_outside_zone')
  const rate: CalendarRate = { ...evening, change: { kind: 'hourly', cents: 1_500_000 } }
  const slip = await world.host.person.call(saveSpacePricing, {
    ...at,
    body: { baseCents: 20_000, rules: { ...noRules, rates: [rate] }, version: 1 },
  })
  assert.match(JSON.stringify(refusalOf(slip).details), /Viernes tarde/)
})

test('a host can evaluate unsaved prices, for any prospective renter', async () => {
  const at = await begin()
  const ask = async (body: object) =>
    (
      await world.host.person.call(evaluateSpacePricing, {
        ...at,
        body: { date: '2026-11-27', startMinute: 930, minutes: 60, draft, ...body },
      })
    ).body
  const anyone = await ask({})
  assert.equal(anyone.totalCents, 23_100)
  assert.deepEqual(
    anyone.stretches.map(({ rule, minutes }) => [rule, minutes]),
    [
      ['Precio base', 30],
      ['Viernes tarde', 30],
    ],
  )
  assert.equal((await ask({ professionalId: world.professional.id })).totalCents, 20_000)
  assert.equal((await ask({ draft: null })).totalCents, 20_000)
  assert.deepEqual(
    (await ask({ overtimeMinutes: 26 })).overtime.map(({ amountCents }) => amountCents),
    [12_600],
  )
})

test('search, space page and quote show the same price, and a renter with an agreement their own', async () => {
  const at = await begin()
  await world.host.person.call(saveSpacePricing, { ...at, body: { ...draft, version: 1 } })
  await sql`call search_remake()`.execute(kalli.database.kysely)
  const found = await kalli
    .visitor()
    .call(searchSpaces, { query: { lat: 19.4194, lng: -99.1617, radiusKm: 5 } })
  const card = found.body.find(({ id }) => id === world.space.id)
  assert.equal(card?.pricePerHour, '150.00')
  const quoted = async (person = kalli.visitor()) =>
    (await person.call(quoteSpace, { ...at, body: { date: '2026-11-27', startMinute: 960, minutes: 60 } }))
      .body
  assert.equal((await quoted()).totalCents, 25_200)
  assert.equal((await quoted()).lines[0]?.label, 'Viernes tarde')
  assert.equal((await quoted(world.professional.person)).totalCents, 20_000)
})

test('a hold keeps its rent when the rules change', async () => {
  const at = await begin()
  const cleaning = { kind: 'fixed', cents: 4000, forAll: true } as const
  const before = {
    baseCents: 20_000,
    rules: { ...noRules, agreements: 'best' as const, rates: [morning], cleaning },
  }
  const first = await world.host.person.call(saveSpacePricing, { ...at, body: { ...before, version: 1 } })
  assert.equal(first.status, 200)
  const client = kalli.visitor()
  const times = await client.call(slots, {
    query: {
      professional: world.professional.id,
      service: world.serviceId,
      from: '2026-11-24',
      to: '2026-11-24',
    },
  })
  const early = times.body.days[0]?.slots[0]
  const held = await client.call(
    hold,
    { body: { slotToken: early?.token ?? '' } },
    { key: crypto.randomUUID() },
  )
  assert.ok(held.status < 300, JSON.stringify(held.body))
  const stored = async () =>
    (
      await sql<{
        rent: number
        cleaning: number
        lines: { label: string; amountCents: number }[]
        quote: unknown
      }>`
        select rent_cents as rent, cleaning_cents as cleaning, rent_lines as lines, quote from bookings
        where id = ${held.body.id}`.execute(kalli.database.kysely)
    ).rows[0]
  const then = await stored()
  // 90 minutes from 9:00 at $150, and cleaning.
  assert.deepEqual([then?.rent, then?.cleaning], [26_500, 4000])
  assert.deepEqual(
    then?.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['Mañana', 22_500],
      ['Limpieza', 4000],
    ],
  )
  const second = await world.host.person.call(saveSpacePricing, {
    ...at,
    body: { baseCents: 30_000, rules: noRules, version: 2 },
  })
  assert.equal(second.status, 200)
  assert.deepEqual(await stored(), then)
})
