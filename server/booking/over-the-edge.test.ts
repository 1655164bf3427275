import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { occupancy } from '#contract/booking/agenda/occupancy.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import {
  completeAsClient,
  booked,
  claimsOf,
  held,
  pay,
  slotsOn,
  type Bookable,
  hereOf,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { accountsOf, overlapsIn, quoteHours, rentedHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

/** One chair; 10 to 14 h are rented, which is 16:00 to 20:00 in UTC. A visit lasts an hour and a half. */
const rentPeople = async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  return { at, rent: await rentedHours(at.professional.person, at) }
}

const placeOf = async (at: Bookable, clock: string) => {
  const place = (await slotsOn(kalli.visitor(), at)).findIndex(({ startsAt }) => startsAt.includes(clock))
  assert.notEqual(place, -1, `${clock} is offered`)
  return place
}

const equipmentUnitsOf = async (at: Bookable, id: string) =>
  (await claimsOf(kalli, id))
    .filter(({ resource_id }) => resource_id === at.space.units[0])
    .map(({ during, parent_rent_id }) => [
      ...during.matchAll(/ (\d\d:\d\d)/g).map(([, clock]) => clock),
      parent_rent_id === null ? 'rented' : 'within',
    ])
    .toSorted()

test('a visit that ends after the rented hours owes rent for the part outside, in quote, receipts and ledger', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const { at, rent } = await rentPeople()
  const { person } = at.professional
  const whole = await equipmentUnitsOf(at, rent.id)
  const visit = await booked(kalli, at, { place: await placeOf(at, '19:00') })
  const { rows } = await kalli.database.pool.query(
    'select rent_cents, rent_minutes, parent_rent_id, agreement_id from bookings where id = $1',
    [visit.id],
  )
  // Half an hour at 200.00.
  assert.deepEqual(rows, [
    { rent_cents: 10_000, rent_minutes: 30, parent_rent_id: rent.id, agreement_id: at.agreementId },
  ])
  assert.equal(await overlapsIn(kalli), 0)
  const of = { params: { id: visit.id } }
  const receipts = async () =>
    Promise.all([
      person.call(booking.receipt, { ...of, query: { as: 'professional' } }),
      at.host.person.call(booking.receipt, { ...of, query: { as: 'host' } }),
    ])
  const [mine, hosts] = await receipts()
  // 1,000.00 less a tenth and 100.00; 100.00 less a twentieth.
  assert.deepEqual([mine.body.netCents, hosts.body.netCents], [80_000, 9500])
  assert.match(mine.body.notes.join(' '), /solo por lo que queda fuera/)
  assert.match(hosts.body.notes.join(' '), /lo demás está en su recibo/)
  const drawn = await at.host.person.call(timeline, { query: { from: '2026-11-25', to: '2026-11-25' } })
  assert.deepEqual(
    (readTimeline(drawn.body).spaces[0]?.units[0]?.claims ?? [])
      .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
      .map(({ kind, startsAt, endsAt }) => [kind, startsAt.slice(11, 16), endsAt.slice(11, 16)]),
    [
      ['rent', '16:00', '19:00'],
      ['booking', '19:00', '20:30'],
    ],
  )
  const params = { id: rent.id }
  const shorter = { startsAt: rent.startsAt, endsAt: '2026-11-25T19:30:00.000Z', also: null }
  const back = await person.call(contract.returnQuote, { params, body: shorter })
  assert.equal(refusalOf(back).code, 'visits_within', 'the last hours are a client\u2019s by now')
  kalli.time.set(new Date('2026-11-25T18:55:00Z'))
  assert.equal(
    (await person.call(attendance.checkIn, { ...of, body: await hereOf(kalli, visit.id) })).status,
    200,
  )
  kalli.time.set(new Date('2026-11-25T20:30:00Z'))
  await person.call(attendance.checkOut, { ...of, body: {} })
  const done = await completeAsClient(kalli, of.params.id)
  assert.equal(done.body.status, 'completed', JSON.stringify(done.body))
  const accounts = await accountsOf(kalli, visit.id)
  assert.deepEqual([accounts[2020], accounts[2030]], [-80_000, -9500])
  assert.deepEqual(
    (await receipts()).map(({ body }) => [body.state, body.netCents]),
    [
      ['settled', 80_000],
      ['settled', 9500],
    ],
  )
  kalli.time.set(new Date('2026-11-27T18:00:00Z'))
  await runJobsOnce(kalli)
  const full = await at.host.person.call(occupancy, { query: { from: '2026-11-25', to: '2026-11-25' } })
  const booked14 = full.body.spaces[0]?.cells.map(({ bookedMinutes }) => bookedMinutes) ?? []
  assert.equal(
    booked14.reduce((sum, minutes) => sum + minutes, 0),
    270,
    'no minute counts twice',
  )
  assert.equal(await people.trialBalance(kalli), 0)
  assert.equal(whole.length, 1)
})

test('a visit before the rented hours is split too, and returns each part of its time when cancelled or expired', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const { at, rent } = await rentPeople()
  const whole = await equipmentUnitsOf(at, rent.id)
  const visit = await booked(kalli, at, { place: await placeOf(at, '15:30') })
  assert.deepEqual(await equipmentUnitsOf(at, visit.id), [
    ['15:30', '16:00', 'rented'],
    ['16:00', '17:00', 'within'],
  ])
  const of = { params: { id: visit.id }, query: { t: visit.t } }
  const quote = await visit.who.call(cancellation.cancelQuote, { ...of, body: { as: 'client' } })
  await visit.who.call(cancellation.cancel, {
    ...of,
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.deepEqual(await equipmentUnitsOf(at, rent.id), whole)
  const hold = await held(kalli.visitor(), at, '2026-11-25', await placeOf(at, '19:30'))
  assert.equal((await equipmentUnitsOf(at, hold.id)).length, 2)
  kalli.time.advance(11)
  await runJobsOnce(kalli)
  assert.deepEqual(await equipmentUnitsOf(at, rent.id), whole)
  assert.equal(await overlapsIn(kalli), 0)
})

test('a visit beyond the rented hours is not offered where the chair is taken, and of two concurrent requests one gets it', async () => {
  const { at, rent } = await rentPeople()
  const visitor = kalli.visitor()
  const place = await placeOf(at, '19:00')
  const token = (await slotsOn(visitor, at))[place]?.token ?? ''
  const other = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, other.id, at.space.id)
  const evening = { startMinute: 840, minutes: 60 }
  assert.equal((await quoteHours(other.person, at, evening)).problem, null)
  const [taken, hers] = await Promise.all([
    visitor.call(holds.hold, { body: { slotToken: token } }),
    quoteHours(other.person, at, evening).then(({ rent }) =>
      rent.token === null
        ? null
        : other.person.call(contract.holdReservation, { body: { token: rent.token } }),
    ),
  ])
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal([taken.status, hers?.status].filter((status) => status === 201).length, 1)
  if (taken.status === 201) assert.equal((await pay(visitor, taken.body.id)).body.status, 'confirmed')
  else {
    assert.equal(refusalOf(taken).code, 'slot_taken')
    const starts = (await slotsOn(kalli.visitor(), at)).map(({ startsAt }) => startsAt.slice(11, 16))
    assert.ok(!starts.includes('19:00') && starts.includes('18:30'), starts.join(' '))
  }
  await assert.rejects(
    kalli.database.pool.query(`update bookings set parent_rent_id = $1, rent_cents = 1 where id = $1`, [
      rent.id,
    ]),
    /bookings_pay_outside_parent_rent|bookings_of_kind/,
  )
})

test('refunds a fee for returned hours when a visit rents them again, but not within another rent', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const { person } = at.professional
  const earlier = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, earlier.id, at.space.id)
  const returned = await rentedHours(earlier.person, at)
  const params = { id: returned.id }
  // Three of the hours are returned half a day before: half of their 600.00 is retained.
  kalli.time.set(new Date('2026-11-25T04:00:00Z'))
  const shorter = { startsAt: returned.startsAt, endsAt: '2026-11-25T17:00:00.000Z', also: null }
  const quote = await earlier.person.call(contract.returnQuote, { params, body: shorter })
  assert.equal(quote.body.feeCents, 30_000, JSON.stringify(quote.body))
  await earlier.person.call(contract.returnHours, { params, body: { quoteToken: quote.body.token } })
  // The first hour is rented again, and a visit lasts from the middle of the second to the end of the third.
  const rent = await rentedHours(person, at, { startMinute: 660, minutes: 60 })
  const visit = await booked(kalli, at, { place: await placeOf(at, '17:30') })
  const of = { params: { id: visit.id } }
  kalli.time.set(new Date('2026-11-25T17:25:00Z'))
  assert.equal(
    (await person.call(attendance.checkIn, { ...of, body: await hereOf(kalli, visit.id) })).status,
    200,
  )
  kalli.time.set(new Date('2026-11-25T19:00:00Z'))
  await person.call(attendance.checkOut, { ...of, body: {} })
  const done = await completeAsClient(kalli, of.params.id)
  assert.equal(done.body.status, 'completed', JSON.stringify(done.body))
  kalli.time.set(new Date('2026-11-26T21:00:00Z'))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query(
    `select done.booking_id = $2 as rent, minutes from fee_returns done join rent_fees fee on fee.id = fee_id
     where fee.booking_id = $1 order by 1`,
    [returned.id, rent.id],
  )
  assert.deepEqual(rows, [
    { rent: false, minutes: 60 },
    { rent: true, minutes: 60 },
  ])
  const back = await earlier.person.call(contract.reservation, { params })
  assert.equal(back.body.feeBackCents, 20_000)
  assert.equal(await people.trialBalance(kalli), 0)
})
