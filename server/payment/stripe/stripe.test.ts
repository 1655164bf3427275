/** Behaviour specific to Stripe, beyond the contract of all processors (processors.test.ts); and one booking from hold to payout. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import * as contract from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { cardSettings, payment as showPayment, tokenizeCard } from '#contract/payment/payment.ts'
import { policy } from '#server/pages.ts'
import { followClock, makeAvailable } from '#server/payment/jobs.ts'
import { execute, read } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { ProviderRefusal, ProviderUnreachable } from '#server/payment/provider/provider.ts'
import { stripe } from '#server/payment/stripe/stripe.ts'
import { followOpenEvents } from '#server/payment/webhook.ts'
import { drain } from '#server/platform/jobs.ts'
import { completeAsClient, held, pay, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { startStripe, type StripeServer } from '#server/testing/processor/stripe-server.ts'

let kalli: TestServer
let bank: StripeServer
before(async () => {
  bank = await startStripe()
  kalli = await startTestServer({ config: { logLevel: 'silent', stripe: bank.settings } })
  bank.setClock(kalli.clock)
})
after(async () => {
  await kalli.close()
  await bank.close()
})

const requested = (hoursAgo = 0) => ({
  key: randomUUID(),
  requestedAt: new Date(kalli.clock().getTime() - hoursAgo * hourMs),
})
const orderOf = (hoursAgo = 0) => ({
  ...requested(hoursAgo),
  reference: randomUUID(),
  returnUrl: `${kalli.url}/booking-success?id=1`,
  amountCents: 50_000,
})

const started = async (token: string) => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 48 * hourMs)
  const { payment } = await prepare(kalli.work(), { bookingId, amountCents: 65_000, startsAt, token })
  return { bookingId, paymentId: payment.id, payment: await execute(kalli.work(), payment.id) }
}

const accountOf = async (party: 'professional' | 'host', partyId: number, isActive = true) => {
  const ref = `acct_${randomUUID()}`
  bank.books.accounts.set(ref, { isActive, metadata: {} })
  await kalli.database.kysely
    .insertInto('payout_accounts')
    .values({ provider: 'stripe', party, party_id: partyId, account_ref: ref, requested_at: kalli.clock() })
    .execute()
  return ref
}

test('a booking is held, approved, confirmed by webhook, charged, completed, divided and paid out through Stripe', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const { body: waiting } = await pay(visitor, hold.id, 'pm_card_authenticationRequiredOnSetup')
  assert.equal(waiting.status, 'awaiting_payment')
  assert.match(waiting.payment?.actionUrl ?? '', /^http.*\/3ds\/pi_/)
  const intent = [...bank.books.intents.values()].at(-1)
  assert.equal(intent?.returnUrl, `${kalli.url}/booking-success?id=${hold.id}`)
  bank.answerBank(intent.id, true)
  assert.deepEqual([...new Set(await bank.deliver(kalli.url))], [200])
  await drain(kalli)
  const params = { id: hold.id }
  const confirmed = await visitor.call(contract.booking, { params, query: {} })
  assert.deepEqual(
    [confirmed.body.status, confirmed.body.payment?.status, confirmed.body.payment?.card],
    ['confirmed', 'authorized', { brand: 'visa', last4: '3155' }],
  )

  const startsAt = new Date(hold.startsAt)
  kalli.time.set(new Date(startsAt.getTime() - 23 * hourMs))
  await followClock(kalli.work())
  assert.deepEqual([intent.status, intent.captured], ['succeeded', 100_000])
  kalli.time.set(startsAt)
  const served = at.professional.person
  const arrived = await served.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
  assert.equal(arrived.status, 200, JSON.stringify(arrived.body))
  kalli.time.set(new Date(hold.endsAt))
  const left = await served.call(attendance.checkOut, { params, body: {} })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  const done = await completeAsClient(kalli, params.id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)

  await accountOf('professional', at.professional.id)
  kalli.time.advance(4 * 24 * 60)
  await makeAvailable(kalli.work())
  await payDue(kalli.work())
  const payouts = async () => {
    const rows = await kalli.database.kysely
      .selectFrom('payouts')
      .select(['party', 'amount_cents', 'status', 'failure'])
      .where('booking_id', '=', hold.id)
      .orderBy('party')
      .execute()
    return rows.map(({ party, amount_cents, status, failure }) =>
      [party, amount_cents, status, failure].join(' ').trim(),
    )
  }
  assert.deepEqual(await payouts(), ['host 28500 failed no_account', 'professional 60000 paid'])
  const account = await accountOf('host', at.host.id, false)
  kalli.time.advance(13 * 60)
  await payDue(kalli.work())
  assert.deepEqual((await payouts())[0], 'host 28500 failed account_not_ready')
  bank.books.accounts.set(account, { isActive: true, metadata: {} })
  kalli.time.advance(13 * 60)
  await payDue(kalli.work())
  assert.deepEqual(await payouts(), ['host 28500 paid', 'professional 60000 paid'])
  assert.deepEqual(
    [...bank.books.transfers.values()].map(({ amount }) => amount),
    [60_000, 28_500],
  )
  assert.deepEqual([...new Set(await bank.deliver(kalli.url))], [200])
  assert.equal(await people.trialBalance(kalli), 0)
  const { rows } = await kalli.database.pool.query(
    `select kind, count(*)::int as n from journals where booking_id = $1 group by kind order by kind`,
    [hold.id],
  )
  assert.deepEqual(
    rows.map(({ kind, n }) => `${kind} ${n}`),
    ['available 1', 'capture 1', 'fee 1', 'hold 1', 'split 1', 'transfer 2'],
  )
})

test('a key that Stripe has forgotten after a day is looked up, and executed only once', async () => {
  const order = orderOf(30)
  const source = { token: 'pm_card_visa' }
  const first = await stripe.authorize(kalli.work(), { ...order, source })
  const card = { cardRef: first.cardRef ?? '' }
  const later = orderOf(30)
  const second = await stripe.authorize(kalli.work(), { ...later, source: card })
  await stripe.capture(kalli.work(), { ...requested(), chargeRef: first.ref, amountCents: 50_000 })
  const back = { ...requested(30), chargeRef: first.ref, amountCents: 10_000 }
  await stripe.refund(kalli.work(), back)
  await accountOf('host', 9_001)
  const sending = { ...requested(30), destination: 'host:9001', amountCents: 7000, reference: randomUUID() }
  const sent = await stripe.transfer(kalli.work(), sending)
  const before = [bank.books.intents.size, bank.books.transfers.size]
  bank.forgetKeys()
  // The browser's token was exchanged for the card that it represents.
  const token = first.cardRef?.split(':')[1] ?? ''
  assert.equal((await stripe.authorize(kalli.work(), { ...order, source: { token } })).ref, first.ref)
  assert.equal((await stripe.authorize(kalli.work(), { ...later, source: card })).ref, second.ref)
  assert.equal((await stripe.refund(kalli.work(), back)).charge.refundedCents, 10_000)
  assert.equal((await stripe.transfer(kalli.work(), sending)).id, sent.id)
  assert.deepEqual([bank.books.intents.size, bank.books.transfers.size], before)
})

test('a request worded differently by a newer release finds the earlier one by its key', async () => {
  const { cardRef } = await stripe.authorize(kalli.work(), {
    ...orderOf(),
    source: { token: 'pm_card_visa' },
  })
  const order = { ...orderOf(), source: { cardRef: cardRef ?? '' } }
  const first = await stripe.authorize(kalli.work(), order)
  const reworded = await stripe.authorize(kalli.work(), { ...order, amountCents: 50_001 })
  assert.deepEqual([reworded.ref, reworded.amountCents], [first.ref, 50_000])
})

test('a wallet that Kalli does not offer is treated as a card, and an offered one is named, even when refused', async () => {
  const walletOf = async (token: string) => {
    const { status, cardWallet } = await stripe.authorize(kalli.work(), { ...orderOf(), source: { token } })
    return [status, cardWallet]
  }
  assert.deepEqual(await walletOf('pm_link'), ['authorized', null])
  assert.deepEqual(await walletOf('pm_apple_pay'), ['authorized', 'apple_pay'])
  assert.deepEqual(await walletOf('pm_google_pay_declined'), ['declined', 'google_pay'])
})

test('with no client present to approve, a saved card’s charge is refused with its reason', async () => {
  const waiting = await stripe.authorize(kalli.work(), {
    ...orderOf(),
    source: { token: 'pm_card_authenticationRequired' },
  })
  bank.answerBank(waiting.ref, true)
  const cardRef = (await stripe.find(kalli.work(), waiting.ref))?.cardRef ?? ''
  const refused = await stripe.authorize(kalli.work(), { ...orderOf(), source: { cardRef } })
  assert.deepEqual([refused.status, refused.failure], ['declined', 'authentication_required'])
})

test('an authorization that the bank released is reported as expired, and cannot be captured', async () => {
  const { bookingId, payment } = await started('pm_card_visa')
  assert.equal(payment.status, 'authorized')
  bank.expire(payment.charge_ref ?? '')
  assert.deepEqual([...new Set(await bank.deliver(kalli.url))], [200])
  assert.equal((await read(kalli.work(), bookingId))?.status, 'expired')
  await assert.rejects(
    stripe.capture(kalli.work(), { ...requested(), chargeRef: payment.charge_ref ?? '', amountCents: 1000 }),
    ProviderRefusal,
  )
})

test('while Stripe is unreachable nothing else fails, and a webhook received then is processed later', async () => {
  const { bookingId, paymentId, payment } = await started('pm_card_authenticationRequiredOnSetup')
  bank.events.splice(0)
  bank.answerBank(payment.charge_ref ?? '', true)
  bank.setAway(true)
  await assert.rejects(stripe.find(kalli.work(), payment.charge_ref ?? ''), ProviderUnreachable)
  const payer = kalli.visitor()
  assert.equal((await payer.call(showPayment, { params: { id: paymentId }, query: {} })).status, 404)
  assert.deepEqual([...new Set(await bank.deliver(kalli.url))], [200])
  assert.equal((await read(kalli.work(), bookingId))?.status, 'requires_action')
  bank.setAway(false)
  await followOpenEvents(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'authorized')
})

test('browsers get the publishable key and pages allow Stripe’s origins, and without keys neither', async () => {
  const { body } = await kalli.visitor().call(cardSettings)
  assert.deepEqual(body, { stripe: { key: 'pk_test_kalli' } })
  const closed = {
    dev: false,
    production: false,
    googlePlaces: null,
    mapStyle: null,
    mapOrigins: [],
    stripe: null,
  }
  assert.ok(!policy('n', closed).includes('stripe'))
  const open = policy('n', { ...closed, stripe: bank.settings })
  assert.match(open, /script-src 'self' 'nonce-n' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/)
  assert.match(open, /connect-src 'self' https:\/\/api\.stripe\.com;/)
  assert.match(
    open,
    /frame-src 'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com https:\/\/hooks\.stripe\.com;/,
  )
  const card = { number: '4242424242424242', expiry: '12/29', cvc: '123' }
  assert.equal((await kalli.visitor().call(tokenizeCard, { body: card })).status, 404, 'numbers are not ours')
})

test('events about other accounts are acknowledged and not stored', async () => {
  const count = async () =>
    (await kalli.database.kysely.selectFrom('provider_events').select('external_id').execute()).length
  const before = await count()
  const post = (kind: string, object: object) => {
    const { body, headers } = bank.signed({ id: `evt_${randomUUID()}`, kind, object })
    return fetch(`${kalli.url}/api/payments/webhook/stripe`, { method: 'POST', headers, body })
  }
  assert.equal((await post('invoice.paid', { id: 'in_1' })).status, 200)
  assert.equal(await count(), before)
  const foreign = bank.books.begin('payment', {
    amount: 5000,
    customer: null,
    method: 'pm_card_visa',
    keeps: false,
    metadata: {},
    returnUrl: null,
    offSession: false,
  })
  assert.equal((await post('payment_intent.amount_capturable_updated', { id: foreign.id })).status, 200)
  const open = await kalli.database.kysely
    .selectFrom('provider_events')
    .select('external_id')
    .where('handled_at', 'is', null)
    .where('object_ref', '=', foreign.id)
    .execute()
  assert.equal(open.length, 0)
})
