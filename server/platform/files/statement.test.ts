import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/files/statement.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'

describe('a statement that keeps its plan', () => {
  let store: TestDatabase
  let database: Database
  before(async () => {
    store = await testDatabase()
    const settling = openDatabase(store.url)
    // As in production; the PostgreSQL of tests keeps every plan.
    await settling.pool.query(
      `do $$ begin execute format('alter database %I set plan_cache_mode = auto', current_database()); end $$`,
    )
    await settling.close()
    // One connection, so that each query meets the plan of the one before.
    database = openDatabase(store.url, { max: 1 })
  })
  after(async () => {
    await database.close()
    await store.drop()
  })

  const build = (place: (name: 'from' | 'part') => ReturnType<typeof sql>) => sql<{ n: number }>`
    select count(*)::int as n from generate_series(1, 100) n
    where (${place('from')}::int is null or n > ${place('from')}::int) and 100 / ${place('part')}::int > 0`
  const plain = statement(build)
  const saved = statement(build, { keepsPlan: true })
  const plansOf = async (text: string) => {
    const { rows } = await database.pool.query<{ generic: number; custom: number }>(
      `select generic_plans as generic, custom_plans as custom from pg_prepared_statements
       where statement like $1`,
      [`${text}from generate_series(1, 100)%`],
    )
    return rows
  }
  const setting = async () => (await database.pool.query('show plan_cache_mode')).rows

  test('is planned once for any parameters, and answers like an unplanned one', async () => {
    const before = await setting()
    for (const from of [null, 10, 90, null]) {
      const [row] = await saved(database.kysely, { from, part: 1 })
      assert.equal(row?.n, 100 - (from ?? 0))
      assert.deepEqual(await plain(database.kysely, { from, part: 1 }), [row])
    }
    assert.deepEqual(await plansOf('/* one plan */%'), [{ generic: 4, custom: 0 }])
    assert.deepEqual(before, [{ plan_cache_mode: 'auto' }])
    assert.deepEqual(await setting(), before)
  })

  test('leaves no setting behind when it fails, in a transaction or without', async () => {
    const before = await setting()
    await assert.rejects(saved(database.kysely, { from: 1, part: 0 }), /division by zero/)
    assert.deepEqual(await setting(), before)
    await assert.rejects(
      database.kysely.transaction().execute(async (db) => {
        assert.equal((await saved(db, { from: 60, part: 1 }))[0]?.n, 40)
        await saved(db, { from: 1, part: 0 })
      }),
      /division by zero/,
    )
    assert.deepEqual(await setting(), before)
    await database.kysely.transaction().execute(async (db) => {
      assert.equal((await saved(db, { from: null, part: 1 }))[0]?.n, 100)
      assert.equal((await sql<{ n: number }>`select 1 as n`.execute(db)).rows[0]?.n, 1)
    })
    assert.deepEqual(await setting(), before)
  })
})
