/** The host's next seven days: open and rented hours, and who comes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as cancellations from '#contract/booking/cancellation.ts'
import { nextDays } from '#contract/booking/next-days.ts'
import { booked } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
  kalli.time.set(testNow)
})
after(() => kalli.close())

test('each of the next seven days shows its host open and rented minutes and who comes, and other hosts nothing', async () => {
  const at = await people.bookable(kalli, { units: 2, durationMinutes: 90 })
  const read = async () => (await at.host.person.call(nextDays)).body.days
  const empty = await read()
  assert.deepEqual(
    empty.map(({ date }) => date),
    ['21', '22', '23', '24', '25', '26', '27'].map((day) => `2026-11-${day}`),
  )
  // Two chairs, ten hours each.
  assert.ok(empty.every(({ openMinutes, bookedMinutes }) => openMinutes === 1200 && bookedMinutes === 0))
  const first = await booked(kalli, at)
  const second = await booked(kalli, at, { place: 6 })
  const dayOf = async () => (await read()).find(({ date }) => date === '2026-11-25')
  assert.deepEqual(await dayOf(), {
    date: '2026-11-25',
    openMinutes: 1200,
    bookedMinutes: 180,
    bookings: 2,
    who: ['Ana'],
    others: 0,
  })
  const order = { params: { id: second.id }, query: { t: second.t } }
  const quote = await second.who.call(cancellations.cancelQuote, { ...order, body: { as: 'client' } })
  await second.who.call(cancellations.cancel, {
    ...order,
    body: { quoteToken: quote.body.token, reason: '' },
  })
  assert.deepEqual([(await dayOf())?.bookedMinutes, (await dayOf())?.bookings], [90, 1])
  assert.ok(first.id)
  // Closed that day by hand.
  await kalli.database.pool.query(
    `insert into schedule_exceptions (owner_kind, owner_id, date, windows) values ('space', $1, '2026-11-26', '[]')`,
    [at.space.id],
  )
  assert.equal((await read()).find(({ date }) => date === '2026-11-26')?.openMinutes, 0)

  const other = await people.host(kalli)
  assert.ok(
    (await other.person.call(nextDays)).body.days.every(
      ({ openMinutes, bookings }) => openMinutes + bookings === 0,
    ),
  )
  assert.equal((await kalli.visitor().call(nextDays)).status, 401)
})
