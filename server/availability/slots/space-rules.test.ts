/** A professional's rules over HTTP: what they save, what clients are offered, and what the simulator shows. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { explainSlots } from '#contract/availability/availability.ts'
import { hold } from '#contract/booking/hold.ts'
import * as contract from '#contract/availability/space-rules.ts'
import { noServiceRules, noSpaceRules, type SpaceRules } from '#contract/availability/space-rules.ts'
import { booked, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-11-25'
const usual = (part: Partial<contract.ServiceRules>): SpaceRules => ({
  ...noSpaceRules,
  usual: { ...noServiceRules, ...part },
})
const keep = async (who: Person, rules: SpaceRules) => {
  const { version } = (await who.call(contract.spaceRules)).body
  return who.call(contract.saveSpaceRules, { body: { rules, version } })
}
const saved = async (at: Bookable, rules: SpaceRules) => {
  const answer = await keep(at.professional.person, rules)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const simulate = (at: Bookable, rules: SpaceRules, from = '2026-11-23') =>
  at.professional.person.call(contract.simulateSpaceRules, { body: { rules, serviceId: at.serviceId, from } })
const offeredOn = async (at: Bookable, day = date) => (await slotsOn(kalli.visitor(), at, day)).length

test('only professionals have rules, each their own, and a stale second window is refused', async () => {
  const at = await people.bookable(kalli)
  const other = await people.bookable(kalli)
  assert.equal((await kalli.visitor().call(contract.spaceRules)).status, 401)
  assert.equal((await at.host.person.call(contract.spaceRules)).status, 403)
  const { body } = await at.professional.person.call(contract.spaceRules)
  assert.deepEqual([body.version, body.rules], [1, noSpaceRules])
  assert.deepEqual(
    body.places.map(({ id, km, ratePerHourCents }) => [id, km, ratePerHourCents]),
    [[at.space.id, 0, 20_000]],
  )
  const first = await saved(at, usual({ maxKm: 5 }))
  assert.deepEqual([first.version, first.rules.usual.maxKm], [2, 5])
  const stale = await at.professional.person.call(contract.saveSpaceRules, {
    body: { rules: noSpaceRules, version: 1 },
  })
  assert.deepEqual([stale.status, refusalOf(stale).code], [409, 'stale_version'])
  assert.deepEqual((await other.professional.person.call(contract.spaceRules)).body.rules, noSpaceRules)
  // Two browser tabs at once: one is saved.
  const both = await Promise.all(
    [1, 2].map((maxKm) =>
      other.professional.person.call(contract.saveSpaceRules, {
        body: { rules: usual({ maxKm }), version: 1 },
      }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
})

test('rules refer only to the professional’s own places and services', async () => {
  const at = await people.bookable(kalli)
  const other = await people.bookable(kalli)
  const wrong: SpaceRules[] = [
    { ...noSpaceRules, order: [other.space.id] },
    { ...noSpaceRules, excluded: [other.space.id] },
    { ...noSpaceRules, order: [0] },
    { ...noSpaceRules, order: [at.space.id, at.space.id] },
    { ...noSpaceRules, services: [{ serviceId: other.serviceId, rules: noServiceRules }] },
    usual({ kmByHour: [{ fromMinute: 600, toMinute: 600, maxKm: 2 }] }),
  ]
  for (const rules of wrong) {
    assert.equal(refusalOf(await keep(at.professional.person, rules)).code, 'invalid_input')
    assert.equal(refusalOf(await simulate(at, rules)).code, 'invalid_input')
  }
  const theirs = await at.professional.person.call(contract.simulateSpaceRules, {
    body: { rules: noSpaceRules, serviceId: other.serviceId, from: date },
  })
  assert.equal(refusalOf(theirs).code, 'not_found')
  // The table refuses what bypasses the server.
  await assert.rejects(
    kalli.database.pool.query(
      `insert into professional_space_rules (professional_id, rules, updated_at) values ($1, '{"order": []}', now())`,
      [at.professional.id],
    ),
    /professional_space_rules_whole/,
  )
})

test('an archived service is not offered for rules, and its leftover rules do not block saving', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const rules = { ...noSpaceRules, services: [{ serviceId: at.serviceId, rules: noServiceRules }] }
  assert.equal((await keep(person, rules)).status, 200)
  await kalli.database.pool.query(
    `update services set archived_at = now(), visibility = 'hidden' where id = $1`,
    [at.serviceId],
  )
  const { body } = await person.call(contract.spaceRules)
  assert.deepEqual([body.services, body.rules.services], [[], []])
  const again = await person.call(contract.saveSpaceRules, {
    body: { rules: body.rules, version: body.version },
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
})

test('an hour refused by a rule is not offered and cannot be held, and explain names the rule', async () => {
  const at = await people.bookable(kalli)
  assert.equal(await offeredOn(at), 18)
  const [shown] = await slotsOn(kalli.visitor(), at, date)
  // 90 minutes at 200.00 an hour, 1,000.00 of price: 600.00 are left.
  const cases: readonly (readonly [SpaceRules, string])[] = [
    [usual({ maxRentPerHourCents: 19_900 }), 'rule_rent'],
    [usual({ minNet: { kind: 'amount', cents: 60_001 } }), 'rule_net'],
    [usual({ minNet: { kind: 'share', bp: 6001 } }), 'rule_net'],
    [usual({ spaceTypes: ['cabin'] }), 'rule_type'],
    [usual({ equipment: ['steamer'] }), 'rule_equipment'],
    [usual({ minBlockMinutes: 120 }), 'rule_block'],
    [usual({ autoReserve: 'no' }), 'rule_own_agenda'],
    [{ ...noSpaceRules, excluded: [at.space.id] }, 'rule_excluded'],
  ]
  for (const [rules, reason] of cases) {
    await saved(at, rules)
    assert.equal(await offeredOn(at), 0, reason)
    const held = await kalli.visitor().call(hold, { body: { slotToken: shown?.token ?? '' } })
    assert.equal(held.status, 409, `${reason}: ${JSON.stringify(held.body)}`)
    const why = await at.professional.person.call(explainSlots, { query: { service: at.serviceId, date } })
    const reasons = new Set(why.body.places[0]?.starts.map((start) => start.reason))
    assert.deepEqual(
      [...reasons].filter((one) => one === reason),
      [reason],
    )
  }
  await saved(at, usual({ maxRentPerHourCents: 20_000, minNet: { kind: 'amount', cents: 60_000 } }))
  assert.equal(await offeredOn(at), 18)
})

test('at one hour the preferred place comes first, and without “another place” it is the only one offered', async () => {
  const at = await people.bookable(kalli)
  const second = await people.space(kalli, at.host)
  await people.agreement(kalli, at.professional.id, second.id)
  const firstOf = async () => {
    const slots = await slotsOn(kalli.visitor(), at, date)
    return slots.filter(({ startsAt }) => startsAt === slots[0]?.startsAt).map(({ spaceId }) => spaceId)
  }
  assert.deepEqual(await firstOf(), [at.space.id, second.id])
  await saved(at, { ...noSpaceRules, order: [second.id, at.space.id] })
  assert.deepEqual(await firstOf(), [second.id, at.space.id])
  await saved(at, { ...noSpaceRules, order: [second.id], elsewhere: false })
  assert.deepEqual(await firstOf(), [second.id])
  // Its agreement pauses: the next one becomes the first.
  await kalli.database.pool.query(
    `update agreements set status = 'paused', paused_by = 'host', version = version + 1 where professional_id = $1 and space_id = $2`,
    [at.professional.id, second.id],
  )
  assert.deepEqual(await firstOf(), [at.space.id])
})

test('a short service is offered only beside another visit there, and leaves no gap shorter than the minimum', async () => {
  const at = await people.bookable(kalli, { durationMinutes: 30, stepMinutes: 15 })
  await saved(at, usual({ minBlockMinutes: 60 }))
  assert.equal(await offeredOn(at), 0)
  await saved(at, noSpaceRules)
  // 9:00 to 9:30.
  const one = await booked(kalli, at, { date })
  await saved(at, usual({ minBlockMinutes: 60 }))
  const minutesAfter = async () =>
    (await slotsOn(kalli.visitor(), at, date)).map(
      ({ startsAt }) => (Date.parse(startsAt) - Date.parse(one.endsAt)) / 60_000,
    )
  assert.deepEqual(await minutesAfter(), [0, 15, 30, 45, 60])
  await saved(at, usual({ minBlockMinutes: 60, minGapMinutes: 30 }))
  assert.deepEqual(await minutesAfter(), [0, 30, 45, 60])
})

test('the simulator agrees with the engine, and shows what removing each rule would bring', async () => {
  const at = await people.bookable(kalli)
  const rules = usual({ maxRentPerHourCents: 18_000 })
  const { body } = await simulate(at, rules)
  assert.deepEqual([body.offered, body.withoutRules], [0, 126])
  assert.deepEqual(body.places[0]?.reasons[0], {
    reason: 'rule_rent',
    text: 'Tu regla: la renta pasa de tu máximo',
    starts: 126,
  })
  assert.deepEqual(
    body.relaxations.map(({ text, more, rules: { usual: one } }) => [text, more, one.maxRentPerHourCents]),
    [['si aceptas renta de hasta $200 la hora', 126, 20_000]],
  )
  // Nothing was saved.
  assert.equal(await offeredOn(at), 18)
  // The simulator's result is what clients are then offered, day by day.
  const mixed = usual({ minBlockMinutes: 60, minGapMinutes: 60 })
  await booked(kalli, at, { date, place: 6 })
  const week = (await simulate(at, mixed)).body
  await saved(at, mixed)
  for (const day of week.days) assert.equal(day.offered, await offeredOn(at, day.date), day.date)
  for (const { rules: tried, more, text } of week.relaxations)
    assert.equal((await simulate(at, tried)).body.offered, week.offered + more, text)
})
