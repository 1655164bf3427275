/** Sending: never lost, never twice under two ids, in order for each booking, by one process at a time, despite any failure. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { moves } from '#contract/booking/moves.ts'
import { rentMoves } from '#contract/booking/rent/rent-moves.ts'
import { bookingEvents, WebhookBookingMessage } from '#contract/webhook/event.ts'
import { ownWork, type AppContext } from '#server/platform/work.ts'
import { booked } from '#server/testing/bookings.ts'
import { cases } from '#server/testing/crash/deep.ts'
import { openCrashing } from '#server/testing/crash/in-process-crash.ts'
import * as people from '#server/testing/people.ts'
import { watchPlans } from '#server/testing/plans.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { endLeases, listen, receiver } from '#server/testing/webhooks.ts'
import type { Outgoing } from '#server/webhook/call.ts'
import { CallProblem } from '#server/webhook/address.ts'
import { standinReceivers } from '#server/webhook/outside.ts'
import { sendDue } from '#server/webhook/sending.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  standinReceivers.clear()
})

const send = (context: AppContext) => sendDue(ownWork(context))

/** A move as the code makes one: the booking's row, then its record, in one statement. */
const move = (bookingId: string, name = 'move_unit') =>
  kalli.database.pool.query(
    `with moved as (update bookings set version = version + 1 where id = $1 returning id, version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
     select id, version, $2, 'confirmed', 'confirmed', 'host', '', $3 from moved`,
    [bookingId, name, kalli.clock()],
  )

const read = ({ headers, body }: Outgoing) => {
  const { data } = z.parse(WebhookBookingMessage, JSON.parse(body))
  return { id: headers['webhook-id'] ?? '', booking: data.booking.id, version: data.booking.version, body }
}

test('a crash between sending and marking repeats the message under the same id, and one before sending sends it once', async () => {
  for (const place of ['before-webhook', 'sent-webhook'] as const) {
    const at = await people.bookable(kalli)
    const there = receiver()
    await listen(kalli, at.professional, there.address)
    await booked(kalli, at)
    await endLeases(kalli)
    await kalli.database.pool.query(
      `update webhook_messages set state = 'pending', tries = 0, next_at = $1, ends_at = $1 where booking_id is not null and webhook_id in (select id from webhooks where professional_id = $2)`,
      [kalli.clock(), at.professional.id],
    )
    await kalli.database.pool.query('delete from webhook_tries')
    there.received.length = 0
    const crashing = openCrashing(kalli, place, kalli.clock)
    await crashing.run(() => send(crashing.kalli)).catch(() => undefined)
    assert.equal(await crashing.died, true, place)
    assert.equal(there.received.length, place === 'sent-webhook' ? 1 : 0)
    await send(kalli)
    assert.equal(there.received.length, place === 'sent-webhook' ? 1 : 0, 'the dead one’s lease is not over')
    await endLeases(kalli)
    await send(kalli)
    const ids = there.received.map((message) => read(message).id)
    assert.equal(ids.length, place === 'sent-webhook' ? 2 : 1)
    assert.equal(new Set(ids).size, 1)
    assert.equal(new Set(there.received.map(({ body }) => body)).size, 1)
    assert.equal(await send(kalli), 0, 'then it is done')
  }
})

test('of two servers at one moment one sends, each message once and in order', async () => {
  const other = await beside()
  const at = await people.bookable(kalli)
  let inside = 0
  let most = 0
  const there = receiver(async () => {
    inside += 1
    most = Math.max(most, inside)
    await sleep(20)
    inside -= 1
    return { status: 200 }
  })
  const visit = await booked(kalli, at)
  await listen(kalli, at.professional, there.address)
  for (let n = 0; n < 6; n += 1) await move(visit.id)
  await Promise.all([send(kalli), send(other), send(kalli), send(other)])
  const versions = there.received.map((message) => read(message).version)
  assert.equal(most, 1)
  assert.equal(versions.length, 6, 'each once')
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => a - b),
  )
  await other.database.close()
})

/** Another process on the same database: its connections and module state are separate. */
const beside = async () => {
  const { openContext } = await import('#server/app.ts')
  const { openDatabase } = await import('#server/platform/database/database.ts')
  const database = openDatabase(kalli.database.url, { max: 4 })
  return openContext({ config: kalli.config, database, log: kalli.log, clock: kalli.clock })
}

test('a booking whose message fails delays its own next messages only', async () => {
  const at = await people.bookable(kalli)
  const [stuck, free] = [await booked(kalli, at), await booked(kalli, at, { place: 5 })]
  let isDown = true
  const there = receiver((message) => ({ status: isDown && read(message).booking === stuck.id ? 500 : 204 }))
  await listen(kalli, at.professional, there.address)
  for (const { id } of [stuck, free, stuck, free]) await move(id)
  await send(kalli)
  const seen = () => there.received.map(read)
  assert.equal(seen().filter(({ booking }) => booking === free.id).length, 2)
  assert.equal(seen().filter(({ booking }) => booking === stuck.id).length, 1)
  isDown = false
  kalli.time.advance(10)
  await send(kalli)
  const ofStuck = seen().filter(({ booking }) => booking === stuck.id)
  assert.deepEqual(
    ofStuck.map(({ version }) => version - (ofStuck[0]?.version ?? 0)),
    [0, 0, 1],
  )
})

test('a failing endpoint is probed rarely with one message, and gets all waiting ones once it recovers', async () => {
  const at = await people.bookable(kalli)
  const visits = [
    await booked(kalli, at),
    await booked(kalli, at, { place: 4 }),
    await booked(kalli, at, { place: 8 }),
  ]
  let status = 503
  const there = receiver(() => ({ status }))
  await listen(kalli, at.professional, there.address)
  for (const { id } of [...visits, ...visits]) await move(id)
  await send(kalli)
  assert.equal(there.received.length, 3)
  await send(kalli)
  assert.equal(there.received.length, 3, 'paused')
  kalli.time.advance(6)
  await send(kalli)
  assert.equal(there.received.length, 4, 'one, to see')
  status = 200
  kalli.time.advance(30)
  await send(kalli)
  assert.equal(there.received.length, 4 + 6)
})

test('a Retry-After pause is respected', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at)
  let reply: { status: number; retryAfter?: string } = { status: 429, retryAfter: '600' }
  const there = receiver(() => reply)
  await listen(kalli, at.professional, there.address)
  await move(visit.id)
  await send(kalli)
  reply = { status: 200 }
  kalli.time.advance(9)
  await send(kalli)
  assert.equal(there.received.length, 1)
  kalli.time.advance(2)
  await send(kalli)
  assert.equal(there.received.length, 2)
})

test('every move has a public event or none, and every public event has a move', async () => {
  const cases = Object.entries({ ...moves, ...rentMoves }).flatMap(([name, { from, to }]) =>
    from.map((status) => ({ name, from: status, to: to ?? status })),
  )
  const { rows } = await kalli.database.pool.query<{
    name: string
    from: string
    to: string
    event: string | null
  }>(
    `select name, "from", "to", webhook_event_of(name, "from", "to") as event
     from jsonb_to_recordset($1::jsonb) as cases(name text, "from" text, "to" text)`,
    [JSON.stringify(cases)],
  )
  const made = new Set(rows.map(({ event }) => event))
  made.delete(null)
  assert.deepEqual([...made].toSorted(), Object.keys(bookingEvents).toSorted())
  const silent = new Set(
    rows.filter(({ event }) => event === null).map(({ name, from }) => `${name} of ${from}`),
  )
  for (const loud of ['expire of requested']) assert.ok(!silent.has(loud), loud)
  for (const quiet of ['expire of held', 'pay of held', 'arrive of confirmed', 'close of completed'])
    assert.ok(silent.has(quiet), quiet)
})

type Step = 'move' | 'move other' | 'send' | 'send beside' | 'send both' | 'crash' | 'wait' | 'lease ends'
const step = fc.constantFrom<Step>(
  'move',
  'move other',
  'send',
  'send beside',
  'send both',
  'crash',
  'wait',
  'lease ends',
)
const answer = fc.constantFrom(200, 204, 200, 500, 404, 302, 0)

test('each change arrives under one id in any order of failures, and each booking’s changes in order', async () => {
  const other = await beside()
  const at = await people.bookable(kalli)
  const visits = [await booked(kalli, at), await booked(kalli, at, { place: 6 })]
  const [one = assert.fail(), two = assert.fail()] = visits
  const run = async (steps: readonly Step[], answers: readonly number[]) => {
    kalli.time.set(testNow)
    await kalli.database.pool.query('delete from webhooks')
    let calls = 0
    let isOver = false
    let inside = 0
    const taken = new Map<string, number[]>()
    const ids = new Map<string, string>()
    const problems: string[] = []
    const there = receiver(async (message) => {
      inside += 1
      if (inside > 1) problems.push('two at once')
      const { id, booking, version, body } = read(message)
      const name = `${booking} ${version}`
      if ((ids.get(name) ?? id + body) !== id + body) problems.push(`${name} under two ids`)
      ids.set(name, id + body)
      await Promise.resolve()
      inside -= 1
      const status = isOver ? 200 : (answers[calls++ % answers.length] ?? 200)
      if (status === 0) throw new CallProblem('timeout')
      if (status < 300) taken.set(booking, [...(taken.get(booking) ?? []), version])
      return { status }
    })
    const { webhook } = await listen(kalli, at.professional, there.address)
    const wanted = new Map<string, number>()
    const moved = async (id: string) => {
      await move(id)
      wanted.set(id, (wanted.get(id) ?? 0) + 1)
    }
    const acts: Record<Step, () => Promise<unknown>> = {
      move: () => moved(one.id),
      'move other': () => moved(two.id),
      send: () => send(kalli),
      'send beside': () => send(other),
      'send both': () => Promise.all([send(kalli), send(other), moved(one.id)]),
      crash: async () => {
        const crashing = openCrashing(kalli, 'sent-webhook', kalli.clock)
        await crashing.run(() => send(crashing.kalli)).catch(() => undefined)
        crashing.kill()
        await crashing.died
      },
      wait: async () => kalli.time.advance(45),
      'lease ends': () => endLeases(kalli),
    }
    for (const name of steps) await acts[name]()
    isOver = true
    for (let tries = 0; tries < 4; tries += 1) {
      await endLeases(kalli)
      kalli.time.advance(16 * 60)
      await send(kalli)
    }
    assert.deepEqual(problems, [])
    for (const [id, count] of wanted) {
      const versions = taken.get(id) ?? []
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
        'in order',
      )
      assert.equal(new Set(versions).size, count, 'none is lost')
    }
    const { rows } = await kalli.database.pool.query<{ n: number }>(
      `select count(*)::int as n from webhook_messages where webhook_id = $1 and state <> 'sent'`,
      [webhook.id],
    )
    assert.equal(rows[0]?.n, 0)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 14 }),
      fc.array(answer, { minLength: 1, maxLength: 8 }),
      run,
    ),
    { numRuns: cases(25, 400), endOnFailure: true },
  )
  await other.database.close()
})

test('a look reads only the waiting messages, however long the log is', async () => {
  const at = await people.bookable(kalli)
  const { webhook } = await listen(kalli, at.professional, receiver().address)
  await kalli.database.pool.query(
    `insert into webhook_messages (id, webhook_id, event, facts, happened_at, state)
     select uuidv7(), $1, 'webhook.test', '{}', $2, 'sent' from generate_series(1, 20000)`,
    [webhook.id, kalli.clock()],
  )
  await kalli.database.pool.query('analyze webhook_messages')
  const visit = await booked(kalli, at)
  const grown = new Set(['webhook_messages', 'webhook_tries', 'bookings', 'booking_moves'])
  const watched = watchPlans(kalli, (table) => !grown.has(table))
  const look = await watched.cost(() => sendDue({ ...ownWork(kalli), db: watched.db }))
  assert.ok(look.pages < 60, `${look.pages} pages`)
  const moved = await watched.cost(() =>
    watched.db.executeQuery(
      sql`with moved as (update bookings set version = version + 1 where id = ${visit.id} returning id, version)
        insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
        select id, version, 'move_unit', 'confirmed', 'confirmed', 'host', '', now() from moved`.compile(
        watched.db,
      ),
    ),
  )
  assert.ok(moved.pages < 400, `${moved.pages} pages`)
  await watched.close()
})
