/** A professional's figures over HTTP, in centavos computed by hand: 1,000.00 a visit, 300.00 of rent, 10 % commission. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { saveHours } from '#contract/availability/availability.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as figures from '#contract/figures/own-figures.ts'
import { pageViewed } from '#contract/professional/professional.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const month = { from: '2026-11-01', to: '2026-11-30' }

test('a professional sees what visits earned after rent and commission, and which clients came', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { person } = at.professional
  const contact = contactOf()
  const served = await booked(kalli, at, { date: '2026-11-20', place: 4, contact })
  await booked(kalli, at, { date: '2026-11-25', place: 2 })
  const missed = await booked(kalli, at, { date: '2026-11-26', place: 2 })
  const params = { id: served.id }
  kalli.time.set(served.startsAt)
  await person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  kalli.time.advance(90)
  await person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  const quoted = await person.call(cancellation.cancelQuote, {
    params: { id: missed.id },
    query: {},
    body: { as: 'professional' },
  })
  const cancelled = await person.call(cancellation.cancel, {
    params: { id: missed.id },
    query: {},
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await runJobsOnce(kalli)

  const { body } = await person.call(figures.ownFigures, { query: month })
  assert.deepEqual(
    { ...body.settled, compensationCents: 0, netCents: 0 },
    {
      serviceCents: 100_000,
      rentCents: 30_000,
      commissionCents: 10_000,
      withheldCents: 0,
      monthsCents: 0,
      compensationCents: 0,
      tipCents: 0,
      inPlaceCents: 0,
      netCents: 0,
    },
  )
  const { serviceCents, rentCents, commissionCents, withheldCents, compensationCents, netCents } =
    body.settled
  assert.equal(serviceCents - rentCents - commissionCents - withheldCents - compensationCents, netCents)
  assert.deepEqual([body.expected.netCents, body.visits, body.bookedMinutes], [60_000, 2, 180])
  assert.deepEqual(body.clients, { came: 1, returned: 0 })
  assert.equal(
    body.days.reduce((sum, day) => sum + day.settledCents, 0),
    netCents,
  )
  assert.ok(body.openMinutes > 0)

  // Only their own, and no more than a quarter.
  assert.equal((await kalli.visitor().call(figures.ownFigures, { query: month })).status, 401)
  assert.equal((await at.host.person.call(figures.ownFigures, { query: month })).status, 403)
  const year = { from: '2026-01-01', to: '2026-12-31' }
  assert.equal(refusalOf(await person.call(figures.ownFigures, { query: year })).code, 'invalid_input')
  const other = await people.professional(kalli)
  const { body: empty } = await other.person.call(figures.ownFigures, { query: month })
  assert.deepEqual([empty.visits, empty.settled.netCents], [0, 0])
  const { body: tasks } = await other.person.call(figures.ownTasks)
  assert.deepEqual(
    tasks.map(({ kind }) => kind),
    ['service', 'space', 'level', 'photo', 'bank'],
  )
  // Without weekly hours there is nothing to book.
  await other.person.call(saveHours, { query: {}, body: { weekly: [] } })
  const { body: closed } = await other.person.call(figures.ownTasks)
  assert.deepEqual(
    closed.map(({ kind }) => kind),
    ['service', 'hours', 'space', 'level', 'photo', 'bank'],
  )

  const ask = (table: string) =>
    person.fetch('GET', `/api/professional/tables/${table}?from=${month.from}&to=${month.to}`)
  assert.equal((await ask('nothing')).status, 404)
  for (const table of Object.keys(figures.ownTables)) {
    const answer = await ask(table)
    assert.equal(answer.status, 200, table)
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  }
  const [, first = ''] = (await (await ask('visits')).text()).split('\r\n')
  assert.match(
    first,
    /^2026-11-20,.*,1000\.00,300\.00,100\.00,0\.00,0\.00,0\.00,0\.00,600\.00,Liquidado,{6},0\.00$/,
  )
  // A served client books again: of four visits, one of them cancelled, one is by a returning client.
  await booked(kalli, at, { date: '2026-11-27', place: 2, contact })
  const again = await person.call(figures.ownFigures, { query: month })
  assert.deepEqual(again.body.funnel, { views: 0, booked: 4, returning: 1 })
})

test('the funnel counts views by others, bookings on these dates and returning clients', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { person, id } = at.professional
  const today = kalli.time.read().toISOString().slice(0, 10)
  const span = { from: today, to: today }
  const look = (who: typeof person, of = id) => who.call(pageViewed, { params: { id: of } })
  const returning = kalli.visitor()
  await look(returning)
  await look(kalli.visitor())
  // The same visitor counts once a day, even ten times at once, and one machine without cookies five times in all.
  await Promise.all(Array.from({ length: 10 }, () => look(returning)))
  // Their own views do not count, nor those of a missing page.
  await look(person)
  assert.equal((await look(kalli.visitor(), 999_999)).status, 200)
  const first = await booked(kalli, at, { date: '2027-01-12', place: 2 })
  assert.ok(first.id)
  const { body } = await person.call(figures.ownFigures, { query: span })
  assert.deepEqual(body.funnel, { views: 2, booked: 1, returning: 0 })
  for (let machine = 0; machine < 8; machine += 1) await look(kalli.visitor())
  const { body: more } = await person.call(figures.ownFigures, { query: span })
  assert.equal(more.funnel.views, 5)
  const before = { from: '2026-01-01', to: '2026-01-31' }
  assert.deepEqual((await person.call(figures.ownFigures, { query: before })).body.funnel, {
    views: 0,
    booked: 0,
    returning: 0,
  })
})

test('a repeat client counts as returned, and only within the chosen dates', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { person } = at.professional
  const contact = contactOf()
  const serve = async (date: string, who = contact) => {
    kalli.time.set(testNow)
    const one = await booked(kalli, at, { date, place: 4, contact: who })
    const params = { id: one.id }
    kalli.time.set(one.startsAt)
    await person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
    kalli.time.set(one.endsAt)
    await person.call(attendance.checkOut, { params, body: {} })
    assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  }
  await serve('2026-11-20')
  await serve('2026-11-24')
  await serve('2026-11-25', contactOf())
  const of = async (query: { from: string; to: string }) =>
    (await person.call(figures.ownFigures, { query })).body
  assert.deepEqual((await of(month)).clients, { came: 2, returned: 1 })
  // On the first of these dates no client had come before; on the second all had.
  assert.deepEqual((await of({ from: '2026-11-20', to: '2026-11-20' })).clients, { came: 1, returned: 0 })
  assert.deepEqual((await of({ from: '2026-11-24', to: '2026-11-24' })).clients, { came: 1, returned: 1 })
  const day = await of({ from: '2026-11-24', to: '2026-11-24' })
  // Ten hours of her own, from nine to seven, of which an hour and a half was booked.
  assert.deepEqual([day.bookedMinutes, day.openMinutes], [90, 600])
})

test('withheld, pending, available and outgoing money is shown in centavos', async () => {
  await kalli.database.pool.query(`update settings set value = 'true' where name = 'withholding'`)
  try {
    kalli.time.set(testNow)
    const at = await people.bookable(kalli, { noticeMinutes: 0 })
    const { person } = at.professional
    const one = await booked(kalli, at, { date: '2026-11-20', place: 4 })
    const params = { id: one.id }
    kalli.time.set(one.startsAt)
    await person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
    kalli.time.set(one.endsAt)
    await person.call(attendance.checkOut, { params, body: {} })
    assert.equal((await completeAsClient(kalli, params.id)).status, 200)
    const of = async () => (await person.call(figures.ownFigures, { query: month })).body
    const { settled, payouts } = await of()
    // Of 600.00 after rent and commission 90.52 are taxes (money.md).
    assert.deepEqual([settled.withheldCents, settled.netCents], [9_052, 50_948])
    assert.deepEqual([payouts.accruedCents, payouts.releasableCents, payouts.inProcessCents], [50_948, 0, 0])
    // Its day comes, and it is transferred.
    kalli.time.advance(3 * 24 * 60)
    await payDue(kalli.work())
    const later = (await of()).payouts
    assert.deepEqual([later.accruedCents, later.inProcessCents + later.paidCents], [0, 50_948])
  } finally {
    await kalli.database.pool.query(`update settings set value = 'false' where name = 'withholding'`)
  }
})
