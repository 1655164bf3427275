import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Migration, migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import { emptyDatabase, endConnections } from '#server/testing/empty-database.ts'

after(endConnections)

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: sql })
const first = migration('0001-first.sql', 'create table first (id int)')
const second = migration('0002-second.sql', 'create table second (id int); insert into second values (1)')

test('migrations are applied in order, once', async () => {
  const { url, client } = await emptyDatabase()
  assert.deepEqual(await migrate(url, [first]), ['0001-first.sql'])
  assert.deepEqual(await migrate(url, [first, second]), ['0002-second.sql'])
  assert.deepEqual(await migrate(url, [first, second]), [])
  assert.equal((await client.query('select from second')).rowCount, 1)
})

test('ten processes starting at once apply each migration once', async () => {
  const { url, client } = await emptyDatabase()
  const landed = await Promise.all(Array.from({ length: 10 }, () => migrate(url, [first, second])))
  assert.deepEqual(landed.flat().toSorted(), ['0001-first.sql', '0002-second.sql'])
  assert.equal((await client.query('select from second')).rowCount, 1)
})

test('a failed migration leaves nothing, and earlier ones stay', async () => {
  const { url, client } = await emptyDatabase()
  const broken = migration('0002-second.sql', 'create table half (id int); select nothing from nowhere')
  await assert.rejects(migrate(url, [first, broken]), /0002-second\.sql failed/)
  const { rows } = await client.query(`select to_regclass('first') as first, to_regclass('half') as half`)
  assert.deepEqual(rows, [{ first: 'first', half: null }])
  assert.deepEqual(await migrate(url, [first, second]), ['0002-second.sql'])
})

test('an applied migration that was edited is refused by name, in Spanish', async () => {
  const { url } = await emptyDatabase()
  await migrate(url, [first])
  const edited = { ...first, checksum: 'other' }
  await assert.rejects(migrate(url, [edited, second]), (error) => {
    assert.ok(error instanceof StartRefusal)
    assert.match(error.message, /0001-first\.sql cambió después de aplicarse/)
    return true
  })
})

test('a database newer than this version is refused', async () => {
  const { url } = await emptyDatabase()
  await migrate(url, [first, second])
  await assert.rejects(migrate(url, [first]), /0002-second\.sql, que esta versión de Kalli no conoce/)
})

test('the repository has a baseline, then dated migrations in order', () => {
  const [baseline, ...dated] = readMigrations()
  assert.ok(baseline?.replaces !== undefined && Object.keys(baseline.replaces).length > 0)
  const names = dated.map(({ name }) => name)
  assert.deepEqual(names, names.toSorted())
})
