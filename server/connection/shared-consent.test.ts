/**
 * One Google account connected twice: by a professional and for a host's units, or by two people. Google knows one consent of a person to
 * Kalli, and revoking any token ends all of it.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/connection/connection.ts'
import * as units from '#contract/connection/unit-connection.ts'
import { accountOf, byHand, settled, standinOf, type World } from '#server/connection/standin/world.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { connectGoogle, outsideClaims } from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let world: World
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
  world = standinOf(kalli.config)
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  world.faults.length = 0
})

let serial = 0
const work = async () => {
  await drain(kalli)
  await settled(world)
  await drain(kalli)
}
const later = async (minutes: number) => {
  kalli.time.advance(minutes)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
}
const isConsented = (email: string) =>
  [...world.refreshTokens.values()].some((grant) => grant.email === email)
const eventsIn = (email: string) =>
  accountOf(world, email)
    .calendars.flatMap(({ events }) => [...events.values()])
    .filter(({ event }) => event.status !== 'cancelled')
const accountsOf = async (person: Person) => (await person.call(contract.connections)).body.accounts

/** The professional's own account and the host's are the same Google account. */
const both = async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const [own, host] = [at.professional.person, at.host.person]
  const email = `comun${++serial}@gmail.test`
  assert.match(await connectGoogle(own, { email, reach: 'own' }), /connected$/)
  assert.match(await connectGoogle(host, { email, reach: 'theirs', forUnits: true }), /connected$/)
  await work()
  const [unitId = 0] = at.space.units
  const answer = (await host.call(units.unitConnections)).body
  const calendarId = answer.choices.find(({ name }) => name === 'Familia')?.id ?? 0
  await host.call(units.connectUnit, { params: { id: unitId }, body: { calendarId } })
  await booked(kalli, at)
  await work()
  assert.equal(eventsIn(email).length, 2, 'the visit in her calendar and in that of the unit')
  const leaveOwn = async () => {
    const id = (await accountsOf(own))[0]?.id ?? 0
    assert.equal((await own.call(contract.disconnect, { params: { id } })).status, 200)
  }
  const leaveUnits = async () => {
    const id = answer.accounts[0]?.id ?? 0
    assert.equal((await host.call(units.disconnectUnits, { params: { id } })).status, 200)
  }
  return { at, own, host, email, unitId, leaveOwn, leaveUnits }
}

test('disconnecting one of two owners of a Google account leaves the other connected, and the last one ends the consent', async () => {
  const { host, email, unitId, leaveOwn, leaveUnits } = await both()
  await leaveOwn()
  await later(1)
  assert.equal(isConsented(email), true)
  assert.equal(eventsIn(email).length, 1)
  const family = accountOf(world, email).calendars.find(({ summary }) => summary === 'Familia')
  assert.ok(family)
  byHand(world, family).add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  await later(61)
  assert.deepEqual(await outsideClaims(kalli, unitId), [
    ['2026-11-27T15:00:00.000Z', '2026-11-27T16:00:00.000Z'],
  ])
  assert.equal((await host.call(units.unitConnections)).body.accounts[0]?.state, 'healthy')
  await leaveUnits()
  await later(1)
  assert.equal(isConsented(email), false)
})

test('two owners of a Google account who disconnect at once leave neither events nor the consent there', async () => {
  const { email, leaveOwn, leaveUnits } = await both()
  await Promise.all([leaveOwn(), leaveUnits()])
  await later(1)
  await later(3)
  assert.deepEqual([eventsIn(email).length, isConsented(email)], [0, false])
  const { rows } = await kalli.database.pool.query(
    'select from calendar_accounts where leaving_at is not null',
  )
  assert.equal(rows.length, 0)
})

test('a connection that is given up ends no consent that another owner uses', async () => {
  const { email } = await both()
  const other = (await people.bookable(kalli, { units: 1 })).professional.person
  for (const name of ['una', 'dos'])
    await connectGoogle(other, { email: `${name}${serial}@gmail.test`, reach: 'read' })
  assert.match(await connectGoogle(other, { email, reach: 'read' }), /calendar=many$/)
  assert.equal(isConsented(email), true)
  const alone = `sola${serial}@gmail.test`
  assert.match(await connectGoogle(other, { email: alone, reach: 'read' }), /calendar=many$/)
  assert.equal(isConsented(alone), false)
})

test('an event that Google refuses to remove keeps neither the other events nor the consent there', async () => {
  const { at, own, host, email, leaveOwn, leaveUnits } = await both()
  await booked(kalli, at, { date: '2026-11-26' })
  await work()
  assert.equal(eventsIn(email).length, 4)
  const match = (method: string, path: string, of: string) =>
    of === email && method === 'DELETE' && path.includes('/events/')
  world.faults.push({ match, status: 403, reason: 'forbidden' })
  await leaveUnits()
  await later(1)
  assert.equal(eventsIn(email).length, 3)
  assert.deepEqual((await host.call(units.unitConnections)).body.accounts, [])
  await leaveOwn()
  await later(1)
  assert.deepEqual([eventsIn(email).length, isConsented(email)], [1, false])
  assert.deepEqual(await accountsOf(own), [])
})
