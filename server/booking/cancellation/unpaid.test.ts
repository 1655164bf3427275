/** A card that was valid when booking and cannot be charged once the visit has started: its amount is owed, and nothing stays open. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chargeBalance, payBalance, takeBalance } from '#contract/booking/settlement/balance.ts'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { sound, recordsOf } from '#server/testing/processor/processor-records.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)

/**
 * $1,000.00 with $300.00 of rent in five days, held; the bank is unreachable from then until the client is there, and then it charges
 * nothing: it refuses, or has released the hold long ago.
 */
const lost = async (
  how: 'refused' | 'let go' = 'refused',
  { upfrontBp, started = true }: { upfrontBp?: number; started?: boolean } = {},
) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  if (upfrontBp !== undefined)
    await kalli.database.pool.query('update services set upfront_bp = $2 where id = $1', [
      at.serviceId,
      upfrontBp,
    ])
  const contact = contactOf()
  const made = await booked(kalli, at, { date: '2026-11-25', place: 4, contact })
  assert.equal(made.payment?.status, 'authorized')
  const [params, query] = [{ id: made.id }, { t: made.t }]
  const pro = at.professional.person
  const isAt = (instant: string, minutes = 0) =>
    kalli.time.set(new Date(Date.parse(instant) + minutes * 60_000))
  isAt(made.startsAt)
  if (started) {
    const came = await pro.call(attendance.checkIn, { params, body: await hereOf(kalli, made.id) })
    assert.equal(came.status, 200, JSON.stringify(came.body))
  }
  await kalli.database.pool.query(
    how === 'refused'
      ? `update standin.charges set amount_cents = 1 where reference = (select id::text from payments where booking_id = $1)`
      : `update standin.charges set status = 'expired' where reference = (select id::text from payments where booking_id = $1)`,
    [made.id],
  )
  await runJobsOnce(kalli)
  const read = async () => (await made.who.call(booking.booking, { params, query })).body
  const over = async () => {
    isAt(made.endsAt)
    assert.equal((await pro.call(attendance.checkOut, { params, body: {} })).status, 200)
  }
  const complete = () => completeAsClient(kalli, params.id)
  const allGood = () => made.who.call(attendance.complete, { params, query })
  const emptyCard = () =>
    kalli.database.pool.query(
      `update payments set card_ref = replace(card_ref, 'card_ok', 'card_later') where booking_id = $1`,
      [made.id],
    )
  const emails = () =>
    one(
      `select coalesce(array_agg(subject), '{}') from mails where to_address = $1 and subject like '%resto%'`,
      contact.email,
    )
  return { ...made, at, pro, params, query, isAt, read, over, complete, allGood, emptyCard, emails }
}
type Lost = Awaited<ReturnType<typeof lost>>

/** The total of each of its three parties. */
const shares = async ({ id }: Lost) => {
  const of = await recordsOf(kalli, id)
  return {
    professional: of(1120, 2020),
    host: of(2030),
    kalli: of(2130, 4010, 4020),
    left: of(1110, 2010, 2040, 2060),
  }
}
const whole = { professional: 60_000, host: 28_500, kalli: 11_500, left: 0 }
/** The host gets the whole rent, as the professional's debt; 15.00 of it are Kalli's. */
const unpaid = { professional: -30_000, host: 28_500, kalli: 1_500, left: 0 }

for (const how of ['refused', 'let go'] as const)
  test(`a hold that is ${how} during the visit becomes a balance, which the saved card pays at the end`, async () => {
    const made = await lost(how)
    const now = await made.read()
    assert.equal(now.status, 'in_progress')
    assert.deepEqual(
      [now.upfront?.paidCents, now.upfront?.balanceCents, now.upfront?.state],
      [0, 100_000, 'later'],
    )
    await made.over()
    const done = await made.complete()
    assert.equal(done.body.status, 'completed', JSON.stringify(done.body))
    assert.equal((await made.read()).upfront?.state, 'paid')
    assert.deepEqual(await shares(made), whole)
    await sound(kalli)
  })

test('when the saved card is refused too, the visit is divided as far as paid and the client pays by another card', async () => {
  const made = await lost()
  await made.emptyCard()
  await made.over()
  // Either party closes the visit; no further wait is needed.
  const done = await made.allGood()
  assert.equal(done.body.status, 'completed', JSON.stringify(done.body))
  assert.deepEqual(await shares(made), unpaid)
  await sound(kalli)
  assert.deepEqual(await made.emails(), ['Falta pagar el resto de tu cita: $1,000'])
  assert.equal((await made.pro.call(chargeBalance, { params: made.params })).status, 200)
  assert.equal((await made.read()).upfront?.state, 'due', 'asked by the professional, and refused again')
  const { params, query } = made
  const paid = await made.who.call(payBalance, { params, query, body: { cardToken: 'tok_ok' } })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.deepEqual(await shares(made), whole)
  await sound(kalli)
})

test('closes the visit two hours after its end when no party does', async () => {
  const made = await lost()
  await made.emptyCard()
  made.isAt(made.endsAt, 125)
  await runJobsOnce(kalli)
  assert.equal((await made.read()).status, 'completed')
  assert.deepEqual(await shares(made), unpaid)
  await sound(kalli)
})

test('a lost hold with an upfront part leaves the whole price due, and cash settles it', async () => {
  const made = await lost('refused', { upfrontBp: 3000 })
  assert.equal((await made.read()).upfront?.balanceCents, 100_000)
  const { params } = made
  const taken = await made.pro.call(takeBalance, { params, body: { amountCents: 100_000 } })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  await made.over()
  assert.equal((await made.complete()).body.status, 'completed')
  assert.equal(await one('select balance_cents::int from bookings where id = $1', made.id), 0)
  await sound(kalli)
})

test('cancels the visit before its start if the bank refuses the charge or released the authorization', async () => {
  for (const how of ['refused', 'let go'] as const) {
    kalli.time.set(testNow)
    const made = await lost(how, { started: false })
    assert.equal((await made.read()).status, 'cancelled_by_platform')
    assert.equal(refusalOf(await made.complete()).code, 'move_not_allowed')
    assert.deepEqual(await shares(made), { professional: 0, host: 0, kalli: 0, left: 0 })
    await sound(kalli)
  }
})

test('a hold lost before the listener existed is found when several requests close the visit at once', async () => {
  const made = await lost()
  await kalli.database.pool.query(
    `update payments set status = 'failed', failure = 'hold_lost', amount_cents = 100000 where booking_id = $1`,
    [made.id],
  )
  await kalli.database.pool.query(
    'update bookings set upfront_cents = null, balance_cents = 0 where id = $1',
    [made.id],
  )
  await made.over()
  const answers = await Promise.all([made.complete(), made.allGood(), made.complete()])
  assert.ok(
    answers.some(({ status }) => status === 200),
    JSON.stringify(answers.map(({ body }) => body)),
  )
  await runJobsOnce(kalli)
  assert.equal((await made.read()).status, 'completed')
  assert.deepEqual(await shares(made), whole)
  await sound(kalli)
})
