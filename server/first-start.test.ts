/** The first start on an external database: with an ordinary role, beside another first start, and before the primary is available. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import pg from 'pg'
import { prepareDatabase } from '#server/first-start.ts'
import { readConfig } from '#server/platform/config.ts'
import { testDatabase, testPostgres } from '#server/testing/database.ts'
import { startProxy } from '#server/testing/crash/database-proxy.ts'
import { testSecret } from '#server/testing/test-server.ts'
import { until } from '#server/testing/until.ts'

const configOf = (seed: string) =>
  readConfig({ KALLI_SEED: seed, KALLI_SECRET: testSecret, KALLI_DATA: tmpdir(), KALLI_LOG_LEVEL: 'error' })

const requested = async <Row extends pg.QueryResultRow>(url: string, ...texts: string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const text of texts) ({ rows } = await client.query<Row>(text))
    return rows
  } finally {
    await client.end()
  }
}

test('of two first starts with an ordinary role, one seeds the demo data and the other waits for it', async () => {
  const server = await testPostgres()
  const name = `ordinary_${randomUUID().replaceAll('-', '')}`
  await requested(server, `create role ${name} login`, `create database ${name} owner ${name}`)
  const own = new URL(server)
  own.username = name
  own.pathname = `/${name}`
  try {
    const said: string[][] = [[], []]
    await Promise.all(
      said.map((lines) => prepareDatabase(own.href, configOf('small'), (line) => void lines.push(line))),
    )
    const all = said.flat()
    assert.equal(all.filter((line) => line.startsWith('Primera vez')).length, 1, all.join('\n'))
    assert.ok(
      all.some((line) => line.startsWith('Otro Kalli prepara')),
      all.join('\n'),
    )
    const [row] = await requested<{ professionals: number; balanced: boolean }>(
      own.href,
      `select (select count(*)::int from professionals) as professionals, (select sum(amount_cents) = 0 from entries) as balanced`,
    )
    assert.ok((row?.professionals ?? 0) >= 60)
    assert.equal(row?.balanced, true)
  } finally {
    await requested(server, `drop database ${name} with (force)`, `drop role ${name}`)
  }
})

test('a start waits, logging once a second, until the database is up and accepts writes', async () => {
  const store = await testDatabase()
  const proxy = await startProxy(store.url)
  try {
    const said: string[] = []
    proxy.refuse()
    proxy.setReadOnly(true)
    const starting = prepareDatabase(proxy.url, configOf('none'), (line) => void said.push(line))
    const waits = (reason: RegExp) =>
      said.filter((line) => line.includes('todavía no atiende') && reason.test(line)).length
    await until('it says so twice', () => waits(/Connection terminated|ECONNRESET/) >= 2)
    proxy.serve()
    await until('it says that the server is read-only', () => waits(/25006/) >= 1)
    proxy.setReadOnly(false)
    await starting
  } finally {
    await proxy.close()
    await store.drop()
  }
})

test('a start with a wrong password or name of the database does not wait', async () => {
  const wrong = new URL(await testPostgres())
  wrong.pathname = '/there_is_none_of_this_name'
  await assert.rejects(
    prepareDatabase(wrong.href, configOf('none'), () => undefined),
    { code: '3D000' },
  )
})
