/** Prices by demand over HTTP: what a professional saves, what clients are shown and pay, and what the preview says about it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { explainSlots, slots } from '#contract/availability/availability.ts'
import { receipt } from '#contract/booking/booking.ts'
import { hold, readHold } from '#contract/booking/hold.ts'
import * as contract from '#contract/pricing/demand.ts'
import { noDemandRules, type DemandRule, type DemandRules } from '#contract/pricing/demand.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { PriceChange } from '#contract/availability/slot.ts'
import * as z from 'zod/mini'
import { demandHeat } from '#server/availability/demand/demand-heat.ts'
import { demandRules } from '#server/availability/demand/demand-rules.ts'
import { professionalCards } from '#server/search/cards.ts'
import { booked, contactOf, pay, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

/** Friday 2026-11-20, 10:00 in Mexico City; the stylist's haircut costs $650. */
let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A Wednesday. */
const date = '2026-11-25'
const salon = () => people.bookable(kalli, { priceCents: 65_000, stepMinutes: 60 })
const rule = (part: Partial<DemandRule> = {}): DemandRule => ({
  id: 'manana',
  name: 'Mañana tranquila',
  days: [3],
  windows: [{ fromMinute: 540, toMinute: 720 }],
  serviceIds: [],
  change: { kind: 'percent', bp: -1500 },
  minCents: null,
  maxCents: null,
  channel: null,
  ...part,
})
const save = async (who: Person, rules: Partial<DemandRules>) => {
  const { version } = (await who.call(contract.demandRules)).body
  return who.call(contract.saveDemandRules, { body: { rules: { ...noDemandRules, ...rules }, version } })
}
const saved = async (at: Bookable, rules: Partial<DemandRules>) => {
  const answer = await save(at.professional.person, rules)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const pricesOf = async (who: Person, at: Bookable, day = date) =>
  (await slotsOn(who, at, day)).map(({ startsAt, totalCents, price }) => [
    new Date(startsAt).getUTCHours() - 6,
    totalCents,
    price?.kind ?? null,
  ])
const holdOf = async (who: Person, token: string) => {
  const answer = await who.call(hold, { body: { slotToken: token } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

test('only professionals have demand pricing, each their own, and a stale second window is refused', async () => {
  const at = await salon()
  const other = await salon()
  assert.equal((await kalli.visitor().call(contract.demandRules)).status, 401)
  assert.equal((await at.host.person.call(contract.demandRules)).status, 403)
  const { body } = await at.professional.person.call(contract.demandRules)
  assert.deepEqual([body.version, body.rules, body.history], [1, noDemandRules, []])
  const first = await saved(at, { rules: [rule()] })
  assert.deepEqual([first.version, first.rules.rules], [2, [rule()]])
  assert.deepEqual(first.history[0]?.changes, ['«Mañana tranquila»: Miércoles, de 09:00 a 12:00: −15 %.'])
  assert.deepEqual((await other.professional.person.call(contract.demandRules)).body.rules, noDemandRules)
  // Two browser tabs at once: one is saved.
  const both = await Promise.all(
    [1, 2].map(() =>
      at.professional.person.call(contract.saveDemandRules, { body: { rules: noDemandRules, version: 2 } }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const late = both.find(({ status }) => status === 409)
  assert.equal(late && refusalOf(late).code, 'stale_version')
  const wrong: Partial<DemandRules>[] = [
    { rules: [rule({ serviceIds: [at.serviceId] })] },
    { rules: [rule({ minCents: 50_000, maxCents: 40_000 })] },
    { rules: [rule({ change: { kind: 'percent', bp: 0 } })] },
    { rules: [rule(), rule()] },
    { frozenServices: [at.serviceId] },
    { frozenClients: [at.professional.id] },
    { surgeCapBp: 3001 },
  ]
  for (const rules of wrong)
    assert.equal(refusalOf(await save(other.professional.person, rules)).code, 'invalid_input')
  // The table refuses what bypasses the server: a higher cap, a version that skips, a changed past.
  const { pool } = kalli.database
  const past = (rules: object, version: number) =>
    pool.query(
      `with changed as (update professionals set demand_version = $2, demand_rules = $3 where id = $1 and demand_version = $2 - 1)
       insert into demand_prices (professional_id, version, rules, at) values ($1, $2, $3, now())`,
      [at.professional.id, version, JSON.stringify(rules)],
    )
  await assert.rejects(past({ ...noDemandRules, surgeCapBp: 5000 }, 4), /professionals_demand_whole/)
  await assert.rejects(past(noDemandRules, 9), /does not follow/)
  await assert.rejects(pool.query(`update demand_prices set rules = null`), /./)
})

test('an hour shows its price and reason, and the quote, the charge and each receipt show it as a line', async () => {
  const at = await salon()
  await saved(at, { rules: [rule()] })
  assert.deepEqual((await pricesOf(kalli.visitor(), at)).slice(0, 5), [
    [9, 55_250, 'quiet'],
    [10, 55_250, 'quiet'],
    [11, 55_250, 'quiet'],
    [12, 65_000, null],
    [13, 65_000, null],
  ])
  const who = kalli.visitor()
  const [slot] = await slotsOn(who, at, date)
  assert.deepEqual(slot?.price, { kind: 'quiet', deltaCents: -9750 })
  const held = await holdOf(who, slot?.token ?? '')
  assert.deepEqual(held.quote.lines.map(({ label, amountCents }) => [label, amountCents]).slice(1), [
    ['Con descuento por horario', -9750],
  ])
  assert.deepEqual([held.quote.lines[0]?.amountCents, held.quote.totalCents], [65_000, 55_250])
  // A change of the rules does not affect holds.
  await saved(at, { rules: [rule({ change: { kind: 'percent', bp: 2000 } })] })
  assert.equal((await who.call(readHold, { params: { id: held.id } })).body.quote.totalCents, 55_250)
  const paid = await pay(who, held.id)
  assert.deepEqual([paid.status, paid.body.totalCents, paid.body.payment?.amountCents], [201, 55_250, 55_250])
  const t = paid.body.viewToken ?? ''
  const mine = (await who.call(receipt, { params: { id: held.id }, query: { t } })).body
  assert.deepEqual(
    mine.lines.map(({ code, amountCents }) => [code, amountCents]),
    [
      ['service', 65_000],
      ['demand', -9750],
    ],
  )
  assert.equal(mine.netCents, 55_250)
  const theirs = (
    await at.professional.person.call(receipt, { params: { id: held.id }, query: { as: 'professional' } })
  ).body
  assert.deepEqual(
    theirs.lines.slice(0, 2).map(({ code, amountCents }) => [code, amountCents]),
    [
      ['service', 65_000],
      ['demand', -9750],
    ],
  )
  assert.equal(
    theirs.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    theirs.netCents,
  )
})

test('a changed price must be confirmed by the client, and an aged price stays valid for fifteen minutes', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const [slot] = await slotsOn(who, at, date)
  await saved(at, { rules: [rule({ change: { kind: 'percent', bp: 2000 } })] })
  const changed = await who.call(hold, { body: { slotToken: slot?.token ?? '' } })
  const { details } = refusalOf(changed)
  const reported = z.parse(PriceChange, details)
  assert.deepEqual(
    [refusalOf(changed).code, reported.oldTotalCents, reported.newTotalCents],
    ['price_changed', 65_000, 78_000],
  )
  assert.equal((await holdOf(who, reported.slot.token)).quote.totalCents, 78_000)

  // The limit of six hours before 17:00 passes while the client reads: the shown price is the price paid.
  const soon = await salon()
  await saved(soon, { lastMinute: { withinMinutes: 360, bp: -1500 } })
  kalli.time.set(new Date('2026-11-20T16:55:00Z'))
  const later = kalli.visitor()
  const today = await slotsOn(later, soon, '2026-11-20')
  const five = today.find(({ startsAt }) => startsAt.startsWith('2026-11-20T23:00'))
  assert.deepEqual([five?.totalCents, five?.price], [65_000, undefined])
  kalli.time.advance(10)
  assert.deepEqual(
    (await pricesOf(later, soon, '2026-11-20')).find(([hour]) => hour === 17),
    [17, 55_250, 'last_minute'],
  )
  assert.equal((await holdOf(later, five?.token ?? '')).quote.totalCents, 65_000)
})

test('a rule for the own link changes prices there only, and the hold keeps that price', async () => {
  const at = await salon()
  await saved(at, { rules: [rule({ channel: 'own_link' })] })
  const who = kalli.visitor()
  assert.equal((await slotsOn(who, at, date))[0]?.totalCents, 65_000)
  const query = { professional: at.professional.id, service: at.serviceId, from: date, to: date }
  const linked = (await who.call(slots, { query: { ...query, channel: 'own_link' } })).body.days[0]?.slots[0]
  assert.equal(linked?.totalCents, 55_250)
  assert.equal((await holdOf(who, linked?.token ?? '')).quote.totalCents, 55_250)
})

test('new clients pay one first-visit price, and no client pays above the hour’s price or their fixed price', async () => {
  const at = await salon()
  const [known, fresh, other] = await Promise.all(
    [1, 2, 3].map(async () => people.signIn(kalli, await people.account(kalli))),
  )
  assert.ok(known && fresh && other)
  const visit = await booked(kalli, at, { who: known, date: '2026-11-23', contact: contactOf() })
  await saved(at, { firstVisit: { bp: -1000 }, rules: [rule({ change: { kind: 'percent', bp: 2000 } })] })
  const first = async (who: Person) => (await slotsOn(who, at, date))[0]
  assert.deepEqual([(await first(known))?.totalCents, (await first(known))?.price?.kind], [78_000, 'busy'])
  // $780 at that hour, a tenth less.
  assert.deepEqual(
    [(await first(fresh))?.totalCents, (await first(fresh))?.price?.kind],
    [70_200, 'first_visit'],
  )
  assert.equal((await first(other))?.totalCents, 70_200)
  assert.equal((await first(kalli.visitor()))?.totalCents, 78_000)
  const token = (await first(fresh))?.token ?? ''
  const held = await holdOf(fresh, token)
  assert.deepEqual(
    held.quote.lines.map(({ amountCents }) => amountCents),
    [65_000, 13_000, -7800],
  )
  // A known client cannot use a slot shown to a newcomer.
  assert.equal(refusalOf(await known.call(hold, { body: { slotToken: token } })).code, 'slot_taken')
  // Past clients may be put on the list.
  await sql`update bookings set status = 'completed', version = version + 1 where id = ${visit.id}::uuid`.execute(
    kalli.database.kysely,
  )
  const { clients } = (await at.professional.person.call(contract.demandRules)).body
  assert.equal(clients.length, 1)
  await saved(at, {
    rules: [rule({ change: { kind: 'percent', bp: 2000 } })],
    frozenClients: clients.map(({ id }) => id),
  })
  assert.equal((await slotsOn(known, at, date))[0]?.totalCents, 65_000)
  assert.equal((await slotsOn(other, at, date))[0]?.totalCents, 78_000)
})

test('an hour whose price would leave the professional no margin is not offered', async () => {
  // $300 of rent: $500 leave a margin, half of it does not.
  const at = await salon()
  await kalli.database.kysely
    .updateTable('services')
    .set({ price_cents: 50_000 })
    .where('id', '=', at.serviceId)
    .execute()
  await saved(at, { rules: [rule({ change: { kind: 'percent', bp: -7000 } })] })
  const offered = await pricesOf(kalli.visitor(), at)
  assert.equal(offered[0]?.[0], 12)
  const { body } = await at.professional.person.call(explainSlots, { query: { service: at.serviceId, date } })
  assert.equal(body.places[0]?.starts[0]?.reason, 'margin')
})

test('the preview shows each hour’s price and the effect on past weeks, and saves nothing', async () => {
  const at = await salon()
  await booked(kalli, at, { date: '2026-11-25' })
  kalli.time.set(new Date('2026-11-26T16:00:00Z'))
  await sql`update bookings set status = 'completed', version = version + 1
    where professional_id = ${at.professional.id}`.execute(kalli.database.kysely)
  const rules = { ...noDemandRules, rules: [rule()] }
  const requested = { rules, serviceId: at.serviceId, from: '2026-11-30' }
  const tried = (await at.professional.person.call(contract.previewDemand, { body: requested })).body
  assert.deepEqual([tried.days.length, tried.baseCents], [7, 65_000])
  const wednesday = tried.days[2]
  assert.equal(wednesday?.date, '2026-12-02')
  assert.deepEqual(
    wednesday.slots
      .slice(2, 4)
      .map(({ beforeCents, afterCents, rule: won }) => [beforeCents, afterCents, won]),
    [
      [65_000, 55_250, 'Mañana tranquila'],
      [65_000, 65_000, null],
    ],
  )
  // The visit was at nine on a Wednesday.
  assert.deepEqual(tried.past, { visits: 1, wereCents: 65_000, wouldBeCents: 55_250 })
  // Travel to a home is not part of the hour's price: with or without it, only hours are compared.
  await sql`update bookings set total_cents = total_cents + 9000, version = version + 1,
      quote = jsonb_set(quote::jsonb, '{lines}', (quote -> 'lines')::jsonb || '[{"label": "Servicio a domicilio", "amountCents": 9000}]')
    where professional_id = ${at.professional.id}`.execute(kalli.database.kysely)
  const away = (await at.professional.person.call(contract.previewDemand, { body: requested })).body
  assert.deepEqual(away.past, tried.past)
  assert.equal((await at.professional.person.call(contract.demandRules)).body.version, 1)
  const stranger = await salon()
  assert.equal(
    refusalOf(await stranger.professional.person.call(contract.previewDemand, { body: requested })).code,
    'not_found',
  )
})

test('unchanged rules leave past weeks at the same price, for every channel and fixed-price client', async () => {
  const at = await salon()
  const { person } = at.professional
  const known = await people.signIn(kalli, await people.account(kalli))
  await booked(kalli, at, { who: known, date: '2026-11-23' })
  const complete = () =>
    sql`update bookings set status = 'completed', version = version + 1
      where professional_id = ${at.professional.id} and status = 'confirmed'`.execute(kalli.database.kysely)
  await complete()
  const { clients } = (await person.call(contract.demandRules)).body
  const windows = [{ fromMinute: 540, toMinute: 1080 }]
  const rules = {
    ...noDemandRules,
    rules: [
      rule({ id: 'todas', name: 'Miércoles', windows, change: { kind: 'percent', bp: 2000 } }),
      rule({ id: 'enlace', name: 'Con mi enlace', windows, channel: 'own_link' }),
    ],
    frozenClients: clients.map(({ id }) => id),
  }
  assert.equal(rules.frozenClients.length, 1)
  await saved(at, rules)
  // First a client with a frozen price, then one by the link, then any client.
  await booked(kalli, at, { who: known, date })
  const linked = kalli.visitor()
  const query = { professional: at.professional.id, service: at.serviceId, from: date, to: date }
  const [shown] =
    (await linked.call(slots, { query: { ...query, channel: 'own_link' } })).body.days[0]?.slots ?? []
  const paid = await pay(linked, (await holdOf(linked, shown?.token ?? '')).id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  await booked(kalli, at, { date })
  const { rows } = await sql<{ cents: number }>`select total_cents as cents from bookings
    where professional_id = ${at.professional.id} and starts_at > '2026-11-25' order by starts_at`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(
    rows.map(({ cents }) => cents),
    [65_000, 55_250, 78_000],
  )
  kalli.time.set(new Date('2026-11-26T16:00:00Z'))
  await complete()
  const requested = { rules, serviceId: at.serviceId, from: '2026-11-30' }
  const { body } = await person.call(contract.previewDemand, { body: requested })
  const cents = 65_000 + 65_000 + 55_250 + 78_000
  assert.deepEqual(body.past, { visits: 4, wereCents: cents, wouldBeCents: cents })

  // The week to come, by each channel.
  const eleven = async (channel: 'marketplace' | 'own_link') => {
    const tried = { ...requested, rules: { ...rules, rules: rules.rules.slice(1) }, channel }
    const slot = (await person.call(contract.previewDemand, { body: tried })).body.days[2]?.slots[3]
    return [slot?.beforeCents, slot?.afterCents, slot?.rule]
  }
  assert.deepEqual(await eleven('marketplace'), [78_000, 65_000, null])
  assert.deepEqual(await eleven('own_link'), [55_250, 55_250, 'Con mi enlace'])
})

test('the demand heat map counts the professional’s own visits and the unmet searches near their place', async () => {
  const at = await salon()
  await booked(kalli, at, { date: '2026-11-25' })
  kalli.time.set(new Date('2026-11-27T16:00:00Z'))
  const { municipality_id: place, categories } = await kalli.database.kysely
    .selectFrom('professionals')
    .select(['municipality_id', 'categories'])
    .where('id', '=', at.professional.id)
    .executeTakeFirstOrThrow()
  const search = (values: object) => ({
    day: '2026-11-24',
    sought: 'professionals',
    category: categories[0] ?? '',
    municipality_id: place,
    state: 'Ciudad de México',
    weekday: 6,
    hour: 19,
    searches: 3,
    ...values,
  })
  await kalli.database.kysely
    .insertInto('unmet_demand')
    .values([
      search({}),
      search({ category: 'yoga' }),
      search({ municipality_id: place + 1 }),
      search({ sought: 'spaces' }),
      search({ day: '2026-08-01' }),
      search({ weekday: null, hour: null }),
    ])
    .execute()
  const entry = (values: object) => ({
    id: crypto.randomUUID(),
    person: `email:${crypto.randomUUID()}@correo.test`,
    first_name: 'Paola',
    last_name: 'Nava',
    email: 'paola@correo.test',
    professional_id: at.professional.id,
    service_id: at.serviceId,
    // The Saturday after, seen from a Friday.
    from_date: '2026-11-28',
    to_date: '2026-11-28',
    parts: ['evening'],
    zone: 'America/Mexico_City',
    state: 'active',
    requested_at: kalli.clock(),
    looked_at: kalli.clock(),
    ...values,
  })
  await kalli.database.kysely
    .insertInto('waitlist_entries')
    .values([
      entry({}),
      // Of its days only the Friday is still to come.
      entry({ from_date: '2026-11-23', to_date: '2026-11-27', parts: ['morning'] }),
      entry({ from_date: '2026-11-20', to_date: '2026-11-26' }),
      entry({ state: 'unconfirmed' }),
    ])
    .execute()
  const { body } = await at.professional.person.call(contract.demandHeat)
  const waits = { bookings: 0, searches: 0, waiting: 1 }
  assert.deepEqual(body.cells, [
    { weekday: 3, hour: 9, bookings: 1, searches: 0, waiting: 0 },
    ...[8, 9, 10, 11].map((hour) => ({ weekday: 5, hour, ...waits })),
    { weekday: 6, hour: 19, bookings: 0, searches: 3, waiting: 1 },
    ...[20, 21].map((hour) => ({ weekday: 6, hour, ...waits })),
  ])
  assert.deepEqual(body.totals, { bookings: 1, searches: 3, waiting: 2 })
  const anonymous = kalli.work()
  await assert.rejects(demandHeat(anonymous), { code: 'not_found' })
  await assert.rejects(demandRules(anonymous), { code: 'not_found' })
})

test('before an hour is chosen, search and profile show the list price, whatever single hours cost', async () => {
  const at = await salon()
  const from = async () =>
    (
      await kalli.database.kysely
        .selectFrom('professionals')
        .select('from_price_cents')
        .where('id', '=', at.professional.id)
        .executeTakeFirstOrThrow()
    ).from_price_cents
  await saved(at, { rules: [rule()] })
  assert.equal(await from(), 65_000)
  const page = await kalli.visitor().call(publicProfessional, { params: { id: String(at.professional.id) } })
  assert.deepEqual(
    page.body.services.map(({ price, from, priceCents }) => [price, from, priceCents]),
    [['650.00', false, 65_000]],
  )
  const [card] = await professionalCards(kalli.work(), [{ id: at.professional.id, km: null }])
  assert.deepEqual(
    card?.services.map(({ price, from }) => [price, from]),
    [['650.00', false]],
  )
})
