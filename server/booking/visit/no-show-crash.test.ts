/**
 * A crash while a no-show is reported, withdrawn, decided and upheld: another process does its jobs, the caller repeats the call with the
 * same key, and every centavo moves once (the same for other moves: crash.test.ts).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked, claimsOf } from '#server/testing/bookings.ts'
import { cutOff } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
let admin: Person
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' }, now: testNow })
  admin = await administrator(kalli)
})
after(() => kalli.close())

/** Noon of the day: every visit of this file starts then, each at its own salon, so that one clock serves all. */
const visit = async ({ arrives = true } = {}) => {
  kalli.time.set(testNow)
  const salon = await people.bookable(kalli, { noticeMinutes: 0 })
  const one = await booked(kalli, salon, { date: '2026-11-20', place: 4 })
  const startsAt = Date.parse(one.startsAt)
  const { person } = salon.professional
  const params = { id: one.id }
  kalli.time.set(new Date(startsAt))
  const here = arrives
    ? await person.call(noShow.arrive, { params, body: { code: `S${salon.space.units[0]}` } })
    : await person.call(contract.booking, { params })
  assert.equal(here.status, 200, JSON.stringify(here.body))
  return {
    ...one,
    person,
    params,
    version: here.body.version,
    minutes: (n: number) => new Date(startsAt + n * 60_000),
  }
}
type Visit = Awaited<ReturnType<typeof visit>>

/** A call that was cut off may be repeated after two minutes. */
const onceMore = async (
  one: Visit,
  place: CrashPoint,
  when: number,
  ask: (who: Person, key: string) => Promise<{ status: number; body: unknown }>,
  who: Person,
) => {
  kalli.time.set(one.minutes(when))
  await cutOff(kalli, place, { who, ask })
}

const check = async (id: string, state: string, back: number, frozen: number, status = 'client_no_show') => {
  const { rows } = await kalli.database.pool.query(
    `select booking.status, no_show.state,
       (select coalesce(sum(refunded_cents), 0)::int from standin.charges where reference = payment.id::text) as back,
       (select coalesce(-sum(amount_cents), 0)::int from entries join journals on id = journal_id
         where journals.booking_id = booking.id and account = 2010) as frozen,
       (select count(*)::int from booking_moves where booking_id = booking.id) = booking.version as recorded
     from bookings booking join payments payment on payment.booking_id = booking.id
       join no_shows no_show on no_show.booking_id = booking.id where booking.id = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ status, state, back, frozen, recorded: true }])
  assert.equal((await claimsOf(kalli, id)).length, 0)
  assert.equal(await people.trialBalance(kalli), 0)
}

describe('killed and restarted', () => {
  for (const place of ['inside-no-show', 'committed-no-show', 'before-refund', 'after-refund'] as const)
    test(`killed at ${place}: the undisputed part of a no-show is refunded once`, async () => {
      const one = await visit()
      const { params, version } = one
      await onceMore(
        one,
        place,
        15,
        (who, key) => who.call(noShow.markNoShow, { params, query: {}, body: { version } }, { key }),
        one.person,
      )
      await check(one.id, 'open', 70_000, 30_000)
    })

  const ended: readonly [CrashPoint, 'withdraw' | 'falls' | 'stands'][] = [
    ['inside-no-show-end', 'withdraw'],
    ['committed-no-show-end', 'withdraw'],
    ['after-refund', 'falls'],
    ['inside-settle', 'stands'],
    ['committed-no-show-end', 'stands'],
  ]
  for (const [place, how] of ended)
    test(`killed at ${place}: a contested no-show (${how}) is settled once`, async () => {
      const one = await visit()
      const { params } = one
      kalli.time.set(one.minutes(15))
      await one.person.call(noShow.markNoShow, { params, query: {}, body: { version: one.version } })
      const { body } = await one.who.call(noShow.contestNoShow, {
        params,
        query: { t: one.t },
        body: { version: one.version + 1, evidence: 'Estuve ahí.' },
      })
      assert.equal(body.noShow?.state, 'contested')
      await runJobsOnce(kalli)
      const { version } = (await one.person.call(contract.booking, { params })).body
      if (how === 'withdraw')
        await onceMore(
          one,
          place,
          30,
          (who, key) => who.call(noShow.withdrawNoShow, { params, body: { version } }, { key }),
          one.person,
        )
      else
        await onceMore(
          one,
          place,
          30,
          (who, key) =>
            who.call(
              noShow.decideNoShow,
              { params, body: { version, verdict: how, reason: 'Leí lo que dicen las dos partes.' } },
              { key },
            ),
          admin,
        )
      const isActive = how === 'stands'
      await check(
        one.id,
        isActive ? 'stands' : how === 'falls' ? 'falls' : 'withdrawn',
        isActive ? 70_000 : 100_000,
        0,
      )
    })

  const missed: readonly [CrashPoint, 'said' | 'stands' | 'falls'][] = [
    ['inside-no-show', 'said'],
    ['committed-no-show', 'said'],
    ['inside-settle', 'stands'],
    ['committed-no-show-end', 'stands'],
    ['after-refund', 'stands'],
    ['inside-no-show-end', 'falls'],
  ]
  for (const [place, how] of missed)
    test(`killed at ${place}: a professional’s absence (${how}) moves each amount once`, async () => {
      const one = await visit({ arrives: false })
      const { params, version } = one
      const say = (who: Person, key: string) =>
        who.call(noShow.markNoShow, { params, query: { t: one.t }, body: { version, as: 'client' } }, { key })
      if (how === 'said') await onceMore(one, place, 15, say, one.who)
      else {
        kalli.time.set(one.minutes(15))
        assert.equal((await say(one.who, crypto.randomUUID())).status, 200)
        const body = { version: version + 1, as: 'professional', evidence: 'Estuve ahí.' } as const
        assert.equal((await one.person.call(noShow.contestNoShow, { params, query: {}, body })).status, 200)
        await runJobsOnce(kalli)
        const decided = {
          params,
          body: { version: version + 2, verdict: how, reason: 'Leí lo que dicen las dos partes.' },
        }
        await onceMore(one, place, 30, (who, key) => who.call(noShow.decideNoShow, decided, { key }), admin)
      }
      const isActive = how === 'stands'
      await check(
        one.id,
        how === 'said' ? 'open' : how,
        isActive ? 100_000 : 70_000,
        how === 'said' ? 30_000 : 0,
        'professional_no_show',
      )
      const { rows } = await kalli.database.pool.query(
        `select coalesce(-sum(amount_cents), 0)::int as credit from balances join bookings on client_id = party_id
         where bookings.id = $1 and account = 2050`,
        [one.id],
      )
      assert.equal(rows[0]?.credit, isActive ? 5_000 : 0)
    })
})
