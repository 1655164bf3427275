/** Every night the ledger is compared with the processor (I12): equal through a whole life, and a difference ages from the first day. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { balanceCheck } from '#contract/payment/reconciliation.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { compareBalance } from '#server/payment/balance-check.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { completeAsClient, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  admin = await administrator(kalli)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const last = async () => (await admin.call(balanceCheck)).body.last
const compared = async () => {
  await compareBalance(kalli.work())
  return (await last()) ?? assert.fail('nothing was compared')
}

test('only staff can read the balance check, and it is empty before the first night', async () => {
  assert.equal(await last(), null)
  const { person } = (await people.bookable(kalli)).professional
  assert.equal((await person.call(balanceCheck)).status, 403)
})

test('the ledger and the processor have the same balance when charged, refunded, divided and paid out', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const given = await booked(kalli, at, { date: '2026-11-20', place: 4, contact: contactOf() })
  const left = await booked(kalli, at, { date: '2026-11-24', contact: contactOf() })
  const first = await compared()
  assert.deepEqual([first.day, first.differsSince, first.isOld], ['2026-11-20', null, false])
  assert.ok(first.oursCents > 0)
  const quote = { params: { id: left.id }, query: { t: left.t } }
  const { token: quoteToken } = (
    await left.who.call(cancellation.cancelQuote, { ...quote, body: { as: 'client' } })
  ).body
  await left.who.call(cancellation.cancel, { ...quote, body: { quoteToken, reason: 'Un imprevisto.' } })
  const [params, pro] = [{ id: given.id }, at.professional.person]
  kalli.time.set(new Date(given.startsAt))
  await pro.call(attendance.checkIn, { params, body: await hereOf(kalli, given.id) })
  kalli.time.set(new Date(given.endsAt))
  await pro.call(attendance.checkOut, { params, body: {} })
  assert.equal((await completeAsClient(kalli, params.id)).status, 200)
  await runJobsOnce(kalli)
  assert.equal((await compared()).differsSince, null)
  kalli.time.advance(5 * 24 * 60)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query(`select count(*)::int as sent from standin.transfers`)
  assert.deepEqual(rows, [{ sent: 2 }])
  const end = await compared()
  assert.deepEqual([end.differsSince, end.oursCents], [null, end.theirsCents])
})

test('a difference keeps its first day, is old after two days, and ends once its cause is gone', async () => {
  const day = (days: number) => kalli.time.set(new Date(testNow.getTime() + (20 + days) * 86_400_000))
  day(0)
  assert.equal((await compared()).differsSince, null)
  await kalli.database.pool.query('insert into standin.opening values (-12345)')
  const seen = await compared()
  assert.deepEqual([seen.day, seen.differsSince, seen.isOld], ['2026-12-10', '2026-12-10', false])
  assert.equal(seen.theirsCents - seen.oursCents, -12_345)
  day(2)
  const second = await compared()
  assert.deepEqual([second.day, second.differsSince, second.isOld], ['2026-12-12', '2026-12-10', false])
  day(3)
  const third = await compared()
  assert.deepEqual([third.differsSince, third.isOld], ['2026-12-10', true])
  // The same night again, after the cause was fixed.
  await kalli.database.pool.query('delete from standin.opening')
  const found = await compared()
  assert.deepEqual([found.day, found.differsSince, found.isOld], ['2026-12-13', null, false])
  await kalli.database.pool.query('insert into standin.opening values (1)')
  day(4)
  assert.equal((await compared()).differsSince, '2026-12-14', 'another one is as old as it is')
})
