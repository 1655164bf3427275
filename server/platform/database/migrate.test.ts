import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Migration, migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import { emptyDatabase, endConnections } from '#server/testing/empty-database.ts'

after(endConnections)

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: sql })
const first = migration('0001-first.sql', 'create table first (id int)')
const second = migration('0002-second.sql', 'create table second (id int); insert into second values (1)')

test('migrations land in order, once', async () => {
  const { url, client } = await emptyDatabase()
  assert.deepEqual(await migrate(url, [first]), ['0001-first.sql'])
  assert.deepEqual(await migrate(url, [first, second]), ['0002-second.sql'])
  assert.deepEqual(await migrate(url, [first, second]), [])
  assert.equal((await client.query('select from second')).rowCount, 1)
})

test('ten processes that start at once land each migration once', async () => {
  const { url, client } = await emptyDatabase()
  const landed = await Promise.all(Array.from({ length: 10 }, () => migrate(url, [first, second])))
  assert.deepEqual(landed.flat().toSorted(), ['0001-first.sql', '0002-second.sql'])
  assert.equal((await client.query('select from second')).rowCount, 1)
})

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const { url, client } = await emptyDatabase()
  const broken = migration('0002-second.sql', 'create table half (id int); select nothing from nowhere')
  await assert.rejects(migrate(url, [first, broken]), /0002-second\.sql failed/)
  const { rows } = await client.query(`select to_regclass('first') as first, to_regclass('half') as half`)
  assert.deepEqual(rows, [{ first: 'first', half: null }])
  assert.deepEqual(await migrate(url, [first, second]), ['0002-second.sql'])
})

test('a landed migration that was edited is refused by name, in Spanish', async () => {
  const { url } = await emptyDatabase()
  await migrate(url, [first])
  const edited = { ...first, checksum: 'other' }
  await assert.rejects(migrate(url, [edited, second]), (error) => {
    assert.ok(error instanceof StartRefusal)
    assert.match(error.message, /0001-first\.sql cambió después de aplicarse/)
    return true
  })
})

test('a database that knows more than this Kalli is refused', async () => {
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

test('rules for places and open renewals from before are read under the names of today', async () => {
  const { url, client } = await emptyDatabase()
  const migrations = readMigrations()
  await migrate(url, migrations.slice(0, 1))
  const usual = { leastNet: { kind: 'amount', cents: 100 }, leastBlockMinutes: 60, leastGapMinutes: 15 }
  const rules = {
    order: [],
    excluded: [],
    elsewhere: true,
    usual,
    services: [{ serviceId: 1, rules: usual }],
  }
  // Their professional and space do not matter here.
  await client.query('set session_replication_role = replica')
  await client.query(
    'insert into professional_space_rules (professional_id, rules, updated_at) values (1, $1, now())',
    [JSON.stringify(rules)],
  )
  await client.query(
    `insert into agreements (professional_id, space_id, status, rate_per_hour_cents, valid_from, renewal)
     values (1, 1, 'active', 10000, now(), '{"by": "host", "validTo": null, "askedAt": "2026-11-27T12:00:00Z"}')`,
  )
  await client.query('set session_replication_role = origin')
  await migrate(url, migrations)
  const renamed = { minNet: { kind: 'amount', cents: 100 }, minBlockMinutes: 60, minGapMinutes: 15 }
  const { rows } = await client.query('select version, rules from professional_space_rules')
  assert.deepEqual(rows, [
    { version: 3, rules: { ...rules, usual: renamed, services: [{ serviceId: 1, rules: renamed }] } },
  ])
  assert.deepEqual((await client.query('select renewal from agreements')).rows, [
    { renewal: { by: 'host', validTo: null, requestedAt: '2026-11-27T12:00:00Z' } },
  ])
})

test('documents of search from before are those of today: with the list price and the ways in which one is found', async () => {
  const { url, client } = await emptyDatabase()
  const migrations = readMigrations()
  await migrate(url, migrations.slice(0, 1))
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into professionals (id, account_id, slug, first_name, last_name, municipality_id, city, state, latitude, longitude, zone,
       has_own_place, status, from_price_cents, categories, created_at)
     values (1, 1, 'ana', 'Ana', 'Ruiz', 9015, 'Ciudad de México', 'Ciudad de México', 19.42, -99.16, 'America/Mexico_City',
       true, 'published', 40000, '{therapy}', '2026-11-01')`,
  )
  await client.query(
    `insert into services (professional_id, name, category, duration_minutes, price_cents, online)
     values (1, 'Terapia', 'therapy', 50, 60000, true)`,
  )
  await client.query('set session_replication_role = origin')
  await client.query('call search_remake()')
  assert.equal(
    (await client.query('select price_cents::int from search_professionals')).rows[0]?.price_cents,
    40_000,
  )
  await migrate(url, migrations)
  const { rows } = await client.query(
    `select document.price_cents::int as cents, document.words @@ '''at:online'''::tsquery as online, document.words @@ '''at:place'''::tsquery as there,
       document.* is not distinct from source.* as current
     from search_professionals document join search_professionals_source source using (id)`,
  )
  assert.deepEqual(rows, [{ cents: 60_000, online: true, there: true, current: true }])
})
