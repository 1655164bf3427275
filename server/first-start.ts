/** A database that has never been used gets its town, once, whole or not at all. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { StartRefusal } from '#server/platform/start-refusal.ts'
import { prepareJobs } from '#server/platform/jobs.ts'

/** Migrates, and seeds what nobody has used yet. A seeding is one transaction: cut short, it leaves nothing behind. */
export const prepareDatabase = async (url: string, config: Config, say: (line: string) => void) => {
  if (config.production && (await holdsDemonstration(url))) throw new StartRefusal(demonstration(config))
  const landed = await migrate(url)
  if (landed.length > 0) say(`Base de datos al día: ${landed.length} migraciones aplicadas.`)
  await prepareQueue(url)
  if (config.seed.kind !== 'none' && !(await isUsed(url))) await seedNow(url, config, say)
}

/** The queue looks after its own tables but takes its time: asked only when it is not as we last left it. */
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

/** Only the seed makes an administrator with this address: nobody registers as one. */
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

const seedNow = async (url: string, config: Config, say: (line: string) => void) => {
  const begunAt = performance.now()
  say('Primera vez: se construye el pueblo de demostración…')
  const { seed } = await import('#server/seed/seed.ts')
  await seed({ url, config, log: openLog(config.logLevel) })
  say(`El pueblo está listo (${((performance.now() - begunAt) / 1000).toFixed(1)} s).`)
}

const withClient = async <Result>(url: string, act: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
