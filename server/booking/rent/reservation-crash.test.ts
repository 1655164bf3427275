/**
 * A crash while hours are held, paid, returned and cancelled: another process does its jobs, the professional repeats the call with the
 * same key, and everything ends as if nothing had happened (the same for visits: crash.test.ts).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { claimsOf, type Bookable } from '#server/testing/bookings.ts'
import { startCrashing } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { visitor, type Answered, type Person } from '#server/testing/person.ts'
import { tokenFor } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  // A call that was cut off may be repeated after two minutes.
  kalli = await startTestServer({
    config: { logLevel: 'silent' },
    now: new Date(testNow.getTime() + 2 * 60_000),
  })
})
after(() => kalli.close())

const places = [
  'before-hold',
  'committed-hold',
  'inside-pay',
  'committed-pay',
  'after-authorize',
  'after-capture',
  'before-confirm',
  'committed-confirm',
  'inside-return',
  'committed-return',
  'after-refund',
  'inside-cancel',
  'committed-cancel',
] as const satisfies readonly CrashPoint[]

describe('killed and restarted', { concurrency: 2 }, () => {
  for (const place of places)
    test(`killed at ${place}: the hours are charged once and refunded once, and the ledger balances`, async () => {
      const at = await people.bookable(kalli, { units: 1 })
      const life = new Life(at)
      const { url, died } = await startCrashing(kalli, place, testNow, {
        // The refund is made but no row records it.
        death: place === 'after-refund' ? 'process' : 'connections',
      })
      await life.go(url)
      assert.equal(await died, true, `nothing passed by ${place}`)
      await runJobsOnce(kalli)
      await life.go(kalli.url)
      await runJobsOnce(kalli)
      assert.equal(life.isOver, true)
      const { rows } = await kalli.database.pool.query(
        `select booking.status, booking.rent_cents, payment.status as payment, payment.returned_cents as returned,
           (select count(*)::int from standin.charges where reference = payment.id::text) as charges,
           (select sum(captured_cents - refunded_cents)::int from standin.charges where reference = payment.id::text) as charged,
           (select coalesce(sum(amount_cents), 0)::int from entries join journals on id = journal_id
             where journals.booking_id = booking.id and account in (2010, 2040, 9010)) as funds,
           (select count(*)::int from booking_moves where booking_id = booking.id) = booking.version as recorded
         from bookings booking join payments payment on payment.booking_id = booking.id where booking.id = $1`,
        [life.id],
      )
      assert.deepEqual(rows, [
        {
          status: 'cancelled_by_professional',
          rent_cents: 40_000,
          payment: 'refunded',
          returned: 40_000,
          charges: 1,
          charged: 0,
          funds: 0,
          recorded: true,
        },
      ])
      assert.equal((await claimsOf(kalli, life.id)).length, 0)
      assert.equal(await people.trialBalance(kalli), 0)
    })
})

/** One professional's calls, each with its key; after a cut they continue from there. */
class Life {
  id = ''
  #done = 0
  readonly #at: Bookable
  readonly #steps: ((who: Person) => Promise<Answered<unknown>>)[]

  constructor(at: Bookable) {
    this.#at = at
    const key = crypto.randomUUID()
    const options = (step: string) => ({ key: `${key}-${step}` })
    let [token, back, end] = ['', '', '']
    const params = () => ({ id: this.id })
    this.#steps = [
      async (who) => {
        if (token === '') token = await tokenFor(who, at)
        const answer = await who.call(contract.holdReservation, { body: { token } }, options('hold'))
        this.id = answer.body.id
        return answer
      },
      (who) =>
        who.call(
          contract.payReservation,
          { params: params(), body: { cardToken: 'tok_ok' } },
          options('pay'),
        ),
      async (who) => {
        const body = { startsAt: '2026-11-25T16:00:00.000Z', endsAt: '2026-11-25T18:00:00.000Z' }
        const answer = await who.call(contract.returnQuote, { params: params(), body })
        if (answer.status === 200) back = answer.body.token
        return answer
      },
      (who) =>
        who.call(contract.returnHours, { params: params(), body: { quoteToken: back } }, options('back')),
      async (who) => {
        const body = { as: 'professional' } as const
        const answer = await who.call(cancellation.cancelQuote, { params: params(), query: {}, body })
        if (answer.status === 200) end = answer.body.token
        return answer
      },
      (who) =>
        who.call(
          cancellation.cancel,
          { params: params(), query: {}, body: { quoteToken: end, reason: 'Un imprevisto.' } },
          options('end'),
        ),
    ]
  }

  get isOver() {
    return this.#done === this.#steps.length
  }

  /** Until the end, or until the test server stops answering. */
  async go(url: string) {
    const who = visitor(url)
    for (const [name, value] of this.#at.professional.person.jar) who.jar.set(name, value)
    for (const step of this.#steps.slice(this.#done)) {
      const answer = await step(who).catch(() => null)
      if (answer === null) return
      // A move that was made before its reply was lost is refused the second time.
      assert.ok([200, 201, 409].includes(answer.status), JSON.stringify(answer.body))
      this.#done += 1
    }
  }
}
