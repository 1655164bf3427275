/** "¿Por qué no se renta?": each reason with the number of professionals it keeps out, and the effect of changing it alone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UnitReason } from '#contract/figures/unit-why.ts'
import { unitWhy, unitReasons } from '#contract/figures/unit-why.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { type Candidate, reasonsFor, type UnitGround } from '#server/figures/unit-why-reasons.ts'
import { refresh } from '#server/search/documents.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
  kalli.time.set(testNow)
})
after(() => kalli.close())

const hour = 60 * minuteMs
const ground: UnitGround = {
  isPublished: true,
  isPayable: true,
  open: [9 * hour, 19 * hour],
  free: [-Infinity, Infinity],
  soonest: 0,
  minimumMs: hour,
  categories: ['hair'],
  level: 0,
  documents: [],
  isInstant: true,
  hourCents: 20_000,
  usualCents: 25_000,
}
const one: Candidate = {
  works: [9 * hour, 18 * hour],
  categories: ['hair'],
  level: 1,
  documents: [],
  maxCents: null,
  agreement: null,
}
const agreed = { isLive: true, categories: [], covers: null, hasHoursLeft: true }

test('each rule alone excludes a candidate, and an agreement covers what was checked when it was made', () => {
  const cases: [Partial<UnitGround>, Partial<Candidate>, UnitReason[]][] = [
    [{}, {}, []],
    [{ isPublished: false, isPayable: false }, {}, ['unpublished', 'payout_missing']],
    [{}, { works: [20 * hour, 23 * hour] }, ['closed']],
    // While closed, other claims do not matter.
    [{ open: [], free: [] }, {}, ['closed']],
    [{ free: [] }, {}, ['taken']],
    [{ free: [10 * hour, 10.75 * hour] }, {}, ['minimum']],
    [{ free: [10 * hour, 11 * hour] }, {}, []],
    [{ soonest: 18 * hour }, {}, ['notice']],
    [{}, { categories: ['massage'] }, ['trade']],
    [{ categories: [] }, { categories: ['massage'] }, []],
    [{ level: 2, documents: ['cedula'] }, {}, ['level', 'documents']],
    [{ level: 2, documents: ['cedula'] }, { level: 2, documents: ['cedula'] }, []],
    [{ isInstant: false }, {}, ['no_agreement']],
    [{ usualCents: 15_000 }, {}, ['price']],
    [{ usualCents: null }, {}, []],
    // By the professional's own rule, whatever is usual.
    [{ usualCents: 15_000 }, { maxCents: 20_000 }, []],
    [{}, { maxCents: 19_999 }, ['price']],
    [{ isInstant: false, level: 3, usualCents: 100 }, { agreement: agreed }, []],
    [{}, { agreement: { ...agreed, isLive: false } }, ['paused']],
    [{}, { agreement: { ...agreed, categories: ['nails'] } }, ['no_agreement']],
    [{}, { agreement: { ...agreed, covers: [20 * hour, 21 * hour] } }, ['agreement_hours']],
    [{}, { agreement: { ...agreed, hasHoursLeft: false } }, ['quota']],
    [{ free: [] }, { agreement: { ...agreed, hasHoursLeft: false } }, ['taken', 'quota']],
  ]
  for (const [less, person, reasons] of cases)
    assert.deepEqual(
      reasonsFor({ ...ground, ...less }, { ...one, ...person }),
      reasons,
      JSON.stringify([less, person]),
    )
})

/** Elsewhere: no professional of another test is near. */
const moveTo = (table: 'spaces' | 'professionals', id: number, latitude: number) =>
  kalli.database.pool.query(`update ${table} set latitude = $2, longitude = -110 where id = $1`, [
    id,
    latitude,
  ])

test('for the professionals of that day each reason counts how many it excludes, and how many it alone', async () => {
  const owner = await people.host(kalli)
  const space = await people.space(kalli, owner, { units: 1 })
  await moveTo('spaces', space.id, 25)
  const [unit] = space.units
  assert.ok(unit)
  const near = async () => {
    const { id, accountId } = await people.professional(kalli)
    await moveTo('professionals', id, 25.01)
    await refresh(kalli.work(), 'professionals', id)
    return { id, accountId }
  }
  const [agreedOne, , , resting] = [await near(), await near(), await near(), await near()]
  await people.agreement(kalli, agreedOne.id, space.id)
  // A professional who does not work that day is not counted.
  await kalli.database.pool.query(
    `insert into schedule_exceptions (owner_kind, owner_id, date, windows) values ('professional', $1, '2026-11-25', '[]')`,
    [resting.id],
  )
  const ask = async (date = '2026-11-25') => {
    const answer = await owner.person.call(unitWhy, { params: { id: unit }, query: { date } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const first = await ask()
  assert.deepEqual(
    [first.professionals, first.welcome, first.reasons],
    [3, 1, [{ reason: 'no_agreement', count: 2, alone: 2 }]],
  )
  assert.deepEqual(first.unit.name, 'Silla 1')

  await kalli.database.pool.query(
    `update spaces set welcome = 'instant', minimum_level = 3, version = version + 1 where id = $1`,
    [space.id],
  )
  const level = await ask()
  assert.deepEqual(level.reasons, [{ reason: 'level', count: 2, alone: 2 }])

  await kalli.database.pool.query(`delete from schedules where owner_kind = 'space' and owner_id = $1`, [
    space.id,
  ])
  const closed = await ask()
  assert.deepEqual(
    [closed.welcome, closed.reasons],
    [
      0,
      [
        { reason: 'closed', count: 3, alone: 1 },
        { reason: 'level', count: 2, alone: 0 },
      ],
    ],
  )
  assert.ok(closed.reasons.every(({ reason }) => unitReasons[reason].change !== ''))
  assert.ok(!JSON.stringify(closed).includes('Rojas'))
})

test('the reasons are given only for an own unit, and for a day that can still be changed', async () => {
  const [owner, other] = [await people.host(kalli), await people.host(kalli)]
  const space = await people.space(kalli, owner, { units: 1 })
  const params = { id: space.units[0] ?? 0 }
  const query = { date: '2026-11-25' }
  assert.equal((await kalli.visitor().call(unitWhy, { params, query })).status, 401)
  assert.equal(refusalOf(await other.person.call(unitWhy, { params, query })).code, 'not_found')
  for (const date of ['2026-11-19', '2029-01-01'])
    assert.equal(
      refusalOf(await owner.person.call(unitWhy, { params, query: { date } })).code,
      'invalid_input',
    )
})
