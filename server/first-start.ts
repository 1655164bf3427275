/** A database that has never been used gets its town, once, whole or not at all. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { prepareJobs } from '#server/platform/jobs.ts'
import { StartRefusal } from '#server/platform/start-refusal.ts'

/** Migrates, and seeds when there is nothing yet. A seeding that was cut short is thrown away and made again. */
export const prepareDatabase = async (url: string, config: Config, say: (line: string) => void) => {
  await bringUpToDate(url, say)
  if (config.seed.kind === 'none') return
  if ((await seedingState(url)) === 'cut short') {
    if (config.databaseUrl) throw new StartRefusal(halfSeeded)
    say('La siembra anterior quedó a medias: empieza de nuevo.')
    await emptyDatabase(url)
    await bringUpToDate(url, say)
  }
  if ((await seedingState(url)) === 'never') await seedNow(url, config, say)
}

const halfSeeded =
  'La base de datos de DATABASE_URL quedó a medio sembrar. Bórrala y créala de nuevo vacía, o inicia con KALLI_SEED=none.'

const bringUpToDate = async (url: string, say: (line: string) => void) => {
  const landed = await migrate(url)
  if (landed.length > 0) say(`Base de datos al día: ${landed.length} migraciones aplicadas.`)
  await prepareQueue(url)
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

/** The table is this file's own: it tells of the database's making, not of the product. */
const seedingState = (url: string) =>
  withClient(url, async (client) => {
    await client.query(`create table if not exists seedings (
      town text primary key,
      started_at timestamptz not null default now(),
      finished_at timestamptz
    )`)
    const { rows } = await client.query<{ begun: boolean; unfinished: boolean; used: boolean }>(`select
      exists (select from seedings) as begun,
      exists (select from seedings where finished_at is null) as unfinished,
      exists (select from accounts) as used`)
    if (rows[0]?.unfinished) return 'cut short'
    return rows[0]?.begun || rows[0]?.used ? 'done' : 'never'
  })

const seedNow = async (url: string, config: Config, say: (line: string) => void) => {
  const begunAt = performance.now()
  say('Primera vez: se construye el pueblo de demostración…')
  const town = config.seed.kind === 'count' ? String(config.seed.professionals) : config.seed.kind
  await withClient(url, (client) => client.query('insert into seedings (town) values ($1)', [town]))
  const { seed } = await import('#server/seed/seed.ts')
  await seed({ url, config, log: openLog(config.logLevel) })
  await withClient(url, (client) => client.query('update seedings set finished_at = now()'))
  say(`El pueblo está listo (${((performance.now() - begunAt) / 1000).toFixed(1)} s).`)
}

/** Only ever the embedded one, and only before anybody could have used it. */
const emptyDatabase = (url: string) =>
  withClient(url.replace('/kalli?', '/postgres?'), async (client) => {
    await client.query('drop database kalli with (force)')
    await client.query('create database kalli')
  })

const withClient = async <Result>(url: string, act: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
