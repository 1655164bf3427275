/**
 * A crash at every step of a payment (testing/crash/in-process-crash.ts; with KALLI_DEEP=1 a process that is killed). It pays, settles and
 * pays out until the named place; then another server does what the jobs do. Whatever the place, the card is charged once and the
 * ledger equals the processor's books.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { finishHalfDone, followClock, makeAvailable } from '#server/payment/jobs.ts'
import { trialBalance } from '#server/payment/ledger/ledger.ts'
import { execute, read, settle } from '#server/payment/charge/payment.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { type CrashPoint, crashPoints } from '#server/platform/database/crash-points.ts'
import { isDeep } from '#server/testing/crash/deep.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
import { bookedAt, endOf, live, scenarioOf, startsAt } from '#server/testing/processor/payment-life.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

/** Even outside deep runs a process is killed at the critical places: the card is charged, or the money left, and no row says so yet. */
const killedAlways: readonly CrashPoint[] = ['after-capture', 'after-transfer']

/** Runs the scenario until it crashes or ends; returns whether it crashed. */
const crashed = (bookingId: string, place: CrashPoint) =>
  isDeep || killedAlways.includes(place) ? killed(bookingId, place) : cut(bookingId, place)

const killed = async (bookingId: string, place: CrashPoint) => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'testing', 'processor', 'payment-life.ts'), bookingId, place],
    {
      env: { ...process.env, KALLI_CRASH_AT: place, DATABASE_URL: kalli.config.databaseUrl ?? '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [, signal] = await once(child, 'exit')
  return signal === 'SIGKILL'
}

const cut = async (bookingId: string, place: CrashPoint) => {
  let now = bookedAt
  const crashing = openCrashing(kalli, place, () => now)
  const life = crashing.run(() => live(crashing.kalli, (to) => void (now = to), bookingId, place))
  await life.catch(() => undefined)
  crashing.kill()
  return crashing.died
}

/** What the jobs of the next process do, minutes and days later. */
const recover = async (bookingId: string, place: CrashPoint) => {
  kalli.time.advance(1)
  await finishHalfDone(kalli.work())
  kalli.time.set(startsAt)
  await followClock(kalli.work())
  // The actor who ended it retries, as a person would or the booking's own job does.
  await settle(kalli.work(), { bookingId, settlement: endOf(place) })
  const payment = await read(kalli.work(), bookingId)
  if (payment !== null) await execute(kalli.work(), payment.id)
  kalli.time.advance(4 * 1440)
  await makeAvailable(kalli.work())
  await finishHalfDone(kalli.work())
  await payDue(kalli.work())
}

const ledgerOf = async (bookingId: string) => {
  const { rows } = await sql<{
    charges: number
    captured: number
    refunded: number
    transfers: number
    sent: number
  }>`
    select count(*) filter (where kind = 'charge') as charges, coalesce(sum(captured_cents), 0)::bigint as captured,
      coalesce(sum(refunded_cents), 0)::bigint as refunded,
      (select count(*) from standin.transfers t join payouts p on p.id::text = t.reference where p.booking_id = ${bookingId}) as transfers,
      (select coalesce(sum(t.amount_cents), 0)::bigint from standin.transfers t join payouts p on p.id::text = t.reference
        where p.booking_id = ${bookingId}) as sent
    from standin.charges where reference = (select id::text from payments where booking_id = ${bookingId})
  `.execute(kalli.database.kysely)
  return rows[0]
}

const ours = async (bookingId: string) => {
  const { rows } = await sql<{ captured: number; refunded: number; sent: number; funds: number }>`
    select coalesce(-sum(amount_cents) filter (where kind = 'capture' and account = 2010), 0)::bigint as captured,
      coalesce(-sum(amount_cents) filter (where kind = 'refund' and account = 1020), 0)::bigint as refunded,
      coalesce(-sum(amount_cents) filter (where kind = 'transfer' and account = 1020), 0)::bigint as sent,
      coalesce(sum(amount_cents) filter (where account in (2010, 2040, 9010)), 0)::bigint as funds
    from entries join journals on id = journal_id where booking_id = ${bookingId}
  `.execute(kalli.database.kysely)
  return rows[0]
}

for (const place of crashPoints.filter((name) => scenarioOf(name) !== null))
  test(`killed at ${place}: the visit is charged once, and ledger and processor agree`, async () => {
    kalli.time.set(bookedAt)
    const bookingId = crypto.randomUUID()
    assert.equal(await crashed(bookingId, place), true)
    await recover(bookingId, place)
    const bank = await ledgerOf(bookingId)
    const ledger = await ours(bookingId)
    assert.equal(bank?.charges, 1)
    assert.deepEqual(
      { captured: bank?.captured, refunded: bank?.refunded, sent: bank?.sent },
      { captured: ledger?.captured, refunded: ledger?.refunded, sent: ledger?.sent },
    )
    assert.equal(ledger?.funds, 0)
    const { captured, refunded, transfers } = bank ?? {}
    const expected = {
      complete: { captured: 100_000, refunded: 0, transfers: 2 },
      refund: { captured: 100_000, refunded: 100_000, transfers: 0 },
      void: { captured: 0, refunded: 0, transfers: 0 },
    }[scenarioOf(place) ?? 'complete']
    assert.deepEqual({ captured, refunded, transfers }, expected)
    const total = [...(await trialBalance(kalli.work())).values()].reduce((sum, cents) => sum + cents, 0)
    assert.equal(total, 0)
    const { rows } = await sql`select from payment_calls where status = 'pending'`.execute(
      kalli.database.kysely,
    )
    assert.equal(rows.length, 0)
  })
