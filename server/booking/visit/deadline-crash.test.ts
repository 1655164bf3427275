/**
 * A crash while a deadline acts: an unanswered request, proposal and rescue, an unpaid hold, a visit closed for good. The next process
 * completes what was left unfinished, once, however often it runs. The same with two servers whose clocks differ, and with one whose clock
 * is set back.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { change, changeQuote, changeSlots } from '#contract/booking/change/change.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { answersEach, booked, held, movesOf, pay, requested } from '#server/testing/bookings.ts'
import { cutOffAtWork } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { startSecond, type SecondServer } from '#server/testing/crash/second-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const endOf = async (id: string, move: string) => {
  const { rows } = await kalli.database.pool.query<{
    status: string
    payment: string | null
    claims: number
  }>(
    `select booking.status, (select status from payments where booking_id = booking.id) as payment,
       (select count(*)::int from claims where booking_id = booking.id) as claims
     from bookings booking where id = $1`,
    [id],
  )
  const moves = await movesOf(kalli, id)
  return { ...rows[0], times: moves.filter((one) => one === move).length }
}
const ledgersAgree = async () => {
  assert.equal(await people.trialBalance(kalli), 0)
  assert.deepEqual(await checkLedger(kalli.work()), [])
}

type Deadline = {
  name: string
  at: readonly CrashPoint[]
  /** Advances to the minute of the deadline; answers the booking's id. */
  comes(): Promise<string>
  /** Its one move, and the result: status, status of its payment, claims, emails to its client about it. */
  move: string
  is: { status: string; payment: string | null; claims: number }
}

const deadlines: readonly Deadline[] = [
  {
    name: 'an unanswered request lapses once, and its card is released',
    at: ['inside-lapse', 'committed-lapse', 'after-void'],
    comes: async () => {
      const at = await people.bookable(kalli)
      await answersEach(at)
      const { id } = await requested(kalli, at)
      const { rows } = await kalli.database.pool.query<{ by: Date }>(
        'select respond_by as by from bookings where id = $1',
        [id],
      )
      kalli.time.set(rows[0]?.by ?? assert.fail('nobody is asked'))
      return id
    },
    move: 'lapse by platform',
    is: { status: 'expired', payment: 'voided', claims: 0 },
  },
  {
    name: 'an unanswered proposal lapses once, and the visit stays at its hour',
    at: ['inside-lapse-change'],
    comes: async () => {
      const at = await people.bookable(kalli)
      const { id } = await booked(kalli, at)
      const { person } = at.professional
      const params = { id }
      const offered = await person.call(changeSlots, {
        params,
        query: { as: 'professional', from: '2026-11-26', to: '2026-11-26' },
      })
      const slotToken = offered.body.days[0]?.slots[0]?.token ?? assert.fail('no hour')
      const quoted = await person.call(changeQuote, {
        params,
        query: {},
        body: { as: 'professional', slotToken },
      })
      const response = await person.call(change, {
        params,
        query: {},
        body: { quoteToken: quoted.body.token },
      })
      kalli.time.set(response.body.change?.expiresAt ?? assert.fail(JSON.stringify(response.body)))
      return id
    },
    move: 'lapse_change by platform',
    is: { status: 'confirmed', payment: 'authorized', claims: 3 },
  },
  {
    name: 'an unanswered rescue lapses once, and the client is refunded in full',
    at: ['inside-lapse-rescue', 'committed-lapse-rescue'],
    comes: async () => {
      const at = await people.bookable(kalli, { units: 1 })
      const other = await people.host(kalli, { businessName: 'Casa Norte' })
      const space = await people.space(kalli, other, { units: 1 })
      await kalli.database.pool.query('update spaces set latitude = latitude + 0.004 where id = $1', [
        space.id,
      ])
      await people.agreement(kalli, at.professional.id, space.id)
      const { id } = await booked(kalli, at)
      const { person } = at.host
      const params = { id }
      const quoted = await person.call(cancellation.cancelQuote, { params, query: {}, body: { as: 'host' } })
      const body = { quoteToken: quoted.body.token, reason: 'Se rompió la silla' }
      assert.equal((await person.call(cancellation.cancel, { params, query: {}, body })).status, 200)
      kalli.time.advance(120)
      return id
    },
    move: 'lapse_rescue by platform',
    is: { status: 'cancelled_by_host', payment: 'voided', claims: 0 },
  },
  {
    name: 'an unpaid hold expires once',
    at: ['inside-expire'],
    comes: async () => {
      const at = await people.bookable(kalli, { units: 1 })
      const { id } = await held(kalli.visitor(), at)
      kalli.time.advance(10)
      return id
    },
    move: 'expire by platform',
    is: { status: 'expired', payment: null, claims: 0 },
  },
  {
    name: 'a hold without the bank’s approval expires once',
    at: ['inside-expire'],
    comes: async () => {
      const at = await people.bookable(kalli, { units: 1 })
      const who = kalli.visitor()
      const { id } = await held(who, at)
      assert.equal((await pay(who, id, 'tok_3ds')).body.status, 'awaiting_payment')
      kalli.time.advance(15)
      return id
    },
    move: 'expire by platform',
    is: { status: 'expired', payment: 'requires_action', claims: 0 },
  },
  {
    name: 'a visit of two weeks ago is closed once',
    at: ['inside-close'],
    comes: async () => {
      const at = await people.bookable(kalli, { noticeMinutes: 0 })
      const { id, endsAt } = await booked(kalli, at, { date: '2026-11-20', place: 4 })
      kalli.time.set(new Date(Date.parse(endsAt) + 24 * 3_600_000))
      await runJobsOnce(kalli)
      kalli.time.set(new Date(Date.parse(endsAt) + 15 * 24 * 3_600_000))
      return id
    },
    move: 'close by platform',
    is: { status: 'closed', payment: 'captured', claims: 0 },
  },
  {
    // Crash in its middle: no-show-crash.test.ts.
    name: 'an uncontested no-show is upheld once',
    at: [],
    comes: async () => {
      const at = await people.bookable(kalli, { noticeMinutes: 0, units: 1 })
      const { id, startsAt } = await booked(kalli, at, { date: '2026-11-20', place: 4 })
      const { person } = at.professional
      const params = { id }
      kalli.time.set(startsAt)
      const here = await person.call(noShow.arrive, { params, body: { code: `s${at.space.units[0]}` } })
      assert.equal(here.status, 200, JSON.stringify(here.body))
      kalli.time.advance(15)
      const { version } = (await person.call(booking.booking, { params })).body
      const marked = await person.call(noShow.markNoShow, { params, query: {}, body: { version } })
      assert.equal(marked.body.status, 'client_no_show', JSON.stringify(marked.body))
      kalli.time.advance(24 * 60)
      return id
    },
    move: 'uphold_no_show by platform',
    is: { status: 'client_no_show', payment: 'partially_refunded', claims: 0 },
  },
  {
    // Crash in its middle: crash.test.ts.
    name: 'a visit without a registered arrival is completed once',
    at: [],
    comes: async () => {
      const at = await people.bookable(kalli, { noticeMinutes: 0 })
      const { id, endsAt } = await booked(kalli, at, { date: '2026-11-20', place: 4 })
      kalli.time.set(new Date(Date.parse(endsAt) + 24 * 3_600_000))
      return id
    },
    move: 'complete_unseen by platform',
    is: { status: 'completed', payment: 'captured', claims: 3 },
  },
]

describe('killed at the deadline', () => {
  for (const { name, at, comes, move, is } of deadlines)
    for (const place of at)
      test(`killed at ${place}: ${name}`, async () => {
        kalli.time.set(testNow)
        const id = await comes()
        await cutOffAtWork(kalli, place, place === 'committed-lapse' ? 'process' : 'connections')
        assert.deepEqual(await endOf(id, move), { ...is, times: 1 })
        await Promise.all([runJobsOnce(kalli), runJobsOnce(kalli)])
        assert.deepEqual(await endOf(id, move), { ...is, times: 1 })
        await ledgersAgree()
      })
})

describe('two servers whose clocks differ', () => {
  let second: SecondServer
  before(async () => {
    second = await startSecond(kalli)
  })
  after(() => second.close())

  for (const { name, comes, move, is } of deadlines)
    test(`with two server clocks three minutes apart, then one set back by ten: ${name}`, async () => {
      kalli.time.set(testNow)
      const id = await comes()
      const due = kalli.clock().getTime()
      const minutes = (n: number) => new Date(due + n * 60_000)
      // Not due by either clock.
      kalli.time.set(minutes(-4))
      await second.setClock(minutes(-1))
      await Promise.all([runJobsOnce(kalli), second.act()])
      assert.equal((await endOf(id, move)).times, 0)
      // Due by the clock of one; both run at once.
      kalli.time.set(minutes(-1))
      await second.setClock(minutes(2))
      await Promise.all([runJobsOnce(kalli), second.act()])
      assert.deepEqual(await endOf(id, move), { ...is, times: 1 })
      // The fast clock is corrected, so that the deadline is ahead for both; then it passes once more.
      await second.setClock(minutes(-8))
      await Promise.all([runJobsOnce(kalli), second.act()])
      kalli.time.set(minutes(2))
      await second.setClock(minutes(5))
      await Promise.all([runJobsOnce(kalli), second.act()])
      assert.deepEqual(await endOf(id, move), { ...is, times: 1 })
      await ledgersAgree()
    })
})
