/** Outlook: connected, read, notified, written and differences decided, over real HTTP against the stand-in of Graph. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import * as contract from '#contract/connection/connection.ts'
import { community } from '#contract/notification/notification.ts'
import { byHand } from '#server/connection/standin/microsoft/by-hand.ts'
import {
  forgetTokens,
  mailboxOf,
  notifyLifecycle,
  outlookOf,
  revokeAll,
  settled,
  type World,
} from '#server/connection/standin/microsoft/world.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, slotsOn } from '#server/testing/bookings.ts'
import {
  connectGoogle,
  connectOutlook,
  morning,
  morningClaim as asClaim,
  outsideClaims,
} from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let world: World
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
  world = outlookOf(kalli.config)
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

const connected = async (reach: contract.Reach = 'read') => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  const email = `agenda${++serial}@outlook.test`
  assert.match(await connectOutlook(person, { email, reach }), /provider=microsoft&calendar=connected$/)
  await work()
  const [account] = (await seen(person)).accounts
  assert.ok(account)
  const there = mailboxOf(world, email)
  const [primary] = there.calendars
  assert.ok(primary)
  return { at, person, email, account, there, primary, hand: byHand(world, primary) }
}

const claimed = (resourceId: number) => outsideClaims(kalli, resourceId)

const ownOf = (email: string) => {
  const calendar = mailboxOf(world, email).calendars.find(({ name }) => name === 'Kalli')
  assert.ok(calendar)
  return calendar
}
const live = (calendar: ReturnType<typeof ownOf>) =>
  [...calendar.events.values()].filter(({ isGone }) => !isGone).map(({ event }) => event)
const startOf = (event: { start: { dateTime: string } } | undefined) =>
  new Date(`${event?.start.dateTime.slice(0, 19)}Z`).toISOString()
const callsTo = (email: string) => world.calls.filter((call) => call.startsWith(`${email} `)).length
const subscriptionsOf = (email: string) => world.subscriptions.filter((one) => one.email === email)

test('connecting asks for minimal scopes, and each way it can fail is reported as its own reason', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  const requested = async (reach: contract.Reach) =>
    new URL((await person.call(contract.connect, { body: { provider: 'microsoft', reach } })).body.address)
      .searchParams
  assert.equal((await requested('read')).get('scope'), 'offline_access Calendars.Read')
  assert.equal((await requested('own')).get('scope'), 'offline_access Calendars.ReadWrite')
  assert.equal((await requested('own')).get('code_challenge_method'), 'S256')
  const email = `una${++serial}@outlook.test`
  const ends = async (options: Partial<Parameters<typeof connectOutlook>[1]>) =>
    /calendar=(\w+)$/.exec(await connectOutlook(person, { email, reach: 'read', ...options }))?.[1]
  const stranger = await people.bookable(kalli, { units: 1 })
  assert.equal(await ends({ comeBackAs: stranger.professional.person }), 'over')
  assert.equal(await ends({ answer: 'no' }), 'denied')
  assert.equal(await ends({ answer: 'approval' }), 'approval')
  mailboxOf(world, 'local@contoso.test').isMissing = true
  assert.equal(await ends({ email: 'local@contoso.test' }), 'no_calendar')
  const isCalendars = (_method: string, path: string, of: string) => of === email && path === '/me/calendars'
  world.faults.push({ match: isCalendars, status: 429, code: 'ApplicationThrottled', retryAfter: 60 })
  assert.equal(await ends({}), 'busy')
  assert.deepEqual((await seen(person)).accounts, [])
  assert.equal(await ends({}), 'connected')
  assert.match(await connectGoogle(person, { email: `una${serial}@gmail.test`, reach: 'read' }), /connected$/)
  assert.equal(await ends({ email: 'tercera@outlook.test' }), 'many')
  const { accounts, available } = await seen(person)
  assert.deepEqual(available, ['google', 'microsoft'])
  assert.deepEqual(
    accounts.map((one) => [one.provider, one.email, one.mayWriteOwn, one.calendars[0]?.name]),
    [
      ['microsoft', email, false, 'Calendario'],
      ['google', `una${serial}@gmail.test`, false, `una${serial}@gmail.test`],
    ],
  )
  const refused = await person.call(contract.chooseTarget, {
    params: { id: accounts[0]?.id ?? 0 },
    body: { into: 'own' },
  })
  assert.equal(refusalOf(refused).code, 'calendar_not_writable')
  const { rows } = await kalli.database.pool.query(
    'select calendar_accounts::text as account, connected_calendars::text as calendar from calendar_accounts join connected_calendars on true',
  )
  assert.doesNotMatch(JSON.stringify(rows), new RegExp([...world.refreshTokens.keys(), 'Familia'].join('|')))
})

test('a busy event blocks time within one push, by its status, with all-day events and series', async () => {
  const { at, hand } = await connected()
  const free = (await slotsOn(kalli.visitor(), at, day)).length
  const event = hand.add(morning, { showAs: 'tentative' })
  await work()
  assert.deepEqual(await claimed(at.professional.id), [asClaim])
  assert.ok((await slotsOn(kalli.visitor(), at, day)).length < free)
  hand.move(event.id, { start: '2026-11-25T18:00:00Z', end: '2026-11-25T20:00:00Z' })
  hand.change(event.id, { showAs: 'oof' })
  await work()
  assert.deepEqual(await claimed(at.professional.id), [
    ['2026-11-25T18:00:00.000Z', '2026-11-25T20:00:00.000Z'],
  ])
  hand.remove(event.id)
  hand.add(morning, { showAs: 'free' })
  hand.add(morning, { showAs: 'workingElsewhere' })
  hand.add(morning, { isCancelled: true })
  hand.add(morning, { responseStatus: { response: 'declined' } })
  await work()
  assert.deepEqual(await claimed(at.professional.id), [])
  assert.equal((await slotsOn(kalli.visitor(), at, day)).length, free)
  // A whole day is in the zone of its event, by its Windows name; in the owner's where it names none.
  hand.add(
    { start: '2026-11-26', end: '2026-11-27' },
    { originalStartTimeZone: 'Pacific Standard Time (Mexico)' },
  )
  hand.add({ start: '2026-11-28', end: '2026-11-29' }, { originalStartTimeZone: 'tzone://Microsoft/Custom' })
  await work()
  assert.deepEqual(await claimed(at.professional.id), [
    ['2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z'],
    ['2026-11-28T06:00:00.000Z', '2026-11-29T06:00:00.000Z'],
  ])
})

test('a series blocks the hours of its occurrences, and a deleted occurrence is free after a new read', async () => {
  const { at, hand } = await connected()
  const weekly = { start: '2026-12-01T15:00:00Z', end: '2026-12-01T16:00:00Z' }
  const [series, , second] = hand.repeat(weekly, { times: 3, everyDays: 7 })
  hand.repeat(weekly, { times: 3, everyDays: 1 }, { showAs: 'free' })
  await work()
  const first = ['2026-12-01T15:00:00.000Z', '2026-12-01T16:00:00.000Z']
  const last = ['2026-12-15T15:00:00.000Z', '2026-12-15T16:00:00.000Z']
  assert.deepEqual(await claimed(at.professional.id), [
    first,
    ['2026-12-08T15:00:00.000Z', '2026-12-08T16:00:00.000Z'],
    last,
  ])
  hand.remove(second?.id ?? '')
  await work()
  assert.deepEqual(await claimed(at.professional.id), [first, last])
  hand.remove(series?.id ?? '')
  await work()
  assert.deepEqual(await claimed(at.professional.id), [])
})

test('an invalid delta token triggers a full paged read, and events missing from it are removed', async () => {
  const { at, primary, hand } = await connected()
  world.pageSize = 2
  const events = Array.from({ length: 7 }, (_, place) =>
    hand.add({ start: `2026-12-0${place + 1}T15:00:00Z`, end: `2026-12-0${place + 1}T16:00:00Z` }),
  )
  await work()
  assert.equal((await claimed(at.professional.id)).length, 7)
  forgetTokens(primary)
  for (const { id } of events.slice(0, 3)) primary.events.delete(id)
  hand.add(morning)
  await work()
  assert.equal((await claimed(at.professional.id)).length, 5)
})

test('a Graph throttle is waited for as requested, and a token that expires early is renewed', async () => {
  const { at, person, email, hand } = await connected()
  const isDelta = (method: string, path: string, of: string) =>
    of === email && method === 'GET' && path.endsWith('/delta')
  world.faults.push({ match: isDelta, status: 429, code: 'ApplicationThrottled', retryAfter: 600 })
  hand.add(morning)
  await work()
  const [limited] = (await seen(person)).accounts
  assert.deepEqual(
    [limited?.state, limited?.problem?.slice(0, 27)],
    ['failing', 'Microsoft nos pidió esperar'],
  )
  const calls = callsTo(email)
  hand.add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  await work()
  kalli.time.advance(5)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.equal(callsTo(email), calls, 'nothing is requested before the pause is over')
  kalli.time.advance(6)
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.equal((await claimed(at.professional.id)).length, 2)
  world.faults.push({ match: isDelta, status: 503, code: 'ServiceUnavailable', retryAfter: 120 })
  hand.add({ start: '2026-11-27T18:00:00Z', end: '2026-11-27T19:00:00Z' })
  await work()
  assert.equal((await seen(person)).accounts[0]?.state, 'failing')
  kalli.time.advance(3)
  world.faults.push({ match: isDelta, status: 401, code: 'InvalidAuthenticationToken' })
  await runJobsOnce(kalli, { of: ['connection'] })
  assert.deepEqual(
    [(await seen(person)).accounts[0]?.state, (await claimed(at.professional.id)).length],
    ['healthy', 3],
  )
})

test('a subscription answers the handshake, is trusted only with its secret, and follows Graph’s lifecycle events', async () => {
  const { at, email, hand } = await connected()
  const [subscription] = subscriptionsOf(email)
  assert.ok(subscription)
  assert.ok(subscription.endsAt - testNow.getTime() <= 3 * 86_400_000)
  const path = `${kalli.url}/api/calendar/microsoft/push`
  const text = 'Validation: <b>hola</b> 1'
  const handshake = await fetch(`${path}?validationToken=${encodeURIComponent(text)}`, { method: 'POST' })
  assert.match(handshake.headers.get('content-type') ?? '', /^text\/plain/)
  assert.deepEqual([handshake.status, await handshake.text()], [200, text])
  const push = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status
  }
  assert.equal(await push({}), 404)
  const calls = callsTo(email)
  const [channel = '', secret = ''] = subscription.clientState.split('.')
  for (const clientState of [`${channel}.otra`, channel, secret, `${crypto.randomUUID()}.${secret}`])
    assert.equal(await push({ value: [{ clientState, subscriptionId: subscription.id }] }), 202)
  await work()
  assert.equal(callsTo(email), calls, 'who does not know the secret moves nothing')
  assert.equal(await push({ value: [{ clientState: subscription.clientState }, { clientState: 7 }] }), 202)
  await work()
  assert.ok(callsTo(email) > calls)

  world.silent = true
  hand.add(morning)
  world.silent = false
  notifyLifecycle(world, subscription, 'missed')
  await work()
  assert.deepEqual(await claimed(at.professional.id), [asClaim])
  const isAnother = () => {
    const found = subscriptionsOf(email)
    assert.equal(found.length, 1)
    return found[0]?.id !== subscription.id
  }
  notifyLifecycle(world, subscription, 'reauthorizationRequired')
  await work()
  assert.ok(isAnother())
  const [second] = subscriptionsOf(email)
  world.subscriptions = []
  if (second !== undefined) notifyLifecycle(world, second, 'subscriptionRemoved')
  await work()
  assert.ok(isAnother())
  const [third] = subscriptionsOf(email)
  kalli.time.advance(2 * 24 * 60)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.ok(isAnother() && subscriptionsOf(email)[0]?.id !== third?.id)
})

test('a professional who chose so gets a Kalli calendar at once, with each visit once despite lost replies', async () => {
  const { at, person, email } = await connected('own')
  const own = ownOf(email)
  assert.equal((await seen(person)).accounts[0]?.calendars.find(({ target }) => target)?.name, 'Kalli')
  const isInsert = (method: string, path: string, of: string) =>
    of === email && method === 'POST' && path.endsWith('/events')
  world.faults.push({ match: isInsert, status: 504, code: 'UnknownError', after: true })
  const visit = await booked(kalli, at)
  await work()
  kalli.time.advance(3)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  const [event] = live(own)
  assert.equal(live(own).length, 1)
  assert.equal(startOf(event), visit.startsAt)
  assert.match(event?.subject ?? '', /Lucía$/)
  assert.doesNotMatch(JSON.stringify(event), /Nava|\+52|@/)
  const { number } = own
  forgetTokens(own)
  kalli.time.advance(16)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.equal(own.number, number + 1, 'repeated runs and a full reading write nothing')
  assert.deepEqual([(await seen(person)).differences, await claimed(at.professional.id)], [[], []])
})

test('an event moved in Outlook raises a question: rejected it moves back, adopted it is a proposal; a copy is ignored', async () => {
  const { at, person, email } = await connected('own')
  const own = ownOf(email)
  const hand = byHand(world, own)
  const visit = await booked(kalli, at)
  await work()
  const [event] = live(own)
  assert.ok(event)
  const to = (hours: number) => ({
    start: new Date(Date.parse(visit.startsAt) + hours * 3_600_000).toISOString(),
    end: new Date(Date.parse(visit.endsAt) + hours * 3_600_000).toISOString(),
  })
  hand.copy(event.id, to(5))
  hand.move(event.id, to(2))
  await work()
  const [difference] = (await seen(person)).differences
  assert.ok(difference)
  assert.deepEqual(
    [difference.provider, difference.kind, difference.about, difference.to?.startsAt],
    ['microsoft', 'moved', 'visit', to(2).start],
  )
  const notices = (await person.call(community)).body.map(({ title }) => title)
  assert.ok(notices.includes('En Outlook moviste la cita de Lucía'), JSON.stringify(notices))
  const params = { id: difference.id }
  assert.deepEqual((await person.call(contract.rejectDifference, { params })).body.differences, [])
  await work()
  assert.deepEqual(live(own).map(startOf).toSorted(), [visit.startsAt, to(5).start].toSorted())

  hand.move(event.id, to(2))
  await work()
  const [again] = (await seen(person)).differences
  const adopted = await person.call(contract.adoptDifference, { params: { id: again?.id ?? '' } })
  assert.deepEqual(
    adopted.body.differences.map(({ state }) => state),
    ['proposed'],
  )
})

test('an event deleted in Outlook raises a question, and rejected it is written once despite Graph’s transaction id', async () => {
  const { at, person, email } = await connected('own')
  const own = ownOf(email)
  await booked(kalli, at)
  await work()
  byHand(world, own).remove(live(own)[0]?.id ?? '')
  await work()
  assert.equal(live(own).length, 0)
  const [difference] = (await seen(person)).differences
  assert.equal(difference?.kind, 'deleted')
  await person.call(contract.rejectDifference, { params: { id: difference?.id ?? '' } })
  await work()
  assert.equal(live(own).length, 1)
  assert.deepEqual((await seen(person)).differences, [])
})

test('a revoked consent is notified once, reconnecting keeps the choices, and disconnecting leaves nothing there', async () => {
  const { at, person, email, account, hand, there } = await connected('own')
  hand.add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  await booked(kalli, at)
  await work()
  revokeAll(world, email)
  kalli.time.advance(61)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.equal((await seen(person)).accounts[0]?.state, 'revoked')
  assert.equal((await claimed(at.professional.id)).length, 1)
  assert.deepEqual(
    (await person.call(ownOutsideCalendars)).body.map(({ state, provider }) => [state, provider]),
    [['lost', 'microsoft']],
  )
  const notices = (await person.call(community)).body.filter(
    ({ title }) => title === 'Se desconectó tu Outlook',
  )
  assert.equal(notices.length, 1)
  assert.match(await connectOutlook(person, { email, reach: 'own', accountId: account.id }), /connected$/)
  await work()
  const [again] = (await seen(person)).accounts
  assert.deepEqual(
    [again?.id, again?.state, again?.calendars.filter(({ busy, target }) => busy || target).length],
    [account.id, 'healthy', 2],
  )
  assert.equal((await person.call(contract.disconnect, { params: { id: account.id } })).status, 200)
  assert.deepEqual(await claimed(at.professional.id), [])
  await work()
  assert.deepEqual((await seen(person)).accounts, [])
  assert.deepEqual(
    [there.calendars.some(({ name }) => name === 'Kalli'), subscriptionsOf(email)],
    [false, []],
  )
})

test('the stand-in refuses what Graph would: other paths, fields, scopes and expired tokens', async () => {
  const { person, email } = await connected()
  const [access = ''] = [...world.accessTokens].find(([, grant]) => grant.email === email) ?? []
  const ask = async (method: string, path: string, body?: object, token = access) => {
    const answer = await fetch(`${kalli.url}/dev/microsoft/v1.0${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        prefer: 'outlook.timezone="UTC", IdType="ImmutableId"',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.status
  }
  assert.equal(await ask('GET', '/me/calendars'), 200)
  assert.equal(await ask('GET', '/me/messages'), 400)
  assert.equal(await ask('GET', '/me/calendars?$orderby=name'), 400)
  assert.equal(await ask('GET', '/me/calendars?$select=secret'), 400)
  assert.equal(await ask('GET', '/me/calendars', undefined, 'otra'), 401)
  assert.equal(await ask('POST', '/me/calendars', { name: 'Otro' }), 403)
  assert.equal(await ask('GET', '/me/calendars/x/events'), 404)
  kalli.time.advance(61)
  assert.equal(await ask('GET', '/me/calendars'), 401)
  assert.equal((await seen(person)).accounts.length, 1)
})
