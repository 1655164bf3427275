/** Google Calendar: connected, read, notified, written and differences decided, over real HTTP against the stand-in of Google's API. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addOwnBlock } from '#contract/booking/agenda/calendar.ts'
import { cancel, cancelQuote } from '#contract/booking/cancellation.ts'
import * as contract from '#contract/connection/connection.ts'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import { community } from '#contract/notification/notification.ts'
import {
  accountOf,
  byHand,
  forgetTokens,
  revokeAll,
  settled,
  standinOf,
  type World,
} from '#server/connection/standin/world.ts'
import { reconcile } from '#server/connection/reconcile.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
import { booked, slotsOn } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import {
  connectGoogle,
  morning,
  morningClaim as asClaim,
  outsideClaims,
} from '#server/testing/calendar-consent.ts'

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
  world.silent = false
  world.pageSize = 100
})

const day = '2026-11-25'
let serial = 0

const seen = async (person: Person) => (await person.call(contract.connections)).body
const work = async () => {
  await drain(kalli)
  await settled(world)
  await drain(kalli)
}

const connected = async (options: { email?: string; reach?: contract.Reach } = {}) => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  const email = options.email ?? `agenda${++serial}@gmail.test`
  assert.match(await connectGoogle(person, { email, reach: options.reach ?? 'own' }), /calendar=connected$/)
  await work()
  const [account] = (await seen(person)).accounts
  assert.ok(account)
  const there = accountOf(world, email)
  const [primary] = there.calendars
  assert.ok(primary)
  return { at, person, email, account, there, primary, hand: byHand(world, primary) }
}

const claimed = (resourceId: number) => outsideClaims(kalli, resourceId)

const writeInto = async (person: Person, id: number) => {
  const answer = await person.call(contract.chooseTarget, { params: { id }, body: { into: 'own' } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await work()
}
/** To the primary calendar of one account; those of other tests continue in the background. */
const callsTo = (email: string) => world.calls.filter((call) => call.startsWith(`${email} `)).length
const ownOf = (email: string) => {
  const calendar = accountOf(world, email).calendars.find(({ madeByApp }) => madeByApp)
  assert.ok(calendar)
  return calendar
}
const live = (calendar: ReturnType<typeof ownOf>) =>
  [...calendar.events.values()].map(({ event }) => event).filter(({ status }) => status !== 'cancelled')

test('a professional connects in her own browser with minimal scopes, once per account and two at most', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  const body = { reach: 'own' as const }
  assert.equal((await kalli.visitor().call(contract.connect, { body })).status, 401)
  assert.equal(refusalOf(await at.host.person.call(contract.connect, { body })).code, 'forbidden')
  const requested = new URL((await person.call(contract.connect, { body })).body.address)
  assert.equal(requested.searchParams.get('code_challenge_method'), 'S256')
  assert.doesNotMatch(requested.searchParams.get('scope') ?? '', /calendar\.events( |$)/)
  // A response from another browser is rejected.
  const stranger = await people.bookable(kalli, { units: 1 })
  const first = `una${++serial}@gmail.test`
  assert.match(
    await connectGoogle(person, { email: first, reach: 'own', comeBackAs: stranger.professional.person }),
    /calendar=over$/,
  )
  assert.match(await connectGoogle(person, { email: first, reach: 'own', answer: 'no' }), /calendar=denied$/)
  assert.match(
    await connectGoogle(person, { email: first, reach: 'own', without: 'events.readonly' }),
    /calendar=scopes$/,
  )
  assert.equal(world.refreshTokens.size, 0, 'a consent that is not enough is given back')
  assert.match(await connectGoogle(person, { email: first, reach: 'own' }), /calendar=connected$/)
  assert.match(await connectGoogle(person, { email: first, reach: 'theirs' }), /calendar=connected$/)
  assert.match(
    await connectGoogle(person, { email: `otra${serial}@gmail.test`, reach: 'own' }),
    /calendar=connected$/,
  )
  assert.match(
    await connectGoogle(person, { email: `mas${serial}@gmail.test`, reach: 'own' }),
    /calendar=many$/,
  )
  const { accounts } = await seen(person)
  assert.deepEqual(
    accounts.map(({ email, mayWriteTheirs }) => [email, mayWriteTheirs]),
    [
      [first, true],
      [`otra${serial}@gmail.test`, false],
    ],
  )
  assert.deepEqual((await seen(stranger.professional.person)).accounts, [])
  const { rows } = await kalli.database.pool.query(
    'select calendar_accounts::text as account, connected_calendars::text as calendar from calendar_accounts join connected_calendars on true',
  )
  assert.doesNotMatch(JSON.stringify(rows), new RegExp([...world.refreshTokens.keys(), 'Familia'].join('|')))
})

test('a busy event blocks time within one push: added, moved, declined, free, deleted, repeated, all-day', async () => {
  const { at, primary, hand } = await connected()
  const free = (await slotsOn(kalli.visitor(), at, day)).length
  const event = hand.add(morning)
  await work()
  assert.deepEqual(await claimed(at.professional.id), [asClaim])
  assert.ok((await slotsOn(kalli.visitor(), at, day)).length < free)
  hand.move(event.id, { start: '2026-11-25T18:00:00Z', end: '2026-11-25T20:00:00Z' })
  await work()
  assert.deepEqual(await claimed(at.professional.id), [
    ['2026-11-25T18:00:00.000Z', '2026-11-25T20:00:00.000Z'],
  ])
  hand.remove(event.id)
  hand.add(morning, { transparency: 'transparent' })
  hand.add(morning, { eventType: 'workingLocation' })
  hand.add(morning, { attendees: [{ self: true, responseStatus: 'declined' }] })
  await work()
  assert.deepEqual(await claimed(at.professional.id), [])
  assert.equal((await slotsOn(kalli.visitor(), at, day)).length, free)
  // A whole day is in the calendar's zone, and a time in another zone is an instant.
  primary.timeZone = 'America/Tijuana'
  hand.add({ start: '2026-11-26', end: '2026-11-27' })
  hand.add({ start: '2026-11-28T10:00:00+01:00', end: '2026-11-28T11:00:00+01:00' })
  const [, , third] = hand.repeat(
    { start: '2026-12-01T15:00:00Z', end: '2026-12-01T16:00:00Z' },
    { times: 3, everyDays: 7 },
  )
  hand.remove(third?.id ?? '')
  await work()
  assert.deepEqual(await claimed(at.professional.id), [
    ['2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z'],
    ['2026-11-28T09:00:00.000Z', '2026-11-28T10:00:00.000Z'],
    ['2026-12-01T15:00:00.000Z', '2026-12-01T16:00:00.000Z'],
    ['2026-12-08T15:00:00.000Z', '2026-12-08T16:00:00.000Z'],
  ])
})

test('an invalid sync token triggers a full paged read, and events missing from it are removed', async () => {
  const { at, primary, hand } = await connected()
  world.pageSize = 2
  const events = hand.repeat(
    { start: '2026-12-01T15:00:00Z', end: '2026-12-01T16:00:00Z' },
    { times: 7, everyDays: 1 },
  )
  await work()
  assert.equal((await claimed(at.professional.id)).length, 7)
  forgetTokens(primary)
  for (const { id } of events.slice(0, 3)) primary.events.delete(id)
  hand.add(morning)
  await work()
  assert.deepEqual((await claimed(at.professional.id)).length, 5)
})

test('a Google rate limit is waited for as requested, and a failed read is repeated', async () => {
  const { at, person, email, hand } = await connected()
  const isList = (method: string, path: string, of: string) =>
    of === email && method === 'GET' && path.endsWith('/events')
  world.faults.push({ match: isList, status: 403, reason: 'rateLimitExceeded', retryAfter: 600 })
  hand.add(morning)
  await settled(world)
  await drain(kalli)
  const [limited] = (await seen(person)).accounts
  assert.deepEqual([limited?.state, limited?.problem?.slice(0, 24)], ['failing', 'Google nos pidió esperar'])
  const calls = callsTo(email)
  hand.add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  await work()
  kalli.time.advance(5)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.equal(callsTo(email), calls, 'nothing is requested before the pause is over')
  kalli.time.advance(6)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.equal((await claimed(at.professional.id)).length, 2)
  world.faults.push({ match: isList, status: 503, reason: 'backendError' })
  hand.add({ start: '2026-11-27T18:00:00Z', end: '2026-11-27T19:00:00Z' })
  await settled(world)
  await drain(kalli)
  assert.equal((await seen(person)).accounts[0]?.state, 'failing')
  kalli.time.advance(2)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.deepEqual(
    [(await seen(person)).accounts[0]?.state, (await claimed(at.professional.id)).length],
    ['healthy', 3],
  )
})

test('an account whose chosen calendars report changes is polled every quarter of an hour, whatever else it lists', async () => {
  const { account } = await connected({ reach: 'read' })
  assert.ok(account.calendars.some(({ busy, target }) => !busy && !target))
  kalli.time.advance(61)
  await runJobsOnce(kalli, { of: ['connection'] })
  const { rows } = await kalli.database.pool.query<{ minutes: number }>(
    `select extract(epoch from next_at - succeeded_at)::integer / 60 as minutes from calendar_accounts where id = $1`,
    [account.id],
  )
  assert.deepEqual(rows, [{ minutes: 15 }])
})

test('a check that finds nothing new takes six statements', async () => {
  const { account, hand } = await connected({ reach: 'read' })
  hand.add(morning)
  await work()
  kalli.time.advance(16)
  let statements = 0
  const own = kalli.work()
  const db = own.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  })
  await reconcile({ ...own, db }, account.id)
  assert.equal(statements, 6)
})

test('a push is trusted only with its channel’s secret, and channels are renewed before they end', async () => {
  const { at, primary, hand } = await connected()
  const [channel] = primary.channels
  assert.ok(channel)
  const push = (headers: Record<string, string>) =>
    fetch(`${kalli.url}/api/calendar/google/push`, { method: 'POST', headers }).then(({ status }) => status)
  const notified = {
    'x-goog-channel-id': channel.id,
    'x-goog-channel-token': channel.token,
    'x-goog-resource-state': 'exists',
  }
  assert.equal(await push({}), 404)
  assert.equal(await push({ ...notified, 'x-goog-channel-token': 'otra' }), 404)
  assert.equal(await push({ ...notified, 'x-goog-channel-id': 'abc' }), 404)
  assert.equal(await push(notified), 200)
  assert.equal(await push(notified), 200)
  await work()
  // Without notifications the calendar is still read.
  world.silent = true
  hand.add(morning)
  kalli.time.advance(16)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.deepEqual(await claimed(at.professional.id), [asClaim])
  world.silent = false
  kalli.time.advance(6 * 24 * 60 + 60)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.equal(primary.channels.length, 1)
  assert.notEqual(primary.channels[0]?.id, channel.id)
})

test('a revoked consent is notified at once, busy time stays, and reconnecting keeps the chosen calendars', async () => {
  const { at, person, email, hand } = await connected()
  hand.add(morning)
  await work()
  revokeAll(world, email)
  hand.add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  kalli.time.advance(61)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  const [account] = (await seen(person)).accounts
  assert.equal(account?.state, 'revoked')
  assert.deepEqual(await claimed(at.professional.id), [asClaim])
  assert.deepEqual(
    (await person.call(ownOutsideCalendars)).body.map(({ state, provider }) => [state, provider]),
    [['lost', 'google']],
  )
  const notices = (await person.call(community)).body.filter(
    ({ title }) => title === 'Se desconectó tu Google Calendar',
  )
  assert.equal(notices.length, 1)
  const calls = callsTo(email)
  kalli.time.advance(120)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.equal(callsTo(email), calls)
  assert.match(
    await connectGoogle(person, { email, reach: 'own', accountId: account?.id }),
    /calendar=connected$/,
  )
  await work()
  const [again] = (await seen(person)).accounts
  assert.deepEqual(
    [again?.id, again?.state, again?.calendars.filter(({ busy }) => busy).length],
    [account?.id, 'healthy', 1],
  )
  assert.equal((await claimed(at.professional.id)).length, 2)
})

test('each calendar can be counted or not, and disconnecting an account leaves nothing on either side', async () => {
  const { at, person, email, account, there, hand } = await connected()
  const family = account.calendars.find(({ name }) => name === 'Familia')
  assert.ok(family)
  hand.add(morning)
  const [, second] = there.calendars
  assert.ok(second)
  byHand(world, second).add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  const params = { id: family.id }
  const stranger = await people.bookable(kalli, { units: 1 })
  assert.equal(
    refusalOf(await stranger.professional.person.call(contract.chooseBusy, { params, body: { busy: true } }))
      .code,
    'not_found',
  )
  await person.call(contract.chooseBusy, { params, body: { busy: true } })
  await work()
  assert.equal((await claimed(at.professional.id)).length, 2)
  await person.call(contract.chooseBusy, { params, body: { busy: false } })
  assert.equal((await claimed(at.professional.id)).length, 1)
  await writeInto(person, account.id)
  await booked(kalli, at)
  await work()
  assert.equal(live(ownOf(email)).length, 1)
  const gone = { params: { id: account.id } }
  assert.equal(
    refusalOf(await stranger.professional.person.call(contract.disconnect, gone)).code,
    'not_found',
  )
  assert.equal((await person.call(contract.disconnect, gone)).status, 200)
  assert.deepEqual(await claimed(at.professional.id), [])
  await work()
  assert.deepEqual((await seen(person)).accounts, [])
  assert.deepEqual(
    [...world.refreshTokens.values()].filter((grant) => grant.email === email),
    [],
  )
  assert.equal(
    accountOf(world, email).calendars.some(({ madeByApp }) => madeByApp),
    false,
  )
  assert.equal(accountOf(world, email).calendars.flatMap(({ channels }) => channels).length, 0)
  const { rows } = await kalli.database.pool.query('select from calendar_accounts where id = $1', [
    account.id,
  ])
  assert.equal(rows.length, 0)
})

test('a visit becomes one event within seconds, with only permitted details, and blocks no time a second time', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const own = ownOf(email)
  const visit = await booked(kalli, at)
  await work()
  const [event] = live(own)
  assert.equal(live(own).length, 1)
  assert.equal(new Date(event?.start?.dateTime ?? '').toISOString(), visit.startsAt)
  assert.match(event?.summary ?? '', /Lucía$/)
  assert.doesNotMatch(JSON.stringify(event), /Nava|\+52|@/)
  assert.deepEqual(await claimed(at.professional.id), [])
  // Repeated runs and a full reading change nothing.
  forgetTokens(own)
  const { number } = own
  kalli.time.advance(16)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.deepEqual([own.number, live(own).length], [number, 1])
  assert.deepEqual((await seen(person)).differences, [])
})

test('a lost reply creates no second event, and a crashed run is resumed', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const own = ownOf(email)
  const isInsert = (method: string, path: string, of: string) =>
    of === email && method === 'POST' && path.endsWith('/events')
  world.faults.push({ match: isInsert, status: 503, reason: 'backendError', after: true })
  await booked(kalli, at)
  await work()
  assert.equal(live(own).length, 1)
  kalli.time.advance(3)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.deepEqual([live(own).length, (await seen(person)).accounts[0]?.state], [1, 'healthy'])
  assert.deepEqual((await seen(person)).differences, [])
})

test('a server that dies before or after it writes or removes an event leaves one, then none, and asks nothing', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const own = ownOf(email)
  const dies = async (place: 'before-event' | 'sent-event') => {
    await kalli.database.pool.query('update calendar_accounts set next_at = $2 where id = $1', [
      account.id,
      kalli.clock(),
    ])
    const crashing = openCrashing(kalli, place, kalli.clock)
    await crashing.run(() => reconcile(ownWork(crashing.kalli), account.id)).catch(() => undefined)
    crashing.kill()
    assert.equal(await crashing.died, true, place)
    // The lease of the dead one ends.
    kalli.time.advance(6)
    await runJobsOnce(kalli, { of: ['connection'] })
    await work()
  }
  for (const place of ['before-event', 'sent-event'] as const) {
    const visit = await booked(kalli, at, { place: 3 })
    await dies(place)
    assert.equal(live(own).length, 1, `written, ${place}`)
    const visitOf = { params: { id: visit.id }, query: { t: visit.t } }
    const quote = await visit.who.call(cancelQuote, { ...visitOf, body: { as: 'client' } })
    const gone = await visit.who.call(cancel, { ...visitOf, body: { quoteToken: quote.body.token } })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    await dies(place)
    assert.equal(live(own).length, 0, `removed, ${place}`)
    assert.deepEqual((await seen(person)).differences, [])
  }
})

test('an event moved in the calendar raises a question: adopted it is proposed to the client, rejected it moves back', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const own = ownOf(email)
  const visit = await booked(kalli, at)
  await work()
  const [event] = live(own)
  assert.ok(event)
  const starts = Date.parse(visit.startsAt)
  const to = (hours: number) => ({
    start: new Date(starts + hours * 3_600_000).toISOString(),
    end: new Date(Date.parse(visit.endsAt) + hours * 3_600_000).toISOString(),
  })
  byHand(world, own).move(event.id, to(2))
  await work()
  const [difference] = (await seen(person)).differences
  assert.ok(difference)
  assert.deepEqual(
    [difference.kind, difference.about, difference.to?.startsAt],
    ['moved', 'visit', to(2).start],
  )
  const notices = (await person.call(community)).body.map(({ title }) => title)
  assert.ok(notices.includes('En Google moviste la cita de Lucía'), JSON.stringify(notices))
  const params = { id: difference.id }
  const stranger = await people.bookable(kalli, { units: 1 })
  assert.equal(
    refusalOf(await stranger.professional.person.call(contract.rejectDifference, { params })).code,
    'not_found',
  )
  const rejected = await person.call(contract.rejectDifference, { params })
  assert.deepEqual([rejected.status, rejected.body.differences], [200, []])
  await work()
  assert.equal(new Date(live(own)[0]?.start?.dateTime ?? '').toISOString(), visit.startsAt)
  assert.equal(
    refusalOf(await person.call(contract.rejectDifference, { params })).code,
    'calendar_difference_over',
  )

  byHand(world, own).move(event.id, to(2))
  await work()
  const [again] = (await seen(person)).differences
  const adopted = await person.call(contract.adoptDifference, { params: { id: again?.id ?? '' } })
  assert.equal(adopted.status, 200, JSON.stringify(adopted.body))
  assert.deepEqual(
    adopted.body.differences.map(({ state }) => state),
    ['proposed'],
  )
  const { rows } = await kalli.database.pool.query(
    'select starts_at, proposed_by, state from change_proposals where booking_id = $1',
    [visit.id],
  )
  assert.deepEqual(
    rows.map(({ starts_at, proposed_by, state }) => [starts_at.toISOString(), proposed_by, state]),
    [[to(2).start, 'professional', 'open']],
  )
  // Until it is answered both stay as they are; unanswered, the event is put back.
  await work()
  assert.equal(new Date(live(own)[0]?.start?.dateTime ?? '').toISOString(), to(2).start)
  kalli.time.advance(13 * 60)
  await runJobsOnce(kalli)
  await work()
  assert.deepEqual((await seen(person)).differences, [])
  assert.equal(new Date(live(own)[0]?.start?.dateTime ?? '').toISOString(), visit.startsAt)
})

test('a block whose event was deleted in the calendar is removed here only when its owner says so, and a rent is named as one', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const body = {
    startsAt: '2026-12-01T16:00:00.000Z',
    endsAt: '2026-12-01T17:00:00.000Z',
    reason: 'Comida',
  }
  const block = await person.call(addOwnBlock, { body })
  const rent = await rentedHours(person, at)
  await work()
  for (const { id } of live(ownOf(email))) byHand(world, ownOf(email)).remove(id)
  await work()
  const questions = (await seen(person)).differences
  assert.deepEqual(questions.map(({ about, kind, bookingId }) => [about, kind, bookingId]).toSorted(), [
    ['block', 'deleted', null],
    ['rent', 'deleted', rent.id],
  ])
  const blocks = () =>
    kalli.database.pool
      .query('select from claims where block_id = $1', [block.body.id])
      .then(({ rowCount }) => rowCount)
  assert.equal(await blocks(), 1)
  const idOf = (about: string) => questions.find((one) => one.about === about)?.id ?? ''
  const adopt = (id: string) => person.call(contract.adoptDifference, { params: { id } })
  assert.equal(refusalOf(await adopt(idOf('rent'))).code, 'calendar_difference_over')
  assert.equal((await adopt(idOf('block'))).status, 200)
  assert.equal(await blocks(), 0)
  await work()
  assert.deepEqual(
    (await seen(person)).differences.map(({ about }) => about),
    ['rent'],
  )
  assert.equal(refusalOf(await adopt(idOf('block'))).code, 'calendar_difference_over')
})

test('a cancelled visit ends the question of its deleted event', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const visit = await booked(kalli, at)
  await work()
  const own = ownOf(email)
  byHand(world, own).remove(live(own)[0]?.id ?? '')
  await work()
  assert.deepEqual(
    (await seen(person)).differences.map(({ about, bookingId }) => [about, bookingId]),
    [['visit', visit.id]],
  )
  const params = { id: visit.id }
  const quote = await person.call(cancelQuote, { params, query: {}, body: { as: 'professional' } })
  const body = { quoteToken: quote.body.token, reason: 'Estoy enferma' }
  assert.equal((await person.call(cancel, { params, query: {}, body })).status, 200)
  await work()
  assert.deepEqual([(await seen(person)).differences, live(own)], [[], []])
})

test('an event deleted in the calendar raises a question, and rejecting it writes the event again', async () => {
  const { at, person, email, account } = await connected()
  await writeInto(person, account.id)
  const own = ownOf(email)
  await booked(kalli, at)
  await work()
  const [event] = live(own)
  byHand(world, own).remove(event?.id ?? '')
  await work()
  assert.equal(live(own).length, 0)
  const [difference] = (await seen(person)).differences
  assert.equal(difference?.kind, 'deleted')
  await person.call(contract.rejectDifference, { params: { id: difference?.id ?? '' } })
  await work()
  assert.deepEqual(
    live(own).map(({ id }) => id),
    [event?.id],
  )
  assert.deepEqual((await seen(person)).differences, [])
})
