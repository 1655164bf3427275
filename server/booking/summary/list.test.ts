import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as days from '#contract/booking/day.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { selectPlaced, selectShown, withVisits } from '#server/booking/summary/present.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

type Query = Parameters<typeof pageOf>[1]
const pageOf = (
  who: Person,
  query: {
    role: 'client' | 'professional' | 'host'
    tab?: 'upcoming' | 'past' | 'today' | 'day'
    date?: string
    limit?: number
    cursor?: string
  },
) => who.call(contract.bookings, { query })

/** Follows the Link header to the end. */
const walk = async (who: Person, query: Query) => {
  const ids: string[] = []
  let next: string | null =
    `/api/bookings?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  let pages = 0
  while (next !== null) {
    const response = await who.fetch('GET', next)
    assert.equal(response.status, 200)
    const page: { id: string }[] = JSON.parse(await response.text())
    ids.push(...page.map(({ id }) => id))
    pages += 1
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  }
  return { ids, pages }
}

test('an anonymous visitor has no list, a missing role is refused, and a new client’s list is empty', async () => {
  assert.equal((await pageOf(kalli.visitor(), { role: 'client' })).status, 401)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.deepEqual((await pageOf(client, { role: 'client' })).body, [])
  assert.equal(refusalOf(await pageOf(client, { role: 'host' })).code, 'role_not_available')
})

test('pages have no gaps or repetitions, upcoming visits soonest first and past ones latest first', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { durationMinutes: 30, units: 3 })
  const made: { id: string; startsAt: string }[] = []
  for (const date of ['2026-11-23', '2026-11-24', '2026-11-25'])
    for (const place of [0, 1, 2]) made.push(await booked(kalli, at, { date, place }))
  const { person } = at.professional
  const soonest = made.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)).map(({ id }) => id)
  for (const limit of [1, 2, 4, 9, 20]) {
    const { ids, pages } = await walk(person, { role: 'professional', limit })
    assert.deepEqual(ids, soonest)
    assert.equal(pages, Math.ceil(9 / limit))
  }
  assert.deepEqual((await walk(at.host.person, { role: 'host', limit: 2 })).ids, soonest)
  const quoted = await person.call(cancellation.cancelQuote, {
    params: { id: soonest[4] ?? '' },
    body: { as: 'professional' },
  })
  await person.call(cancellation.cancel, {
    params: { id: soonest[4] ?? '' },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal((await walk(person, { role: 'professional' })).ids.length, 8)
  assert.deepEqual((await walk(person, { role: 'professional', tab: 'past', limit: 1 })).ids, [soonest[4]])
  const bad = await pageOf(person, { role: 'professional', cursor: 'bm90aGluZw' })
  assert.equal(refusalOf(bad).code, 'invalid_input')
})

test('a day is the wall-clock day of the place, and lists only the professional’s own visits', async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  const other = await people.bookable(kalli, { durationMinutes: 60 })
  const last = await booked(kalli, at, { date: '2026-11-24', place: 18 })
  await booked(kalli, other, { date: '2026-11-24' })
  assert.match(last.startsAt, /^2026-11-25T00:/, 'in UTC it is the day after')
  const { person } = at.professional
  const ids = async (date: string) =>
    (await pageOf(person, { role: 'professional', tab: 'day', date })).body.map(({ id }) => id)
  assert.deepEqual(await ids('2026-11-24'), [last.id])
  assert.deepEqual(await ids('2026-11-25'), [])
  const day = (await person.call(days.professionalDay, { query: { date: '2026-11-24' } })).body
  assert.deepEqual(
    day.bookings.map(({ id }) => id),
    [last.id],
  )
  // 60 minutes of a chair at 200.00 an hour.
  assert.equal(day.expectedCents, 100_000 - 10_000 - 20_000)
  const use = (await at.host.person.call(days.hostDay, { query: { date: '2026-11-24' } })).body
  assert.equal(use.totals.expectedCents, 19_000)
  assert.equal(use.spaces[0]?.units.length, 2)
  assert.equal(use.spaces[0]?.openMinutes, 600)
})

test('the professional sees how many visits a client had before', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const contact = contactOf()
  const first = await booked(kalli, at, { contact, date: '2026-11-20', place: 0 })
  const { person } = at.professional
  await person.call(attendance.checkIn, { params: { id: first.id }, body: await hereOf(kalli, first.id) })
  await person.call(attendance.checkOut, { params: { id: first.id }, body: {} })
  await completeAsClient(kalli, first.id)
  const second = await booked(kalli, at, { contact })
  const seen = await person.call(contract.booking, { params: { id: second.id } })
  assert.equal(seen.body.client?.visits, 1)
})

test('every list is read through an index of its own party', async (t) => {
  const client = await kalli.database.pool.connect()
  t.after(() => client.release(true))
  // There are too few rows for an index to pay off; the test checks that one can serve, order included.
  await client.query('set enable_seqscan = off')
  for (const column of ['client_id', 'professional_id', 'host_id']) {
    const { rows } = await client.query(
      `explain select * from bookings where ${column} = 1 and status in ('confirmed') and (starts_at, id) > (now(), gen_random_uuid())
       order by starts_at, id limit 21`,
    )
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n')
    assert.match(plan, new RegExp(`Index Scan using bookings_${column.replace('_id', '')}`))
    assert.doesNotMatch(plan, /Sort/)
  }
})

test('a booking’s details are read by index alone, however many services, reviews or disputes there are', async (t) => {
  const client = await kalli.database.pool.connect()
  t.after(() => client.release(true))
  // A sequential scan now means there is no other plan, and it grows with the data.
  await client.query('set enable_seqscan = off')
  const { kysely } = kalli.database
  for (const question of [selectPlaced(kysely), withVisits(selectShown(kysely))]) {
    const { sql, parameters } = question.where('booking.id', '=', randomUUID()).compile()
    const { rows } = await client.query(`explain ${sql}`, [...parameters])
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Scan using bookings_pkey/)
    assert.doesNotMatch(plan, /Seq Scan/)
  }
})
