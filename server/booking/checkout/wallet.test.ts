/** Apple Pay and Google Pay: a card of a wallet pays like any card, and the receipt says which wallet it was. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { tokenizeCard, type Wallet } from '#contract/payment/payment.ts'
import { savedCards } from '#contract/payment/saved-card.ts'
import {
  booked,
  completeAsClient,
  confirmContact,
  contactOf,
  held,
  hereOf,
  pay,
} from '#server/testing/bookings.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { followClock } from '#server/payment/jobs.ts'
import { drain } from '#server/platform/jobs.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const numbers = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asks: '4000 0027 6000 3184' }

/** What a wallet's payment sheet returns. */
const tokenFrom = async (wallet: Wallet, number: keyof typeof numbers = 'good') => {
  const card = { number: numbers[number], expiry: '12/30', cvc: '123', wallet }
  const answer = await kalli.visitor().call(tokenizeCard, { body: card })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.token
}

const journalsOf = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ kind: string; cents: number }>(
    `select j.kind, sum(e.amount_cents) filter (where e.amount_cents > 0)::int as cents
     from journals j join entries e on e.journal_id = j.id where j.booking_id = $1 group by j.id, j.kind order by j.id`,
    [bookingId],
  )
  return rows.map(({ kind, cents }) => `${kind} ${cents}`)
}

test('a wallet payment is held, charged and divided with the same ledger entries as a card', async () => {
  const at = await people.bookable(kalli)
  const served = async (token: string, date: string) => {
    kalli.time.set(testNow)
    const visit = await booked(kalli, at, { token, date })
    kalli.time.set(new Date(visit.startsAt))
    const params = { id: visit.id }
    const { person } = at.professional
    await person.call(attendance.checkIn, { params, body: await hereOf(kalli, visit.id) })
    kalli.time.set(new Date(visit.endsAt))
    await person.call(attendance.checkOut, { params, body: {} })
    assert.equal((await completeAsClient(kalli, visit.id)).status, 200)
    await drain(kalli)
    return { visit, journals: await journalsOf(visit.id) }
  }
  const card = await served('tok_ok', '2026-11-24')
  const wallet = await served(await tokenFrom('apple_pay'), '2026-11-25')
  assert.deepEqual(wallet.journals, card.journals)
  assert.ok(card.journals.length >= 4, card.journals.join())
  assert.deepEqual(wallet.visit.payment?.card, { brand: 'visa', last4: '4242', wallet: 'apple_pay' })
  assert.deepEqual(card.visit.payment?.card, { brand: 'visa', last4: '4242' })
  assert.equal(await people.trialBalance(kalli), 0)
})

test('the client’s receipt names the wallet and the card’s last digits, and the professional’s does not', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { token: await tokenFrom('google_pay') })
  const params = { id: visit.id }
  const own = await visit.who.call(contract.receipt, { params, query: { t: visit.t } })
  assert.ok(own.body.notes.includes('Forma de pago: Google Pay, tarjeta terminada en 4242.'))
  const other = await at.professional.person.call(contract.receipt, { params, query: {} })
  assert.equal(other.status, 200)
  assert.ok(!JSON.stringify(other.body).includes('Google Pay'))
  const seen = await at.professional.person.call(contract.booking, { params, query: {} })
  assert.equal(seen.body.payment?.card, null)
})

test('far ahead the wallet’s card is saved, and authorized six days before without the client', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { token: await tokenFrom('apple_pay'), date: '2026-12-10' })
  assert.deepEqual([visit.payment?.status, visit.payment?.card?.wallet], ['card_saved', 'apple_pay'])
  kalli.time.set(new Date(Date.parse(visit.startsAt) - 5 * dayMs))
  await followClock(kalli.work())
  const later = await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } })
  const { payment } = later.body
  assert.deepEqual([payment?.status, payment?.card?.wallet], ['authorized', 'apple_pay'])
})

test('a refused wallet keeps the hour held, and a card pays it without a trace of the wallet', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const contact = contactOf()
  const refused = await pay(who, hold.id, await tokenFrom('google_pay', 'declined'), contact)
  assert.equal(refused.status, 402)
  const { body } = await pay(who, hold.id, 'tok_ok', contact)
  assert.deepEqual([body.status, body.payment?.card], ['confirmed', { brand: 'visa', last4: '4242' }])
})

test('retrying a wallet payment makes one booking with one authorization', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const [contact, token] = [contactOf(), await tokenFrom('apple_pay')]
  await confirmContact(who, hold.id, contact.email)
  const body = { holdId: hold.id, contact, payment: { method: 'card' as const, token } }
  const answers = await Promise.all([
    who.call(checkout.book, { body }, { key: 'wallet-order-once' }),
    who.call(checkout.book, { body }, { key: 'wallet-order-once' }),
  ])
  assert.ok(answers.some(({ status }) => status === 201))
  const { rows } = await kalli.database.pool.query(
    `select from standin.charges c join payments p on p.id::text = c.reference where p.booking_id = $1`,
    [hold.id],
  )
  assert.equal(rows.length, 1)
})

test('a wallet’s card is not saved in the account', async () => {
  const at = await people.bookable(kalli)
  const email = 'cartera@example.test'
  const person = await people.signIn(kalli, await people.account(kalli, { email }))
  const hold = await held(person, at)
  const payment = { method: 'card' as const, token: await tokenFrom('apple_pay'), keep: true }
  const answer = await person.call(checkout.book, {
    body: { holdId: hold.id, contact: contactOf({ email }), payment },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.deepEqual((await person.call(savedCards)).body, [])
})

test('the database refuses an unknown wallet, and one without a card', async () => {
  const visit = await booked(kalli, await people.bookable(kalli))
  const set = (values: string) =>
    kalli.database.pool.query(`update payments set ${values} where booking_id = $1`, [visit.id])
  await assert.rejects(set(`card_wallet = 'constructor'`), /payments_wallet_is_known/)
  await assert.rejects(set(`card_wallet = 'apple_pay', card_last4 = null`), /payments_wallet_has_a_card/)
})
