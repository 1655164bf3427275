import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { hourMs } from '#contract/platform/duration.ts'
import { payment as showPayment } from '#contract/payment/payment.ts'
import { followClock, finishHalfDone, makeAvailable } from '#server/payment/jobs.ts'
import { trialBalance } from '#server/payment/ledger/ledger.ts'
import { execute, read, refresh, settle } from '#server/payment/charge/payment.ts'
import { refundAmount, goodwill } from '#server/payment/charge/refund.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const parties = { clientId: 1, professionalId: 2, hostId: 3 }

/** A payment of 1,000.00 for a visit this many hours ahead, as far as its card allows. */
const pay = async (options: { token?: string; hours?: number; amountCents?: number } = {}) => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + (options.hours ?? 48) * hourMs)
  const amountCents = options.amountCents ?? 100_000
  const token = options.token ?? 'tok_ok'
  const {
    payment: { id: paymentId },
  } = await prepare(kalli.work(), { bookingId, amountCents, startsAt, token })
  return { bookingId, paymentId, startsAt, payment: await execute(kalli.work(), paymentId) }
}

/** Journals of a booking as `kind: account amount, …`, in order. */
const journalsOf = async (bookingId: string) => {
  const { rows } = await sql<{ kind: string; lines: string }>`
    select kind, string_agg(account || ' ' || amount_cents, ', ' order by line) as lines
    from journals join entries on journal_id = id where booking_id = ${bookingId} group by id order by id
  `.execute(kalli.database.kysely)
  return rows.map(({ kind, lines }) => `${kind}: ${lines}`)
}

const chargesOf = async (paymentId: string) => {
  const { rows } = await sql<{ status: string; captured_cents: number; refunded_cents: number }>`
    select status, captured_cents, refunded_cents from standin.charges where reference = ${paymentId} order by created_at
  `.execute(kalli.database.kysely)
  return rows
}

const split = settlementOfSplit(
  splitUnder(testTerms(), { serviceCents: 100_000, rentCents: 30_000 }),
  parties,
)

const clientFunds = async (bookingId: string) => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from entries join journals on id = journal_id
    where booking_id = ${bookingId} and account in (2010, 2040)`.execute(kalli.database.kysely)
  return rows[0]?.cents
}

test('a visit in two days is authorized now and charged a day before, with the ledger of money.md', async () => {
  const { bookingId, paymentId, payment, startsAt } = await pay()
  assert.equal(payment.status, 'authorized')
  assert.deepEqual(payment.capture_at, new Date(startsAt.getTime() - 24 * hourMs))
  kalli.time.advance(23 * 60)
  await followClock(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'authorized')
  kalli.time.advance(60)
  await followClock(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'captured')
  kalli.time.advance(25 * 60)
  await makeAvailable(kalli.work())
  await settle(kalli.work(), { bookingId, settlement: split })
  await execute(kalli.work(), paymentId)
  assert.deepEqual(await journalsOf(bookingId), [
    'hold: 9010 100000, 9020 -100000',
    'capture: 1010 100000, 2010 -100000, 9020 100000, 9010 -100000',
    'fee: 5010 3900, 1150 624, 1010 -4524',
    'available: 1020 95476, 1010 -95476',
    'split: 2010 100000, 2020 -50948, 4010 -8621, 2130 -1379, 2110 -2155, 2120 -6897, 2030 -25784, 4020 -1293, 2130 -207, 2110 -647, 2120 -2069',
  ])
  assert.equal(await clientFunds(bookingId), 0)
})

test('a visit within a day is held and charged at once', async () => {
  const { payment, paymentId } = await pay({ hours: 20 })
  assert.equal(payment.status, 'captured')
  assert.deepEqual(await chargesOf(paymentId), [
    { status: 'captured', captured_cents: 100_000, refunded_cents: 0 },
  ])
})

test('a visit in two weeks saves the card, is authorized six days before and charged one day before', async () => {
  const { bookingId, payment } = await pay({ hours: 24 * 14 })
  assert.equal(payment.status, 'card_saved')
  assert.deepEqual(await journalsOf(bookingId), [])
  kalli.time.advance(8 * 1440)
  await followClock(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'authorized')
  kalli.time.advance(5 * 1440)
  await followClock(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'captured')
})

test('a saved card without funds is retried every twelve hours until a day before the visit', async () => {
  const { bookingId, paymentId, payment } = await pay({ token: 'tok_later', hours: 24 * 7 })
  assert.equal(payment.status, 'card_saved')
  let tries = 0
  for (let hours = 0; hours <= 6 * 24; hours += 6) {
    await followClock(kalli.work())
    tries = (await chargesOf(paymentId)).length - 1
    kalli.time.advance(6 * 60)
  }
  assert.equal((await read(kalli.work(), bookingId))?.status, 'failed')
  assert.equal(tries, 11)
  assert.deepEqual(await journalsOf(bookingId), [])
})

test('a refused card fails the payment, and another card then works for the same booking', async () => {
  const { bookingId, paymentId, payment, startsAt } = await pay({ token: 'tok_declined' })
  assert.equal(payment.status, 'failed')
  assert.equal(payment.failure, 'card_declined')
  const {
    payment: { id: again },
  } = await prepare(kalli.work(), { bookingId, amountCents: 100_000, startsAt, token: 'tok_ok' })
  assert.equal(again, paymentId)
  assert.equal((await execute(kalli.work(), again)).status, 'authorized')
  await assert.rejects(
    prepare(kalli.work(), { bookingId, amountCents: 100_000, startsAt, token: 'tok_ok' }),
    {
      code: 'payment_in_progress',
    },
  )
})

test('a bank that takes minutes to answer is retried by the job with the same key, and charges once', async () => {
  const { paymentId, payment } = await pay({ token: 'tok_slow', hours: 20 })
  assert.equal(payment.status, 'created')
  kalli.time.advance(2)
  await finishHalfDone(kalli.work())
  assert.equal((await execute(kalli.work(), paymentId)).status, 'created')
  kalli.time.advance(2)
  await finishHalfDone(kalli.work())
  assert.equal((await execute(kalli.work(), paymentId)).status, 'captured')
  assert.equal((await chargesOf(paymentId)).length, 1)
})

test('a processor that goes silent after charging is retried with the same key, and charges once', async () => {
  const { bookingId, paymentId, payment } = await pay({ token: 'tok_timeout', hours: 20 })
  assert.equal(payment.status, 'captured')
  assert.deepEqual(await chargesOf(paymentId), [
    { status: 'captured', captured_cents: 100_000, refunded_cents: 0 },
  ])
  await settle(kalli.work(), {
    bookingId,
    settlement: { kind: 'cancellation', keepCents: 0, shares: [], extras: [] },
  })
  assert.equal((await execute(kalli.work(), paymentId)).refunded_cents, 100_000)
  assert.deepEqual(await chargesOf(paymentId), [
    { status: 'captured', captured_cents: 100_000, refunded_cents: 100_000 },
  ])
})

test('ten concurrent executions of a payment make one charge and one journal of each kind', async () => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 20 * hourMs)
  const order = { bookingId, amountCents: 100_000, startsAt, token: 'tok_timeout' }
  const {
    payment: { id: paymentId },
  } = await prepare(kalli.work(), order)
  await Promise.all(Array.from({ length: 10 }, () => execute(kalli.work(), paymentId)))
  assert.equal((await read(kalli.work(), bookingId))?.status, 'captured')
  assert.equal((await chargesOf(paymentId)).length, 1)
  assert.deepEqual(
    (await journalsOf(bookingId)).map((text) => text.split(':')[0]),
    ['hold', 'capture', 'fee'],
  )
})

test('a payment whose process died is executed by the job with its own key', async () => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 48 * hourMs)
  const {
    payment: { id: paymentId },
  } = await prepare(kalli.work(), { bookingId, amountCents: 5000, startsAt, token: 'tok_ok' })
  assert.equal((await read(kalli.work(), bookingId))?.status, 'created')
  kalli.time.advance(1)
  await finishHalfDone(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.status, 'authorized')
  assert.equal((await chargesOf(paymentId)).length, 1)
})

test('J1v: a hold is released when the booking is never confirmed', async () => {
  const { bookingId, paymentId } = await pay()
  await refundAmount(kalli.work(), bookingId)
  assert.equal((await execute(kalli.work(), paymentId)).status, 'voided')
  assert.deepEqual(await journalsOf(bookingId), [
    'hold: 9010 100000, 9020 -100000',
    'end_hold: 9020 100000, 9010 -100000',
  ])
})

test('J9: a charged client who cancels in time is refunded in full, and Kalli bears the processing fee', async () => {
  const { bookingId, paymentId } = await pay({ hours: 20 })
  await refundAmount(kalli.work(), bookingId)
  const payment = await execute(kalli.work(), paymentId)
  assert.equal(payment.status, 'refunded')
  assert.deepEqual((await journalsOf(bookingId)).slice(3), [
    'cancellation: 2010 100000, 2040 -100000',
    'refund: 2040 100000, 1020 -100000',
  ])
})

test('J10: of a late cancellation half is retained and divided like any price, and half is refunded', async () => {
  const { bookingId, paymentId } = await pay({ hours: 20 })
  const half = splitUnder(testTerms(), { serviceCents: 50_000, rentCents: 15_000 })
  await settle(kalli.work(), {
    bookingId,
    settlement: { ...settlementOfSplit(half, parties), kind: 'cancellation' },
  })
  assert.equal((await execute(kalli.work(), paymentId)).status, 'partially_refunded')
  assert.deepEqual((await journalsOf(bookingId)).slice(3), [
    'cancellation: 2010 100000, 2040 -50000, 2020 -25473, 4010 -4310, 2130 -690, 2110 -1078, 2120 -3449, 2030 -12892, 4020 -647, 2130 -103, 2110 -323, 2120 -1035',
    'refund: 2040 50000, 1020 -50000',
  ])
})

test('a fee from an authorized card charges the fee and releases the rest', async () => {
  const { bookingId, paymentId } = await pay()
  const fee = splitUnder(testTerms(), { serviceCents: 10_000, rentCents: 0 })
  await settle(kalli.work(), {
    bookingId,
    settlement: { ...settlementOfSplit(fee, parties), kind: 'cancellation' },
  })
  const payment = await execute(kalli.work(), paymentId)
  assert.equal(payment.status, 'captured')
  assert.equal(payment.captured_cents, 10_000)
  assert.equal(
    (await journalsOf(bookingId))[1],
    'capture: 1010 10000, 2010 -10000, 9020 100000, 9010 -100000',
  )
  assert.equal(await clientFunds(bookingId), 0)
})

test('the first settlement of a payment is final', async () => {
  const { bookingId, paymentId } = await pay({ hours: 20 })
  await settle(kalli.work(), { bookingId, settlement: split })
  await refundAmount(kalli.work(), bookingId)
  assert.equal((await execute(kalli.work(), paymentId)).refunded_cents, 0)
})

test('J16: goodwill is refunded at Kalli’s cost, once per key, and never more than was retained', async () => {
  const { bookingId, paymentId } = await pay({ hours: 20 })
  await settle(kalli.work(), { bookingId, settlement: split })
  const gift = { bookingId, amountCents: 25_000, idemKey: `gift:${bookingId}` }
  await goodwill(kalli.work(), gift)
  await goodwill(kalli.work(), gift)
  assert.equal((await execute(kalli.work(), paymentId)).refunded_cents, 25_000)
  assert.deepEqual((await journalsOf(bookingId)).slice(4), [
    'goodwill: 5030 25000, 2040 -25000',
    'refund: 2040 25000, 1020 -25000',
  ])
  await assert.rejects(goodwill(kalli.work(), { ...gift, amountCents: 75_001, idemKey: 'more' }), {
    code: 'move_not_allowed',
  })
})

test('a refund beyond what was captured is refused by the database', async () => {
  const { paymentId } = await pay({ hours: 20 })
  const tooMuch = kalli.database.kysely
    .updateTable('payments')
    .set({ refunded_cents: 100_001 })
    .where('id', '=', paymentId)
  await assert.rejects(tooMuch.execute(), { constraint: 'refunds_within_captured' })
})

test('a refund that the processor refuses is retried at growing intervals, and succeeds as soon as it may', async () => {
  const { bookingId, paymentId } = await pay({ hours: 20 })
  const stateOf = (status: string) =>
    sql`update standin.charges set status = ${status} where reference = ${paymentId}`.execute(
      kalli.database.kysely,
    )
  await stateOf('declined')
  await refundAmount(kalli.work(), bookingId)
  assert.equal((await execute(kalli.work(), paymentId)).refunded_cents, 0)
  const refused = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from payment_calls
      where payment_id = ${paymentId} and kind = 'refund' and status = 'failed'`.execute(
      kalli.database.kysely,
    )
    return rows[0]?.count
  }
  for (let minute = 0; minute < 120; minute += 1) {
    kalli.time.advance(1)
    await finishHalfDone(kalli.work())
    await followClock(kalli.work())
  }
  // At once, and at the first run of the job after 1, 3, 7, 15 and 31 minutes; 63 are not over.
  assert.equal(await refused(), 6)
  await stateOf('captured')
  assert.equal((await refresh(kalli.work(), paymentId)).refunded_cents, 100_000)
  assert.equal(await clientFunds(bookingId), 0)
})

test('only the visitor who started a payment can see it', async () => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 48 * hourMs)
  const owner = { visitor: 'abc' }
  const {
    payment: { id: paymentId },
  } = await prepare(kalli.work(owner), {
    bookingId,
    amountCents: 5000,
    startsAt,
    token: 'tok_ok',
  })
  const stranger = await kalli.visitor().call(showPayment, { params: { id: paymentId } })
  assert.equal(stranger.status, 404)
  assert.equal(refusalOf(stranger).code, 'not_found')
  const link = kalli.tokens.sign('booking-view', { b: bookingId }, new Date(kalli.clock().getTime() + hourMs))
  const mine = await kalli.visitor().call(showPayment, { params: { id: paymentId }, query: { t: link } })
  assert.equal(mine.status, 200)
  assert.equal(mine.body.status, 'authorized')
  assert.deepEqual(mine.body.card, { brand: 'visa', last4: '4242' })
})

test('refreshing a payment without news changes nothing', async () => {
  const { bookingId, paymentId } = await pay({ hours: 20 })
  const before = await journalsOf(bookingId)
  const earlier = await read(kalli.work(), bookingId)
  await refresh(kalli.work(), paymentId)
  assert.deepEqual(await journalsOf(bookingId), before)
  assert.equal((await read(kalli.work(), bookingId))?.status, earlier?.status)
})

test('after all of these tests the trial balance is zero and the balances match the entries', async () => {
  const total = [...(await trialBalance(kalli.work())).values()].reduce((sum, cents) => sum + cents, 0)
  assert.equal(total, 0)
  const { rows } = await sql`
    select account, party_id, amount_cents from balances where amount_cents <> 0
    except select account, party_id, sum(amount_cents)::bigint from entries where party_id is not null group by 1, 2
  `.execute(kalli.database.kysely)
  assert.deepEqual(rows, [])
})
