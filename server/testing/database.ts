/**
 * A separate database for every test: cloned from a template that was migrated (and seeded) once. Served by the PostgreSQL in
 * KALLI_TEST_POSTGRES, which `npm test` starts for the whole run, else by one of this process.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { prepareJobs } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A fresh migrated database in some 20 ms; `seeded` fills it with the small demo data. Drop it after use. */
export const testDatabase = async ({ seeded = false } = {}): Promise<TestDatabase> => {
  const server = await testPostgres()
  const template = await templateOf(server, seeded)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files takes a third of the time of writing them through the log.
  await administer(server, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return {
    url: inDatabase(server, name),
    drop: () =>
      administer(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

let own: Promise<string> | undefined

/** Connection string of a PostgreSQL that tests may use freely. */
export const testPostgres = (): Promise<string> => {
  const given = process.env['KALLI_TEST_POSTGRES']
  own ??= given ? Promise.resolve(given) : startOwn()
  return own
}

const startOwn = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalli-test-'))
  const { url } = await startPostgres({ folder, disposable: true })
  process.once('exit', () => endOwn(folder))
  return url
}

/** Node no longer waits for promises here: signal, poll until it is gone, delete. */
const endOwn = (folder: string) => {
  const file = join(folder, 'postgres', 'postmaster.pid')
  if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT')
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; existsSync(file) && tries < 200; tries++) Atomics.wait(pause, 0, 0, 10)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

const templates = new Map<boolean, Promise<string>>()

const templateOf = (server: string, seeded: boolean) => {
  const template = templates.get(seeded) ?? buildTemplate(server, seeded)
  templates.set(seeded, template)
  return template
}

/** Named by a hash of its contents. Built under a lock and renamed when complete, since many processes want it at once. */
const buildTemplate = (server: string, seeded: boolean) =>
  administer(server, async (client) => {
    const name = `template_${seeded ? 'seeded' : 'empty'}_${madeOf(seeded)}`
    await client.query('select pg_advisory_lock($1)', [seeded ? 2 : 1])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    await client.query(`drop database if exists ${name}_unfinished with (force)`)
    await client.query(`create database ${name}_unfinished`)
    await fill(inDatabase(server, `${name}_unfinished`), seeded)
    await client.query(`alter database ${name}_unfinished rename to ${name}`)
    return name
  })

const fill = async (url: string, seeded: boolean) => {
  await migrate(url)
  await prepareJobs(url)
  if (!seeded) return
  const { seed } = await import('#server/seed/seed.ts')
  const config = readConfig({
    KALLI_SEED: 'small',
    KALLI_SECRET: 'only-for-tests-'.repeat(3),
    KALLI_DATA: tmpdir(),
  })
  await seed({ url, config, log: openLog('warn') })
}

const madeOf = (seeded: boolean) => {
  const hash = createHash('sha256')
  for (const { checksum } of readMigrations()) hash.update(checksum)
  if (seeded) {
    const folder = join(import.meta.dirname, '..', 'seed')
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (/\.(ts|json)$/.test(name)) hash.update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

const inDatabase = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const administer = async <Result>(server: string, act: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: inDatabase(server, 'postgres') })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
