/**
 * kill -9 at the steps of payments between professionals and hosts: hours handed over, hour packs, hours that move, and a host's fixed
 * rents. Like server/money-crash.test.ts: one process dies, another does what its jobs do, the caller retries the call.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import * as changes from '#contract/booking/change/change.ts'
import { buyPack } from '#contract/booking/rent/hour-pack.ts'
import * as rents from '#contract/booking/rent/rent-change.ts'
import * as reservation from '#contract/booking/rent/reservation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { buySessionPack } from '#contract/booking/prepaid/session-pack.ts'
import * as businessRent from '#contract/team/team.ts'
import * as contractOfRent from '#contract/team/rent.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import type { CrashPoint } from '#server/platform/database/crash-points.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { cutOff, cutOffAtWork } from '#server/testing/crash/crashing-server.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { boughtPack, overlapsIn, rentedHours, sellPacks } from '#server/testing/reservations.ts'
import * as team from '#server/testing/team.ts'
import { valueIn } from '#server/testing/value.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const one = valueIn(() => kalli)

const sound = async () => {
  assert.equal(await people.trialBalance(kalli), 0)
  assert.deepEqual(await checkLedger(kalli.work()), [])
  assert.equal(await overlapsIn(kalli), 0)
  assert.equal(await one(`select count(*)::int from payment_calls where status = 'pending'`), 0)
}

const charged = (reference: string) =>
  one(
    `select coalesce(sum(c.captured_cents - c.refunded_cents), 0)::int from standin.charges c join payments p on p.id::text = c.reference
     where p.booking_id = $1`,
    reference,
  )

const salon = async () => {
  const at = await people.bookable(kalli, { units: 2, noticeMinutes: 0 })
  await kalli.database.pool.query(`update spaces set welcome = 'instant' where id = $1`, [at.space.id])
  return at
}

/** For rented hours: the two parts of one payment, and nothing in between (money.md, account 2060). */
test('killed during a handover of rented hours: it happens once, and its money moves once', async () => {
  const at = await salon()
  const { person } = at.professional
  const taker = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, taker.id, at.space.id)
  const rent = await rentedHours(person, at)
  const hours = { startsAt: '2026-11-25T18:00:00.000Z', endsAt: '2026-11-25T20:00:00.000Z' }
  const offered = await person.call(reservation.offerHours, {
    params: { id: rent.id },
    body: { professionalId: taker.id, version: rent.version, hours },
  })
  const offer = offered.body.transferOffer ?? assert.fail(JSON.stringify(offered.body))
  await cutOff(kalli, 'inside-hand-over', {
    // One payment is divided between two people.
    death: 'process',
    who: taker.person,
    ask: (who, key) =>
      who.call(
        handOvers.answerHandOver,
        { params: { id: offer.id, move: 'accept' }, body: { version: offer.version } },
        { key },
      ),
  })
  const { rows } = await kalli.database.pool.query<{ professional: number; cents: number; funds: number }>(
    `select professional_id as professional, rent_cents::int as cents, (select -sum(amount_cents)::int from entries
       join journals on journals.id = journal_id where booking_id = b.id and account = 2010) as funds
     from bookings b where space_id = $1 and status = 'confirmed' order by starts_at`,
    [at.space.id],
  )
  assert.deepEqual(
    rows.map(({ professional, cents, funds }) => [professional, cents - funds]),
    [
      [at.professional.id, 0],
      [taker.id, 0],
    ],
  )
  assert.equal(
    rows.reduce((sum, { cents }) => sum + cents, 0),
    await charged(rent.id),
  )
  assert.equal(await one('select coalesce(sum(amount_cents), 0)::int from entries where account = 2060'), 0)
  await sound()
})

describe('killed with a pack of hours', () => {
  for (const place of ['after-capture', 'inside-pack'] as const)
    test(`at ${place}, during the purchase: it is paid once, and one pack exists`, async () => {
      const at = await salon()
      await sellPacks(kalli, at.space.id, { transferable: true })
      const params = { id: at.space.id }
      const body = { pack: 'h10', priceCents: 150_000, cardToken: 'tok_ok' }
      await cutOff(kalli, place, {
        who: at.professional.person,
        ask: (who, key) => who.call(buyPack, { params, body }, { key }),
      })
      const { rows } = await kalli.database.pool.query<{ id: string; status: string }>(
        'select id, status from hour_packs where professional_id = $1',
        [at.professional.id],
      )
      assert.deepEqual(
        rows.map(({ status }) => status),
        ['active'],
      )
      assert.equal(await charged(rows[0]?.id ?? ''), 150_000)
      await sound()
    })

  for (const place of ['before-authorize', 'after-capture'] as const)
    test(`at ${place}, during a purchase of sessions: they are paid once, and one pack exists`, async () => {
      const at = await salon()
      const offer = { id: 1, sessions: 5, priceCents: 250_000, validityDays: 90 }
      await kalli.database.pool.query('update services set packs = $2 where id = $1', [
        at.serviceId,
        JSON.stringify([offer]),
      ])
      const who = await people.signIn(kalli, await people.account(kalli))
      const body = { pack: 1, priceCents: 250_000, cardToken: 'tok_ok' }
      await cutOff(kalli, place, {
        who,
        ask: (who, key) => who.call(buySessionPack, { params: { id: at.serviceId }, body }, { key }),
      })
      const { rows } = await kalli.database.pool.query<{ id: string; status: string }>(
        'select id, status from session_packs where professional_id = $1',
        [at.professional.id],
      )
      assert.deepEqual(
        rows.map(({ status }) => status),
        ['active'],
      )
      assert.equal(await charged(rows[0]?.id ?? ''), 250_000)
      await sound()
    })

  for (const place of ['inside-pack', 'before-refund', 'after-refund'] as const)
    test(`at ${place}, during the refund of an unusable remainder: it is refunded once`, async () => {
      const at = await salon()
      await sellPacks(kalli, at.space.id, { transferable: true })
      const { id } = await boughtPack(at.professional.person, at)
      await runJobsOnce(kalli)
      // Their agreement now includes the hours (docs/booking/hour-packs.md).
      await kalli.database.pool.query('update agreements set rate_per_hour_cents = 0 where id = $1', [
        at.agreementId,
      ])
      await cutOffAtWork(kalli, place)
      await runJobsOnce(kalli)
      assert.equal(await one('select status from hour_packs where id = $1', id), 'refunded')
      assert.equal(await charged(id), 0)
      assert.equal(
        await one(`select count(*)::int from journals where booking_id = $1 and kind = 'refund'`, id),
        1,
      )
      await sound()
    })
})

/** The host proposes another hour or chair; the renter accepts, and the server dies at that place. Returns what the host was quoted. */
const cutOffMoving = async (
  { host, professional }: Awaited<ReturnType<typeof salon>>,
  id: string,
  where: { startsAt: string; unitId?: number },
  place: CrashPoint,
) => {
  const params = { id }
  const quote = await host.person.call(rents.rentChangeQuote, { params, body: { as: 'host', ...where } })
  assert.equal(quote.status, 200, JSON.stringify(quote.body))
  const requested = await host.person.call(rents.proposeRentChange, {
    params,
    body: { as: 'host', quoteToken: quote.body.token, note: '' },
  })
  assert.equal(requested.status, 200, JSON.stringify(requested.body))
  const version = Number(await one('select version from bookings where id = $1', id))
  await cutOff(kalli, place, {
    who: professional.person,
    ask: (who, key) =>
      who.call(
        changes.answerChange,
        { params: { id, answer: 'accept' }, query: {}, body: { as: 'professional', version } },
        { key },
      ),
  })
  return quote.body
}

test('killed during a move of rented hours to another chair and hour: they exist once, and are paid as before', async () => {
  const at = await salon()
  const rent = await rentedHours(at.professional.person, at)
  const paidCents = await charged(rent.id)
  const own = await one('select unit_id::int from bookings where id = $1', rent.id)
  const other = at.space.units.find((id) => id !== own) ?? 0
  await cutOffMoving(
    at,
    rent.id,
    { startsAt: '2026-11-25T18:00:00.000Z', unitId: other },
    'inside-rent-change',
  )
  assert.deepEqual(
    await one(
      `select array[unit_id::text, to_char(starts_at at time zone 'UTC', 'HH24:MI'), status,
         (select count(*)::text from booking_moves where booking_id = b.id and move = 'accept_change')] from bookings b where id = $1`,
      rent.id,
    ),
    [String(other), '18:00', 'confirmed', '1'],
  )
  assert.equal(await charged(rent.id), paidCents)
  await sound()
})

describe('killed during a move of rented hours to a cheaper hour', () => {
  for (const place of ['inside-rent-change', 'before-refund', 'after-refund'] as const)
    test(`at ${place}: they exist once, and the difference is refunded once`, async () => {
      const at = await salon()
      const rent = await rentedHours(at.professional.person, at)
      const paidCents = Number(await charged(rent.id))
      // They have since agreed on half the price.
      await kalli.database.pool.query(
        'update agreements set rate_per_hour_cents = rate_per_hour_cents / 2, version = version + 1 where id = $1',
        [at.agreementId],
      )
      const quote = await cutOffMoving(at, rent.id, { startsAt: '2026-11-25T20:00:00.000Z' }, place)
      assert.equal(quote.refundCents, paidCents / 2)
      assert.deepEqual(
        await one(
          `select array[to_char(starts_at at time zone 'UTC', 'HH24:MI'), status, rent_cents::text,
             (select count(*)::text from booking_moves where booking_id = b.id and move = 'accept_change'),
             (select count(*)::text from journals where booking_id = b.id and kind = 'refund')] from bookings b where id = $1`,
          rent.id,
        ),
        ['20:00', 'confirmed', String(paidCents / 2), '1', '1'],
      )
      assert.equal(await charged(rent.id), paidCents / 2)
      await sound()
    })
})

describe('killed with a business’s rent', () => {
  for (const isPaid of [true, false])
    test(`while a member leaves who had ${isPaid ? 'paid' : 'been charged for'} days to come: those come back once`, async () => {
      const at = await team.salon(kalli)
      const ines = await team.joined(kalli, at)
      const run = await at.owner.person.call(contractOfRent.collectRent, {
        body: { from: '2026-11-20', to: '2026-12-17', memberIds: [ines.membership.id], totalCents: 560_000 },
      })
      const id = run.body.charges[0]?.id ?? ''
      if (isPaid) {
        const body = { cardToken: 'tok_ok', keep: false }
        const paid = await ines.person.call(contractOfRent.payRentCharge, { params: { id }, body })
        assert.equal(paid.status, 200, JSON.stringify(paid.body))
      }
      const [now] = (await ines.person.call(businessRent.memberships)).body
      const left = await ines.person.call(businessRent.leaveTeam, {
        params: { id: ines.membership.id },
        body: { version: now?.version ?? 0 },
      })
      assert.equal(left.status, 200, JSON.stringify(left.body))
      kalli.time.advance(8 * 24 * 60)
      await cutOffAtWork(kalli, 'inside-rent-return')
      await runJobsOnce(kalli)
      // They used eight of twenty-eight days.
      assert.deepEqual(
        await one(
          `select array[(select status from memberships where id = $2),
             (select returned_cents::text from rent_charges where id = $1),
             (select count(*)::text from journals where booking_id = $1 and kind = 'rent_return'),
             (select coalesce(sum(amount_cents), 0)::text from entries where account = 1120 and party_id = $3),
             (select coalesce(sum(amount_cents), 0)::text from payouts where booking_id = $1 and party = 'professional')]`,
          id,
          ines.membership.id,
          ines.professional?.id,
        ),
        ['ended', '400000', '1', isPaid ? '0' : '160000', isPaid ? '400000' : '0'],
      )
      await sound()
    })

  test('during an automatic charge: each week is owed once', async () => {
    const at = await team.salon(kalli)
    await at.owner.person.call(contractOfRent.setRentCollection, { body: { byItself: true } })
    const ines = await team.joined(kalli, at)
    await cutOffAtWork(kalli, 'inside-rent-run')
    await runJobsOnce(kalli)
    assert.deepEqual(
      await one(
        `select array[count(*), sum(amount_cents), (select sum(amount_cents) from entries where account = 1120 and party_id = $1)]::int[]
         from rent_charges where professional_id = $1`,
        ines.professional?.id,
      ),
      [1, 140_000, 140_000],
    )
    await sound()
  })

  for (const place of ['after-capture', 'inside-rent-card'] as const)
    test(`at ${place}, during the card payment: it is charged once, and owed no more`, async () => {
      const at = await team.salon(kalli)
      const ines = await team.joined(kalli, at)
      const run = await at.owner.person.call(contractOfRent.collectRent, {
        body: { from: '2026-11-20', to: '2026-11-26', memberIds: [ines.membership.id], totalCents: 140_000 },
      })
      assert.equal(run.status, 201, JSON.stringify(run.body))
      const id = run.body.charges[0]?.id ?? ''
      await cutOff(kalli, place, {
        who: ines.person,
        ask: (who, key) =>
          who.call(
            contractOfRent.payRentCharge,
            { params: { id }, body: { cardToken: 'tok_ok', keep: false } },
            { key },
          ),
      })
      assert.equal(await charged(id), 140_000)
      assert.equal(
        await one(
          'select coalesce(sum(amount_cents), 0)::int from entries where account = 1120 and party_id = $1',
          ines.professional?.id,
        ),
        0,
      )
      await sound()
    })
})
