import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, saveException, slots } from '#contract/availability/availability.ts'
import { bookingRecord } from '#contract/booking/record.ts'
import {
  addOwnBlock,
  calendar,
  ChangedBlock,
  changeOwnBlock,
  comeBack,
  copyWeek,
  goAway,
  previewAway,
  removeOwnBlock,
} from '#contract/booking/agenda/calendar.ts'
import { booked, held, movesOf, slotOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, bookable, professional, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import * as holds from '#contract/booking/hold.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const day = { from: '2026-11-25', to: '2026-11-25' }
const offeredOn = async ({ professional: { id }, serviceId }: Bookable, date: string) => {
  const query = { professional: id, service: serviceId, from: date, to: date }
  const { body } = await kalli.visitor().call(slots, { query })
  return body.days.flatMap((one) => one.slots).length
}

test('an anonymous visitor has no calendar, a user without a profile is told so, and a year is too long a range', async () => {
  assert.equal((await kalli.visitor().call(calendar, { query: day })).status, 401)
  const person = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await person.call(calendar, { query: day })).code, 'no_profile')
  const ana = await professional(kalli)
  const year = { from: '2026-01-01', to: '2026-12-31' }
  assert.equal(refusalOf(await ana.person.call(calendar, { query: year })).code, 'invalid_input')
})

test('shows visits, holds and blocks in their layers, and a hold without its client', async () => {
  const at = await bookable(kalli)
  const visit = await booked(kalli, at)
  await held(kalli.visitor(), at, '2026-11-25', 3)
  const { person } = at.professional
  const added = await person.call(addOwnBlock, {
    body: { startsAt: '2026-11-26T01:00:00Z', endsAt: '2026-11-26T02:00:00Z', reason: 'Dentista' },
  })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const { body } = await person.call(calendar, { query: day })
  assert.deepEqual(
    body.entries.map(({ layer, booking, block }) => [layer, booking?.id ?? null, block?.reason ?? null]),
    [
      ['visit', visit.id, null],
      ['hold', null, null],
      ['block', null, 'Dentista'],
    ],
  )
  const only = await person.call(calendar, { query: { ...day, layers: 'block' } })
  assert.deepEqual(
    only.body.entries.map(({ layer }) => layer),
    ['block'],
  )
  const stranger = await professional(kalli)
  assert.deepEqual((await stranger.person.call(calendar, { query: day })).body.entries, [])
})

test('only the professional of a visit can read its history, with the actor of each step', async () => {
  const at = await bookable(kalli)
  const visit = await booked(kalli, at)
  const { person } = at.professional
  const params = { id: visit.id }
  const { body } = await person.call(bookingRecord, { params })
  assert.deepEqual(
    body.map(({ move, by }) => `${move} by ${by}`),
    await movesOf(kalli, visit.id),
  )
  assert.equal(body.at(-1)?.move, 'confirm')
  const stranger = await professional(kalli)
  assert.equal(refusalOf(await stranger.person.call(bookingRecord, { params })).code, 'not_found')
  assert.equal((await at.host.person.call(bookingRecord, { params })).status, 403)
})

test('of a block and a client’s hold for the same hour exactly one succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const at = await bookable(kalli)
    const slot = await slotOn(kalli.visitor(), at)
    const [blocked, hold] = await Promise.all([
      at.professional.person.call(addOwnBlock, {
        body: { startsAt: slot.startsAt, endsAt: slot.endsAt, reason: '' },
      }),
      kalli.visitor().call(holds.hold, { body: { slotToken: slot.token } }),
    ])
    assert.deepEqual([blocked.status, hold.status].toSorted(), [201, 409])
  }
})

test('a block that cannot move keeps its old time, and a stale version is refused', async () => {
  const at = await bookable(kalli)
  const { person } = at.professional
  const visit = await booked(kalli, at)
  const { body: block } = await person.call(addOwnBlock, {
    body: { startsAt: '2026-11-26T15:00:00Z', endsAt: '2026-11-26T16:00:00Z', reason: '' },
  })
  const params = { id: block.id }
  const onVisit = { startsAt: visit.startsAt, endsAt: visit.endsAt, version: 1 }
  const refused = await person.call(changeOwnBlock, { params, body: onVisit })
  assert.equal(refusalOf(refused).code, 'own_time_taken')
  const { body } = await person.call(calendar, { query: { from: '2026-11-26', to: '2026-11-26' } })
  assert.deepEqual(
    body.entries.map(({ startsAt }) => Date.parse(startsAt)),
    [Date.parse(block.startsAt)],
  )
  const moved = { startsAt: '2026-11-26T18:00:00Z', endsAt: '2026-11-26T19:00:00Z', version: 1 }
  const answers = await Promise.all([1, 2].map(() => person.call(changeOwnBlock, { params, body: moved })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  // The slower actor is shown the current state, and nothing is overwritten before they confirm.
  const now = {
    id: block.id,
    startsAt: '2026-11-26T18:00:00.000Z',
    endsAt: '2026-11-26T19:00:00.000Z',
    reason: '',
    version: 2,
  }
  const slower = answers.find(({ status }) => status === 409)
  assert.ok(slower)
  const late = await person.call(removeOwnBlock, { params, query: { version: 1 } })
  for (const answer of [slower, late])
    assert.deepEqual(ChangedBlock.parse(refusalOf(answer).details), { block: now })
  assert.equal((await person.call(removeOwnBlock, { params, query: { version: 2 } })).status, 200)
  await assert.rejects(
    kalli.database.pool.query(
      `insert into blocks (professional_id, unit_id, kind, author_account_id, created_at)
        select $1, id, 'block', $2, now() from units limit 1`,
      [at.professional.id, at.professional.accountId],
    ),
    /blocks_of_one/,
  )
})

test('an absence lists the visits that it affects first, closes its dates, and leaves those visits in place', async () => {
  const at = await bookable(kalli)
  const { person } = at.professional
  const visit = await booked(kalli, at)
  const dates = { from: '2026-11-24', to: '2026-11-27' }
  const { body: seen } = await person.call(previewAway, { body: dates })
  assert.deepEqual([seen.dates, seen.visits.map(({ id }) => id)], [4, [visit.id]])
  const refused = await person.call(goAway, { body: { ...dates, keep: [] } })
  assert.equal(refusalOf(refused).code, 'impact_changed')
  assert.ok((await offeredOn(at, '2026-11-26')) > 0, 'nothing was saved')
  const gone = await person.call(goAway, { body: { ...dates, keep: [visit.id] } })
  assert.equal(gone.status, 201, JSON.stringify(gone.body))
  assert.equal(await offeredOn(at, '2026-11-26'), 0)
  const { body } = await person.call(calendar, { query: dates })
  assert.deepEqual([body.exceptions.length, body.entries.map(({ booking }) => booking?.id)], [4, [visit.id]])
  const { body: opened } = await person.call(comeBack, { body: dates })
  assert.deepEqual(opened, { dates: 4, stillClosed: 0 })
  assert.ok((await offeredOn(at, '2026-11-26')) > 0)
})

test('rented hours in an absence appear as a rent, not as a visit of an unknown client, and remain', async () => {
  const at = await bookable(kalli)
  const { person } = at.professional
  const visit = await booked(kalli, at)
  const rent = await rentedHours(person, at, { date: '2026-11-26' })
  const dates = { from: '2026-11-25', to: '2026-11-26' }
  const { body: seen } = await person.call(previewAway, { body: dates })
  assert.deepEqual(
    seen.visits.map(({ id, kind, client, place }) => [id, kind, client === null, place]),
    [
      [visit.id, 'visit', false, seen.visits[1]?.place],
      [rent.id, 'rent', true, 'Casa Salas · Sillas de la calle Colima'],
    ],
  )
  const alone = await person.call(goAway, { body: { ...dates, keep: [visit.id] } })
  assert.equal(refusalOf(alone).code, 'impact_changed')
  assert.equal((await person.call(goAway, { body: { ...dates, keep: [visit.id, rent.id] } })).status, 201)
  const { body } = await person.call(calendar, { query: dates })
  assert.deepEqual(body.entries.map(({ layer }) => layer).toSorted(), ['rent', 'visit'])
})

test('ending an absence restores each date’s earlier hours, and dates closed by hand remain closed', async () => {
  const { person, id } = await professional(kalli)
  const windows = [{ fromMinute: 600, toMinute: 840 }]
  await person.call(saveException, { query: {}, body: { date: '2026-12-24', windows } })
  await person.call(saveException, { query: {}, body: { date: '2026-12-25', windows: [] } })
  const dates = { from: '2026-12-20', to: '2026-12-27' }
  const dated = async () =>
    (await person.call(hours, { query: {} })).body.exceptions.map((one) => [one.date, one.windows])
  // A second, longer absence retains what the first one stored.
  await person.call(goAway, { body: { ...dates, from: '2026-12-23', keep: [] } })
  await person.call(goAway, { body: { ...dates, keep: [] } })
  assert.deepEqual(
    (await dated()).map(([, open]) => open),
    Array.from({ length: 8 }, () => []),
  )
  // A day opened by hand stays as it is from then on.
  const evening = [{ fromMinute: 1080, toMinute: 1140 }]
  await person.call(saveException, { query: {}, body: { date: '2026-12-27', windows: evening } })
  const { body } = await person.call(comeBack, { body: dates })
  assert.deepEqual(body, { dates: 6, stillClosed: 1 })
  const theirs = [
    ['2026-12-24', windows],
    ['2026-12-25', []],
    ['2026-12-27', evening],
  ]
  assert.deepEqual(await dated(), theirs)
  assert.deepEqual((await person.call(comeBack, { body: dates })).body, { dates: 0, stillClosed: 1 })
  assert.deepEqual(await dated(), theirs)
  for (const wrong of [`windows = '[{"fromMinute": 0, "toMinute": 60}]', away = true`, `before = '[]'`])
    await assert.rejects(
      kalli.database.pool.query(
        `update schedule_exceptions set ${wrong} where owner_id = ${id} and owner_kind = 'professional'`,
      ),
      /schedule_exceptions_away/,
    )
})

test('copying a week opens no closed date, and the result states how each day changed', async () => {
  const { person } = await professional(kalli)
  const closedIn = async (from: string, to: string) =>
    (await person.call(calendar, { query: { from, to } })).body.exceptions
      .filter(({ closed }) => closed)
      .map(({ date }) => date)
  const windows = [{ fromMinute: 600, toMinute: 720 }]
  await person.call(goAway, { body: { from: '2026-12-21', to: '2026-12-25', keep: [] } })
  await person.call(saveException, { query: {}, body: { date: '2026-12-26', windows: [] } })
  await person.call(saveException, { query: {}, body: { date: '2026-12-27', windows } })
  await person.call(saveException, { query: {}, body: { date: '2026-12-08', windows } })
  const none = { blocks: 0, leftOut: 0 }
  // The usual week, except for its Tuesday.
  const onto = await person.call(copyWeek, { body: { from: '2026-12-07', to: '2026-12-21' } })
  // Tuesday is already closed: it is not counted twice.
  assert.deepEqual(onto.body, { dates: 0, usual: 1, closed: 0, stillClosed: 6, ...none })
  assert.equal((await closedIn('2026-12-21', '2026-12-27')).length, 6)
  // Days closed by a vacation are copied as such, so that coming back opens them.
  const along = await person.call(copyWeek, { body: { from: '2026-12-21', to: '2026-12-07' } })
  assert.deepEqual(along.body, { dates: 0, usual: 0, closed: 6, stillClosed: 0, ...none })
  const { body } = await person.call(comeBack, { body: { from: '2026-12-07', to: '2026-12-13' } })
  assert.deepEqual(body, { dates: 5, stillClosed: 1 })
  assert.deepEqual(await closedIn('2026-12-07', '2026-12-13'), ['2026-12-12'])
  const { body: hoursNow } = await person.call(hours, { query: {} })
  assert.deepEqual(hoursNow.exceptions.find(({ date }) => date === '2026-12-08')?.windows, windows)
})

test('copying a week brings its hours and blocks, and skips blocks whose time is taken', async () => {
  const at = await bookable(kalli)
  const { person } = at.professional
  const windows = [{ fromMinute: 600, toMinute: 720 }]
  await person.call(saveException, { query: {}, body: { date: '2026-11-24', windows } })
  for (const hour of ['15', '20'])
    await person.call(addOwnBlock, {
      body: { startsAt: `2026-11-26T${hour}:00:00Z`, endsAt: `2026-11-26T${hour}:30:00Z`, reason: hour },
    })
  await person.call(addOwnBlock, {
    body: { startsAt: '2026-12-03T20:00:00Z', endsAt: '2026-12-03T21:00:00Z', reason: 'Ya estaba' },
  })
  const { body } = await person.call(copyWeek, { body: { from: '2026-11-23', to: '2026-11-30' } })
  assert.deepEqual(body, { dates: 1, usual: 0, closed: 0, stillClosed: 0, blocks: 1, leftOut: 1 })
  const { body: after } = await person.call(calendar, { query: { from: '2026-11-30', to: '2026-12-06' } })
  assert.deepEqual(
    after.exceptions.map(({ date }) => date),
    ['2026-12-01'],
  )
  assert.deepEqual(
    after.entries.map(({ block }) => block?.reason),
    ['15', 'Ya estaba'],
  )
  const wrong = await person.call(copyWeek, { body: { from: '2026-11-24', to: '2026-12-01' } })
  assert.equal(refusalOf(wrong).code, 'invalid_input')
})
