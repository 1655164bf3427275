import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import {
  publish,
  drain,
  type Job,
  prepareJobs,
  registerJobs,
  retired,
  runJobsOnce,
  startJobs,
  subscribe,
} from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { signer } from '#server/platform/tokens.ts'
import { type AppContext, inTransaction, ownWork } from '#server/platform/work.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { until } from '#server/testing/until.ts'

let store: TestDatabase
let kalli: AppContext
const secret = 'only-for-tests-0123456789abcdef0123456789'

before(async () => {
  store = await testDatabase()
  await prepareJobs(store.url)
  const config = readConfig({ DATABASE_URL: store.url, KALLI_SECRET: secret, KALLI_DATA: tmpdir() })
  kalli = {
    database: openDatabase(store.url),
    config,
    log: openLog('silent'),
    tokens: signer(secret),
    clock: () => new Date(),
  }
})
after(async () => {
  await kalli.database.close()
  await store.drop()
})
beforeEach(() => sql`delete from pgboss.job`.execute(kalli.database.kysely))

const rows = async (state: string) => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from pgboss.job where state::text = ${state}`.execute(kalli.database.kysely)
  return rows[0]?.count
}

test('every subscriber of an event runs once with its payload', async () => {
  const reported: string[] = []
  registerJobs([
    subscribe('contact.received', 'pour', async (_work, payload) =>
      reported.push(`pour ${JSON.stringify(payload)}`),
    ),
    subscribe('contact.received', 'call', async (_work, payload) =>
      reported.push(`call ${JSON.stringify(payload)}`),
    ),
    subscribe('account.changed', 'throw', async () => reported.push('throw')),
  ])
  await publish(ownWork(kalli), 'contact.received', { messageId: 7 })
  assert.equal(await drain(kalli), 2)
  assert.deepEqual(reported.toSorted(), ['call {"messageId":7}', 'pour {"messageId":7}'])
  assert.equal(await drain(kalli), 0)
})

test('an event of a transaction that rolls back is not published', async () => {
  registerJobs([subscribe('contact.received', 'pour', async () => undefined)])
  await assert.rejects(
    inTransaction(ownWork(kalli), async (work) => {
      await publish(work, 'contact.received', { messageId: 1 })
      throw new Error('spilled')
    }),
    /spilled/,
  )
  assert.equal(await drain(kalli), 0)
})

test('an event without subscribers writes no row, and two jobs cannot have one name', async () => {
  registerJobs([])
  await publish(ownWork(kalli), 'contact.received', { messageId: 1 })
  assert.equal(await rows('created'), 0)
  assert.throws(() => registerJobs([timed('sweep'), timed('sweep')]), /two jobs/)
})
const timed = (name: string): Job => ({ every: '* * * * *', name, run: async () => undefined })

test('an event published by a job is drained too, and an error is thrown and waits for its retry', async () => {
  let attempts = 0
  registerJobs([
    subscribe('contact.received', 'pour', (work) => publish(work, 'message.due', {})),
    subscribe('message.due', 'drink', async () => {
      attempts += 1
      if (attempts === 1) throw new Error('too hot')
    }),
  ])
  await publish(ownWork(kalli), 'contact.received', { messageId: 1 })
  await assert.rejects(drain(kalli), /too hot/)
  assert.equal(await drain(kalli), 0)
  assert.equal(await rows('retry'), 1)
  assert.equal(await drain(kalli, { retries: true }), 1)
  assert.equal(attempts, 2)
})

test('a payload that does not match its event fails the job', async () => {
  let ran = false
  registerJobs([subscribe('contact.received', 'pour', async () => void (ran = true))])
  await publish(ownWork(kalli), 'contact.received', { messageId: 1 })
  await sql`update pgboss.job set data = data || '{"payload": {"messageId": "x"}}'`.execute(
    kalli.database.kysely,
  )
  await assert.rejects(drain(kalli), /messageId/)
  assert.equal(ran, false)
  assert.equal(await rows('retry'), 1)
})

test('a row of a retired job and one under a former name still run', async () => {
  const ran: unknown[] = []
  registerJobs([
    retired('old', z.object({ cup: z.int() }), async (_work, payload) => ran.push(payload)),
    {
      ...subscribe('contact.received', 'pour', async (_work, payload) => ran.push(payload)),
      formerly: ['poured'],
    },
  ])
  await publish(ownWork(kalli), 'contact.received', { messageId: 1 })
  await publish(ownWork(kalli), 'contact.received', { messageId: 2 })
  await sql`update pgboss.job set data = '{"job": "old", "payload": {"cup": 5}}'
    where data -> 'payload' ->> 'messageId' = '1'`.execute(kalli.database.kysely)
  await sql`update pgboss.job set data = data || '{"job": "poured"}' where data ->> 'job' = 'pour'`.execute(
    kalli.database.kysely,
  )
  assert.equal(await drain(kalli), 2)
  assert.deepEqual(ran, [{ cup: 5 }, { messageId: 2 }])
})

test('timed jobs run on demand in a test', async () => {
  const ran: string[] = []
  registerJobs([
    { every: '0 3 * * *', name: 'sweep', run: (work) => publish(work, 'message.due', {}) },
    subscribe('message.due', 'boast', async () => ran.push('boast')),
  ])
  assert.equal(await runJobsOnce(kalli), 1)
  assert.deepEqual(ran, ['boast'])
})

test('a published row equals the row that pg-boss itself would write', async () => {
  registerJobs([subscribe('contact.received', 'pour', async () => undefined)])
  await publish(ownWork(kalli), 'contact.received', { messageId: 1 })
  const boss = new PgBoss({
    db: fromKysely(kalli.database.kysely),
    migrate: false,
    schedule: false,
    supervise: false,
  })
  await boss.start()
  await boss.send('facts', { job: 'pour', payload: { messageId: 1 } })
  await boss.stop()
  const { rows } = await sql<{ row: Record<string, unknown>; retention: string }>`
    select to_jsonb(j) - '{id,start_after,created_on,keep_until}'::text[] as row, (keep_until - start_after)::text as retention
    from pgboss.job j`.execute(kalli.database.kysely)
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[0], rows[1])
})

test('workers take a job, retry a failure with backoff, and stop without losing any', async () => {
  const attempts: number[] = []
  const done: unknown[] = []
  const slow = Promise.withResolvers<void>()
  const jobs: Job[] = [
    subscribe('contact.received', 'pour', async (_work, payload) => {
      attempts.push(performance.now())
      if (attempts.length === 1) throw new Error('no water')
      done.push(payload)
    }),
    subscribe('message.due', 'wait', async () => {
      await slow.promise
      done.push('slow')
    }),
  ]
  const running = await startJobs(kalli, jobs)
  await publish(ownWork(kalli), 'contact.received', { messageId: 3 })
  await until('it worked at the second try', () => done.length === 1)
  const [first = 0, second = 0] = attempts
  assert.ok(second - first > 900, 'not hammered')
  // Its row stays active for a moment after it ran; otherwise "one is active" below could mean it.
  await until('its row is done', async () => (await rows('completed')) === 1)
  await publish(ownWork(kalli), 'message.due', {})
  await until('the slow one is under way', async () => (await rows('active')) === 1)
  const stopped = running.stop()
  slow.resolve()
  await stopped
  assert.deepEqual(done, [{ messageId: 3 }, 'slow'])
  assert.equal(await rows('active'), 0)
  assert.equal(await rows('completed'), 2)
})

test('hundreds of events at once each run exactly once, over two processes worth of workers', async () => {
  const seen = new Map<unknown, number>()
  const jobs: Job[] = [
    subscribe(
      'contact.received',
      'pour',
      async (_work, payload) =>
        void seen.set(JSON.stringify(payload), (seen.get(JSON.stringify(payload)) ?? 0) + 1),
    ),
  ]
  const both = await Promise.all([startJobs(kalli, jobs), startJobs(kalli, jobs)])
  await inTransaction(ownWork(kalli), async (work) => {
    for (let messageId = 1; messageId <= 300; messageId += 1)
      await publish(work, 'contact.received', { messageId })
  })
  await until('all are done', async () => (await rows('completed')) === 300)
  await Promise.all(both.map((one) => one.stop()))
  assert.equal(seen.size, 300)
  assert.ok([...seen.values()].every((times) => times === 1))
})

test('a job whose worker was killed is taken again within two minutes', { timeout: 150_000 }, async () => {
  const worker = spawn(process.execPath, ['--input-type=module', '-e', crashing], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: store.url, KALLI_SECRET: secret, KALLI_DATA: tmpdir() },
    cwd: new URL('../..', import.meta.url),
  })
  try {
    await once(worker.stdout, 'data')
    registerJobs([subscribe('contact.received', 'pour', async () => undefined)])
    await publish(ownWork(kalli), 'contact.received', { messageId: 1 })
    await until('it is taken', async () => (await rows('active')) === 1)
  } finally {
    worker.kill('SIGKILL')
  }
  let retaken = false
  const running = await startJobs(kalli, [
    subscribe('contact.received', 'pour', async () => void (retaken = true)),
  ])
  await until('it is retaken', () => retaken, 120)
  await running.stop()
})

/** Takes a job and never finishes it. */
const crashing = `
  import { readConfig } from '#server/platform/config.ts'
  import { openDatabase } from '#server/platform/database/database.ts'
  import { startJobs, subscribe } from '#server/platform/jobs.ts'
  import { openLog } from '#server/platform/log.ts'
  import { signer } from '#server/platform/tokens.ts'
  const config = readConfig(process.env)
  const database = openDatabase(config.databaseUrl)
  const house = { database, config, log: openLog('silent'), tokens: signer(config.secret), clock: () => new Date() }
  await startJobs(house, [subscribe('contact.received', 'pour', () => new Promise(() => undefined))])
  process.stdout.write('ready')
`
