/** The hour of a visit that was cancelled late is sold again: the payer of the fee is refunded once, as far as the hour was used. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { supportGoodwill } from '#contract/booking/support/support.ts'
import { refundVisitFees } from '#server/booking/cancellation/visit-fee.ts'
import { creditOf } from '#server/payment/charge/credit.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { payReferenceOf } from '#server/testing/processor/bank.ts'
import {
  completeAsClient,
  booked,
  confirmContact,
  contactOf,
  held,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import { clientOf, giveCredit } from '#server/testing/processor/credit.ts'
import { cutOffAtWork } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { accountsOf } from '#server/testing/reservations.ts'
import { valueIn } from '#server/testing/value.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)

/** $650.00, an hour and a half at $200.00 an hour, tier Justa: late costs a tenth. One chair. */
const salon = () => people.bookable(kalli, { priceCents: 65_000, noticeMinutes: 0, units: 1 })
const day = '2026-11-20'

type Visit = Awaited<ReturnType<typeof booked>>
type Cancelled = Pick<Visit, 'id' | 'startsAt' | 'who' | 't'>
const cancel = async (...of: Parameters<typeof cancelOnly>) => {
  const done = await cancelOnly(...of)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await runJobsOnce(kalli)
}
const cancelOnly = async (
  at: Bookable,
  visit: Cancelled,
  as: 'client' | 'professional',
  hoursBefore: number,
) => {
  kalli.time.set(new Date(Date.parse(visit.startsAt) - hoursBefore * hourMs))
  const who = as === 'client' ? visit.who : at.professional.person
  const requested = as === 'client' ? { t: visit.t } : {}
  const params = { id: visit.id }
  const quoted = await who.call(cancellation.cancelQuote, { params, query: requested, body: { as } })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  return who.call(cancellation.cancel, {
    params,
    query: requested,
    body: { quoteToken: quoted.body.token, reason: as === 'client' ? '' : 'Me enfermé.' },
  })
}

/** A client books the very hour that became free. */
const resold = async (at: Bookable, visit: Pick<Visit, 'startsAt'>, date = day) => {
  const place = (await slotsOn(kalli.visitor(), at, date)).findIndex(
    ({ startsAt }) => startsAt === visit.startsAt,
  )
  return booked(kalli, at, { date, place, contact: contactOf() })
}

/** The visit is given and divided. */
const divide = async (at: Bookable, visit: Visit) => {
  const { person } = at.professional
  const params = { id: visit.id }
  kalli.time.set(new Date(visit.startsAt))
  await person.call(attendance.checkIn, { params, body: { code: visit.arrivalCode ?? '' } })
  kalli.time.set(new Date(visit.endsAt))
  await person.call(attendance.checkOut, { params, body: {} })
  const done = await completeAsClient(kalli, params.id)
  assert.equal(done.status, 200, JSON.stringify(done.body))
}
/** And everything that follows from it. */
const give = async (at: Bookable, visit: Visit) => {
  await divide(at, visit)
  await runJobsOnce(kalli)
}

/** The credit left to the client of a visit. */
const creditLeft = async (id: string) => creditOf(kalli.work(), await clientOf(kalli, id))

const emailTo = async (email: string) =>
  String(
    await one(
      `select body_text from mails where to_address = $1 and subject like 'Recuperas %' order by id desc limit 1`,
      email,
    ),
  )

const receiptOf = async (visit: Pick<Visit, 'id' | 'who' | 't'>) =>
  (await visit.who.call(contract.receipt, { params: { id: visit.id }, query: { t: visit.t } })).body

test('refunds the whole late fee, with no share retained, when another client books the same hour of the same professional', async () => {
  const at = await salon()
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await cancel(at, visit, 'client', 5)
  // F = 65.00; half of it at most is rent.
  assert.deepEqual(
    await one(
      `select array[fee_cents, rent_cents, back_cents]::int[] from visit_fees where booking_id = $1`,
      visit.id,
    ),
    [6500, 3250, 0],
  )
  const before = await receiptOf(visit)
  assert.equal(before.netCents, 6500)
  const again = await resold(at, visit)
  assert.equal(again.startsAt, visit.startsAt)
  await give(at, again)
  const accounts = await accountsOf(kalli, visit.id)
  // Host and professional owe back what they had received; commission and taxes are no longer due.
  assert.deepEqual(
    Object.keys(accounts).filter((number) => ['4010', '4020', '2130', '2010', '2040'].includes(number)),
    [],
  )
  const after = await receiptOf(visit)
  assert.equal(after.netCents, 0)
  assert.ok(after.lines.some(({ code, amountCents }) => code === 'fee_return' && amountCents === -6500))
  assert.equal(
    await one(`select (captured_cents - refunded_cents)::int from payments where booking_id = $1`, visit.id),
    0,
  )
  await drain(kalli)
  await runJobsOnce(kalli)
  assert.equal(await one('select count(*)::int from visit_fee_returns where booking_id = $1', visit.id), 1)
  assert.equal(
    await one(`select count(*)::int from mails where subject = 'Recuperas $65 de tu cuota por cancelar'`),
    1,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('when another professional rents the chair, only the rent in the fee is refunded, at the host’s cost', async () => {
  const at = await salon()
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await cancel(at, visit, 'client', 5)
  const other = await people.professional(kalli)
  const agreementId = await people.agreement(kalli, other.id, at.space.id)
  const serviceId = await people.service(kalli, other.id, { priceCents: 65_000, noticeMinutes: 0 })
  const theirs = { ...at, professional: other, agreementId, serviceId }
  const again = await resold(theirs, visit)
  assert.equal(again.startsAt, visit.startsAt)
  await give(theirs, again)
  assert.deepEqual(
    await one(
      `select array[amount_cents, rent_cents]::int[] from visit_fee_returns where booking_id = $1`,
      visit.id,
    ),
    [3250, 3250],
  )
  assert.equal((await receiptOf(visit)).netCents, 3250)
  // 32.50 less the business's twentieth (1.63, half up): 30.87 of the host's.
  assert.equal(
    await one(
      `select sum(amount_cents)::int from entries join journals on journals.id = journal_id where kind = 'fee_return' and booking_id = $1 and account = 1130`,
      visit.id,
    ),
    3087,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('refunds a late-cancelling professional’s rent in the next payout once the chair is rented again', async () => {
  const at = await salon()
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await cancel(at, visit, 'professional', 5)
  // Normal keeps half of $300.00 between 24 and 4 h before.
  assert.deepEqual(
    await one(
      `select array[fee_cents, rent_cents]::int[] from visit_fees where booking_id = $1 and payer = 'professional'`,
      visit.id,
    ),
    [15_000, 15_000],
  )
  const again = await resold(at, visit)
  await give(at, again)
  assert.deepEqual(
    await one(
      `select array[(select amount_cents::int from payouts where origin_booking_id = $1 and party = 'professional'),
         (select sum(amount_cents)::int from entries join journals on journals.id = journal_id where kind = 'fee_return' and booking_id = $1 and account = 1130),
         (select sum(amount_cents)::int from entries join journals on journals.id = journal_id where kind = 'fee_return' and booking_id = $1 and account = 2020)]`,
      visit.id,
    ),
    [15_000, 14_250, -15_000],
  )
  const seen = (
    await at.professional.person.call(contract.receipt, {
      params: { id: visit.id },
      query: { as: 'professional' },
    })
  ).body
  // Of the $150.00 of rent and $50.00 of credit, the credit remains.
  assert.equal(seen.netCents, -5000)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a resale of half the hour refunds half the fee once it is used, and a mere booking refunds nothing', async () => {
  const at = await salon()
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await cancel(at, visit, 'client', 5)
  await kalli.database.pool.query(
    `update services set duration_minutes = duration_minutes / 2 where id = $1`,
    [at.serviceId],
  )
  const again = await resold(at, visit)
  assert.equal(again.startsAt, visit.startsAt)
  await runJobsOnce(kalli)
  assert.equal(await one('select count(*)::int from visit_fee_returns where booking_id = $1', visit.id), 0)
  await give(at, again)
  assert.equal(
    await one('select amount_cents::int from visit_fee_returns where booking_id = $1', visit.id),
    3250,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a fee paid by credit is refunded as credit, and the card gets back only its own part', async () => {
  for (const [creditCents, ofCardCents] of [
    [5000, 1500],
    [10_000, 0],
  ] as const) {
    const at = await salon()
    const contact = contactOf()
    const clientId = await clientOf(kalli, (await booked(kalli, at, { date: '2026-11-27', contact })).id)
    await giveCredit(kalli, clientId, creditCents)
    const who = kalli.visitor()
    const hold = await held(who, at, day, 4)
    await confirmContact(who, hold.id, contact.email)
    const paid = await who.call(checkout.book, {
      body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok', creditCents } },
    })
    assert.equal(paid.status, 201, JSON.stringify(paid.body))
    const visit = { ...paid.body, who, t: paid.body.viewToken ?? assert.fail('no link') }
    await cancel(at, visit, 'client', 5)
    assert.equal(await creditOf(kalli.work(), clientId), creditCents - Math.min(creditCents, 6500))
    await give(at, await resold(at, visit))
    assert.equal(await creditOf(kalli.work(), clientId), creditCents)
    assert.deepEqual(
      await one(
        `select array[captured_cents - refunded_cents, returned_after_split_cents]::int[] from payments where booking_id = $1`,
        visit.id,
      ),
      [0, ofCardCents],
    )
    const accounts = await accountsOf(kalli, visit.id)
    assert.equal(accounts['2040'], undefined, 'nothing waits to be refunded')
    const receipt = await receiptOf(visit)
    assert.ok(receipt.lines.some(({ code, amountCents }) => code === 'fee_return' && amountCents === -6500))
    assert.equal(await people.trialBalance(kalli), 0)
    kalli.time.set(testNow)
  }
})

test('a fee that the card refused is neither refunded nor owed', async () => {
  const at = await salon()
  const later = '2026-12-04'
  const contact = contactOf()
  const visit = await booked(kalli, at, { date: later, place: 4, contact, token: 'tok_later' })
  await cancel(at, visit, 'client', 5)
  assert.equal(await one('select status from payments where booking_id = $1', visit.id), 'failed')
  const again = await resold(at, visit, later)
  assert.equal(again.startsAt, visit.startsAt)
  await give(at, again)
  assert.equal(await one('select count(*)::int from visit_fee_returns where booking_id = $1', visit.id), 0)
  assert.deepEqual(await accountsOf(kalli, visit.id), {})
  assert.equal(
    await one(
      `select count(*)::int from mails where to_address = $1 and subject like 'Recuperas%'`,
      contact.email,
    ),
    0,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a part of the fee that Kalli refunded before is not refunded again, and the rest is', async () => {
  const at = await salon()
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await cancel(at, visit, 'client', 5)
  const kind = await (
    await administrator(kalli)
  ).call(supportGoodwill, {
    params: { id: visit.id },
    body: { amountCents: 1000, reason: 'Avisó en cuanto pudo.' },
  })
  assert.equal(kind.status, 200, JSON.stringify(kind.body))
  await give(at, await resold(at, visit))
  assert.equal(
    await one('select amount_cents::int from visit_fee_returns where booking_id = $1', visit.id),
    5500,
  )
  assert.equal(
    await one(`select (captured_cents - refunded_cents)::int from payments where booking_id = $1`, visit.id),
    0,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('concurrent jobs refund a resold fee once', async () => {
  const at = await salon()
  const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
  await cancel(at, visit, 'client', 5)
  const again = await resold(at, visit)
  await divide(at, again)
  await Promise.all([1, 2, 3].map(() => refundVisitFees(kalli.work(), again.id)))
  await runJobsOnce(kalli)
  assert.equal((await receiptOf(visit)).netCents, 0)
  assert.equal(
    await one(
      `select sum(refunded_cents)::int - sum(captured_cents)::int from standin.charges where reference = (select id::text from payments where booking_id = $1)`,
      visit.id,
    ),
    0,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a fee whose charge succeeds only after the hour was resold is still refunded in full', async () => {
  const at = await salon()
  // Its card is only authorised by then.
  const far = '2026-11-23'
  const visit = await booked(kalli, at, { date: far, place: 4, contact: contactOf() })
  // From now on its charge cannot be reached.
  await kalli.database.pool.query(
    `create or replace function standin.away() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`,
  )
  const charge = await one(
    `select id from standin.charges where reference = (select id::text from payments where booking_id = $1)`,
    visit.id,
  )
  await kalli.database.pool.query(
    `create trigger away before insert on standin.operations for each row when (new.charge_id = '${String(charge)}') execute function standin.away()`,
  )
  assert.equal((await cancelOnly(at, visit, 'client', 5)).status, 500)
  const again = await resold(at, visit, far)
  await divide(at, again)
  await refundVisitFees(kalli.work(), again.id)
  assert.deepEqual(
    await one(
      `select array[(select settled_at is null from payments where booking_id = $1), (select count(*) = 0 from visit_fee_returns where booking_id = $1)]`,
      visit.id,
    ),
    [true, true],
  )
  await kalli.database.pool.query('drop trigger away on standin.operations')
  await drain(kalli, { retries: true })
  await runJobsOnce(kalli)
  assert.equal((await receiptOf(visit)).netCents, 0)
  assert.equal(
    await one(`select (captured_cents - refunded_cents)::int from payments where booking_id = $1`, visit.id),
    0,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('refunds a fee paid by credit as credit, and the e-mail says so', async () => {
  const at = await salon()
  const contact = contactOf()
  const who = kalli.visitor()
  // Their professional cancelled once: $50.00 of credit.
  const first = await booked(kalli, at, { who, contact, date: day, place: 10 })
  await cancel(at, first, 'professional', 3)
  kalli.time.set(testNow)
  const hold = await held(who, at, day, 4)
  await confirmContact(who, hold.id, contact.email)
  const paid = await who.call(checkout.book, {
    body: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok', creditCents: 5000 } },
  })
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  const visit = { ...paid.body, who, t: paid.body.viewToken ?? '' }
  await cancel(at, visit, 'client', 5)
  assert.equal(await creditLeft(visit.id), 0)
  const again = await resold(at, visit)
  await give(at, again)
  // Of the $65.00, credit had paid fifty and the card the rest.
  assert.equal(await creditLeft(visit.id), 5000)
  assert.equal(
    await one(`select (captured_cents - refunded_cents)::int from payments where booking_id = $1`, visit.id),
    0,
  )
  assert.equal((await receiptOf(visit)).netCents, 0)
  assert.match(
    await emailTo(contact.email),
    /te devolvemos \$65 de lo que se te cobró por cancelar: lo que pagaste con tu saldo vuelve a tu saldo, y lo demás a tu tarjeta\./,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

test('refunds counter cash as credit, and the e-mail says so', async () => {
  const at = await salon()
  const contact = contactOf()
  const who = kalli.visitor()
  const far = '2026-11-26'
  const hold = await held(who, at, far, 4)
  await confirmContact(who, hold.id, contact.email)
  const paid = await who.call(checkout.book, {
    body: { holdId: hold.id, contact, payment: { method: 'oxxo' } },
  })
  await payReferenceOf(kalli, hold.id)
  await runJobsOnce(kalli)
  const { body } = await who.call(contract.booking, {
    params: { id: hold.id },
    query: { t: paid.body.viewToken },
  })
  assert.equal(body.status, 'confirmed')
  const visit = { ...body, who, t: paid.body.viewToken ?? '' }
  await cancel(at, visit, 'client', 5)
  const before = await creditLeft(visit.id)
  const again = await resold(at, visit, far)
  await give(at, again)
  assert.equal((await creditLeft(visit.id)) - before, 6500)
  assert.match(
    await emailTo(contact.email),
    /te devolvemos \$65 de lo que se te cobró por cancelar: quedan como saldo a tu favor en Kalli\./,
  )
  assert.equal(await people.trialBalance(kalli), 0)
})

for (const place of ['before-refund', 'after-refund'] as const)
  test(`killed at ${place}: the fee is refunded exactly once`, async () => {
    const at = await salon()
    const visit = await booked(kalli, at, { date: day, place: 4, contact: contactOf() })
    await cancel(at, visit, 'client', 5)
    const again = await resold(at, visit)
    await divide(at, again)
    await cutOffAtWork(kalli, place)
    await drain(kalli, { retries: true })
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[(select sum(captured_cents - refunded_cents)::int from standin.charges where reference = p.id::text),
           p.returned_after_split_cents::int, (select count(*)::int from visit_fee_returns where booking_id = $1)]
         from payments p where p.booking_id = $1`,
        visit.id,
      ),
      [0, 6500, 1],
    )
    assert.equal(await people.trialBalance(kalli), 0)
  })
