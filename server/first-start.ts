/** A database that has never been used gets its demo data, once, whole or not at all. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { outageKindOf, outageNameOf } from '#server/platform/database/outage.ts'
import { prepareJobs } from '#server/platform/jobs.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'

type Say = (line: string) => void

/**
 * Migrates, and seeds an unused database. Seeding is one transaction: an interrupted one leaves nothing behind. When several processes
 * start for the first time together, one prepares the database and the others wait for it.
 */
export const prepareDatabase = (url: string, config: Config, say: Say) =>
  whenDatabaseServes(say, async () => {
    await requirePrimary(url)
    if (config.production && (await holdsDemonstration(url))) throw new StartRefusal(demonstration(config))
    const landed = await migrate(url)
    if (landed.length > 0)
      say(
        `Base de datos al día: ${landed.length} ${landed.length === 1 ? 'migración aplicada' : 'migraciones aplicadas'}.`,
      )
    await alone(url, say, async () => {
      await prepareQueue(url)
      if (config.seed.kind !== 'none' && !(await isUsed(url))) await seedNow(url, config, say)
    })
  })

/** Retries once a second, with one log line each, while the database is unavailable or read-only; any other error is thrown. */
export const whenDatabaseServes = async <T>(say: Say, act: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await act()
    } catch (error) {
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error
      if (outageKindOf(reason) === undefined) throw error
      say(`La base de datos todavía no atiende (${outageNameOf(reason)}). Kalli sigue esperando…`)
      await sleep(1000)
    }
}

/** Checked first, since a replica would fail in the middle of a migration. */
const requirePrimary = async (url: string) => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ readOnly: string }>(
      `select current_setting('transaction_read_only') as "readOnly"`,
    )
    if (rows[0]?.readOnly !== 'off') throw new ReadOnly('the server is read-only')
  } finally {
    void client.end().catch(() => undefined)
    client.connection.stream.destroy()
  }
}

class ReadOnly extends Error {
  /** The code that PostgreSQL reports at the first write to a replica. */
  readonly code = '25006'
}

/** One more than the lock number of migrations (platform/database/migrate.ts). */
const lockNumber = 52555

const alone = (url: string, say: Say, act: () => Promise<void>) =>
  withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        lockNumber,
      ])
      if (rows[0]?.mine === true) return act()
      say('Otro Kalli prepara esta base de datos. Se espera a que termine…')
      await sleep(1000)
    }
  })

/** Creating the queue's tables is slow: done only when their state differs from what we last recorded. */
const prepareQueue = async (url: string) => {
  const mark = `kalli ${createHash('sha256').update(queueSources()).digest('hex').slice(0, 16)}`
  const isDone = await withClient(url, async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `select obj_description(to_regnamespace('pgboss'), 'pg_namespace') as mark`,
    )
    return rows[0]?.mark === mark
  })
  if (isDone) return
  await prepareJobs(url)
  await withClient(url, (client) => client.query(`comment on schema pgboss is '${mark}'`))
}

const queueSources = () =>
  ['platform/jobs.ts', '../package.json']
    .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
    .join()

/** Only the seed creates an administrator with this address: it cannot be registered. */
const holdsDemonstration = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ tables: boolean }>(
      `select to_regclass('public.accounts') is not null as tables`,
    )
    if (rows[0]?.tables !== true) return false
    const { rowCount } = await client.query(
      `select from accounts where email = 'admin@kalli.test' and 'admin' = any (available_roles)`,
    )
    return rowCount !== 0
  })

const demonstration = ({ databaseUrl, dataFolder }: Config) =>
  `En producción (KALLI_PRODUCTION=on) no se sirve el pueblo de demostración, y está en ${
    databaseUrl === null ? `la carpeta de datos ${dataFolder}` : 'la base de datos de DATABASE_URL'
  }: sus cuentas (admin@kalli.test y otras) tienen una contraseña pública. Usa otra ${
    databaseUrl === null ? 'KALLI_DATA' : 'DATABASE_URL'
  }.`

const isUsed = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ used: boolean }>('select exists (select from accounts) as used')
    return rows[0]?.used === true
  })

const seedNow = async (url: string, config: Config, say: Say) => {
  const startedAt = performance.now()
  say('Primera vez: se construye el pueblo de demostración…')
  const { seed } = await import('#server/seed/seed.ts')
  let lastLineAt = startedAt
  const progress = (text: string) => {
    if (performance.now() - lastLineAt < 2000) return
    lastLineAt = performance.now()
    say(`  ${text}`)
  }
  await seed({ url, config, log: openLog(config.logLevel), say: progress })
  say(`El pueblo está listo (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`)
}

const withClient = async <Result>(url: string, act: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  // A lost connection fails the waiting statement or the next one.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
