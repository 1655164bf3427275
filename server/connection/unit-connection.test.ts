/** Units of a host with connected calendars: permissions, written and busy times, questions, and full removal on disconnect. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addBlock } from '#contract/booking/agenda/block.ts'
import * as contract from '#contract/connection/unit-connection.ts'
import { community } from '#contract/notification/notification.ts'
import { hold } from '#contract/booking/hold.ts'
import {
  accountOf,
  byHand,
  revokeAll,
  settled,
  standinOf,
  type StandinCalendar,
  type World,
} from '#server/connection/standin/world.ts'
import { accountOf as caldavAccountOf, caldavWorld } from '#server/connection/caldav/standin/world.ts'
import { mailboxOf, outlookOf } from '#server/connection/standin/microsoft/world.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, contactOf, slotOn } from '#server/testing/bookings.ts'
import { connectGoogle, connectOutlook, outsideClaims } from '#server/testing/calendar-consent.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { membershipOf } from '#server/testing/world.ts'

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
const seen = async (who: Person) => (await who.call(contract.unitConnections)).body

const connected = async ({
  reach = 'theirs' as const,
  units = 1,
}: { reach?: 'theirs' | 'read'; units?: number } = {}) => {
  const at = await people.bookable(kalli, { units })
  const { person } = at.host
  const email = `sillas${++serial}@gmail.test`
  assert.match(
    await connectGoogle(person, { email, reach, forUnits: true }),
    /^\/host-dashboard.*calendar=connected$/,
  )
  await work()
  const [first, second] = accountOf(world, email).calendars
  assert.ok(first && second)
  const { choices } = await seen(person)
  const choiceOf = (calendar: StandinCalendar) =>
    choices.find(({ name }) => name === calendar.summary)?.id ?? 0
  const give = async (place: number, calendar: StandinCalendar | null, more: object = {}) => {
    const answer = await person.call(contract.connectUnit, {
      params: { id: at.space.units[place] ?? 0 },
      body: { calendarId: calendar === null ? null : choiceOf(calendar), ...more },
    })
    await work()
    return answer
  }
  const unit = async (place = 0) => (await seen(person)).units[place]?.connection
  return { at, person, email, first, second, choiceOf, give, unit }
}

const live = (calendar: StandinCalendar) =>
  [...calendar.events.values()].map(({ event }) => event).filter(({ status }) => status !== 'cancelled')
const startOf = (calendar: StandinCalendar) =>
  live(calendar).map(({ start }) => new Date(start?.dateTime ?? '').toISOString())
const claimed = (unitId = 0) => outsideClaims(kalli, unitId)
const titlesFor = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)
const later = (text: string, hours: number) => new Date(Date.parse(text) + hours * 3_600_000).toISOString()

test('a host or a permitted member connects a unit at their own space, and one calendar serves one unit', async () => {
  const { at, person, email, first, second, choiceOf, give } = await connected({ units: 2 })
  const [unitId = 0, other = 0] = at.space.units
  const params = { id: unitId }
  const choose = (who: Person, body: object, id = unitId) =>
    who.call(contract.connectUnit, { params: { id }, body: { calendarId: choiceOf(first), ...body } })
  assert.equal((await choose(kalli.visitor(), {})).status, 401)
  const stranger = await connected()
  assert.equal(refusalOf(await choose(stranger.person, {})).code, 'not_found')
  assert.equal(
    refusalOf(
      await stranger.person.call(contract.connectUnit, {
        params: { id: stranger.at.space.units[0] ?? 0 },
        body: { calendarId: choiceOf(first) },
      }),
    ).code,
    'not_found',
    'another host’s calendar',
  )
  assert.equal(
    refusalOf(
      await stranger.person.call(contract.disconnectUnits, {
        params: { id: (await seen(person)).accounts[0]?.id ?? 0 },
      }),
    ).code,
    'not_found',
  )
  assert.equal((await give(0, first)).status, 200)
  assert.equal(refusalOf(await give(1, first)).code, 'calendar_of_another_unit')
  assert.equal((await give(1, second)).status, 200)

  const memberWho = async (permissions: ('calendars' | 'see_all')[], spaceId: number) => {
    const accountId = await people.account(kalli)
    const home = { host: at.host, space: { id: spaceId } }
    const membership = await membershipOf(kalli, home, {
      account_id: accountId,
      role: 'reception',
      permissions,
    })
    return { membership, who: await people.signIn(kalli, accountId) }
  }
  const sees = await memberWho(['see_all'], at.space.id)
  assert.equal(refusalOf(await choose(sees.who, { membership: sees.membership })).code, 'member_may_not')
  const elsewhere = await people.space(kalli, at.host, { units: 1 })
  const there = await memberWho(['calendars'], elsewhere.id)
  assert.equal(refusalOf(await choose(there.who, { membership: there.membership })).code, 'not_found')
  const member = await memberWho(['calendars'], at.space.id)
  const view = (await member.who.call(contract.unitConnections, { query: { membership: member.membership } }))
    .body
  assert.deepEqual(
    view.units.map((unit) => unit.unitId),
    [unitId, other],
  )
  assert.deepEqual([view.accounts, view.choices[0]?.account], [[], 'Google Calendar'])
  assert.doesNotMatch(JSON.stringify(view.units), new RegExp(email))
  const taken = await choose(member.who, { membership: member.membership, calendarId: null })
  assert.deepEqual([taken.status, taken.body.units[0]?.connection], [200, null])
  assert.equal(refusalOf(await member.who.call(contract.disconnectUnits, { params })).code, 'forbidden')

  // With read access only nothing is written, but busy times count.
  const reader = await connected({ reach: 'read' })
  assert.equal(refusalOf(await reader.give(0, reader.first)).code, 'calendar_not_writable')
  assert.equal((await reader.give(0, reader.first, { writes: false })).status, 200)
  assert.deepEqual([(await reader.unit())?.writes, (await reader.unit())?.mayWrite], [false, false])
})

test('rents, visits and blocks become events without a client’s name, and busy time blocks the unit but no booking', async () => {
  const { at, person, first, second, give, unit } = await connected({ units: 2 })
  const [unitId] = at.space.units
  await give(0, first)
  await give(1, second)
  const visit = await booked(kalli, at, {
    date: '2026-11-26',
    contact: contactOf({ firstName: 'Paola', lastName: 'Nava' }),
  })
  await work()
  assert.deepEqual(startOf(first), [visit.startsAt])
  assert.match(live(first)[0]?.summary ?? '', /^Cita · \S+ · Silla 1$/)
  assert.doesNotMatch(JSON.stringify(live(first)), /Paola|Nava|\+52/)
  assert.deepEqual(await claimed(unitId), [], 'our own event takes no time a second time')

  const hand = byHand(world, first)
  const event = hand.add({ start: later(visit.startsAt, -1), end: later(visit.endsAt, 3) })
  await work()
  assert.deepEqual(await claimed(unitId), [
    [later(visit.startsAt, -1), visit.startsAt],
    [visit.endsAt, later(visit.endsAt, 3)],
  ])
  assert.equal((await unit())?.conflicts, 1)
  assert.ok((await titlesFor(person)).some((title) => title.startsWith('Dos cosas a la vez: Silla 1')))
  hand.remove(event.id)

  const block = await person.call(addBlock, {
    params: { id: unitId ?? 0 },
    body: { startsAt: '2026-11-27T18:00:00.000Z', endsAt: '2026-11-27T19:00:00.000Z', reason: 'Pintura' },
  })
  assert.equal(block.status, 201)
  const rent = await rentedHours(at.professional.person, at)
  await work()
  assert.deepEqual(await claimed(unitId), [])
  assert.deepEqual(
    [...live(first), ...live(second)].map(({ summary }) => summary?.split(' · ')[0]).toSorted(),
    ['Cita', 'Pintura', 'Renta'],
  )

  // Moved there: proposed to the renter; a block simply moves.
  const rented = [first, second].find(
    (calendar) =>
      startOf(calendar).includes(rent.startsAt) &&
      calendar.events.size > 0 &&
      live(calendar).some(({ summary }) => summary?.startsWith('Renta')),
  )
  assert.ok(rented)
  const rentEvent = live(rented).find(({ summary }) => summary?.startsWith('Renta'))
  const blockEvent = live(first).find(({ summary }) => summary?.startsWith('Pintura'))
  byHand(world, rented).move(rentEvent?.id ?? '', {
    start: later(rent.startsAt, 3),
    end: later(rent.endsAt, 3),
  })
  byHand(world, first).move(blockEvent?.id ?? '', {
    start: '2026-11-27T20:00:00Z',
    end: '2026-11-27T21:00:00Z',
  })
  await work()
  const { differences } = await seen(person)
  assert.deepEqual(
    differences.map(({ kind, about }) => [kind, about]),
    [
      ['moved', 'rent'],
      ['moved', 'block'],
    ],
  )
  assert.ok(
    (await titlesFor(person)).some((title) => title.startsWith('En Google moviste una renta en Silla')),
  )
  const stranger = await people.host(kalli)
  for (const { id } of differences) {
    const params = { id }
    assert.equal(
      refusalOf(await stranger.person.call(contract.adoptUnitDifference, { params, body: {} })).code,
      'not_found',
    )
    const adopted = await person.call(contract.adoptUnitDifference, { params, body: {} })
    assert.equal(adopted.status, 200, JSON.stringify(adopted.body))
  }
  assert.deepEqual(
    (await seen(person)).differences.map(({ about, state }) => [about, state]),
    [['rent', 'proposed']],
  )
  const { rows } = await kalli.database.pool.query(
    `select starts_at, proposed_by from change_proposals where booking_id = $1`,
    [rent.id],
  )
  assert.deepEqual(
    [rows[0]?.starts_at.toISOString(), rows[0]?.proposed_by],
    [later(rent.startsAt, 3), 'host'],
  )
  const moved = await kalli.database.pool.query(
    `select lower(during) as at from claims where block_id = $1`,
    [block.body.id],
  )
  assert.equal(moved.rows[0]?.at.toISOString(), '2026-11-27T20:00:00.000Z')

  // Deleted there: a question; a block is removed here too, a visit is put back when the host decides so.
  byHand(world, first).remove(blockEvent?.id ?? '')
  await work()
  const unwanted = (await seen(person)).differences.find(({ about }) => about === 'block')
  assert.equal(unwanted?.kind, 'deleted')
  const removal = { params: { id: unwanted?.id ?? '' }, body: {} }
  assert.equal((await person.call(contract.adoptUnitDifference, removal)).status, 200)
  const left = await kalli.database.pool.query('select from blocks where id = $1', [block.body.id])
  assert.equal(left.rowCount, 0)
  await work()
  byHand(world, first).remove(live(first).find(({ summary }) => summary?.startsWith('Cita'))?.id ?? '')
  await work()
  const deleted = (await seen(person)).differences.find(({ about }) => about === 'visit')
  assert.deepEqual([deleted?.kind, deleted?.unitName], ['deleted', 'Silla 1'])
  const params = { id: deleted?.id ?? '' }
  assert.equal((await person.call(contract.rejectUnitDifference, { params, body: {} })).status, 200)
  await work()
  assert.ok(startOf(first).includes(visit.startsAt))
  assert.equal(
    refusalOf(await person.call(contract.rejectUnitDifference, { params, body: {} })).code,
    'calendar_difference_over',
  )
})

test('a removed connection clears both sides: one unit, a moved calendar, and the whole account', async () => {
  const { at, person, email, first, second, give } = await connected()
  await give(0, first)
  const visit = await booked(kalli, at)
  byHand(world, first).add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  await work()
  assert.equal((await claimed(at.space.units[0])).length, 1)
  const theirs = live(first).find(({ summary }) => summary === 'Dentista')
  await give(0, second)
  assert.deepEqual(
    [live(first), startOf(second), await claimed(at.space.units[0])],
    [[theirs], [visit.startsAt], []],
  )
  assert.equal(first.channels.length, 0)
  await give(0, null)
  assert.deepEqual([live(first), live(second)], [[theirs], []])
  await give(0, first)
  assert.equal(live(first).length, 2)
  const [account] = (await seen(person)).accounts
  assert.equal(
    (await person.call(contract.disconnectUnits, { params: { id: account?.id ?? 0 } })).status,
    200,
  )
  assert.deepEqual(await claimed(at.space.units[0]), [], 'free at once')
  await work()
  assert.deepEqual([live(first), first.channels, (await seen(person)).accounts], [[theirs], [], []])
  assert.ok(![...world.refreshTokens.values()].some((grant) => grant.email === email))
})

test('a revoked consent is notified, busy time stays, and after reconnecting the unit keeps its calendar', async () => {
  const { at, person, email, first, give, unit } = await connected()
  await give(0, first)
  byHand(world, first).add({ start: '2026-11-27T15:00:00Z', end: '2026-11-27T16:00:00Z' })
  await work()
  revokeAll(world, email)
  kalli.time.advance(61)
  await runJobsOnce(kalli, { of: ['connection'] })
  await work()
  assert.equal((await unit())?.state, 'revoked')
  assert.equal((await claimed(at.space.units[0])).length, 1)
  assert.ok((await titlesFor(person)).includes('Se desconectó tu Google Calendar'))
  const accountId = (await seen(person)).accounts[0]?.id
  await connectGoogle(person, { email, reach: 'theirs', forUnits: true, accountId })
  await booked(kalli, at)
  await work()
  assert.deepEqual([(await unit())?.state, (await unit())?.written], ['healthy', 1])
})

test('of a calendar event and a client wanting the same hour at once one gets it, and a booking is never undone', async () => {
  const { at, first, give, unit } = await connected()
  await give(0, first)
  for (let turn = 0; turn < 4; turn += 1) {
    const slot = await slotOn(kalli.visitor(), at, '2026-11-26')
    byHand(world, first).add({ start: slot.startsAt, end: slot.endsAt })
    const [answer] = await Promise.all([
      kalli.visitor().call(hold, { body: { slotToken: slot.token } }),
      settled(world).then(() => drain(kalli)),
    ])
    await work()
    const { rows } = await kalli.database.pool.query<{ mine: boolean }>(
      `select booking_id is not null as mine from claims where resource_id = $1 and during && tstzrange($2, $3)`,
      [at.space.units[0], slot.startsAt, slot.endsAt],
    )
    assert.deepEqual(rows, [{ mine: answer.status === 201 }])
  }
  assert.equal((await unit())?.state, 'healthy')
})

test('a unit connects to Outlook, and to CalDAV by an app password', async () => {
  const at = await people.bookable(kalli, { units: 2 })
  const { person } = at.host
  const [one = 0, two = 0] = at.space.units
  const email = `sillas${++serial}@outlook.test`
  assert.match(
    await connectOutlook(person, { email, reach: 'theirs', forUnits: true }),
    /^\/host-dashboard.*calendar=connected$/,
  )
  const user = `sillas${serial}`
  const password = await person.call(contract.connectCaldavForUnits, {
    body: { service: 'other', address: 'nube.kalli.test', user, password: 'clave-de-app' },
  })
  assert.equal(password.status, 201, JSON.stringify(password.body))
  const calendarOf = (words: string) =>
    password.body.choices.find(({ account, writable }) => account.startsWith(words) && writable)?.id ?? 0
  await person.call(contract.connectUnit, { params: { id: one }, body: { calendarId: calendarOf(email) } })
  await person.call(contract.connectUnit, {
    params: { id: two },
    body: { calendarId: calendarOf(`${user} en`) },
  })
  for (const unit of [one, two])
    await person.call(addBlock, {
      params: { id: unit },
      body: { startsAt: '2026-11-27T18:00:00.000Z', endsAt: '2026-11-27T19:00:00.000Z', reason: 'Pintura' },
    })
  await drain(kalli)
  const mailbox = mailboxOf(outlookOf(kalli.config), email)
  assert.equal(mailbox.calendars.flatMap(({ events }) => [...events.values()]).length, 1)
  const cloud = caldavAccountOf(caldavWorld(kalli.config), user, 'clave-de-app')
  assert.equal(
    [...(cloud?.calendars.values() ?? [])].flatMap(({ objects }) => [...objects.values()]).length,
    1,
  )
  const { accounts } = await seen(person)
  for (const { id } of accounts) {
    const tried = await person.call(contract.tryUnitConnection, { params: { id }, body: {} })
    assert.equal(tried.body.accounts.find((account) => account.id === id)?.state, 'healthy')
  }
  for (const { id } of accounts) await person.call(contract.disconnectUnits, { params: { id } })
  await drain(kalli)
  assert.deepEqual(
    (await seen(person)).units.map(({ connection }) => connection),
    [null, null],
  )
})
