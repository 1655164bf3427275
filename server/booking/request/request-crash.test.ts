/**
 * A crash while a request is made, accepted, declined, moved to another hour and expired: another process does its jobs, the professional
 * repeats the call with the same key, and the card is charged once or not at all (the same for other moves: crash.test.ts).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as checkout from '#contract/booking/checkout.ts'
import { answerChange } from '#contract/booking/change/change.ts'
import * as request from '#contract/booking/request/request.ts'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import {
  answersEach,
  claimsOf,
  confirmContact,
  contactOf,
  held,
  proposedHour,
  requested,
} from '#server/testing/bookings.ts'
import { cutOff } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' }, now: testNow })
})
after(() => kalli.close())

const check = async (
  id: string,
  expected: { status: string; payment: string; charged: number; claims: number },
) => {
  const { rows } = await kalli.database.pool.query(
    `select booking.status, payment.status as payment,
       (select coalesce(sum(captured_cents - refunded_cents), 0)::int from standin.charges where reference = payment.id::text) as charged,
       (select count(*)::int from claims where booking_id = booking.id) as claims,
       (select count(*)::int from standin.charges where reference = payment.id::text) as charges,
       (select coalesce(sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = booking.id and account = 9010) as held,
       (select count(*)::int from booking_moves where booking_id = booking.id) = booking.version as recorded
     from bookings booking join payments payment on payment.booking_id = booking.id where booking.id = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ ...expected, charges: 1, held: 0, recorded: true }])
  assert.equal(await people.trialBalance(kalli), 0)
}

describe('killed and restarted', { concurrency: 2 }, () => {
  const answered: readonly [CrashPoint, 'accept' | 'decline'][] = [
    ['inside-accept', 'accept'],
    ['committed-accept', 'accept'],
    ['before-capture', 'accept'],
    ['after-capture', 'accept'],
    ['inside-decline', 'decline'],
    ['committed-decline', 'decline'],
    ['after-void', 'decline'],
  ]
  for (const [place, move] of answered)
    test(`killed at ${place}: the answer takes effect once`, async () => {
      const salon = await people.bookable(kalli, { noticeMinutes: 0 })
      await answersEach(salon)
      // For today, so that accepting charges at once.
      const one = await requested(kalli, salon, { date: '2026-11-20', place: 6 })
      const answer = (who: Person, key: string) =>
        move === 'accept'
          ? who.call(
              request.acceptRequest,
              { params: { id: one.id }, body: { as: 'professional', version: one.version } },
              { key },
            )
          : who.call(
              request.declineRequest,
              {
                params: { id: one.id },
                body: { as: 'professional', version: one.version, reason: 'personal' },
              },
              { key },
            )
      await cutOff(kalli, place, { who: salon.professional.person, ask: answer })
      await check(
        one.id,
        move === 'accept'
          ? { status: 'confirmed', payment: 'captured', charged: 100_000, claims: 3 }
          : { status: 'declined', payment: 'voided', charged: 0, claims: 0 },
      )
    })

  const taken: readonly CrashPoint[] = [
    'inside-change',
    'committed-answer-change',
    'before-capture',
    'after-capture',
  ]
  for (const place of taken)
    test(`killed at ${place}: the other hour is accepted once and charged once`, async () => {
      const salon = await people.bookable(kalli, { noticeMinutes: 0 })
      await answersEach(salon)
      // For today, so that accepting charges at once.
      const one = await requested(kalli, salon, { date: '2026-11-20', place: 8 })
      const { version, change } = await proposedHour(salon, one.id, { date: '2026-11-21' })
      const order = {
        params: { id: one.id, answer: 'accept' as const },
        query: { t: one.t },
        body: { as: 'client' as const, version },
      }
      await cutOff(kalli, place, { who: one.who, ask: (who, key) => who.call(answerChange, order, { key }) })
      await check(one.id, { status: 'confirmed', payment: 'captured', charged: 100_000, claims: 3 })
      const { rows } = await kalli.database.pool.query<{ starts_at: Date; state: string }>(
        `select booking.starts_at, proposal.state from bookings booking
         join change_proposals proposal on proposal.booking_id = booking.id where booking.id = $1`,
        [one.id],
      )
      assert.deepEqual(rows, [{ starts_at: new Date(change.startsAt), state: 'accepted' }])
    })

  for (const place of ['committed-pay', 'after-authorize', 'before-confirm', 'committed-confirm'] as const)
    test(`killed at ${place}: the request is still made, and nothing is charged`, async () => {
      const salon = await people.bookable(kalli, { noticeMinutes: 0 })
      await answersEach(salon)
      const who = kalli.visitor()
      const hold = await held(who, salon, '2026-11-20', 6)
      const contact = contactOf()
      await confirmContact(who, hold.id, contact.email)
      const order = {
        body: { holdId: hold.id, contact, payment: { method: 'card' as const, token: 'tok_ok' } },
      }
      await cutOff(kalli, place, { who, ask: (who, key) => who.call(checkout.book, order, { key }) })
      const { rows } = await kalli.database.pool.query(
        `select booking.status, payment.status as payment, payment.captured_cents as captured
         from bookings booking join payments payment on payment.booking_id = booking.id where booking.id = $1`,
        [hold.id],
      )
      assert.deepEqual(rows, [{ status: 'requested', payment: 'authorized', captured: 0 }])
      const claims = await claimsOf(kalli, hold.id)
      assert.deepEqual(
        claims.map(({ state }) => state),
        ['hold', 'hold', 'hold'],
      )
    })
})
