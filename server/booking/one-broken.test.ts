/**
 * One of several due rows is broken: the job reports it and processes the others. Broken means that the database refuses to change it,
 * whatever the reason; it is always the one due first.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as reservation from '#contract/booking/rent/reservation.ts'
import * as sessionPacks from '#contract/booking/prepaid/session-pack.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { expireOffers } from '#server/booking/rent/hand-over.ts'
import { keepPackTimes } from '#server/booking/rent/pack-expiry.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { keepSessionPackTimes } from '#server/booking/prepaid/session-pack-expiry.ts'
import { closeDue, finishDue } from '#server/booking/visit/visit.ts'
import { followClock, makeAvailable } from '#server/payment/jobs.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { answersEach, booked, contactOf, held, requested } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { boughtPack, rentedHours, sellPacks } from '#server/testing/reservations.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  await kalli.database.pool.query(`
    create table broken_rows (id text primary key);
    create function is_broken() returns trigger language plpgsql as $$ begin
      if exists (select from broken_rows where id = new.id::text) then raise exception '% is broken', new.id; end if;
      return new;
    end $$;`)
  for (const table of ['bookings', 'payments', 'payouts', 'hour_packs', 'session_packs', 'hand_overs'])
    await kalli.database.pool.query(
      `create trigger broken before update on ${table} for each row execute function is_broken()`,
    )
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const rows = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await kalli.database.pool.query({ text, values, rowMode: 'array' })).rows.map(([value]) => value)

/** The first row is broken: the job fails, and the others are done; once it is repaired, it is done too. */
const oneOfThem = async (
  ids: readonly [string, ...string[]],
  job: (work: Work) => Promise<unknown>,
  stateOf: (id: string) => Promise<unknown>,
  done: unknown,
) => {
  const [broken, ...others] = ids
  assert.ok(others.length > 0)
  await rows('insert into broken_rows values ($1)', broken)
  const before = await stateOf(broken)
  assert.notDeepEqual(before, done)
  await assert.rejects(job(kalli.work()), /^AggregateError: \d of \d failed$/)
  for (const id of others) assert.deepEqual(await stateOf(id), done)
  assert.deepEqual(await stateOf(broken), before)
  await rows('delete from broken_rows')
  await job(kalli.work())
  assert.deepEqual(await stateOf(broken), done)
  assert.equal(await people.trialBalance(kalli), 0)
}

const statusIn = (table: string) => async (id: string) =>
  (await rows(`select status from ${table} where id = $1`, id))[0]

const salon = (units = 3) => people.bookable(kalli, { noticeMinutes: 0, units })
const threeVisits = async () => {
  const at = await salon()
  const visits = []
  for (const date of ['2026-11-24', '2026-11-25', '2026-11-26'])
    visits.push(await booked(kalli, at, { date, contact: contactOf() }))
  const [first, ...more] = visits.map(({ id }) => id)
  assert.ok(first)
  return { at, ids: [first, ...more] as const }
}

test('one broken row does not stop expired holds from being swept', async () => {
  const at = await salon()
  const ids: [string, string] = [
    (await held(kalli.visitor(), at, '2026-11-25', 0)).id,
    (await held(kalli.visitor(), at, '2026-11-25', 4)).id,
  ]
  kalli.time.advance(11)
  await oneOfThem(ids, sweepHolds, statusIn('bookings'), 'expired')
})

test('one broken row does not stop unanswered requests from lapsing', async () => {
  const at = await salon()
  await answersEach(at)
  const ids: [string, string] = [
    (await requested(kalli, at, { contact: contactOf() })).id,
    (await requested(kalli, at, { contact: contactOf(), date: '2026-11-26' })).id,
  ]
  kalli.time.advance(24 * 60)
  await oneOfThem(ids, lapseDue, statusIn('bookings'), 'expired')
})

test('one broken row does not stop ended visits from being completed, and closed after two weeks', async () => {
  const { ids } = await threeVisits()
  kalli.time.set('2026-11-29T16:00:00Z')
  await oneOfThem(ids, finishDue, statusIn('bookings'), 'completed')
  for (const day of ['2026-11-30', '2026-12-02']) {
    kalli.time.set(`${day}T16:00:00Z`)
    await runJobsOnce(kalli)
    await payDue(kalli.work())
  }
  kalli.time.set('2026-12-16T16:00:00Z')
  await oneOfThem(ids, closeDue, statusIn('bookings'), 'closed')
})

test('a payee without a processor account delays only its own payout, not the completion or payout of other visits', async () => {
  const { at, ids } = await threeVisits()
  const other = await people.bookable(kalli, { noticeMinutes: 0 })
  const theirs = await booked(kalli, other, { date: '2026-11-24', contact: contactOf() })
  for (const destination of [`professional:${other.professional.id}`, `host:${other.host.id}`])
    await rows(
      `insert into standin.accounts (id, idem_key, destination, created_at) values ($1, $1, $1, $2)`,
      destination,
      kalli.clock(),
    )
  for (const day of ['2026-11-29', '2026-12-01', '2026-12-16']) {
    kalli.time.set(`${day}T16:00:00Z`)
    await runJobsOnce(kalli)
    await drain(kalli)
  }
  const payoutsOf = (id: string) =>
    rows(`select party || ' ' || status from payouts where booking_id = $1 order by party`, id)
  assert.deepEqual(await payoutsOf(theirs.id), ['host failed', 'professional failed'])
  assert.equal(await statusIn('bookings')(theirs.id), 'completed')
  for (const id of ids) {
    assert.deepEqual(await payoutsOf(id), ['host paid', 'professional paid'])
    assert.equal(await statusIn('bookings')(id), 'closed')
  }
  // One party has its payout account by now; the visit is closed when every party is paid.
  const isReady = (destination: string) =>
    rows('update standin.accounts set is_ready = true where destination = $1', destination)
  await isReady(`professional:${other.professional.id}`)
  kalli.time.set('2026-12-17T16:00:00Z')
  await runJobsOnce(kalli)
  assert.deepEqual(await payoutsOf(theirs.id), ['host failed', 'professional paid'])
  assert.equal(await statusIn('bookings')(theirs.id), 'completed')
  await isReady(`host:${other.host.id}`)
  kalli.time.set('2026-12-18T16:00:00Z')
  await runJobsOnce(kalli)
  await closeDue(kalli.work())
  assert.deepEqual(await payoutsOf(theirs.id), ['host paid', 'professional paid'])
  assert.equal(await statusIn('bookings')(theirs.id), 'closed')
  assert.ok(at)
  assert.equal(await people.trialBalance(kalli), 0)
})

test('one broken row does not stop packs of hours from expiring', async () => {
  const at = await salon()
  await rows(`update spaces set welcome = 'instant' where id = $1`, at.space.id)
  await sellPacks(kalli, at.space.id, { transferable: true })
  const first = await boughtPack(at.professional.person, at)
  kalli.time.advance(60)
  const second = await boughtPack(at.professional.person, at)
  kalli.time.set('2027-03-20T16:00:00Z')
  await oneOfThem([first.id, second.id], keepPackTimes, statusIn('hour_packs'), 'expired')
})

test('one broken row does not stop packs of sessions from expiring', async () => {
  const at = await salon()
  const offer = { id: 1, sessions: 5, priceCents: 250_000, validityDays: 90 }
  await rows('update services set packs = $2 where id = $1', at.serviceId, JSON.stringify([offer]))
  const buy = async () => {
    const who = await people.signIn(kalli, await people.account(kalli))
    const answer = await who.call(sessionPacks.buySessionPack, {
      params: { id: at.serviceId },
      body: { pack: 1, priceCents: 250_000, cardToken: 'tok_ok' },
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.id
  }
  const first = await buy()
  kalli.time.advance(60)
  const second = await buy()
  kalli.time.set('2027-03-20T16:00:00Z')
  await oneOfThem([first, second], keepSessionPackTimes, statusIn('session_packs'), 'expired')
})

test('one broken row does not stop unanswered offers of hours from expiring', async () => {
  const at = await salon()
  const taker = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, taker.id, at.space.id)
  const offer = async (date: string) => {
    const rent = await rentedHours(at.professional.person, at, { date })
    const answer = await at.professional.person.call(reservation.offerHours, {
      params: { id: rent.id },
      body: { professionalId: taker.id, version: rent.version, hours: null },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.transferOffer?.id ?? assert.fail('no offer')
  }
  const ids: [string, string] = [await offer('2026-11-25'), await offer('2026-11-26')]
  kalli.time.set('2026-11-26T23:00:00Z')
  await oneOfThem(ids, expireOffers, statusIn('hand_overs'), 'expired')
})

test('one broken row does not stop captures, funds becoming available, and payouts', async () => {
  const { ids } = await threeVisits()
  const paymentOf = async (id: string) =>
    (await rows<string>('select id from payments where booking_id = $1', id))[0] ?? ''
  const [a, b, c] = ids
  const payments: [string, string, string] = [
    await paymentOf(a),
    await paymentOf(b ?? ''),
    await paymentOf(c ?? ''),
  ]
  kalli.time.set('2026-11-26T15:30:00Z')
  await oneOfThem(payments, followClock, statusIn('payments'), 'captured')
  kalli.time.set('2026-11-30T16:00:00Z')
  const isMade = async (id: string) =>
    (await rows('select made_available_at is not null from payments where id = $1', id))[0]
  await oneOfThem(payments, makeAvailable, isMade, true)
  await runJobsOnce(kalli)
  for (const id of ids) assert.equal(await statusIn('bookings')(id), 'completed')
  const due = await rows<string>(
    `select id from payouts where booking_id = any($1::uuid[]) and party = 'host' order by release_at, id`,
    ids,
  )
  const [first, ...more] = due
  assert.ok(first)
  kalli.time.set('2026-12-03T16:00:00Z')
  await oneOfThem([first, ...more], payDue, statusIn('payouts'), 'paid')
})
