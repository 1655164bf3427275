/** Time out of sale: the unit, the time, and which claim came first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hold } from '#contract/booking/hold.ts'
import * as contract from '#contract/booking/agenda/timeline.ts'
import * as contractOfBlock from '#contract/booking/agenda/block.ts'
import { slotOn, slotsOn } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** Wednesday at the capital, nine to eleven. */
const times = { startsAt: '2026-11-25T15:00:00.000Z', endsAt: '2026-11-25T17:00:00.000Z' }
const add = (who: Person, id: number, body: object = {}) =>
  who.call(contractOfBlock.addBlock, {
    params: { id },
    body: { ...times, reason: 'Se arregla la lámpara', ...body },
  })

test('only the host of a unit can block it, and a past or backwards period is refused', async () => {
  const { space, host } = await people.bookable(kalli)
  const [unit = 0] = space.units
  const neighbour = await people.host(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await add(kalli.visitor(), unit)).status, 401)
  assert.equal((await add(client, unit)).status, 403)
  assert.equal(refusalOf(await add(neighbour.person, unit)).code, 'not_found')
  assert.equal(refusalOf(await add(host.person, 999_999)).code, 'not_found')
  assert.equal(refusalOf(await add(host.person, unit, { endsAt: times.startsAt })).code, 'invalid_input')
  const past = { startsAt: '2026-11-19T15:00:00Z', endsAt: '2026-11-19T17:00:00Z' }
  assert.equal(refusalOf(await add(host.person, unit, past)).code, 'time_is_past')
})

test('a block takes its unit off sale until it is removed, and stale versions of it are refused', async () => {
  const at = await people.bookable(kalli, { units: 2, durationMinutes: 60, stepMinutes: 60 })
  const { person } = at.host
  const [one = 0, two = 0] = at.space.units
  const all = (await slotsOn(kalli.visitor(), at)).length
  const made = await add(person, one)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.author, 'Marta')
  assert.equal((await slotsOn(kalli.visitor(), at)).length, all, 'the other chair is free')
  const second = await add(person, two)
  assert.equal((await slotsOn(kalli.visitor(), at)).length, all - 2)
  assert.equal(refusalOf(await add(person, two, { kind: 'maintenance' })).code, 'unit_taken')

  const change = (id: number, body: { version: number; endsAt?: string; reason?: string; unitId?: number }) =>
    person.call(contractOfBlock.changeBlock, { params: { id }, body })
  const longer = await change(second.body.id, { version: 1, endsAt: '2026-11-25T18:00:00Z' })
  assert.equal(longer.status, 200, JSON.stringify(longer.body))
  assert.deepEqual([longer.body.version, longer.body.endsAt], [2, '2026-11-25T18:00:00.000Z'])
  const stale = refusalOf(await change(second.body.id, { version: 1, reason: 'otra' }))
  assert.deepEqual([stale.code, stale.details], ['stale_version', { block: longer.body }])
  assert.equal(refusalOf(await change(second.body.id, { version: 2, unitId: one })).code, 'unit_taken')
  const neighbour = await people.host(kalli)
  const theirs = await people.space(kalli, neighbour)
  assert.equal(
    refusalOf(await change(second.body.id, { version: 2, unitId: theirs.units[0] ?? 0 })).code,
    'not_found',
  )
  const remove = (who: Person, version: number) =>
    who.call(contractOfBlock.removeBlock, { params: { id: second.body.id }, query: { version } })
  assert.equal(refusalOf(await remove(neighbour.person, 2)).code, 'not_found')
  assert.equal(refusalOf(await remove(person, 1)).code, 'stale_version')
  assert.equal((await remove(person, 2)).status, 200)
  assert.equal((await slotsOn(kalli.visitor(), at)).length, all)
})

test('of a client’s hold and a block that race for one chair exactly one succeeds, thirty times', async () => {
  const at = await people.bookable(kalli, { units: 1, durationMinutes: 60, stepMinutes: 60 })
  const [unit = 0] = at.space.units
  const won = { hold: 0, block: 0 }
  for (let round = 0; round < 30; round += 1) {
    const slot = await slotOn(kalli.visitor(), at, undefined, round % 8)
    const held = () => kalli.visitor().call(hold, { body: { slotToken: slot.token } })
    const blocked = () => add(at.host.person, unit, { startsAt: slot.startsAt, endsAt: slot.endsAt })
    const [a, b] = await Promise.all(round % 2 === 0 ? [held(), blocked()] : [blocked(), held()].toReversed())
    const [h, k] = [a, b]
    assert.ok(h && k)
    assert.deepEqual([h.status, k.status].toSorted(), [201, 409])
    won[h.status === 201 ? 'hold' : 'block'] += 1
    await kalli.database.pool.query('delete from blocks where unit_id = $1', [unit])
    await kalli.database.pool.query('delete from claims where resource_id = $1', [unit])
    await kalli.database.pool.query('delete from claims where resource_id = $1', [at.professional.id])
  }
  assert.equal(won.hold + won.block, 30)
})

test('the database refuses a block without its claim, and an update that does not raise the version', async () => {
  const { space, host } = await people.bookable(kalli)
  const made = await add(host.person, space.units[0] ?? 0)
  const { pool } = kalli.database
  await assert.rejects(pool.query('delete from claims where block_id = $1', [made.body.id]), /claims no time/)
  await assert.rejects(
    pool.query(
      `insert into blocks (unit_id, kind, author_account_id, created_at) values ($1, 'block', $2, now())`,
      [space.units[1], host.accountId],
    ),
    /claims no time/,
  )
  await assert.rejects(
    pool.query('update blocks set reason = $1 where id = $2', ['x', made.body.id]),
    /must rise/,
  )
})

test('a space’s hours are saved as a whole and by version, and past exceptions do not change', async () => {
  const { space, host } = await people.bookable(kalli)
  const read = () => host.person.call(contract.spaceHours, { params: { id: space.id } })
  const first = await read()
  assert.equal(first.status, 200)
  const weekly = [{ weekday: 1, fromMinute: 600, toMinute: 1080 }]
  const save = (who: Person, body: object) =>
    who.call(contract.saveSpaceHours, {
      params: { id: space.id },
      body: { weekly, exceptions: [], version: first.body.version, ...body },
    })
  const neighbour = await people.host(kalli)
  assert.equal((await save(kalli.visitor(), {})).status, 401)
  assert.equal(refusalOf(await save(neighbour.person, {})).code, 'not_found')
  const overlapping = [...weekly, { weekday: 1, fromMinute: 660, toMinute: 700 }]
  assert.equal(refusalOf(await save(host.person, { weekly: overlapping })).code, 'hours_overlap')
  const backwards = [{ weekday: 1, fromMinute: 600, toMinute: 600 }]
  assert.equal(refusalOf(await save(host.person, { weekly: backwards })).code, 'invalid_input')
  const exceptions = [{ date: '2026-12-12', windows: [] }]
  const [one, two] = await Promise.all([save(host.person, { exceptions }), save(host.person, { exceptions })])
  assert.deepEqual([one.status, two.status].toSorted(), [200, 409])
  const saved = await read()
  assert.deepEqual(saved.body.exceptions, exceptions)
  assert.deepEqual(saved.body.weekly, weekly)
  assert.equal(saved.body.version, first.body.version + 1)
})

test('only the host gets each unit’s QR code, which leads to that unit’s check-in', async () => {
  const { space, host } = await people.bookable(kalli)
  const neighbour = await people.host(kalli)
  const ask = (who: Person) => who.call(contract.stations, { params: { id: space.id } })
  assert.equal((await ask(kalli.visitor())).status, 401)
  assert.equal(refusalOf(await ask(neighbour.person)).code, 'not_found')
  const { stations } = (await ask(host.person)).body
  assert.equal(stations.length, 2)
  for (const { svg, address, code } of stations) {
    assert.match(svg, /^<svg/)
    assert.equal(address, `${kalli.url}/professional-appointments?station=${code}`)
  }
})
