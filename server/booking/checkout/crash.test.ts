/**
 * A crash at every step of hold, pay, confirm, visit, split and cancel: a separate server (testing/crash/crashing-server.ts) dies at the named place in
 * the middle of a call. Another server runs its jobs, the caller retries with the same key, and everything ends as if nothing had happened.
 * (Payment's own steps: payment/charge/crash.test.ts.)
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as attendance from '#contract/booking/attendance.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { type CrashPoint, crashPoints } from '#server/platform/database/crash-points.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import {
  completeAsClient,
  claimsOf,
  contactOf,
  slotOn,
  type Bookable,
  confirmContact,
  hereOf,
} from '#server/testing/bookings.ts'
import { startCrashing } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Answered, type Person, visitor } from '#server/testing/person.ts'

/** Ten minutes before a start, so that the whole visit fits into one moment. */
const crashesAt = new Date(testNow.getTime() + 20 * 60_000)

let kalli: TestServer
before(async () => {
  // Two minutes later an interrupted call may be retried.
  kalli = await startTestServer({
    config: { logLevel: 'silent' },
    now: new Date(crashesAt.getTime() + 2 * 60_000),
  })
})
after(() => kalli.close())

type Story = 'serves' | 'cancels'
const storyOf = (place: CrashPoint): Story | null => {
  if (place.endsWith('cancel')) return 'cancels'
  return /(hold|pay|confirm|check-in|check-out|complete|(after|recorded)-authorize|(after|recorded)-capture|settle)$/.test(
    place,
  )
    ? 'serves'
    : null
}

describe('killed and restarted', { concurrency: 2 }, () => {
  for (const place of crashPoints.filter((name) => storyOf(name) !== null))
    test(`killed at ${place}: the booking completes, the card is charged once and the ledger balances`, async () => {
      const at = await people.bookable(kalli, { noticeMinutes: 0 })
      const life = new Life(at, storyOf(place) ?? 'serves')
      const { url, died } = await startCrashing(kalli, place, crashesAt, {
        // In the middle of the one transaction that takes the hour and the money.
        death: place === 'inside-pay' ? 'process' : 'connections',
      })
      await life.go(url)
      assert.equal(await died, true, `nothing passed by ${place}`)
      assert.equal(life.isOver, false)
      await runJobsOnce(kalli)
      await life.go(kalli.url)
      assert.equal(life.isOver, true)
      await runJobsOnce(kalli)
      await check(life)
    })
})

/** A visit cannot end before its start: the visit that must fit into one moment starts now. */
const beginNow = (id: string) =>
  kalli.database.pool.query(
    `update bookings set starts_at = $2, local_start = $2::timestamptz at time zone zone
     where id = $1 and starts_at > $2`,
    [id, crashesAt],
  )

/** The calls of one client and one professional, each with its key; interrupted anywhere, it continues from there. */
class Life {
  readonly at: Bookable
  readonly steps: ((client: Person, professional: Person) => Promise<Answered<unknown>>)[]
  readonly story: Story
  #done = 0
  #jar = new Map<string, string>()
  bookingId = ''

  constructor(at: Bookable, story: Story) {
    this.at = at
    this.story = story
    const contact = contactOf()
    const key = crypto.randomUUID()
    const options = (step: string) => ({ key: `${key}-${step}` })
    let slotToken = ''
    let quoteToken = ''
    const params = () => ({ id: this.bookingId })
    const hold = async (client: Person) => {
      if (slotToken === '') slotToken = (await slotOn(client, at, '2026-11-20')).token
      const answer = await client.call(holds.hold, { body: { slotToken } }, options('hold'))
      this.bookingId = answer.body.id
      return answer
    }
    const pay = async (client: Person) => {
      await confirmContact(client, this.bookingId, contact.email)
      return client.call(
        checkout.book,
        { body: { holdId: this.bookingId, contact, payment: { method: 'card', token: 'tok_ok' } } },
        options('pay'),
      )
    }
    const serves = [
      async (_: Person, professional: Person) =>
        professional.call(
          attendance.checkIn,
          { params: params(), body: await hereOf(kalli, params().id) },
          options('in'),
        ),
      async (_: Person, professional: Person) => {
        await beginNow(params().id)
        return professional.call(attendance.checkOut, { params: params(), body: {} }, options('out'))
      },
      (client: Person) => completeAsClient(kalli, params().id, options('end'), client),
    ]
    const cancels = [
      async (client: Person) => {
        const answer = await client.call(cancellation.cancelQuote, {
          params: params(),
          body: { as: 'client' },
        })
        if (answer.status === 200) quoteToken = answer.body.token
        return answer
      },
      (client: Person) =>
        client.call(
          cancellation.cancel,
          { params: params(), body: { quoteToken, reason: 'Un imprevisto.' } },
          options('cancel'),
        ),
    ]
    this.steps = [hold, pay, ...(story === 'serves' ? serves : cancels)]
  }

  get isOver() {
    return this.#done === this.steps.length
  }

  /** Until the end, or until the test server no longer replies. */
  async go(url: string) {
    const client = visitor(url)
    const professional = visitor(url)
    for (const [name, value] of this.#jar) client.jar.set(name, value)
    for (const [name, value] of this.at.professional.person.jar) professional.jar.set(name, value)
    for (const step of this.steps.slice(this.#done)) {
      const answer = await step(client, professional).catch(() => null)
      this.#jar = client.jar
      if (answer === null) return
      // A move made before its reply was lost is refused the second time.
      assert.ok([200, 201, 409].includes(answer.status), JSON.stringify(answer.body))
      this.#done += 1
    }
  }
}

const check = async ({ bookingId, story }: Life) => {
  const { rows } = await kalli.database.pool.query(
    `select booking.status, payment.status as payment,
       (select count(*)::int from standin.charges where reference = payment.id::text) as charges,
       (select sum(captured_cents - refunded_cents)::int from standin.charges where reference = payment.id::text) as charged,
       (select coalesce(sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = booking.id and account in (2010, 2040, 9010)) as funds,
       (select count(*)::int from booking_moves where booking_id = booking.id) = booking.version as recorded
     from bookings booking join payments payment on payment.booking_id = booking.id where booking.id = $1`,
    [bookingId],
  )
  const ended = {
    serves: {
      status: 'completed',
      payment: 'captured',
      charges: 1,
      charged: 100_000,
      funds: 0,
      recorded: true,
    },
    cancels: {
      status: 'cancelled_by_client',
      payment: 'partially_refunded',
      charges: 1,
      charged: 10_000,
      funds: 0,
      recorded: true,
    },
  }
  assert.deepEqual(rows, [ended[story]])
  assert.equal((await claimsOf(kalli, bookingId)).length, story === 'serves' ? 3 : 0)
  const all = await kalli.database.pool.query(
    'select count(*)::int as n from bookings where professional_id = (select professional_id from bookings where id = $1)',
    [bookingId],
  )
  assert.deepEqual(all.rows, [{ n: 1 }], 'one booking, however often it was asked for')
  assert.equal(await people.trialBalance(kalli), 0)
}

test('a payment cut off by a crash is confirmed or freed without the client, and charged only if confirmed', async () => {
  const places = ['committed-hold', 'committed-pay', 'after-authorize', 'before-confirm'] as const
  const lives = await Promise.all(
    places.map(async (place) => {
      const life = new Life(await people.bookable(kalli, { noticeMinutes: 0 }), 'serves')
      const { url, died } = await startCrashing(kalli, place, crashesAt)
      await life.go(url)
      assert.equal(await died, true)
      return life
    }),
  )
  kalli.time.advance(1)
  await runJobsOnce(kalli)
  kalli.time.advance(20)
  await runJobsOnce(kalli)
  const { rows } = await kalli.database.pool.query(
    `select booking.status, coalesce(payment.status, 'none') as payment,
       (select count(*)::int from claims where booking_id = booking.id and state = 'firm') as firm,
       (select count(*)::int from claims where booking_id = booking.id and state = 'hold') as held
     from bookings booking left join payments payment on payment.booking_id = booking.id
     where booking.professional_id = any($1) order by booking.status desc`,
    [lives.map(({ at }) => at.professional.id)],
  )
  const confirmed = { status: 'confirmed', payment: 'captured', firm: 3, held: 0 }
  assert.deepEqual(rows, [
    { status: 'expired', payment: 'none', firm: 0, held: 0 },
    ...Array.from({ length: 3 }, () => confirmed),
  ])
})
