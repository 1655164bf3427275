import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
  await sql`create table pairs (id int primary key, value int not null)`.execute(kalli.database.kysely)
  await sql`insert into pairs values (1, 0), (2, 0)`.execute(kalli.database.kysely)
})
after(() => kalli.close())

const raise = (work: Work, id: number) =>
  sql`update pairs set value = value + 1 where id = ${id}`.execute(work.db)

test('two deadlocked transactions both commit, each once', async () => {
  let inside = 0
  let beginnings = 0
  const bothInside = Promise.withResolvers<void>()
  const crosswise = (first: number, second: number) =>
    inTransaction(kalli.work(), async (work) => {
      beginnings += 1
      await raise(work, first)
      inside += 1
      if (inside === 2) bothInside.resolve()
      await bothInside.promise
      await raise(work, second)
    })
  await Promise.all([crosswise(1, 2), crosswise(2, 1)])
  // One of them; on a busy machine PostgreSQL may end both.
  assert.ok(beginnings > 2, 'one of them began again')
  const { rows } = await sql<{ value: number }>`select value from pairs`.execute(kalli.database.kysely)
  assert.deepEqual(
    rows.map(({ value }) => value),
    [2, 2],
  )
})

test('another error ends a transaction at once, without a retry', async () => {
  let beginnings = 0
  const failing = inTransaction(kalli.work(), async (work) => {
    beginnings += 1
    await raise(work, 1)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(beginnings, 1)
})

test('a transaction begins with its first statement: a failed one leaves nothing, and an empty one sends nothing', async () => {
  const now = () =>
    sql<{ value: number }>`select value from pairs where id = 2`.execute(kalli.database.kysely)
  const before = (await now()).rows[0]?.value ?? 0
  await assert.rejects(
    inTransaction(kalli.work(), (work) => sql`select 1 / 0`.execute(work.db)),
    /division by zero/,
  )
  const half = inTransaction(kalli.work(), async (work) => {
    await raise(work, 2)
    await sql`select 1 / 0`.execute(work.db)
  })
  await assert.rejects(half, /division by zero/)
  assert.equal((await now()).rows[0]?.value, before, 'what came before the failure is undone')
  assert.equal(await inTransaction(kalli.work(), () => Promise.resolve('nothing')), 'nothing')
  await inTransaction(kalli.work(), (work) => raise(work, 2))
  assert.equal((await now()).rows[0]?.value, before + 1)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(
    kalli.database.kysely,
  )
  assert.equal(rows[0]?.open, 0, 'no connection went back with a transaction open')
})

const endConnection = (work: Work) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(work.db)

const valueOf = async (id: number) => {
  const requested = sql<{ value: number }>`select value from pairs where id = ${id}`
  return (await requested.execute(kalli.database.kysely)).rows[0]?.value ?? 0
}

test('a transaction that cannot be serialized is retried, also when its commit fails', async () => {
  const before = await valueOf(1)
  let beginnings = 0
  await inTransaction(kalli.work(), async (work) => {
    beginnings += 1
    await raise(work, 1)
    if (beginnings < 3)
      await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(work.db)
  })
  assert.deepEqual([beginnings, await valueOf(1)], [3, before + 1])
})

test('a transaction whose connection is lost before its commit is retried on another one, and counts once', async () => {
  const before = await valueOf(1)
  let beginnings = 0
  await inTransaction(kalli.work(), async (work) => {
    beginnings += 1
    await raise(work, 1)
    if (beginnings === 1) await endConnection(work)
  })
  assert.deepEqual([beginnings, await valueOf(1)], [2, before + 1])
})

test('the first error is thrown, even if the rollback fails after it', async () => {
  const other = new pg.Client({ connectionString: kalli.database.url })
  await other.connect()
  const failing = inTransaction(kalli.work(), async (work) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(work.db)
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    throw new Error('the first')
  })
  await assert.rejects(failing, /the first/)
  await other.end()
})

test('a database error that persists is thrown after a few tries', async () => {
  let beginnings = 0
  const failing = inTransaction(kalli.work(), async (work) => {
    beginnings += 1
    await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(work.db)
  })
  await assert.rejects(failing, { code: '40001' })
  assert.equal(beginnings, 4)
})
