/** A cancelling host covers part of a dearer rent elsewhere whenever that rent is owed, by any party (B11, B12, B16). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, contactOf, slotsOn, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { bothSay } from '#server/testing/rescues.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const day = '2026-11-25'

/** $300.00 of rent was agreed; its host cancelled, and the new place costs $360.00: the first host owes $60.00. */
const rescued = async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const there = await people.host(kalli, { businessName: 'Casa Norte' })
  const space = await people.space(kalli, there, { units: 1, pricePerHourCents: 24_000 })
  await kalli.database.pool.query(
    `update spaces set latitude = latitude + 0.0036, name = 'Casa Norte' where id = $1`,
    [space.id],
  )
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await people.agreement(kalli, at.professional.id, space.id, { ratePerHourCents: 24_000 })
  const params = { id: visit.id }
  const { person } = at.professional
  const cancel = async (who: Person, as: 'professional' | 'host') => {
    const quote = await who.call(cancellations.cancelQuote, { params, body: { as } })
    assert.equal(quote.status, 200, JSON.stringify(quote.body))
    const body = { quoteToken: quote.body.token, reason: 'Se rompió la silla' }
    const done = await who.call(cancellations.cancel, { params, query: {}, body })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    return quote.body
  }
  await cancel(at.host.person, 'host')
  await bothSay(at, visit, 'accept')
  const clockAt = (minutes: number) => kalli.time.set(new Date(Date.parse(visit.startsAt) + minutes * 60_000))
  /** Of the professional, the host who cancelled, and the host of the new place. */
  const nets = () =>
    Promise.all(
      (
        [
          [person, 'professional'],
          [at.host.person, 'host'],
          [there.person, 'host'],
        ] as const
      ).map(async ([who, as]) => {
        const { status, body } = await who.call(contract.receipt, { params, query: { as } })
        assert.equal(status, 200, JSON.stringify(body))
        return body.netCents
      }),
    )
  return { visit, params, at, there, space, person, cancel, clockAt, nets }
}

test('a professional who cancels after a rescue owes the agreed rent, in the quote, the receipts and the ledger', async () => {
  const one = await rescued()
  one.clockAt(-60)
  await runJobsOnce(kalli)
  const quote = await one.cancel(one.person, 'professional')
  assert.deepEqual(quote.lines, [
    { label: 'El cliente no paga', amountCents: 100_000 },
    { label: 'Renta que pagas al espacio', amountCents: -36_000 },
    { label: 'Saldo que recibe el cliente por tu cuenta', amountCents: -5000 },
    { label: 'De esa renta paga el espacio que canceló antes', amountCents: 6000 },
  ])
  await runJobsOnce(kalli)
  assert.deepEqual(await one.nets(), [-35_000, -6000, 34_200])
  const { rows } = await kalli.database.pool.query<{ cents: number }>(
    `select (cancellation ->> 'professionalNetCents')::int as cents from bookings where id = $1`,
    [one.visit.id],
  )
  assert.equal(rows[0]?.cents, -35_000)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when half the rent is less than the agreed rent, the host who cancelled covers nothing', async () => {
  const one = await rescued()
  one.clockAt(-5 * 60)
  await runJobsOnce(kalli)
  const quote = await one.cancel(one.person, 'professional')
  assert.deepEqual(
    quote.lines.map(({ amountCents }) => amountCents),
    [100_000, -18_000, -5000],
  )
  await runJobsOnce(kalli)
  assert.deepEqual(await one.nets(), [-23_000, 0, 17_100])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a no-show professional owes the agreed rent, the first host the rest, and the second host sees only its rent', async () => {
  const one = await rescued()
  one.clockAt(15)
  await runJobsOnce(kalli)
  const query = { t: one.visit.t }
  const { version } = (await one.visit.who.call(contract.booking, { params: one.params, query })).body
  const said = await one.visit.who.call(noShow.markNoShow, {
    params: one.params,
    query,
    body: { version, as: 'client' },
  })
  assert.equal(said.body.status, 'professional_no_show', JSON.stringify(said.body))
  const rentAs = async (who: Person) =>
    (await who.call(noShow.noShow, { params: one.params, query: {} })).body.noShow?.rentCents
  assert.deepEqual([await rentAs(one.person), await rentAs(one.there.person)], [30_000, 36_000])
  assert.deepEqual(await one.nets(), [-35_000, -6000, 34_200])
  one.clockAt(15 + 24 * 60)
  await runJobsOnce(kalli)
  assert.deepEqual(await one.nets(), [-35_000, -6000, 34_200])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a resale refunds the covering host its part of the rent, and the professional only theirs', async () => {
  const one = await rescued()
  one.clockAt(-60)
  await runJobsOnce(kalli)
  await one.cancel(one.person, 'professional')
  await runJobsOnce(kalli)
  const professional = await people.professional(kalli)
  await people.agreement(kalli, professional.id, one.space.id)
  const serviceId = await people.service(kalli, professional.id, { noticeMinutes: 0 })
  const at: Bookable = { ...one.at, professional, serviceId }
  const place = (await slotsOn(kalli.visitor(), at, day)).findIndex(
    ({ startsAt }) => startsAt === one.visit.startsAt,
  )
  const again = await booked(kalli, at, { date: day, place, contact: contactOf() })
  const params = { id: again.id }
  kalli.time.set(new Date(again.startsAt))
  await professional.person.call(attendance.checkIn, { params, body: { code: again.arrivalCode ?? '' } })
  kalli.time.set(new Date(again.endsAt))
  await professional.person.call(attendance.checkOut, { params, body: {} })
  const given = await completeAsClient(kalli, params.id)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  await runJobsOnce(kalli)
  // Only the client's credit remains; neither host received any of it.
  assert.deepEqual(await one.nets(), [-5000, 0, 0])
  const { rows } = await kalli.database.pool.query(
    `select party, party = 'host' and party_id = $2 as first, amount_cents::int as cents from payouts where origin_booking_id = $1 order by party`,
    [one.visit.id, one.at.host.id],
  )
  assert.deepEqual(rows, [
    { party: 'host', first: true, cents: 6000 },
    { party: 'professional', first: false, cents: 30_000 },
  ])
  assert.equal(await people.trialBalance(kalli), 0)
})
