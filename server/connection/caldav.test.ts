/** CalDAV: connected, read, polled, written and differences decided, by the real adapter against the stand-in that speaks its protocol. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/connection/connection.ts'
import { community } from '#contract/notification/notification.ts'
import {
  accountOf,
  byHand,
  caldavWorld,
  forgetTokens,
  type World,
} from '#server/connection/caldav/standin/world.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, slotsOn } from '#server/testing/bookings.ts'
import { morning, morningClaim as asClaim, outsideClaims } from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let world: World
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
  world = caldavWorld(kalli.config)
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  world.faults.length = 0
  Object.assign(world, { pageSize: 1000, hasSync: true, returnsEtag: true })
})

const day = '2026-11-25'
const password = 'clave-de-app'
let serial = 0

const body = (user: string, more: Partial<Parameters<typeof connectBody>[0]> = {}) =>
  connectBody({ user, password, ...more })
const connectBody = (given: { user: string; password: string; address?: string; makesOwn?: boolean }) => ({
  service: 'other' as const,
  address: 'nube.kalli.test',
  ...given,
})
const seen = async (person: Person) => (await person.call(contract.connections)).body
/** A minute later: the server sends no notifications, it is polled. */
const minute = async () => {
  kalli.time.advance(1)
  await runJobsOnce(kalli, { of: ['connection'] })
  await drain(kalli)
}

const connected = async ({ makesOwn = false } = {}) => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  const user = `marisol${++serial}`
  const answer = await person.call(contract.connectCaldav, { body: body(user, { makesOwn }) })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  await drain(kalli)
  const there = accountOf(world, user, password)
  assert.ok(there)
  const personal = there.calendars.get('personal')
  assert.ok(personal)
  const [account] = (await seen(person)).accounts
  assert.ok(account)
  const own = () => [...there.calendars.values()].find(({ name }) => name === 'Kalli')
  return { at, person, user, account, there, personal, hand: byHand(personal), own }
}

const claimed = (resourceId: number) => outsideClaims(kalli, resourceId)

const of = async (person: Person) => (await seen(person)).accounts[0]

test('a calendar is discovered by its address, refused with advice, stored encrypted, and connected once per account', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  const user = `ana${++serial}`
  const tried = async (who: Person, given: object) => {
    const answer = await who.call(contract.connectCaldav, { body: { ...body(user), ...given } })
    return answer.status === 201 ? 'connected' : refusalOf(answer).code
  }
  assert.equal(await tried(kalli.visitor(), {}), 'not_signed_in')
  assert.equal(await tried(at.host.person, {}), 'forbidden')
  assert.equal(await tried(person, { password: 'la-de-mi-cuenta' }), 'calendar_password_wrong')
  assert.equal(await tried(person, { address: 'http://nube.ejemplo.mx' }), 'calendar_server_address')
  assert.equal(await tried(person, { address: 'https://10.0.0.7/' }), 'calendar_server_address')
  assert.equal(await tried(person, { address: '' }), 'invalid_input')
  world.faults.push({ match: () => true, status: 503 })
  assert.equal(await tried(person, {}), 'calendar_server_silent')
  assert.equal(await tried(person, { address: 'https://nube.kalli.test/nada/' }), 'connected')
  assert.equal(await tried(person, {}), 'connected')
  const { accounts } = await seen(person)
  assert.deepEqual(
    accounts.map(({ provider, email, calendars }) => [
      provider,
      email,
      calendars.map(({ name, busy, writable }) => [name, busy, writable]),
    ]),
    [
      [
        'caldav',
        `${user} en nube.kalli.test`,
        [
          ['Personal', true, true],
          ['Familia', true, true],
          ['Días festivos', false, false],
        ],
      ],
    ],
  )
  assert.equal(await tried(person, { user: `${user}b` }), 'connected')
  assert.equal(await tried(person, { user: `${user}c` }), 'too_many_accounts')
  const { rows } = await kalli.database.pool.query(
    'select calendar_accounts::text as row from calendar_accounts',
  )
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${password}|nube`))
})

test('a busy event blocks time within a minute: moved, deleted, free, cancelled, repeated, all-day and in zones', async () => {
  const { at, hand, personal } = await connected()
  const { id } = at.professional
  const free = (await slotsOn(kalli.visitor(), at, day)).length
  const file = hand.add(morning)
  await minute()
  assert.deepEqual(await claimed(id), [asClaim])
  assert.ok((await slotsOn(kalli.visitor(), at, day)).length < free)
  hand.move(file, { start: '2026-11-25T18:00:00Z', end: '2026-11-25T20:00:00Z' })
  await minute()
  assert.deepEqual(await claimed(id), [['2026-11-25T18:00:00.000Z', '2026-11-25T20:00:00.000Z']])
  hand.remove(file)
  hand.add(morning, ['TRANSP:TRANSPARENT'])
  hand.add(morning, ['STATUS:CANCELLED'])
  await minute()
  assert.deepEqual(await claimed(id), [])
  assert.equal((await slotsOn(kalli.visitor(), at, day)).length, free)
  const series = hand.write([
    'DTSTART;TZID=America/Tijuana:20261201T090000',
    'DTEND;TZID=America/Tijuana:20261201T100000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE;TZID=America/Tijuana:20261208T090000',
  ])
  hand.write(['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261127'])
  await minute()
  assert.deepEqual(await claimed(id), [
    ['2026-11-26T06:00:00.000Z', '2026-11-27T06:00:00.000Z'],
    ['2026-12-01T17:00:00.000Z', '2026-12-01T18:00:00.000Z'],
    ['2026-12-15T17:00:00.000Z', '2026-12-15T18:00:00.000Z'],
  ])
  // Deleting a series removes all of its times, even where the server has forgotten that it existed.
  hand.remove(series)
  forgetTokens(personal)
  await minute()
  assert.deepEqual(await claimed(id), [['2026-11-26T06:00:00.000Z', '2026-11-27T06:00:00.000Z']])
})

test('a server that pages or has only etags is read without missing a change', async () => {
  for (const options of [{ pageSize: 2 }, { hasSync: false }]) {
    Object.assign(world, { pageSize: 1000, hasSync: true, ...options })
    const { at, hand } = await connected()
    const files = [1, 2, 3, 4, 5].map((date) =>
      hand.add({ start: `2026-12-0${date}T15:00:00Z`, end: `2026-12-0${date}T16:00:00Z` }),
    )
    await minute()
    assert.equal((await claimed(at.professional.id)).length, 5)
    for (const file of files.slice(0, 3)) hand.remove(file)
    await minute()
    assert.equal((await claimed(at.professional.id)).length, 2)
    const calls = world.calls.length
    await minute()
    // Without changes only their absence is requested, for each calendar that is read.
    assert.ok(world.calls.slice(calls).every((call) => / (REPORT|PROPFIND) /.test(call)))
  }
})

test('a Retry-After pause is respected, and a revoked password is notified at once', async () => {
  const { at, person, user, there, hand } = await connected()
  hand.add(morning)
  world.faults.push({ match: (method) => method === 'REPORT', status: 503, retryAfter: '600' })
  await minute()
  assert.equal((await of(person))?.state, 'failing')
  assert.match((await of(person))?.problem ?? '', /nos pidió esperar/)
  const calls = world.calls.length
  await minute()
  assert.equal(world.calls.length, calls)
  kalli.time.advance(10)
  await minute()
  assert.deepEqual([(await of(person))?.state, await claimed(at.professional.id)], ['healthy', [asClaim]])
  there.password = null
  await minute()
  assert.equal((await of(person))?.state, 'revoked')
  assert.match((await of(person))?.problem ?? '', /contraseña de app/)
  assert.deepEqual(await claimed(at.professional.id), [asClaim])
  const titles = (await person.call(community)).body.map(({ title }) => title)
  assert.equal(titles.filter((title) => title === 'Se desconectó tu calendario CalDAV').length, 1)
  there.password = 'clave-nueva'
  const again = await person.call(contract.connectCaldav, { body: body(user, { password: 'clave-nueva' }) })
  assert.equal(again.status, 201)
  await minute()
  assert.equal((await of(person))?.state, 'healthy')
})

test('a visit is written as one object despite lost replies, and moved or deleted there it raises a question', async () => {
  const { at, person, own, hand } = await connected({ makesOwn: true })
  await drain(kalli)
  world.faults.push({ match: (method) => method === 'PUT', status: 503, after: true })
  const visit = await booked(kalli, at)
  await drain(kalli)
  kalli.time.advance(2)
  await minute()
  await minute()
  const calendar = own()
  assert.ok(calendar)
  const [[file, object] = [], more] = [...calendar.objects]
  assert.ok(file && object && more === undefined)
  assert.match(object.text, /Lucía/)
  assert.doesNotMatch(object.text, /Nava|\+52|@/)
  assert.deepEqual(await claimed(at.professional.id), [])
  const changes = calendar.number
  forgetTokens(calendar)
  await minute()
  await minute()
  assert.equal(calendar.number, changes + 1)
  assert.deepEqual((await seen(person)).differences, [])

  const starts = Date.parse(visit.startsAt)
  const there = byHand(calendar)
  const later = (ms: number) => new Date(ms + 7_200_000).toISOString()
  there.move(file, { start: later(starts), end: later(Date.parse(visit.endsAt)) })
  await minute()
  const [moved] = (await seen(person)).differences
  assert.deepEqual([moved?.kind, moved?.provider, moved?.to?.startsAt], ['moved', 'caldav', later(starts)])
  await person.call(contract.rejectDifference, { params: { id: moved?.id ?? '' } })
  await drain(kalli)
  assert.match(
    calendar.objects.get(file)?.text ?? '',
    new RegExp(`DTSTART:${visit.startsAt.replaceAll(/[-:]|\.\d+/g, '')}`),
  )
  // Deleted while the server forgot its tokens: it is not silently written again.
  there.remove(file)
  forgetTokens(calendar)
  await minute()
  const [deleted] = (await seen(person)).differences
  assert.equal(deleted?.kind, 'deleted')
  assert.equal(calendar.objects.size, 0)
  await person.call(contract.rejectDifference, { params: { id: deleted?.id ?? '' } })
  await drain(kalli)
  assert.deepEqual([...calendar.objects.keys()], [file])
  assert.deepEqual((await seen(person)).differences, [])

  hand.add({ start: '2026-12-20T15:00:00Z', end: '2026-12-20T16:00:00Z' })
  await minute()
  const id = (await of(person))?.id ?? 0
  assert.equal((await person.call(contract.disconnect, { params: { id } })).status, 200)
  assert.deepEqual(await claimed(at.professional.id), [])
  await drain(kalli)
  assert.equal(own(), undefined)
  assert.deepEqual((await seen(person)).accounts, [])
})
