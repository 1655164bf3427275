/** A chosen calendar that is deleted or no longer shared at the provider: it stays with its busy times, reported, and found again. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addOwnBlock } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/connection/connection.ts'
import * as units from '#contract/connection/unit-connection.ts'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import { community } from '#contract/notification/notification.ts'
import {
  accountOf,
  byHand,
  dropCalendar,
  settled,
  standinOf,
  type StandinCalendar,
  type World,
} from '#server/connection/standin/world.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { connectGoogle, morning, morningClaim, outsideClaims } from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let world: World
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
  world = standinOf(kalli.config)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

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
const live = ({ events }: StandinCalendar) =>
  [...events.values()].filter(({ event }) => event.status !== 'cancelled')
const titlesFor = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)
const seen = async (who: Person) => {
  const { accounts } = (await who.call(contract.connections)).body
  const [account] = accounts
  assert.ok(account)
  return account
}

/** A professional whose calendar "Familia" is busy in the morning and takes her visits. */
const familyOf = async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person, id: professionalId } = at.professional
  const email = `perdida${++serial}@gmail.test`
  assert.match(await connectGoogle(person, { email, reach: 'theirs' }), /connected$/)
  await work()
  const there = accountOf(world, email)
  const family = there.calendars.find(({ summary }) => summary === 'Familia')
  const account = await seen(person)
  const id = account.calendars.find(({ name }) => name === 'Familia')?.id ?? 0
  assert.ok(family)
  const params = { id: account.id }
  await person.call(contract.chooseBusy, { params: { id }, body: { busy: true } })
  await person.call(contract.chooseTarget, { params, body: { into: 'theirs', calendarId: id } })
  byHand(world, family).add(morning)
  await work()
  const visit = await booked(kalli, at, { date: '2026-11-26' })
  await work()
  assert.equal(live(family).length, 2)
  assert.deepEqual(await outsideClaims(kalli, professionalId), [morningClaim])
  const take = () => dropCalendar(world, email, family)
  return { at, person, professionalId, there, family, params, id, visit, take }
}

test('busy hours of a calendar deleted there stay taken, its owner is notified once, and the page says so', async () => {
  const { person, professionalId, take } = await familyOf()
  take()
  await later(16)
  await later(16)
  assert.deepEqual(await outsideClaims(kalli, professionalId), [morningClaim])
  const account = await seen(person)
  assert.equal(account.state, 'failing')
  assert.match(account.problem ?? '', /ya no está en esa cuenta/)
  assert.deepEqual(
    account.calendars.filter(({ isLost }) => isLost).map(({ name, busy, target }) => [name, busy, target]),
    [['Familia', true, true]],
  )
  assert.equal(
    (await person.call(ownOutsideCalendars)).body.some(({ state }) => state === 'lost'),
    true,
  )
  assert.deepEqual(
    (await titlesFor(person)).filter((title) => /ya no está/.test(title)),
    ['Un calendario ya no está en tu Google Calendar'],
  )
})

test('a lost calendar is found again within a quarter of a day, and its events are neither doubled nor lost', async () => {
  const { person, professionalId, there, family, take } = await familyOf()
  take()
  await later(16)
  const body = {
    startsAt: '2026-11-27T18:00:00.000Z',
    endsAt: '2026-11-27T19:00:00.000Z',
    reason: 'Comida',
  }
  assert.equal((await person.call(addOwnBlock, { body })).status, 201)
  await work()
  assert.equal(live(family).length, 2, 'nothing is written while it is lost')
  there.calendars.push(family)
  byHand(world, family).add({ start: '2026-11-28T15:00:00Z', end: '2026-11-28T16:00:00Z' })
  await later(6 * 60 + 16)
  assert.equal((await outsideClaims(kalli, professionalId)).length, 2)
  assert.equal(live(family).length, 4)
  const account = await seen(person)
  assert.deepEqual([account.state, account.calendars.some(({ isLost }) => isLost)], ['healthy', false])
})

test('another calendar takes the place of a lost one, which leaves the list when it is not chosen any more', async () => {
  const { person, professionalId, params, id, take, there } = await familyOf()
  take()
  await later(16)
  const busyAgain = () => person.call(contract.chooseBusy, { params: { id }, body: { busy: true } })
  const [primary] = (await seen(person)).calendars
  const body = { into: 'theirs' as const, calendarId: primary?.id ?? 0 }
  assert.equal((await person.call(contract.chooseTarget, { params, body })).status, 200)
  await work()
  const [first] = there.calendars
  assert.ok(first)
  assert.equal(live(first).length, 1)
  await person.call(contract.chooseBusy, { params: { id }, body: { busy: false } })
  assert.deepEqual(await outsideClaims(kalli, professionalId), [])
  const account = await seen(person)
  assert.equal(
    account.calendars.some(({ name }) => name === 'Familia'),
    false,
  )
  assert.equal(refusalOf(await busyAgain()).code, 'not_found')
  assert.equal((await person.call(contract.tryConnection, { params })).body.accounts[0]?.state, 'healthy')
})

test('a calendar that is refused because it is no longer shared is lost alone, and the other calendars are read', async () => {
  const { person, professionalId, there, family, take } = await familyOf()
  const [primary] = there.calendars
  assert.ok(primary)
  const match = (method: string, path: string) =>
    method === 'GET' && path.includes(encodeURIComponent(family.id))
  world.faults.push({ match, status: 403, reason: 'forbidden' })
  take()
  byHand(world, primary).add({ start: '2026-11-28T15:00:00Z', end: '2026-11-28T16:00:00Z' })
  await later(16)
  assert.equal((await outsideClaims(kalli, professionalId)).length, 2)
  assert.equal((await seen(person)).calendars.filter(({ isLost }) => isLost).length, 1)
})

test('an account with a lost calendar can be disconnected, and its hours are offered again', async () => {
  const { person, professionalId, take, there, params } = await familyOf()
  take()
  await later(16)
  assert.equal((await person.call(contract.disconnect, { params })).status, 200)
  await later(1)
  assert.deepEqual(await outsideClaims(kalli, professionalId), [])
  const { rows } = await kalli.database.pool.query('select from calendar_accounts where id = $1', [params.id])
  assert.equal(rows.length, 0)
  assert.equal(
    world.refreshTokens.values().some(({ email }) => email === there.email),
    false,
  )
})

test('the calendar of a unit that is deleted there keeps the unit’s hours, and its host is notified', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.host
  const [unitId = 0] = at.space.units
  const email = `unidad${++serial}@gmail.test`
  await connectGoogle(person, { email, reach: 'theirs', forUnits: true })
  await work()
  const there = accountOf(world, email)
  const family = there.calendars.find(({ summary }) => summary === 'Familia')
  assert.ok(family)
  const { choices } = (await person.call(units.unitConnections)).body
  const calendarId = choices.find(({ name }) => name === 'Familia')?.id ?? 0
  await person.call(units.connectUnit, { params: { id: unitId }, body: { calendarId } })
  byHand(world, family).add(morning)
  await work()
  dropCalendar(world, email, family)
  await later(16)
  assert.deepEqual(await outsideClaims(kalli, unitId), [morningClaim])
  const connection = (await person.call(units.unitConnections)).body.units[0]?.connection
  assert.deepEqual([connection?.isLost, connection?.state, connection?.mayWrite], [true, 'failing', false])
  assert.ok((await titlesFor(person)).includes('Un calendario ya no está en tu Google Calendar'))
  const none = { params: { id: unitId }, body: { calendarId: null } }
  const left = (await person.call(units.connectUnit, none)).body
  assert.deepEqual(
    [left.units[0]?.connection, left.choices.some(({ id }) => id === calendarId)],
    [null, false],
  )
  assert.deepEqual(await outsideClaims(kalli, unitId), [])
})
