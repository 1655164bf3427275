import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, movesOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A visit in three weeks, paid with a card that can be saved but has no funds later. */
const saved = async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { date: '2026-12-10', token: 'tok_later' })
  assert.equal(visit.payment?.status, 'card_saved')
  const clockAt = async (hoursBefore: number) => {
    kalli.time.set(new Date(Date.parse(visit.startsAt) - hoursBefore * hourMs))
    await runJobsOnce(kalli)
    await drain(kalli)
  }
  const use = (token: string, who = visit.who, query: { t?: string } = { t: visit.t }) =>
    who.call(checkout.otherCard, {
      params: { id: visit.id },
      query,
      body: { token },
    })
  return { ...visit, at, clockAt, use }
}

const emailsOf = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ subject: string; body_text: string }>(
    `select subject, body_text from mails where dedupe_key like 'booking-card-refused:' || $1 || ':%' order by id`,
    [bookingId],
  )
  return rows
}

test('notifies the client once a day of a refused saved card, and another card holds the money', async () => {
  const visit = await saved()
  assert.equal(refusalOf(await visit.use('tok_ok')).code, 'move_not_allowed', 'nothing was refused yet')
  await visit.clockAt(6 * 24)
  await visit.clockAt(6 * 24 - 1)
  const [email, ...more] = await emailsOf(visit.id)
  assert.deepEqual([more.length, /Tu tarjeta no pasó/.test(email?.subject ?? '')], [0, true])
  assert.match(email?.body_text ?? '', /otra tarjeta antes del/)
  assert.match(email?.body_text ?? '', new RegExp(visit.id))

  const shown = await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } })
  assert.deepEqual([shown.body.status, shown.body.payment?.status], ['confirmed', 'card_saved'])
  assert.notEqual(shown.body.payment?.failure, null)

  const declined = await visit.use('tok_declined')
  assert.deepEqual([declined.status, refusalOf(declined).code], [402, 'card_declined'])
  const other = await visit.use('tok_ok')
  assert.equal(other.status, 200, JSON.stringify(other.body))
  assert.deepEqual([other.body.payment?.status, other.body.payment?.failure], ['authorized', null])
  assert.equal(refusalOf(await visit.use('tok_ok')).code, 'move_not_allowed', 'once is enough')

  await visit.clockAt(23)
  const charged = await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } })
  assert.deepEqual([charged.body.status, charged.body.payment?.status], ['confirmed', 'captured'])
  assert.equal((await emailsOf(visit.id)).length, 1)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('without another card the charge is retried until it is due, and then the visit is cancelled at no cost', async () => {
  const visit = await saved()
  for (let days = 6; days >= 2; days -= 1) await visit.clockAt(days * 24)
  assert.equal((await emailsOf(visit.id)).length, 5)
  await visit.clockAt(24)
  await visit.clockAt(23)
  const over = await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } })
  assert.equal(over.body.status, 'cancelled_by_platform')
  assert.equal(refusalOf(await visit.use('tok_ok')).code, 'move_not_allowed')
  assert.equal(await people.trialBalance(kalli), 0)
})

test('only the client can use another card, and several attempts at once hold the money once', async () => {
  const visit = await saved()
  await visit.clockAt(6 * 24)
  const { person } = visit.at.professional
  assert.equal(refusalOf(await visit.use('tok_ok', person, {})).code, 'not_found')
  assert.equal(refusalOf(await visit.use('tok_ok', kalli.visitor(), {})).code, 'not_found')
  const answers = await Promise.all([visit.use('tok_ok'), visit.use('tok_ok'), visit.use('tok_ok')])
  assert.ok(answers.some(({ status }) => status === 200))
  for (const answer of answers)
    if (answer.status !== 200)
      assert.match(refusalOf(answer).code, /^(payment_in_progress|move_not_allowed|card_declined)$/)
  const { rows } = await kalli.database.pool.query<{ count: string }>(
    `select count(*) from standin.charges where status = 'authorized' and reference = (select id::text from payments where booking_id = $1)`,
    [visit.id],
  )
  assert.equal(Number(rows[0]?.count), 1)
  assert.deepEqual(await movesOf(kalli, visit.id), ['hold by client', 'pay by client', 'confirm by platform'])
})
