/** Walk-in rent: the desk sees the price and holds, the email reaches the renter, who pays as for any rent; no one else may. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { deskRelease } from '#contract/booking/desk/desk.ts'
import { deskInvite, deskRent, deskRentQuote } from '#contract/booking/desk/desk-rent.ts'
import { community } from '#contract/notification/notification.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import { readTimeline, timeline } from '#contract/booking/agenda/timeline.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { overlapsIn, payHours } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type At = Awaited<ReturnType<typeof people.bookable>>

const emailOf = async (accountId: number) => {
  await people.reachLevel(kalli, accountId, 2)
  const { rows } = await kalli.database.pool.query<{ email: string }>(
    'select email from accounts where id = $1',
    [accountId],
  )
  return rows[0]?.email ?? ''
}

const quote = async (at: At, contact: string, who: Person = at.host.person, startMinute = 600) =>
  who.call(deskRentQuote, {
    body: { spaceId: at.space.id, contact, date: '2026-11-25', startMinute, minutes: 120 },
  })

const hold = async (at: At, contact: string, startMinute = 600) => {
  const quoted = await quote(at, contact, at.host.person, startMinute)
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  return at.host.person.call(deskRent, { body: { token: quoted.body.token } })
}

test('the desk gets the price and the renter’s name and holds the hours, and the renter pays by the e-mail’s link', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const email = await emailOf(at.professional.accountId)
  // A minimum block that the desk may undercut.
  await kalli.database.pool.query('update spaces set block_minutes = 180 where id = $1', [at.space.id])
  const neighbour = await people.host(kalli)
  assert.equal((await quote(at, email, kalli.visitor())).status, 401)
  assert.equal(refusalOf(await quote(at, email, neighbour.person)).code, 'not_found')
  assert.equal(refusalOf(await quote(at, 'nadie@correo.test')).code, 'no_such_professional')

  const made = await hold(at, ` ${email.toUpperCase()} `)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.expiresAt, '2026-11-20T17:00:00.000Z')
  assert.equal(refusalOf(await quote(at, email)).code, 'slot_taken')
  const seen = await at.host.person.call(timeline, { query: { from: '2026-11-25', to: '2026-11-25' } })
  assert.deepEqual(
    readTimeline(seen.body).spaces.flatMap(({ units }) =>
      units.flatMap(({ claims }) => claims.map(({ kind }) => kind)),
    ),
    ['hold'],
  )
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    `select body_text as text from mails where to_address = $1 and subject like 'Paga tus horas%'`,
    [email],
  )
  assert.match(rows[0]?.text ?? '', new RegExp(`/dynamic-checkout\\?rent=${made.body.bookingId}`))
  const bell = (await at.professional.person.call(community)).body
  assert.ok(bell.some(({ title }) => title.startsWith('Horas apartadas en recepción')))
  assert.equal((await payHours(neighbour.person, made.body.bookingId)).status, 403)
  const paid = await payHours(at.professional.person, made.body.bookingId)
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.deepEqual([paid.body.status, paid.body.paidCents], ['confirmed', made.body.totalCents])
  assert.equal(await overlapsIn(kalli), 0)
})

test('the desk can hold hours for a professional without an agreement, but not with a paused one', async () => {
  const at = await people.bookable(kalli)
  const walkIn = await people.professional(kalli)
  const email = await emailOf(walkIn.accountId)
  const made = await hold(at, email)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal((await payHours(walkIn.person, made.body.bookingId)).status, 200)
  await kalli.database.pool.query(
    `update agreements set status = 'paused', version = version + 1 where id = $1`,
    [at.agreementId],
  )
  const paused = await quote(at, await emailOf(at.professional.accountId), at.host.person, 780)
  assert.equal(refusalOf(paused).code, 'rent_not_allowed')
})

test('the desk cannot sell hours that an agreement includes, and is told why', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const email = await emailOf(at.professional.accountId)
  await kalli.database.pool.query(
    `update agreements set rate_per_hour_cents = 0, version = version + 1 where id = $1`,
    [at.agreementId],
  )
  const refused = refusalOf(await quote(at, email))
  assert.deepEqual(
    [refused.code, refused.message],
    ['rent_not_allowed', 'Su convenio ya incluye estas horas: no se le cobran aparte.'],
  )
})

test('hours released by the desk or unpaid after an hour are free again, and the desk is notified', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const email = await emailOf(at.professional.accountId)
  const first = await hold(at, email)
  assert.equal(first.status, 201)
  const params = { id: first.body.bookingId }
  const stranger = await people.host(kalli)
  assert.equal(refusalOf(await stranger.person.call(deskRelease, { params })).code, 'not_found')
  assert.equal((await at.host.person.call(deskRelease, { params })).status, 200)
  const second = await hold(at, email)
  assert.equal(second.status, 201, JSON.stringify(second.body))
  kalli.time.advance(61)
  await runJobsOnce(kalli)
  await drain(kalli)
  const bell = (await at.host.person.call(community)).body
  assert.ok(bell.some(({ title }) => title === 'Nadie pagó las horas de recepción'))
  assert.equal(refusalOf(await payHours(at.professional.person, second.body.bookingId)).code, 'hold_expired')
  const mine = await at.professional.person.call(contract.reservations, { query: { tab: 'upcoming' } })
  assert.deepEqual(mine.body, [])
})

test('a renter who is not yet on Kalli gets one e-mail a day that leads to the space', async () => {
  const at = await people.bookable(kalli)
  const email = 'por.llegar@correo.test'
  const neighbour = await people.host(kalli)
  const invite = (who: Person) => who.call(deskInvite, { body: { spaceId: at.space.id, email } })
  assert.equal(refusalOf(await invite(neighbour.person)).code, 'not_found')
  assert.equal((await invite(at.host.person)).status, 200)
  assert.equal((await invite(at.host.person)).status, 200)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1',
    [email],
  )
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.text ?? '', new RegExp(`redirect=%2Fspace%2F${at.space.id}`))
})
