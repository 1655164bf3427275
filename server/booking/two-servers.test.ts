/** Two server processes on one database, each with its share of requests and its own jobs: bookings, waitlist, answers and cancelling. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { saveException } from '#contract/availability/availability.ts'
import * as holds from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as request from '#contract/booking/request/request.ts'
import { joinWaitlist, ownWaitlist } from '#contract/booking/waitlist/waitlist.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { sweepWaitlist } from '#server/booking/waitlist/waitlist-offer.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  answersEach,
  claimsOf,
  contactOf,
  held,
  pay,
  requested,
  slotOn,
  slotsOn,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { race } from '#server/testing/crash/race.ts'
import { startSecond, type SecondServer } from '#server/testing/crash/second-server.ts'

let kalli: TestServer
let second: SecondServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  second = await startSecond(kalli)
})
after(async () => {
  await second.close()
  await kalli.close()
})
const setClocks = async (to: Date) => {
  kalli.time.set(to)
  await second.setClock(to)
}
beforeEach(() => setClocks(testNow))

/** Every second person is served by the other process. */
const dealt = (who: Person, number: number) => (number % 2 === 0 ? who : second.as(who))

test('of a hundred clients who request the same hour on two servers, one gets it, pays it and is confirmed', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const slot = await slotOn(kalli.visitor(), at)
  const addProfessionals = Array.from({ length: 100 }, (_, number) => dealt(kalli.visitor(), number))
  const answers = await Promise.all(
    addProfessionals.map(async (who) => ({
      who,
      ...(await who.call(holds.hold, { body: { slotToken: slot.token } })),
    })),
  )
  const won = answers.filter(({ status }) => status === 201)
  assert.equal(won.length, 1)
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  const [{ who, body } = assert.fail()] = won
  assert.equal((await pay(who, body.id)).body.status, 'confirmed')
  assert.equal((await claimsOf(kalli, body.id)).length, 3)
  assert.deepEqual(
    (
      await kalli.database.pool.query('select count(*)::int as n from bookings where professional_id = $1', [
        at.professional.id,
      ])
    ).rows,
    [{ n: 1 }],
  )
})

test('ten clients who pay on both servers at once with one key are each charged once', async () => {
  const at = await people.bookable(kalli, { units: 4, durationMinutes: 60, stepMinutes: 60 })
  const holds = []
  for (let number = 0; number < 10; number += 1) {
    const who = kalli.visitor()
    holds.push({ who, hold: await held(who, at, `2026-11-${25 + (number % 5)}`, Math.floor(number / 5)) })
  }
  const answers = await Promise.all(
    holds.map(async ({ who, hold }) => {
      const [contact, key] = [contactOf(), crypto.randomUUID()]
      return Promise.all([who, second.as(who)].map((at) => pay(at, hold.id, 'tok_ok', contact, key)))
    }),
  )
  for (const both of answers)
    assert.ok(
      both.some(({ status }) => status === 201),
      JSON.stringify(both.map(({ body }) => body)),
    )
  await Promise.all([runJobsOnce(kalli), second.act()])
  const { rows } = await kalli.database.pool.query<{ status: string; charges: number }>(
    `select status, (select count(*)::int from standin.charges c join payments p on p.id::text = c.reference
       where p.booking_id = bookings.id) as charges from bookings where id = any ($1)`,
    [holds.map(({ hold }) => hold.id)],
  )
  assert.deepEqual(
    rows,
    holds.map(() => ({ status: 'confirmed', charges: 1 })),
  )
})

test('of an acceptance by one server and a cancellation by the other exactly one takes effect', async () => {
  await race(async (start, round) => {
    const at = await people.bookable(kalli)
    await answersEach(at)
    const { id, version, who, t } = await requested(kalli, at)
    const order = { params: { id }, query: { t } }
    const quoted = await who.call(cancellation.cancelQuote, { ...order, body: { as: 'client' } })
    const answers = await start(
      () =>
        dealt(at.professional.person, round).call(request.acceptRequest, {
          params: { id },
          body: { as: 'professional', version },
        }),
      () =>
        dealt(who, round + 1).call(cancellation.cancel, {
          ...order,
          body: { quoteToken: quoted.body.token },
        }),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    await Promise.all([drain(kalli), second.act()])
    const { rows } = await kalli.database.pool.query(
      'select b.status, p.status as payment from bookings b join payments p on p.booking_id = b.id where b.id = $1',
      [id],
    )
    const isAccepted = answers[0].status === 200
    assert.deepEqual(rows, [
      isAccepted
        ? { status: 'confirmed', payment: 'authorized' }
        : { status: 'cancelled_by_client', payment: 'voided' },
    ])
    assert.equal((await claimsOf(kalli, id)).length, isAccepted ? 3 : 0)
    return isAccepted ? 'first' : 'second'
  })
  assert.equal(await people.trialBalance(kalli), 0)
})

const date = '2026-11-25'

test('when one server offers an opened hour to the waitlist and the other to a walk-in, only one client gets it', async () => {
  await race(async (start, round) => {
    await setClocks(testNow)
    const at = await people.bookable(kalli, { durationMinutes: 60 })
    const saved = await at.professional.person.call(saveException, {
      query: {},
      body: { date, windows: [{ fromMinute: 600, toMinute: 660 }] },
    })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const first = await held(kalli.visitor(), at, date)
    const waiting = await people.signIn(kalli, await people.account(kalli))
    const requestBody = { professional: at.professional.id, service: at.serviceId, from: date, to: date }
    const response = await waiting.call(joinWaitlist, { body: { ...requestBody, parts: ['morning'] } })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    // The hold has expired but is not swept yet.
    await setClocks(new Date(testNow.getTime() + 11 * 60_000))
    const walkIn = dealt(kalli.visitor(), round)
    const [slot] = await slotsOn(walkIn, at, date)
    assert.ok(slot)
    const sweeps = async () => {
      if (round % 2 === 0) return second.act()
      await sweepHolds(kalli.work())
      await sweepWaitlist(kalli.work())
      await drain(kalli)
    }
    const [got] = await start(() => walkIn.call(holds.hold, { body: { slotToken: slot.token } }), sweeps)
    await Promise.all([drain(kalli), second.act()])
    const { rows } = await kalli.database.pool.query<{ id: string; claims: number }>(
      `select id, (select count(*)::int from claims where booking_id = booking.id) as claims
       from bookings booking where professional_id = $1 and status = 'held'`,
      [at.professional.id],
    )
    assert.equal(rows.length, 1, JSON.stringify(rows))
    assert.deepEqual(await claimsOf(kalli, first.id), [])
    const state = (await waiting.call(ownWaitlist)).body[0]?.state
    assert.equal(state, got.status === 201 ? 'active' : 'offered')
    if (got.status !== 201) assert.equal(got.status, 409, JSON.stringify(got.body))
    return got.status === 201 ? 'first' : 'second'
  })
})
