/** Refunds that fail later, captures after a void, and SPEI transfers of another amount than requested. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { compareBalance } from '#server/payment/balance-check.ts'
import { execute, read, refresh, settle } from '#server/payment/charge/payment.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { failRefund, payReference, pendRefund } from '#server/payment/standin/bank.ts'
import { lookForUnsettled } from '#server/payment/webhook.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { sendWebhook } from '#server/testing/processor/bank.ts'
import { sound } from '#server/testing/processor/processor-records.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
const value = valueIn(() => kalli)
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** Charged $650, and refunded. */
const refunded = async () => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 3_600_000)
  await execute(
    kalli.work(),
    await prepare(kalli.work(), { bookingId, amountCents: 65_000, startsAt, token: 'tok_ok' }),
  )
  await runJobsOnce(kalli)
  assert.equal(await status(bookingId), 'captured')
  const id = await refundAmount(kalli.work(), bookingId)
  const payment = await execute(kalli.work(), id ?? assert.fail('nothing was paid'))
  assert.equal(payment.status, 'refunded')
  return { bookingId, id: payment.id, ref: payment.charge_ref ?? assert.fail('no charge') }
}

const status = async (bookingId: string) => (await read(kalli.work(), bookingId))?.status
const news = (object: string, kind = 'refund.failed') =>
  sendWebhook(kalli, JSON.stringify({ id: `ev_${randomUUID()}`, kind, object }))
const states = (paymentId: string) =>
  value<string[]>(
    `select coalesce(array_agg(state order by number), '{}') from failed_refunds where payment_id = $1`,
    paymentId,
  )

test('a refund that the bank returns is sent once more, and waits when it is returned again', async () => {
  const { bookingId, id, ref } = await refunded()
  await failRefund(kalli.work(), ref, 65_000)
  await news(ref)
  await news(ref, 'charge.refund.updated')
  // Sent again at once; two events of one failure are posted once.
  assert.deepEqual(await states(id), ['retrying'])
  assert.equal(await status(bookingId), 'refunded')
  await sound(kalli)
  await failRefund(kalli.work(), ref, 65_000)
  await news(ref)
  assert.deepEqual(await states(id), ['retrying', 'waiting'])
  assert.equal(await status(bookingId), 'captured')
  await runJobsOnce(kalli)
  assert.equal(await status(bookingId), 'captured', 'there is no third attempt')
  await sound(kalli)
})

test('a partly returned refund is sent again only for that part', async () => {
  const { bookingId, id, ref } = await refunded()
  await failRefund(kalli.work(), ref, 20_000)
  await failRefund(kalli.work(), ref, 0)
  await refresh(kalli.work(), id)
  const payment = await read(kalli.work(), bookingId)
  assert.deepEqual(
    [payment?.refunded_cents, payment?.refund_sent_cents, payment?.refund_failed_cents],
    [65_000, 85_000, 20_000],
  )
  await sound(kalli)
})

test('without a webhook the nightly check finds a failed refund, and the balances agree', async () => {
  const { bookingId, id, ref } = await refunded()
  await failRefund(kalli.work(), ref, 65_000)
  await kalli.database.pool.query('delete from standin.events')
  assert.equal(await status(bookingId), 'refunded')
  await lookForUnsettled(kalli.work())
  assert.deepEqual(await states(id), ['retrying'])
  await sound(kalli)
  await compareBalance(kalli.work())
  const differs = await value('select differs_since::text from balance_checks order by day desc limit 1')
  assert.equal(differs, null)
})

test('a refund made while the charge is being read is not taken for a failed one', async () => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 3_600_000)
  await execute(
    kalli.work(),
    await prepare(kalli.work(), { bookingId, amountCents: 65_000, startsAt, token: 'tok_ok' }),
  )
  await runJobsOnce(kalli)
  const id = (await read(kalli.work(), bookingId))?.id ?? assert.fail('nothing was paid')
  const looks = Array.from({ length: 8 }, () => refresh(kalli.work(), id))
  await refundAmount(kalli.work(), bookingId)
  await Promise.all([
    ...looks,
    execute(kalli.work(), id),
    ...Array.from({ length: 8 }, () => refresh(kalli.work(), id)),
  ])
  assert.deepEqual(await states(id), [])
  assert.equal(await status(bookingId), 'refunded')
  await sound(kalli)
})

test('a pending refund is recorded as pending until it is completed', async () => {
  const { bookingId, ref } = await refunded()
  await pendRefund(kalli.work(), ref, 65_000)
  await news(ref, 'refund.updated')
  assert.equal((await read(kalli.work(), bookingId))?.refund_pending_cents, 65_000)
  await pendRefund(kalli.work(), ref, 0)
  await lookForUnsettled(kalli.work())
  assert.equal((await read(kalli.work(), bookingId))?.refund_pending_since, null)
})

test('a released hold that the processor captures after all is refunded', async () => {
  const bookingId = randomUUID()
  const startsAt = new Date(kalli.clock().getTime() + 48 * 3_600_000)
  await execute(
    kalli.work(),
    await prepare(kalli.work(), { bookingId, amountCents: 65_000, startsAt, token: 'tok_ok' }),
  )
  await settle(kalli.work(), {
    bookingId,
    settlement: { kind: 'cancellation', keepCents: 0, shares: [], extras: [] },
  })
  const id = (await read(kalli.work(), bookingId))?.id ?? assert.fail('nothing was held')
  const { charge_ref: ref } = await execute(kalli.work(), id)
  assert.equal(await status(bookingId), 'voided')
  await kalli.database.pool.query(
    `update standin.charges set status = 'captured', captured_cents = amount_cents, fee_cents = 2640, fee_iva_cents = 422,
       available_at = $2 where id = $1`,
    [ref, kalli.clock()],
  )
  await news(ref ?? '', 'charge.updated')
  const payment = await read(kalli.work(), bookingId)
  assert.deepEqual(
    [payment?.status, payment?.captured_cents, payment?.refunded_cents],
    ['refunded', 65_000, 65_000],
  )
  await sound(kalli)
})

/** An unpaid SPEI reference over $500. */
const transfer = async () => {
  const bookingId = randomUUID()
  const { id: clientId } = await kalli.database.kysely
    .insertInto('resources')
    .values({ kind: 'client' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kalli.database.kysely
    .insertInto('clients')
    .values({
      id: clientId,
      email: `${bookingId}@ejemplo.test`,
      first_name: 'Ana',
      last_name: 'Ruiz',
      created_at: kalli.clock(),
    })
    .execute()
  const until = new Date(kalli.clock().getTime() + 2 * 3_600_000)
  const startsAt = new Date(kalli.clock().getTime() + 72 * 3_600_000)
  const voucher = { method: 'spei' as const, until, name: 'Ana Ruiz', email: 'ana@ejemplo.test', clientId }
  const { id, charge_ref: ref } = await execute(
    kalli.work(),
    await prepare(kalli.work(), { bookingId, amountCents: 50_000, startsAt, token: null, voucher }),
  )
  const pays = async (cents: number) => {
    await payReference(kalli.work(), ref ?? '', cents)
    await news(ref ?? '', 'charge.updated')
    return read(kalli.work(), bookingId)
  }
  return { bookingId, id, pays }
}

test('a transfer below the amount belongs to the payer, and counts once the rest arrives', async () => {
  const { pays } = await transfer()
  const part = await pays(30_000)
  assert.deepEqual([part?.status, part?.captured_cents, part?.loose_cents], ['voucher_pending', 0, 30_000])
  await sound(kalli)
  const whole = await pays(20_000)
  assert.deepEqual([whole?.status, whole?.captured_cents, whole?.loose_cents], ['captured', 50_000, 0])
  await sound(kalli)
  await compareBalance(kalli.work())
  assert.equal(await value('select differs_since::text from balance_checks order by day desc limit 1'), null)
})

test('a transfer above the amount pays the charge, and the excess is returned', async () => {
  const { pays } = await transfer()
  const paid = await pays(65_000)
  assert.deepEqual(
    [paid?.status, paid?.captured_cents, paid?.loose_cents, paid?.loose_back_cents],
    ['captured', 50_000, 15_000, 15_000],
  )
  await sound(kalli)
})

test('an incomplete transfer is returned when its payment ends, also if more arrives later', async () => {
  const { bookingId, id, pays } = await transfer()
  await pays(30_000)
  await refundAmount(kalli.work(), bookingId)
  const over = await execute(kalli.work(), id)
  assert.deepEqual([over.status, over.loose_cents, over.loose_back_cents], ['voided', 30_000, 30_000])
  const late = await pays(10_000)
  assert.deepEqual([late?.status, late?.loose_back_cents], ['voided', 40_000])
  await sound(kalli)
})
