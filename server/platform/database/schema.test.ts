/** The schema as files per noun (server/schema) equals the result of the migrations folded into it. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as z from 'zod/mini'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import { emptyDatabase, endConnections } from '#server/testing/empty-database.ts'
import { introspect } from '#server/testing/introspection.ts'

after(endConnections)

const folder = join(import.meta.dirname, '..', '..', 'schema')
const { objects } = z.parse(
  z.object({ objects: z.record(z.string(), z.string()) }),
  JSON.parse(readFileSync(join(folder, 'baseline.json'), 'utf8')),
)

test('the baseline creates the same tables, constraints, indexes, triggers and functions as the folded migrations', async () => {
  const { url, client } = await emptyDatabase()
  await migrate(url, readMigrations().slice(0, 1))
  const made = await introspect(client)
  const differs = [...new Set([...Object.keys(made), ...Object.keys(objects)])].filter(
    (object) => made[object] !== objects[object],
  )
  assert.deepEqual(differs, [])
  assert.ok(Object.keys(objects).length > 300)
})

test('the baseline that landed is unchanged, with its comments: a data folder that has it would be refused', () => {
  // A release that folds migrations makes another baseline, and writes its checksum here.
  assert.equal(
    readMigrations()[0]?.checksum,
    '4ef26a302182c2b4d2b2b672e23a285cf308bbdaad58a810381b81d8a8a30f03',
  )
})

test('every schema file is listed once in the order, and every table has a comment', async () => {
  const listed = readFileSync(join(folder, 'order.txt'), 'utf8').trim().split('\n')
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sql'),
  )
  assert.deepEqual(listed.toSorted(), there.toSorted())
  const { url, client } = await emptyDatabase()
  await migrate(url)
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and obj_description(oid, 'pg_class') is null and relname <> 'migrations'`,
  )
  assert.deepEqual(rows, [])
})

test('every trigger function that writes other rows is listed with its reason in docs/decisions/writing-triggers.md', async () => {
  const { url, client } = await emptyDatabase()
  await migrate(url)
  const { rows } = await client.query<{ proname: string }>(
    `select proname from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
       and prosrc ~* '(^|\\s)(insert\\s+into|update\\s+\\w+\\s+(\\w+\\s+)?set|delete\\s+from)\\s' order by proname`,
  )
  const listed = readFileSync(
    join(import.meta.dirname, '..', '..', '..', 'docs', 'decisions', 'writing-triggers.md'),
    'utf8',
  )
  assert.ok(rows.length > 5)
  assert.deepEqual(
    rows.filter(({ proname }) => !listed.includes(`\`${proname}\``)),
    [],
  )
})

const folded = { '0001-first.sql': 'one', '0002-second.sql': 'two' }
const baseline = {
  name: 'baseline',
  sql: 'create table first (id int)',
  checksum: 'baseline',
  replaces: folded,
}

const databaseWith = async (landed: Readonly<Record<string, string>>) => {
  const { url, client } = await emptyDatabase()
  await client.query(
    `create table migrations (name text primary key, checksum text not null, landed_at timestamptz not null default now())`,
  )
  for (const [name, checksum] of Object.entries(landed))
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  return { url, client }
}

test('a database with all folded migrations is marked as being at the baseline, and nothing is applied again', async () => {
  const { url, client } = await databaseWith(folded)
  assert.deepEqual(await migrate(url, [baseline]), [])
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  assert.deepEqual(rows, [{ name: 'baseline' }])
  assert.deepEqual(await migrate(url, [baseline]), [])
})

test('a database with some folded migrations is refused in Spanish, and stays unchanged', async () => {
  for (const landed of [{ '0001-first.sql': 'one' }, { ...folded, '0002-second.sql': 'edited' }]) {
    const { url, client } = await databaseWith(landed)
    await assert.rejects(migrate(url, [baseline]), (error) => {
      assert.ok(error instanceof StartRefusal)
      assert.match(error.message, /tiene 1 de las 2 migraciones que esta versión reúne/)
      return true
    })
    const { rowCount } = await client.query('select from migrations')
    assert.equal(rowCount, Object.keys(landed).length)
  }
})

test('a database of the release before gets the folded migrations that it lacks, and is marked as being at the baseline', async () => {
  const { url, client } = await databaseWith({ '0001-first.sql': 'one' })
  const second = { name: '0002-second.sql', sql: 'create table second (id int)', checksum: 'two' }
  const release = [{ ...baseline, folded: [second] }]
  assert.deepEqual(await migrate(url, release), ['0002-second.sql'])
  assert.deepEqual((await client.query('select name from migrations')).rows, [{ name: 'baseline' }])
  await client.query('insert into second values (1)')
  assert.deepEqual(await migrate(url, release), [])
})

test('the baseline replaces each migration in the folder of folded ones, as it is there', () => {
  const release = readMigrations()[0]
  assert.ok(release?.folded !== undefined && release.folded.length > 0)
  for (const { name, checksum } of release.folded) assert.equal(release.replaces?.[name], checksum)
})

test('a database that knows a migration beyond the baseline is refused', async () => {
  const { url } = await databaseWith({ ...folded, '2027-01-01-later.sql': 'later' })
  await assert.rejects(migrate(url, [baseline]), /2027-01-01-later\.sql, que esta versión de Kalli no conoce/)
})
