/** A refund that a bank returns: the client and the operator are notified, and the second time the money becomes credit. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { decideFailedRefund, unsettledMoney } from '#contract/payment/failed-refund.ts'
import { notifications } from '#contract/notification/notification.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { failRefund, payReference } from '#server/payment/standin/bank.ts'
import { lookForUnsettled } from '#server/payment/webhook.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { sound } from '#server/testing/processor/processor-records.ts'
import { booked, confirmContact, contactOf, held } from '#server/testing/bookings.ts'
import { clientOf } from '#server/testing/processor/credit.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
const value = valueIn(() => kalli)
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** Charged at once, since it is today, and refunded by its professional. */
const givenBack = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const contact = contactOf()
  const one = await booked(kalli, at, { date: '2026-11-20', place: 8, contact })
  const pro = at.professional.person
  const { body: quote } = await pro.call(cancellation.cancelQuote, {
    params: { id: one.id },
    query: {},
    body: { as: 'professional' },
  })
  const done = await pro.call(cancellation.cancel, {
    params: { id: one.id },
    query: {},
    body: { quoteToken: quote.token, reason: 'Me enfermé.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
  const ref = await value<string>('select charge_ref from payments where booking_id = $1', one.id)
  return { ...one, contact, ref, at }
}

const emails = async (to: string) =>
  (
    await kalli.database.pool.query<{ subject: string; text: string }>(
      'select subject, body_text as text from mails where to_address = $1 order by id',
      [to],
    )
  ).rows

/** The bank returns it, and its webhook comes. */
const comesBack = async (ref: string) => {
  await failRefund(kalli.work(), ref, 100_000)
  await runJobsOnce(kalli)
  await drain(kalli)
}

test('the first failed refund is retried and the second becomes credit, with emails, notifications and the staff list', async () => {
  const one = await givenBack()
  await comesBack(one.ref)
  const first = await emails(one.contact.email)
  assert.equal(first.at(-1)?.subject, 'Tu devolución de $1,000 no llegó: va otra vez')
  const list = async () =>
    (await admin.call(unsettledMoney)).body.refunds.filter(({ bookingId }) => bookingId === one.id)
  assert.deepEqual(
    (await list()).map(({ state }) => state),
    ['retrying'],
  )
  const clientId = await clientOf(kalli, one.id)
  const before = await creditOf(kalli.work(), clientId)
  await comesBack(one.ref)
  assert.equal((await emails(one.contact.email)).at(-1)?.subject, 'Tu devolución de $1,000 está en tu saldo')
  assert.equal((await creditOf(kalli.work(), clientId)) - before, 100_000)
  assert.deepEqual((await list()).map(({ state }) => state).toSorted(), ['credited', 'retrying'])
  const { body: seen } = await one.who.call(contract.booking, { params: { id: one.id }, query: { t: one.t } })
  assert.equal(seen.payment?.status, 'refunded')
  const operator = await emails(kalli.config.contactMail)
  assert.equal(operator.filter(({ text }) => text.includes(one.id)).length, 2)
  const { body: bells } = await admin.call(notifications, { query: {} })
  assert.equal(bells.filter(({ title }) => title === 'Un banco regresó una devolución de $1,000').length, 2)
  await sound(kalli)
})

test('only an administrator decides a waiting refund, once and with a reason', async () => {
  const one = await givenBack()
  const id = await value<string>(
    `insert into failed_refunds (id, payment_id, number, amount_cents, seen_at, state)
     select gen_random_uuid(), id, 1, 100000, $2::timestamptz, 'waiting' from payments where booking_id = $1 returning id`,
    one.id,
    kalli.clock(),
  )
  await failRefund(kalli.work(), one.ref, 100_000)
  await kalli.database.pool.query(
    `update payments set refund_failures = 2, refunded_cents = 0, refund_failed_cents = 100000, status = 'captured' where booking_id = $1`,
    [one.id],
  )
  const params = { id }
  const body = { version: 1, act: 'retry' as const, reason: 'Ya abrió otra cuenta con su banco.' }
  assert.equal((await one.at.professional.person.call(decideFailedRefund, { params, body })).status, 403)
  assert.equal((await admin.call(decideFailedRefund, { params, body: { ...body, reason: '' } })).status, 400)
  const done = await admin.call(decideFailedRefund, { params, body })
  assert.deepEqual([done.status, done.body.state], [200, 'retrying'])
  assert.equal(await value('select status from payments where booking_id = $1', one.id), 'refunded')
  const again = await admin.call(decideFailedRefund, { params, body: { ...body, version: 2 } })
  assert.equal(refusalOf(again).code, 'refund_not_waiting')
})

test('a SPEI transfer of less or more is reported to the client and to the operator', async () => {
  const at = await people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0 })
  const who = kalli.visitor()
  const contact = contactOf()
  const hold = await held(who, at, '2026-11-26')
  await confirmContact(who, hold.id, contact.email)
  const made = await who.call(checkout.book, {
    body: { holdId: hold.id, contact, payment: { method: 'spei' } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const ref = await value<string>('select charge_ref from payments where booking_id = $1', hold.id)
  await payReference(kalli.work(), ref, 40_000)
  await runJobsOnce(kalli)
  await drain(kalli)
  assert.equal((await emails(contact.email)).at(-1)?.subject, 'Llegaron $400 de $650: faltan $250')
  const { body: list } = await admin.call(unsettledMoney)
  assert.deepEqual(
    list.loose
      .filter(({ bookingId }) => bookingId === hold.id)
      .map(({ looseCents, isWhole }) => [looseCents, isWhole]),
    [[40_000, false]],
  )
  await payReference(kalli.work(), ref, 30_000)
  await runJobsOnce(kalli)
  await drain(kalli)
  const { body: seen } = await who.call(contract.booking, { params: { id: hold.id }, query: {} })
  assert.equal(seen.status, 'confirmed')
  assert.ok(
    (await emails(contact.email)).some(({ subject }) => subject === 'Tu transferencia trajo $50 de más'),
  )
  assert.equal(
    (await emails(kalli.config.contactMail)).filter(({ text }) => text.includes(hold.id)).length,
    2,
  )
  await lookForUnsettled(kalli.work())
  assert.equal(
    await value('select loose_cents - loose_back_cents from payments where booking_id = $1', hold.id),
    0,
  )
})
