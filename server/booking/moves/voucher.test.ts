/** Paying by transfer or cash: the hour is held, the money comes later, never, or too late. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as holds from '#contract/booking/hold.ts'
import { takesAmount, type VoucherMethod } from '#contract/payment/payment.ts'
import { acceptRequest, declineRequest } from '#contract/booking/request/request.ts'
import { voucherUntil } from '#server/booking/moves/voucher.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { ProviderRefusal } from '#server/payment/provider/provider.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { payReference } from '#server/payment/standin/bank.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { answersEach, type Bookable, confirmContact, contactOf, held } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const zone = 'America/Mexico_City'
const visit = (startsAt: string) => ({ starts_at: new Date(startsAt), zone, kind: 'visit' })

// Friday 20 November 2026, 10:00 in Mexico City.
for (const { method, startsAt, until, why } of [
  {
    method: 'spei',
    startsAt: '2026-11-20T19:00:00Z',
    until: '2026-11-20T18:00:00.000Z',
    why: 'three hours ahead: two to pay, one to know',
  },
  { method: 'spei', startsAt: '2026-11-20T18:59:00Z', until: null, why: 'a minute less' },
  {
    method: 'oxxo',
    startsAt: '2026-11-23T16:00:00Z',
    until: null,
    why: '72 hours, but only a weekend between',
  },
  { method: 'oxxo', startsAt: '2026-11-25T05:59:00Z', until: null, why: 'Tuesday is not over yet' },
  {
    method: 'oxxo',
    startsAt: '2026-11-25T06:00:00Z',
    until: '2026-11-21T16:00:00.000Z',
    why: 'Monday and Tuesday are over',
  },
] as const satisfies { method: VoucherMethod; startsAt: string; until: string | null; why: string }[])
  test(`${method} for ${startsAt}: ${why}`, () => {
    assert.equal(voucherUntil(method, visit(startsAt), testNow)?.toISOString() ?? null, until)
  })

for (const { cents, offered } of [
  { cents: 999, offered: [] },
  { cents: 1_000, offered: ['spei', 'oxxo'] },
  { cents: 1_000_000, offered: ['spei', 'oxxo'] },
  { cents: 1_000_001, offered: ['spei'] },
  { cents: 4_000_000, offered: ['spei'] },
])
  test(`${cents} centavos can be paid by ${offered.join(' and ') || 'card alone'}, and server and stand-in refuse the rest`, async () => {
    // A visit costs at least $20, so the lower limit is tested on the table and the stand-in.
    for (const method of ['spei', 'oxxo'] as const)
      assert.equal(
        takesAmount(method, cents),
        offered.some((one) => one === method),
      )
    for (const method of ['spei', 'oxxo'] as const) {
      const requested = standin.voucher(kalli.work(), {
        key: `limit:${method}:${cents}`,
        requestedAt: kalli.clock(),
        reference: crypto.randomUUID(),
        returnUrl: '',
        method,
        amountCents: cents,
        until: kalli.clock(),
        name: 'Ana Ruiz',
        email: 'ana@ejemplo.test',
      })
      if (offered.some((one) => one === method)) assert.equal((await requested).status, 'voucher_pending')
      else await assert.rejects(requested, ProviderRefusal)
    }
  })

test('a visit of $40,000 three weeks ahead cannot be paid in OXXO, and the refusal names the limit', async () => {
  const at = await people.bookable(kalli, { priceCents: 4_000_000 })
  const who = kalli.visitor()
  const hold = await held(who, at, '2026-12-10')
  assert.deepEqual(
    hold.vouchers.map(({ method }) => method),
    ['spei'],
  )
  const contact = contactOf()
  await confirmContact(who, hold.id, contact.email)
  const answer = await who.call(checkout.book, order(hold.id, contact, 'oxxo'))
  assert.deepEqual([answer.status, refusalOf(answer).code], [409, 'amount_not_taken'])
})

test('rented hours cannot be paid by reference', () => {
  assert.equal(voucherUntil('spei', { ...visit('2026-12-20T16:00:00Z'), kind: 'rent' }, testNow), null)
})

const order = (holdId: string, contact: ReturnType<typeof contactOf>, method: VoucherMethod) => ({
  body: { holdId, contact, payment: { method } },
})

/** A visit that waits for its money, with its client. */
const waiting = async (
  method: VoucherMethod,
  values: { at?: Bookable; date?: string; place?: number } = {},
) => {
  const at = values.at ?? (await people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0 }))
  const who = kalli.visitor()
  const contact = contactOf()
  const hold = await held(who, at, values.date ?? '2026-11-26', values.place)
  await confirmContact(who, hold.id, contact.email)
  const answer = await who.call(checkout.book, order(hold.id, contact, method))
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { at, who, contact, hold, id: hold.id, booked: answer.body }
}

const readAs = async (who: Person, id: string) => {
  const answer = await who.call(contract.booking, { params: { id }, query: {} })
  assert.equal(answer.status, 200)
  return answer.body
}

const money = async (id: string) => {
  const { rows } = await kalli.database.pool.query<{
    status: string
    charge: string
    client: number
    voucher: { name?: string }
    captured: number
    refunded: number
    funds: number
    entries: string[]
  }>(
    `select payments.status, charge_ref as charge, client_id::int as client, voucher, captured_cents::int as captured,
       refunded_cents::int as refunded,
       (select coalesce(-sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = payments.booking_id and account = 2010) as funds,
       array(select kind from journals where journals.booking_id = payments.booking_id order by id) as entries
     from payments where booking_id = $1`,
    [id],
  )
  const [row] = rows
  assert.ok(row)
  assert.equal(await people.trialBalance(kalli), 0)
  return row
}

const paid = async (id: string) => {
  await payReference(kalli.work(), (await money(id)).charge)
  await runJobsOnce(kalli)
  await drain(kalli)
}

const claimsOf = async (id: string) => {
  const { rows } = await kalli.database.pool.query('select state from claims where booking_id = $1', [id])
  return rows.length
}

test('a booking by reference holds the hour and sends an e-mail, and its payment confirms without a card', async () => {
  const { who, hold, id, booked, contact } = await waiting('spei')
  assert.deepEqual(
    hold.vouchers.map(({ method }) => method),
    ['spei', 'oxxo'],
  )
  const { payment } = booked
  assert.deepEqual(
    [booked.status, payment?.status, payment?.card],
    ['awaiting_payment', 'voucher_pending', null],
  )
  assert.ok(payment?.voucher?.clabe)
  assert.equal(payment.voucher.until, hold.vouchers[0]?.until)
  assert.equal(booked.holdExpiresAt, payment.voucher.until)
  assert.equal((await money(id)).voucher.name, undefined, 'nobody’s name is kept beside a reference')
  await drain(kalli)
  const { rows: emails } = await kalli.database.pool.query(
    'select body_text as text from mails where to_address = $1 and subject like $2',
    [contact.email, 'Falta tu pago%'],
  )
  assert.match(emails[0]?.text, new RegExp(payment.voucher.clabe))

  // A repeated press: the same reference.
  const again = await who.call(checkout.book, order(id, contact, 'spei'))
  assert.equal(again.body.payment?.voucher?.clabe, payment.voucher.clabe)

  await paid(id)
  const confirmed = await readAs(who, id)
  assert.deepEqual(
    [confirmed.status, confirmed.payment?.status, confirmed.payment?.voucher],
    ['confirmed', 'captured', null],
  )
  assert.deepEqual((await money(id)).entries, ['capture', 'fee'])
})

test('the professional sees neither the reference nor the hour before it is paid', async () => {
  const { at, id } = await waiting('spei')
  const answer = await at.professional.person.call(contract.booking, { params: { id }, query: {} })
  assert.ok(answer.status === 404 || answer.body.payment?.voucher === null)
})

test('an unpaid reference frees the hour for the next client at no cost', async () => {
  const { who, at, id } = await waiting('spei', { place: 0 })
  kalli.time.advance(121)
  await runJobsOnce(kalli)
  await drain(kalli)
  assert.deepEqual([(await readAs(who, id)).status, await claimsOf(id)], ['expired', 0])
  await held(kalli.visitor(), at, '2026-11-26', 0)
})

test('a late payment of a reference confirms the visit if the hour is still free', async () => {
  const { at, id } = await waiting('oxxo')
  kalli.time.advance(25 * 60)
  await runJobsOnce(kalli)
  await paid(id)
  assert.equal((await readAs(at.professional.person, id)).status, 'confirmed')
})

test('cash that arrives after another client has the hour becomes credit, and a transfer is refunded', async () => {
  for (const method of ['oxxo', 'spei'] as const) {
    const { at, id } = await waiting(method, { place: 2 })
    kalli.time.advance(25 * 60)
    await runJobsOnce(kalli)
    await held(kalli.visitor(), at, '2026-11-26', 2)
    await paid(id)
    const { status, refunded, client, entries, funds } = await money(id)
    assert.deepEqual([status, refunded, funds], ['refunded', 65_000, 0])
    assert.equal(await creditOf(kalli.work(), client), method === 'oxxo' ? 65_000 : 0)
    assert.ok(entries.includes(method === 'oxxo' ? 'credit_back' : 'refund'), entries.join())
    kalli.time.set(testNow)
  }
})

test('cash that comes when the agreement has no hours left that week is the client’s credit', async () => {
  const { at, id } = await waiting('oxxo', { place: 2 })
  kalli.time.advance(25 * 60)
  await runJobsOnce(kalli)
  await kalli.database.kysely
    .updateTable('agreements')
    .set({ quota_minutes: 30 })
    .where('id', '=', at.agreementId)
    .execute()
  await paid(id)
  const { status, refunded, client, funds } = await money(id)
  assert.deepEqual([status, refunded, funds], ['refunded', 65_000, 0])
  assert.equal(await creditOf(kalli.work(), client), 65_000)
})

test('cash that comes when its professional takes on no more visits that day is the client’s credit', async () => {
  const { at, id } = await waiting('oxxo', { place: 2 })
  kalli.time.advance(25 * 60)
  await runJobsOnce(kalli)
  await held(kalli.visitor(), at, '2026-11-26', 8)
  await kalli.database.kysely
    .insertInto('professional_limits')
    .values({
      professional_id: at.professional.id,
      day_visits: 1,
      tight_starts: false,
      version: 2,
      updated_at: kalli.clock(),
    })
    .execute()
  await paid(id)
  const { status, refunded, client, funds } = await money(id)
  assert.deepEqual([status, refunded, funds], ['refunded', 65_000, 0])
  assert.equal(await creditOf(kalli.work(), client), 65_000)
})

test('a visit paid in cash and cancelled in time is refunded as credit, as quoted', async () => {
  const { who, id } = await waiting('oxxo')
  await paid(id)
  const quoted = await who.call(cancellation.cancelQuote, {
    params: { id },
    query: {},
    body: { as: 'client' },
  })
  assert.deepEqual(
    [quoted.body.refundCents, quoted.body.creditBackCents, quoted.body.paidBy],
    [65_000, 65_000, 'oxxo'],
  )
  const cancelled = await who.call(cancellation.cancel, {
    params: { id },
    query: {},
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200)
  await drain(kalli)
  const { client, refunded } = await money(id)
  assert.deepEqual([refunded, await creditOf(kalli.work(), client)], [65_000, 65_000])
})

test('releasing a hold cancels its reference, and is refused while a card is being charged', async () => {
  const { who, id } = await waiting('oxxo')
  assert.equal((await who.call(holds.releaseHold, { params: { id } })).status, 200)
  await drain(kalli)
  assert.deepEqual([(await money(id)).status, await claimsOf(id)], ['voided', 0])
  await paid(id)
  assert.equal((await readAs(who, id)).status, 'expired')

  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const other = kalli.visitor()
  const contact = contactOf()
  const hold = await held(other, at, '2026-11-26')
  await confirmContact(other, hold.id, contact.email)
  await other.call(checkout.book, {
    body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_3ds' } },
  })
  assert.equal(
    refusalOf(await other.call(holds.releaseHold, { params: { id: hold.id } })).code,
    'payment_in_progress',
  )
})

test('a reference unpaid for days is cancelled, and cash is not offered for an hour of today', async () => {
  const { id } = await waiting('oxxo')
  kalli.time.advance(6 * 24 * 60)
  await runJobsOnce(kalli)
  assert.equal((await money(id)).status, 'voided')

  kalli.time.set(testNow)
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const who = kalli.visitor()
  const contact = contactOf()
  const hold = await held(who, at, '2026-11-20', 10)
  assert.deepEqual(
    hold.vouchers.filter(({ method }) => method === 'oxxo'),
    [],
  )
  await confirmContact(who, hold.id, contact.email)
  assert.equal(
    refusalOf(await who.call(checkout.book, order(hold.id, contact, 'oxxo'))).code,
    'method_unavailable',
  )
})

test('money by reference stays undivided until the professional answers, and a refusal refunds it (B3)', async () => {
  const requested = async (method: VoucherMethod) => {
    const at = await people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0 })
    await answersEach(at)
    const one = await waiting(method, { at, date: '2026-12-01' })
    assert.equal(one.booked.status, 'awaiting_payment', 'nobody is asked before the money is there')
    await paid(one.id)
    assert.equal((await readAs(one.who, one.id)).status, 'requested')
    // Charged, all of it in the client's funds (2010) and not divided.
    const saved = await money(one.id)
    assert.deepEqual([saved.status, saved.captured, saved.funds], ['captured', 65_000, 65_000])
    assert.deepEqual(saved.entries, ['capture', 'fee'])
    assert.equal(await claimsOf(one.id), 3)
    const { version } = await readAs(one.who, one.id)
    return { ...one, version, professional: at.professional.person }
  }
  const yes = await requested('spei')
  const accepted = await yes.professional.call(acceptRequest, {
    params: { id: yes.id },
    body: { as: 'professional', version: yes.version },
  })
  assert.equal(accepted.body.status, 'confirmed', JSON.stringify(accepted.body))
  const saved = await money(yes.id)
  assert.deepEqual([saved.status, saved.funds, saved.entries], ['captured', 65_000, ['capture', 'fee']])

  for (const method of ['spei', 'oxxo'] as const) {
    const no = await requested(method)
    const declined = await no.professional.call(declineRequest, {
      params: { id: no.id },
      body: { as: 'professional', version: no.version, reason: 'no_time' },
    })
    assert.equal(declined.status, 200, JSON.stringify(declined.body))
    await runJobsOnce(kalli)
    const back = await money(no.id)
    assert.deepEqual([back.funds, await claimsOf(no.id)], [0, 0])
    // A transfer is refunded as it came; cash becomes the client's credit.
    assert.equal(await creditOf(kalli.work(), back.client), method === 'oxxo' ? 65_000 : 0)
    const { rows } = await kalli.database.pool.query<{ refunded: number }>(
      'select refunded_cents::int as refunded from standin.charges where id = $1',
      [back.charge],
    )
    assert.deepEqual(rows, [{ refunded: method === 'oxxo' ? 0 : 65_000 }])
  }
})
