/**
 * The problems that users of other booking tools most often have with Google and Outlook, from their public issues, with both providers
 * connected at once (docs/connection/troubles.md). Each test names the issues that it covers.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addOwnBlock } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/connection/connection.ts'
import { community } from '#contract/notification/notification.ts'
import { byHand as byHandAtMicrosoft } from '#server/connection/standin/microsoft/by-hand.ts'
import * as outlook from '#server/connection/standin/microsoft/world.ts'
import * as google from '#server/connection/standin/world.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { connectGoogle, connectOutlook, outsideClaims } from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let atGoogle: google.World
let atMicrosoft: outlook.World
before(async () => {
  kalli = await startTestServer({ maxWaitMs: 60_000 })
  atGoogle = google.standinOf(kalli.config)
  atMicrosoft = outlook.outlookOf(kalli.config)
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  for (const world of [atGoogle, atMicrosoft]) {
    world.faults.length = 0
    world.silent = false
    world.pageSize = 100
  }
})

let serial = 0
const seen = async (person: Person) => (await person.call(contract.connections)).body
const work = async () => {
  await drain(kalli)
  await google.settled(atGoogle)
  await outlook.settled(atMicrosoft)
  await drain(kalli)
}
const later = async (minutes: number) => {
  kalli.time.advance(minutes)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
}

/** One professional with an account at each provider. */
const connected = async (reach: { google: contract.Reach; microsoft: contract.Reach }) => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person, id } = at.professional
  serial += 1
  const emails = { google: `a${serial}@gmail.test`, microsoft: `a${serial}@outlook.test` }
  const { google: first, microsoft: second } = reach
  assert.match(await connectGoogle(person, { email: emails.google, reach: first }), /connected$/)
  assert.match(await connectOutlook(person, { email: emails.microsoft, reach: second }), /connected$/)
  await work()
  const [gmail] = google.accountOf(atGoogle, emails.google).calendars
  const [mailbox] = outlook.mailboxOf(atMicrosoft, emails.microsoft).calendars
  assert.ok(gmail && mailbox)
  const [one, other] = (await seen(person)).accounts
  assert.ok(one && other)
  return {
    at,
    person,
    emails,
    accounts: { google: one, microsoft: other },
    gmail: google.byHand(atGoogle, gmail),
    mailbox: byHandAtMicrosoft(atMicrosoft, mailbox),
    claimed: () => claimed(id),
  }
}
const reading = { google: 'read', microsoft: 'read' } as const
const writing = { google: 'own', microsoft: 'own' } as const

const claimed = async (resourceId: number) =>
  (await outsideClaims(kalli, resourceId)).map((span) => span.join('/'))

const hourOn = (day: number, hour = 15) => ({
  start: `2026-12-${String(day).padStart(2, '0')}T${hour}:00:00Z`,
  end: `2026-12-${String(day).padStart(2, '0')}T${hour + 1}:00:00Z`,
})
const asClaim = ({ start, end }: { start: string; end: string }) =>
  `${new Date(start).toISOString()}/${new Date(end).toISOString()}`

const writtenAt = ({ emails }: Awaited<ReturnType<typeof connected>>) => {
  const one = google.accountOf(atGoogle, emails.google).calendars.find(({ madeByApp }) => madeByApp)
  const other = outlook
    .mailboxOf(atMicrosoft, emails.microsoft)
    .calendars.find(({ name }) => name === 'Kalli')
  return {
    google: [...(one?.events.values() ?? [])].filter(({ event }) => event.status !== 'cancelled'),
    microsoft: [...(other?.events.values() ?? [])].filter(({ isGone }) => !isGone),
    calendars: { google: one, microsoft: other },
  }
}

test('calcom/cal.diy#7278, #20575: a time that becomes busy there is not offered, also when no push arrives', async () => {
  const { gmail, mailbox, claimed } = await connected(reading)
  gmail.add(hourOn(1))
  mailbox.add(hourOn(2))
  await work()
  assert.deepEqual(await claimed(), [hourOn(1), hourOn(2)].map(asClaim))
  atGoogle.silent = true
  atMicrosoft.silent = true
  gmail.add(hourOn(3))
  mailbox.add(hourOn(4))
  await later(16)
  assert.equal((await claimed()).length, 4)
})

test('calcom/cal.diy#28847, #6465: a series blocks each of its hours, and an occurrence deleted alone is free', async () => {
  const { gmail, mailbox, claimed } = await connected(reading)
  const [, second] = gmail.repeat(hourOn(1), { times: 3, everyDays: 7 })
  const [, , third] = mailbox.repeat(hourOn(2), { times: 3, everyDays: 7 })
  await work()
  assert.equal((await claimed()).length, 6)
  gmail.remove(second?.id ?? '')
  mailbox.remove(third?.id ?? '')
  await work()
  assert.deepEqual(await claimed(), [hourOn(1), hourOn(2), hourOn(15), hourOn(16)].map(asClaim))
})

test('calcom/cal.diy#6007: a calendar of many pages is read to the last page', async () => {
  const { gmail, mailbox, claimed } = await connected(reading)
  atGoogle.pageSize = 2
  atMicrosoft.pageSize = 2
  for (let day = 1; day <= 5; day += 1) {
    gmail.add(hourOn(day, 15))
    mailbox.add(hourOn(day, 18))
  }
  await work()
  assert.equal((await claimed()).length, 10)
})

test('calcom/cal.diy#2236, #2652, #30173, thunderbird/appointment#696: free, elsewhere and declined events block nothing', async () => {
  const { gmail, mailbox, claimed } = await connected(reading)
  gmail.add(hourOn(1), { transparency: 'transparent' })
  gmail.add(hourOn(2), { eventType: 'workingLocation' })
  gmail.add(hourOn(3), { attendees: [{ self: true, responseStatus: 'declined' }] })
  mailbox.add(hourOn(4), { showAs: 'free' })
  mailbox.add(hourOn(5), { showAs: 'workingElsewhere' })
  mailbox.add(hourOn(6), { responseStatus: { response: 'declined' } })
  await work()
  assert.deepEqual(await claimed(), [])
})

test('calcom/cal.diy#6292, #12157, microsoftgraph/microsoft-graph-docs-contrib#6459: all-day and long events block whole days', async () => {
  const { gmail, mailbox, claimed } = await connected(reading)
  gmail.add({ start: '2026-12-01', end: '2026-12-02' })
  mailbox.add({ start: '2026-12-03', end: '2026-12-05' })
  mailbox.add({ start: '2026-12-07T14:00:00Z', end: '2026-12-09T23:00:00Z' })
  await work()
  assert.deepEqual(
    await claimed(),
    [
      { start: '2026-12-01T06:00:00Z', end: '2026-12-02T06:00:00Z' },
      { start: '2026-12-03T06:00:00Z', end: '2026-12-05T06:00:00Z' },
      { start: '2026-12-07T14:00:00Z', end: '2026-12-09T23:00:00Z' },
    ].map(asClaim),
  )
})

test('calcom/cal.diy#7564, #5796, #11964: an expired consent is notified once by its name, and the other account continues', async () => {
  const { person, emails, mailbox, claimed } = await connected(reading)
  google.revokeAll(atGoogle, emails.google)
  await later(61)
  const { accounts } = await seen(person)
  assert.deepEqual(
    accounts.map(({ state }) => state),
    ['revoked', 'healthy'],
  )
  const titles = (await person.call(community)).body.map(({ title }) => title)
  assert.deepEqual(titles, ['Se desconectó tu Google Calendar'])
  mailbox.add(hourOn(1))
  await work()
  assert.equal((await claimed()).length, 1)
})

test('calcom/cal.diy#1051: an account whose consent was revoked there can be disconnected here', async () => {
  const { person, emails, accounts, gmail, mailbox, claimed } = await connected(writing)
  gmail.add(hourOn(1))
  mailbox.add(hourOn(2))
  await work()
  google.revokeAll(atGoogle, emails.google)
  outlook.revokeAll(atMicrosoft, emails.microsoft)
  // One that Kalli already knows of, and one that it discovers while writing.
  kalli.time.advance(61)
  await person.call(contract.tryConnection, { params: { id: accounts.google.id } })
  for (const { id } of [accounts.google, accounts.microsoft])
    assert.equal((await person.call(contract.disconnect, { params: { id } })).status, 200)
  assert.deepEqual(await claimed(), [])
  await later(1)
  const { rows } = await kalli.database.pool.query('select from calendar_accounts where id = any ($1)', [
    [accounts.google.id, accounts.microsoft.id],
  ])
  assert.equal(rows.length, 0)
  // Reconnected it is as new.
  assert.match(await connectOutlook(person, { email: emails.microsoft, reach: 'read' }), /connected$/)
  await work()
  assert.equal((await claimed()).length, 1)
})

test('calcom/cal.diy#16872, #1919, #29720: an event moved or deleted there raises a question, and adopted it moves the block', async () => {
  const side = await connected(writing)
  const { at, person } = side
  const body = {
    startsAt: '2026-12-01T16:00:00.000Z',
    endsAt: '2026-12-01T17:00:00.000Z',
    reason: 'Comida',
  }
  assert.equal((await person.call(addOwnBlock, { body })).status, 201)
  await work()
  const { calendars } = writtenAt(side)
  const [here] = writtenAt(side).google
  const [there] = writtenAt(side).microsoft
  assert.ok(calendars.google && calendars.microsoft && here && there)
  const moved = { start: '2026-12-01T18:00:00Z', end: '2026-12-01T19:00:00Z' }
  byHandAtMicrosoft(atMicrosoft, calendars.microsoft).move(there.event.id, moved)
  await work()
  const [difference] = (await seen(person)).differences
  assert.deepEqual([difference?.about, difference?.provider], ['block', 'microsoft'])
  const adopted = await person.call(contract.adoptDifference, { params: { id: difference?.id ?? '' } })
  assert.deepEqual([adopted.status, adopted.body.differences], [200, []])
  const { rows } = await kalli.database.pool.query<{ starts: Date }>(
    'select lower(during) as starts from claims where resource_id = $1 and block_id is not null',
    [at.professional.id],
  )
  assert.deepEqual(
    rows.map(({ starts }) => starts.toISOString()),
    ['2026-12-01T18:00:00.000Z'],
  )
  await work()
  // The other account follows, and there is only one question.
  const [follows] = writtenAt(side).google
  assert.equal(Date.parse(follows?.event.start?.dateTime ?? ''), Date.parse(moved.start))
  assert.deepEqual((await seen(person)).differences, [])
})

test('calcom/cal.diy#7703, #7525, #5588: a visit is one event in each chosen calendar and in no other, after any retry', async () => {
  const side = await connected({ google: 'own', microsoft: 'read' })
  const isInsert = (method: string, path: string, email: string) =>
    email === side.emails.google && method === 'POST' && path.endsWith('/events')
  atGoogle.faults.push({ match: isInsert, status: 503, reason: 'backendError', after: true })
  await booked(kalli, side.at)
  await work()
  await later(3)
  for (const { id } of Object.values(side.accounts))
    await side.person.call(contract.tryConnection, { params: { id } })
  await later(16)
  assert.deepEqual([writtenAt(side).google.length, writtenAt(side).microsoft.length], [1, 0])
  // After reconnecting, nothing is written a second time.
  const { emails, person, accounts } = side
  await connectGoogle(person, { email: emails.google, reach: 'own', accountId: accounts.google.id })
  await work()
  assert.equal(writtenAt(side).google.length, 1)
})

test('calcom/cal.diy#18079: a quota exhausted while connecting is reported, and nothing is left half connected', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const { person } = at.professional
  serial += 1
  const [gmail, mailbox] = [`a${serial}@gmail.test`, `a${serial}@outlook.test`]
  const match = (method: string, path: string, email: string) =>
    (email === gmail || email === mailbox) && method === 'GET' && /calendar(List|s)$/.test(path)
  atGoogle.faults.push({ match, status: 403, reason: 'rateLimitExceeded' })
  atMicrosoft.faults.push({ match, status: 429, code: 'ApplicationThrottled', retryAfter: 30 })
  assert.match(await connectGoogle(person, { email: gmail, reach: 'own' }), /calendar=busy$/)
  assert.match(await connectOutlook(person, { email: mailbox, reach: 'own' }), /calendar=busy$/)
  assert.deepEqual((await seen(person)).accounts, [])
  // The failure comes at the first reading, not while connecting: it waits, reports it, and continues by itself as announced.
  const isFirst = (method: string, path: string, email: string) =>
    email === mailbox && method === 'POST' && path === '/me/calendars'
  atMicrosoft.faults.push({ match: isFirst, status: 429, code: 'ApplicationThrottled', retryAfter: 60 })
  assert.match(await connectGoogle(person, { email: gmail, reach: 'own' }), /connected$/)
  assert.match(await connectOutlook(person, { email: mailbox, reach: 'own' }), /connected$/)
  await work()
  const [, limited] = (await seen(person)).accounts
  assert.deepEqual([limited?.state, limited?.isMaking], ['failing', true])
  await later(2)
  const { accounts } = await seen(person)
  assert.deepEqual(
    accounts.map(({ state, calendars }) => [state, calendars.find(({ target }) => target)?.name]),
    [
      ['healthy', 'Kalli'],
      ['healthy', 'Kalli'],
    ],
  )
})
