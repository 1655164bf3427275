/**
 * kill -9 of PostgreSQL while clients book. Acknowledged bookings exist after it comes back; a client without a reply retries with the same
 * key and ends with one booking and one charge.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as holds from '#contract/booking/hold.ts'
import * as checkout from '#contract/booking/checkout.ts'
import { prepareJobs, runJobsOnce } from '#server/platform/jobs.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { claimsOf, contactOf, slotsOn, confirmContact } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import type { Answered, Person } from '#server/testing/person.ts'

// A PostgreSQL of its own: the shared test database is disposable, while this one waits for the disk.
const folder = mkdtempSync(join(tmpdir(), 'kalli-outage-'))
let kalli: TestServer
before(async () => {
  const { url, stop } = await startPostgres({ folder })
  await migrate(url)
  await prepareJobs(url)
  kalli = await startTestServer({ store: { url, drop: stop }, config: { logLevel: 'silent' } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const killPostgres = () => {
  const [id] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(id), 'SIGKILL')
}

/** Only a new connection proves it; an old one may for a moment still reach a process of the killed server. */
const backAgain = async () => {
  for (let tries = 0; tries < 300; tries += 1) {
    await sleep(50)
    const client = new pg.Client({ connectionString: kalli.config.databaseUrl ?? '' })
    const alive = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (alive) return
  }
  assert.fail('PostgreSQL did not come back')
}

type Buyer = {
  who: Person
  key: string
  slotToken: string
  contact: ReturnType<typeof contactOf>
  /** Only what the responses showed. */
  heldId: string | null
  confirmedId: string | null
}

test('when PostgreSQL dies twice under load, no acknowledged write is lost and no client is charged twice', async (t) => {
  const at = await people.bookable(kalli, { units: 12, durationMinutes: 30, stepMinutes: 30 })
  const shown = (
    await Promise.all(
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map((date) =>
        slotsOn(kalli.visitor(), at, date),
      ),
    )
  ).flat()
  const buyers = shown.slice(0, 48).map((slot, index): Buyer => ({
    who: kalli.visitor(),
    key: `buyer-${index}-${crypto.randomUUID()}`,
    slotToken: slot.token,
    contact: contactOf(),
    heldId: null,
    confirmedId: null,
  }))
  for (const { who } of buyers) await who.call(holds.releaseHold, { params: { id: crypto.randomUUID() } })

  // PostgreSQL is killed each time this many clients have their booking; the others wait until it is back.
  const deaths = [8, 24]
  let recovered = Promise.resolve()
  const line = [...buyers]
  const shop = async () => {
    for (let buyer = line.shift(); buyer !== undefined; buyer = line.shift()) {
      await tryOnce(buyer)
      const served = buyers.filter(({ confirmedId }) => confirmedId !== null).length
      if (served >= (deaths[0] ?? Infinity)) {
        deaths.shift()
        killPostgres()
        recovered = backAgain()
      }
      await recovered
    }
  }
  await Promise.all(Array.from({ length: 10 }, shop))
  const reported = buyers.map(({ heldId, confirmedId }) => ({ heldId, confirmedId }))

  for (const { heldId, confirmedId } of reported) {
    if (heldId !== null) assert.ok(await statusOf(heldId), `the acknowledged hold ${heldId} is lost`)
    if (confirmedId !== null) assert.equal(await statusOf(confirmedId), 'confirmed')
  }
  const unanswered = reported.filter(({ confirmedId }) => confirmedId === null).length
  t.diagnostic(`${unanswered} of ${buyers.length} were cut off`)
  assert.ok(unanswered > 0 && unanswered < buyers.length - 24, 'some were cut off and some were not')

  // An interrupted call may be retried after a minute; its hold is still active.
  kalli.time.advance(2)
  await runJobsOnce(kalli)
  for (const buyer of buyers) if (buyer.confirmedId === null) await tryOnce(buyer)
  await runJobsOnce(kalli)
  for (const { heldId, confirmedId } of buyers) {
    assert.ok(heldId)
    assert.equal(confirmedId, heldId)
    assert.equal((await claimsOf(kalli, heldId)).length, 3)
  }
  const { rows } = await kalli.database.pool.query(
    `select (select count(*)::int from bookings where status = 'confirmed') as confirmed,
      (select count(*)::int from bookings where status not in ('confirmed', 'expired')) as others,
      (select count(*)::int from standin.charges) as charges,
      (select count(*)::int from (select from standin.charges group by reference having count(*) > 1) twice) as twice,
      (select count(*)::int from claims a join claims b on a.resource_id = b.resource_id and a.id < b.id and a.during && b.during) as overlaps,
      (select count(*)::int from payment_calls where status = 'pending') as pending`,
  )
  const all = buyers.length
  assert.deepEqual(rows, [{ confirmed: all, others: 0, charges: all, twice: 0, overlaps: 0, pending: 0 }])
  assert.equal(await people.trialBalance(kalli), 0)
})

const statusOf = async (id: string) => {
  const row = await kalli.database.kysely
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status
}

/** Holds and pays as far as possible; only a reply counts. */
const tryOnce = async (buyer: Buyer) => {
  const { who, key, slotToken, contact } = buyer
  const held = await answered(who.call(holds.hold, { body: { slotToken } }, { key: `${key}-hold` }))
  if (held === null) return
  buyer.heldId ??= held.id
  assert.equal(buyer.heldId, held.id, 'the same call is the same hold')
  const order = { holdId: held.id, contact, payment: { method: 'card' as const, token: 'tok_ok' } }
  const shown = await confirmContact(who, held.id, contact.email)
  if (shown.status !== 200) return assert.ok(shown.status >= 500, JSON.stringify(shown.body))
  const paid = await answered(who.call(checkout.book, { body: order }, { key: `${key}-pay` }))
  if (paid?.status === 'confirmed') buyer.confirmedId = paid.id
}

/** The body of a 201; null when the server could not reply. */
const answered = async <T>(call: Promise<Answered<T>>): Promise<T | null> => {
  const answer = await call
  if (answer.status === 201) return answer.body
  const said = JSON.stringify(answer.body)
  assert.ok(answer.status >= 500 || said.includes('"in_progress"'), `${answer.status} ${said}`)
  return null
}
