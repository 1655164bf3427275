/** A client's credit: earned, shown, spent once, refunded, to the centavo and under load. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as checkouts from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import { holdCredit, wallet } from '#contract/booking/prepaid/wallet.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { booked, confirmContact, contactOf, held, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A professional cancels within the day: the client gets $50.00 of credit. */
const disappointed = async (who: Person = kalli.visitor()) => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 65_000 })
  const contact = contactOf()
  const one = await booked(kalli, at, { who, contact, date: '2026-11-20', place: 4 })
  const professional = at.professional.person
  const params = { id: one.id }
  const quoted = await professional.call(cancellation.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  const cancelled = await professional.call(cancellation.cancel, {
    params,
    query: {},
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await drain(kalli)
  const { rows } = await kalli.database.pool.query('select client_id as id from bookings where id = $1', [
    one.id,
  ])
  const clientId: number = rows[0]?.id
  assert.equal(await creditOf(kalli.work(), clientId), 5_000)
  return { at, who, contact, clientId, first: one.id }
}
type Client = Awaited<ReturnType<typeof disappointed>>

const pay = (client: Client, holdId: string, creditCents: number, token = 'tok_ok') =>
  client.who.call(checkouts.book, {
    body: { holdId, contact: client.contact, payment: { method: 'card', token, creditCents } },
  })

const holdOf = async (client: Client, values: { at?: Bookable; date?: string; place?: number } = {}) => {
  const hold = await held(client.who, values.at ?? client.at, values.date ?? '2026-11-20', values.place ?? 10)
  await confirmContact(client.who, hold.id, client.contact.email)
  return hold
}

const moneyOf = async (id: string, clientId: number) => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query(
    `select captured_cents::int as charged, refunded_cents::int as back, amount_cents::int as amount, status,
       (select coalesce(-sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = payments.booking_id and account = 2010) as held
     from payments where booking_id = $1`,
    [id],
  )
  assert.equal(await people.trialBalance(kalli), 0)
  return { ...rows[0], credit: await creditOf(kalli.work(), clientId) }
}

test('credit is shown, used first at the next checkout, and listed on the receipt', async () => {
  const client = await disappointed()
  const hold = await holdOf(client)
  const shown = await client.who.call(holdCredit, {
    params: { id: hold.id },
    body: { email: client.contact.email },
  })
  const share = { coveredCents: 5_000, cardCents: 60_000 }
  assert.deepEqual(shown.body, { creditCents: 5_000, ...share, whole: share })
  const strange = await client.who.call(holdCredit, {
    params: { id: hold.id },
    body: { email: 'otra@example.test' },
  })
  assert.equal(strange.body.creditCents, 0, 'nobody sees the credit of an e-mail that is not theirs')
  const paid = await pay(client, hold.id, 5_000)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual([paid.body.payment?.amountCents, paid.body.payment?.creditCents], [60_000, 5_000])
  // The professional sees what was paid for the visit, not from which of the client's balances.
  const { payment } = (
    await client.at.professional.person.call(contract.booking, { params: { id: hold.id } })
  ).body
  assert.deepEqual(
    [payment?.amountCents, payment?.creditCents, payment?.capturedCents, payment?.status],
    [65_000, 0, 65_000, 'captured'],
  )
  assert.deepEqual(await moneyOf(hold.id, client.clientId), {
    charged: 60_000,
    back: 0,
    amount: 60_000,
    status: 'captured',
    held: 65_000,
    credit: 0,
  })
  kalli.time.set(new Date(Date.parse(hold.startsAt) + 3 * 24 * 60 * 60_000))
  await runJobsOnce(kalli)
  assert.equal((await moneyOf(hold.id, client.clientId)).held, 0)
  const receipt = (
    await client.who.call(contract.receipt, {
      params: { id: hold.id },
      query: { t: paid.body.viewToken, as: 'client' },
    })
  ).body
  assert.deepEqual(
    receipt.lines.map(({ code, amountCents }) => [code, amountCents]),
    [
      ['service', 65_000],
      ['credit_used', -5_000],
    ],
  )
  assert.deepEqual([receipt.state, receipt.netCents], ['settled', 60_000])
})

test('a signed-in client sees where their credit came from and went', async () => {
  const client = await disappointed(await people.signIn(kalli, await people.account(kalli)))
  const hold = await holdOf(client)
  assert.equal(
    (await client.who.call(holdCredit, { params: { id: hold.id }, body: {} })).body.cardCents,
    60_000,
  )
  await pay(client, hold.id, 3_000)
  const { body } = await client.who.call(wallet)
  assert.equal(body.creditCents, 2_000)
  assert.deepEqual(
    body.entries.map(({ kind, amountCents, bookingId }) => [kind, amountCents, bookingId]),
    [
      ['used', -3_000, hold.id],
      ['earned', 5_000, client.first],
    ],
  )
  assert.deepEqual((await client.at.professional.person.call(wallet)).body, { creditCents: 0, entries: [] })
})

test('a cancellation fee is taken from the credit first, and the rest becomes credit again, as quoted', async () => {
  const client = await disappointed()
  // In a week: no fee applies. Today: Justa retains a tenth, $65.00, more than the credit.
  for (const [date, fee, back] of [
    ['2026-11-27', 0, 5_000],
    ['2026-11-20', 6_500, 0],
  ] as const) {
    const hold = await holdOf(client, { date, place: 12 })
    const paid = await pay(client, hold.id, 5_000)
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    const requested = { params: { id: hold.id }, query: { t: paid.body.viewToken } }
    const quoted = (await client.who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } }))
      .body
    assert.deepEqual([quoted.feeCents, quoted.creditBackCents], [fee, back])
    const cancelled = await client.who.call(cancellation.cancel, {
      ...requested,
      body: { quoteToken: quoted.token, reason: 'Un imprevisto.' },
    })
    assert.equal(cancelled.status, 200)
    const money = await moneyOf(hold.id, client.clientId)
    assert.deepEqual(
      [money.held, money.charged - money.back, money.credit],
      [0, Math.max(0, fee - 5_000), back],
    )
  }
})

test('a fee below the credit charges the card nothing', async () => {
  const client = await disappointed()
  // A service of $300.00 costs $30.00 late.
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 30_000 })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 1000 where id = $1', [
    at.agreementId,
  ])
  const hold = await holdOf(client, { at, date: '2026-11-20', place: 12 })
  const paid = await pay(client, hold.id, 5_000)
  const requested = { params: { id: hold.id }, query: { t: paid.body.viewToken } }
  const quoted = (await client.who.call(cancellation.cancelQuote, { ...requested, body: { as: 'client' } }))
    .body
  assert.deepEqual([quoted.feeCents, quoted.creditBackCents], [3_000, 2_000])
  await client.who.call(cancellation.cancel, {
    ...requested,
    body: { quoteToken: quoted.token, reason: 'Un imprevisto.' },
  })
  const money = await moneyOf(hold.id, client.clientId)
  assert.deepEqual([money.held, money.charged - money.back, money.credit], [0, 0, 2_000])
})

test('a refused card keeps the credit for the next card, and an ended hold releases it', async () => {
  const client = await disappointed()
  const hold = await holdOf(client)
  assert.equal((await pay(client, hold.id, 5_000, 'tok_declined')).status, 402)
  assert.equal(await creditOf(kalli.work(), client.clientId), 0)
  const shown = await client.who.call(holdCredit, {
    params: { id: hold.id },
    body: { email: client.contact.email },
  })
  assert.equal(shown.body.coveredCents, 5_000)
  // Without credit this time: the whole price on the card.
  assert.equal((await pay(client, hold.id, 0, 'tok_declined')).status, 402)
  assert.equal(await creditOf(kalli.work(), client.clientId), 5_000)
  assert.equal((await pay(client, hold.id, 5_000, 'tok_declined')).status, 402)
  kalli.time.advance(11)
  await runJobsOnce(kalli)
  const money = await moneyOf(hold.id, client.clientId)
  assert.deepEqual([money.held, money.charged, money.credit], [0, 0, 5_000])

  const requestFor = await holdOf(client, { date: '2026-11-24', place: 2 })
  assert.equal((await pay(client, requestFor.id, 5_000, 'tok_3ds')).body.status, 'awaiting_payment')
  kalli.time.advance(16)
  await runJobsOnce(kalli)
  assert.equal((await moneyOf(requestFor.id, client.clientId)).credit, 5_000)
})

test('the card always pays a part, and a client cannot spend more credit than shown', async () => {
  const client = await disappointed()
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 6_000 })
  await kalli.database.pool.query('update agreements set rate_per_hour_cents = 1000 where id = $1', [
    at.agreementId,
  ])
  const hold = await holdOf(client, { at })
  const shown = await client.who.call(holdCredit, {
    params: { id: hold.id },
    body: { email: client.contact.email },
  })
  const share = { coveredCents: 4_000, cardCents: 2_000 }
  assert.deepEqual(shown.body, { creditCents: 5_000, ...share, whole: share })
  assert.equal(refusalOf(await pay(client, hold.id, 5_000)).code, 'credit_changed')
  assert.equal((await client.who.call(holds.readHold, { params: { id: hold.id } })).status, 200, 'still held')
})

test('of two checkouts that use the same credit at once, one gets it and the other is refused', async () => {
  for (let again = 0; again < 3; again += 1) {
    const client = await disappointed()
    const holds = [await holdOf(client, { date: '2026-11-24' }), await holdOf(client, { date: '2026-11-25' })]
    const paid = await Promise.all(holds.map(({ id }) => pay(client, id, 5_000)))
    assert.deepEqual(paid.map(({ status }) => status).toSorted(), [201, 409])
    assert.equal(await creditOf(kalli.work(), client.clientId), 0)
    await drain(kalli)
    assert.equal(await people.trialBalance(kalli), 0)
  }
})

test('the database lets no credit fall below zero', async () => {
  const client = await disappointed()
  const overdraw = post(kalli.work(), {
    kind: 'credit_used',
    idemKey: `overdrawn:${client.first}`,
    bookingId: client.first,
    at: kalli.clock(),
    lines: [
      { account: account.clientCredit, partyId: client.clientId, amountCents: 5_001 },
      { account: account.clientFunds, amountCents: -5_001 },
    ],
  })
  await assert.rejects(
    overdraw,
    (error: { constraint?: string }) => error.constraint === 'client_credit_is_there',
  )
})
