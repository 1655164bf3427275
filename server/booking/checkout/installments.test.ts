/** A visit paid in months without interest: what its client is offered, what is charged when, and who bears the cost. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import * as attendance from '#contract/booking/attendance.ts'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import * as requests from '#contract/booking/request/request.ts'
import * as installments from '#contract/payment/installments.ts'
import { tokenizeCard } from '#contract/payment/payment.ts'
import {
  answersEach,
  booked,
  type Bookable,
  completeAsClient,
  confirmContact,
  contactOf,
  held,
  hereOf,
} from '#server/testing/bookings.ts'
import { drain } from '#server/platform/jobs.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const tokenOf = async (number: string) => {
  const card = { number, expiry: '12/30', cvc: '123' }
  const answer = await kalli.visitor().call(tokenizeCard, { body: card })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.token
}
const credit = () => tokenOf('4242 4242 4242 4242')
const debit = () => tokenOf('4000 0566 5566 5556')

const allow = async (at: Bookable, allowed: { maxMonths: 3 | 6 | 9 | 12; fromCents: number } | null) => {
  const answer = await at.professional.person.call(installments.saveInstallments, { body: { allowed } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** A stylist whose visits cost $1,200 and may be paid in up to six months. */
const salon = async (priceCents = 120_000) => {
  const at = await people.bookable(kalli, { priceCents })
  await allow(at, { maxMonths: 6, fromCents: 30_000 })
  return at
}

type Months = 3 | 6 | 9 | 12
const payIn = async (who: Person, holdId: string, token: string, months?: Months, contact = contactOf()) => {
  await confirmContact(who, holdId, contact.email)
  const payment = {
    method: 'card' as const,
    token,
    ...(months === undefined ? {} : { installments: months }),
  }
  return who.call(checkout.book, { body: { holdId, contact, payment } })
}

const visitIn = async (at: Bookable, months: Months, date?: string) => {
  const who = kalli.visitor()
  const hold = await held(who, at, date)
  const answer = await payIn(who, hold.id, await credit(), months)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { ...answer.body, who, t: answer.body.viewToken ?? assert.fail() }
}
type Visit = Awaited<ReturnType<typeof visitIn>>

const plansOf = (who: Person, id: string, token: string, creditCents = 0) =>
  who.call(checkout.cardPlans, { params: { id }, body: { card: { token }, creditCents } })

const linesOf = async (bookingId: string, kind?: string) => {
  const { rows } = await kalli.database.pool.query<{ kind: string; account: number; cents: number }>(
    `select j.kind, e.account, e.amount_cents::int as cents from journals j join entries e on e.journal_id = j.id
     where j.booking_id = $1 order by j.id, e.line`,
    [bookingId],
  )
  return rows.flatMap((row) =>
    kind === undefined || row.kind === kind ? [`${row.account} ${row.cents}`] : [],
  )
}
const paidOutOf = async (bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ party: string; cents: number }>(
    'select party, amount_cents::int as cents from payouts where booking_id = $1 order by party',
    [bookingId],
  )
  return rows.map(({ party, cents }) => `${party} ${cents}`)
}

const serve = async (at: Bookable, visit: Visit) => {
  kalli.time.set(new Date(visit.startsAt))
  const params = { id: visit.id }
  await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, visit.id) })
  kalli.time.set(new Date(visit.endsAt))
  await at.professional.person.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, visit.id)).status, 200)
  await drain(kalli)
}

const cancelAs = async (who: Person, id: string, as: 'client' | 'professional', t?: string) => {
  const [params, query] = [{ id }, t === undefined ? {} : { t }]
  const quoted = await who.call(cancellation.cancelQuote, { params, query, body: { as } })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const body = { quoteToken: quoted.body.token, reason: 'Un imprevisto.' }
  const answer = await who.call(cancellation.cancel, { params, query, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await drain(kalli)
  return quoted.body
}

test('installments are offered only if the professional allows them, up to their number and from their price on', async () => {
  const at = await people.bookable(kalli, { priceCents: 120_000 })
  const who = kalli.visitor()
  const hold = await held(who, at)
  assert.equal(hold.installments, undefined)
  assert.deepEqual((await plansOf(who, hold.id, await credit())).body.months, [])
  const refused = await payIn(who, hold.id, await credit(), 3)
  assert.deepEqual([refused.status, refusalOf(refused).code], [409, 'installments_unavailable'])

  const { person } = at.professional
  const before = await person.call(installments.ownInstallments, {})
  assert.equal(before.body.allowed, null)
  const shown = await allow(at, { maxMonths: 9, fromCents: 80_000 })
  assert.deepEqual(shown.allowed, { maxMonths: 9, fromCents: 80_000 })
  const six = shown.examples.find(({ months }) => months === 6)
  // For her service of $1,200, by the same split that settles it.
  assert.deepEqual(
    [six?.priceCents, six?.costCents, six?.withoutCents, six?.withCents],
    [120_000, 10_440, 108_000, 97_560],
  )
  const again = await who.call(holds.readHold, { params: { id: hold.id } })
  assert.deepEqual(again.body.installments, [
    { months: 3, fromCents: 80_000 },
    { months: 6, fromCents: 80_000 },
    { months: 9, fromCents: 90_000 },
  ])
  // Only for the viewer's own hold: another visitor gets not found.
  assert.equal((await plansOf(kalli.visitor(), hold.id, await credit())).status, 404)
  await allow(at, null)
  const off = await who.call(holds.readHold, { params: { id: hold.id } })
  assert.equal(off.body.installments, undefined)
})

test('a credit card offers months that the amount after credit allows, and a debit card none', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const hold = await held(who, at)
  assert.deepEqual((await plansOf(who, hold.id, await credit())).body.months, [3, 6])
  assert.deepEqual((await plansOf(who, hold.id, await credit(), 65_000)).body.months, [3])
  assert.deepEqual((await plansOf(who, hold.id, await credit(), 95_000)).body.months, [])
  assert.deepEqual((await plansOf(who, hold.id, await debit())).body.months, [])
  assert.deepEqual((await plansOf(who, hold.id, 'tok_nonsense_')).body.months, [])
  const contact = contactOf()
  const poor = await payIn(who, hold.id, await debit(), 3, contact)
  assert.deepEqual([poor.status, refusalOf(poor).code], [409, 'installments_unavailable'])
  // The hour is still held, and a card without months pays at once: no terms of the months remain.
  const paid = await payIn(who, hold.id, await debit(), undefined, contact)
  assert.deepEqual([paid.status, paid.body.payment?.inMonths], [201, undefined])
  const { rows } = await kalli.database.pool.query(
    `select terms -> 'rates' ? 'inMonths' as months from bookings where id = $1`,
    [hold.id],
  )
  assert.deepEqual(rows, [{ months: false }])
})

test('installments are charged in full at once, however far ahead the visit is, and settled in their own journal', async () => {
  const at = await salon()
  const visit = await visitIn(at, 6, '2026-12-10')
  assert.equal(visit.status, 'confirmed')
  assert.deepEqual(
    [visit.payment?.status, visit.payment?.capturedCents, visit.payment?.captureAt],
    ['captured', 120_000, null],
  )
  assert.deepEqual(visit.payment?.inMonths, {
    months: 6,
    monthlyCents: Array.from({ length: 6 }, () => 20_000),
  })
  // 3.6 % + $3.00 and 7.5 % of $1,200, with IVA.
  assert.deepEqual(await linesOf(visit.id, 'fee'), ['5010 13620', '1150 2179', '1010 -15799'])
  const expected = await at.professional.person.call(contract.receipt, {
    params: { id: visit.id },
    query: {},
  })
  await serve(at, visit)
  assert.deepEqual(await linesOf(visit.id, 'installments'), ['2020 10440', '5010 -9000', '1150 -1440'])
  const own = await at.professional.person.call(contract.receipt, { params: { id: visit.id }, query: {} })
  const months = own.body.lines.find(({ code }) => code === 'months')
  assert.deepEqual([months?.label, months?.amountCents], ['Costo de 6 meses sin intereses', -10_440])
  assert.deepEqual(own.body.lines, expected.body.lines)
  const out = await paidOutOf(visit.id)
  assert.ok(out.includes(`professional ${own.body.netCents}`), out.join())
  const receipt = await visit.who.call(contract.receipt, { params: { id: visit.id }, query: { t: visit.t } })
  assert.ok(receipt.body.notes.some((note) => note.includes('6 meses sin intereses de $200')))
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a client who pays at once gets the same ledger entries, even if the professional allows installments', async () => {
  const journals = async (at: Bookable, date: string) => {
    kalli.time.set(testNow)
    const visit = await booked(kalli, at, { date })
    await serve(at, visit)
    return linesOf(visit.id)
  }
  const plain = await journals(await people.bookable(kalli, { priceCents: 120_000 }), '2026-11-24')
  assert.deepEqual(await journals(await salon(), '2026-11-24'), plain)
})

test('a cancellation in time refunds installments to the same card in full, and the platform bears the fee', async () => {
  const at = await salon()
  const visit = await visitIn(at, 3, '2026-12-10')
  const quoted = await cancelAs(visit.who, visit.id, 'client', visit.t)
  assert.equal(quoted.refundCents, 120_000)
  const { body } = await visit.who.call(contract.booking, { params: { id: visit.id }, query: { t: visit.t } })
  assert.deepEqual([body.payment?.status, body.payment?.refundedCents], ['refunded', 120_000])
  assert.deepEqual(await linesOf(visit.id, 'installments'), [])
  assert.deepEqual(await linesOf(visit.id, 'refund'), ['2040 120000', '1020 -120000'])
  assert.deepEqual(await paidOutOf(visit.id), [])
  const receipt = await visit.who.call(contract.receipt, { params: { id: visit.id }, query: { t: visit.t } })
  assert.equal(receipt.body.netCents, 0)
  assert.ok(receipt.body.notes.some((note) => note.includes('tu banco ajusta las mensualidades')))
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a professional who cancels owes the cost of the installments, as quoted before', async () => {
  const at = await salon()
  const visit = await visitIn(at, 6, '2026-12-10')
  const quoted = await cancelAs(at.professional.person, visit.id, 'professional')
  assert.deepEqual(
    quoted.lines.find(({ label }) => label === 'Costo de los meses sin intereses')?.amountCents,
    -10_440,
  )
  assert.deepEqual(await linesOf(visit.id, 'installments'), ['1120 10440', '5010 -9000', '1150 -1440'])
  const own = await at.professional.person.call(contract.receipt, { params: { id: visit.id }, query: {} })
  assert.equal(own.body.netCents, -10_440)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a request authorizes the installments and charges them on acceptance, and a refusal costs nothing', async () => {
  const at = await salon()
  await answersEach(at)
  const accepted = await visitIn(at, 3, '2026-12-10')
  assert.deepEqual([accepted.status, accepted.payment?.status], ['requested', 'authorized'])
  const { person } = at.professional
  const yes = await person.call(requests.acceptRequest, {
    params: { id: accepted.id },
    body: { as: 'professional', version: accepted.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  await drain(kalli)
  const shown = await accepted.who.call(contract.booking, {
    params: { id: accepted.id },
    query: { t: accepted.t },
  })
  assert.deepEqual([shown.body.status, shown.body.payment?.status], ['confirmed', 'captured'])
  const declined = await visitIn(at, 3, '2026-12-11')
  const no = await person.call(requests.declineRequest, {
    params: { id: declined.id },
    body: { as: 'professional', version: declined.version, reason: 'no_time' },
  })
  assert.equal(no.status, 200, JSON.stringify(no.body))
  await drain(kalli)
  const { body } = await declined.who.call(contract.booking, {
    params: { id: declined.id },
    query: { t: declined.t },
  })
  assert.deepEqual([body.payment?.status, body.payment?.capturedCents], ['voided', 0])
  assert.deepEqual(await linesOf(declined.id, 'installments'), [])
})

test('a late bank answer and a retry charge the installments once', async () => {
  const at = await salon()
  const who = kalli.visitor()
  const hold = await held(who, at)
  const contact = contactOf()
  await confirmContact(who, hold.id, contact.email)
  const payment = { method: 'card' as const, token: 'tok_timeout', installments: 3 as const }
  const order = { body: { holdId: hold.id, contact, payment } }
  const answers = await Promise.all([
    who.call(checkout.book, order, { key: 'months-once' }),
    who.call(checkout.book, order, { key: 'months-once' }),
  ])
  assert.ok(
    answers.some(({ status }) => status === 201),
    JSON.stringify(answers.map(({ body }) => body)),
  )
  const { rows } = await sql<{ installments: number; captured: number }>`
    select c.installments, c.captured_cents as captured from standin.charges c
    join payments p on p.id::text = c.reference where p.booking_id = ${hold.id}`.execute(
    kalli.database.kysely,
  )
  assert.deepEqual(rows, [{ installments: 3, captured: 120_000 }])
})

test('only professionals set installments, and no other months or smaller amounts are accepted', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  for (const allowed of [
    { maxMonths: 4, fromCents: 30_000 },
    { maxMonths: 18, fromCents: 30_000 },
    { maxMonths: 3, fromCents: 29_999 },
    { maxMonths: 3, fromCents: 30_000.5 },
    'constructor',
  ]) {
    const answer = await person.fetch('PUT', '/api/professional/installments', { body: { allowed } })
    assert.equal(answer.status, 400, JSON.stringify(allowed))
  }
  const visitor = await kalli.visitor().call(installments.ownInstallments, {})
  assert.equal(visitor.status, 401)
})

test('the database refuses unknown months, too small amounts, installments without a credit card, and too high a fee', async () => {
  const visit = await visitIn(await salon(), 3)
  const set = (table: string, values: string, id = 'booking_id') =>
    kalli.database.pool.query(
      table === 'payments'
        ? `update payments set ${values} where ${id} = $1`
        : `update payment_calls set ${values} where payment_id = (select id from payments where booking_id = $1)`,
      [visit.id],
    )
  await assert.rejects(set('payments', 'installments = 4'), /payments_installments_known/)
  await assert.rejects(set('payments', `card_wallet = 'apple_pay'`), /payments_installments_by_card/)
  await assert.rejects(set('payments', 'authorized_cents = 29999'), /payments_installments_from/)
  await assert.rejects(set('payments', 'fee_cents = captured_cents'), /payments_installments_fee/)
  await assert.rejects(set('calls', 'installments = 5'), /payment_calls_installments/)
  await assert.rejects(set('calls', 'installments = 3, amount_cents = 100'), /payment_calls_installments/)
})
