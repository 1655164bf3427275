/**
 * Brings a database to the newest schema: the baseline (server/schema, a file for each noun), then the later migrations in order, each
 * once, also when several processes start at the same time. At a release the migrations are folded into a new baseline; a database of the
 * release before gets those that it lacks (server/migrations/folded) and is marked as being at the baseline.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { StartRefusal } from './start-refusal.ts'

export type Migration = {
  name: string
  sql: string
  checksum: string
  /** For a baseline: the migrations that were folded into it, with their checksums. */
  replaces?: Readonly<Record<string, string>>
  /** Those of them whose files are still here, for a database that lacks some. */
  folded?: readonly Migration[]
}

// One lock number for all processes of a database; the characters k-a-l-l-i on a telephone.
const lockNumber = 52554

/** Applies pending migrations, one transaction each. Returns the names of those applied now. */
export const migrate = async (url: string, migrations = readMigrations()): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const landed = await readLanded(client)
    const folded = foldedOf(migrations, landed)
    refuseUnlikeLanded(migrations, landed)
    const lacking = folded?.lacking ?? []
    for (const migration of lacking) await land(client, migration)
    if (folded !== undefined) await markBaseline(client, folded)
    const missing = migrations.filter(({ name }) => !landed.has(name))
    for (const migration of missing) await land(client, migration)
    return [...lacking, ...missing].map(({ name }) => name)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The repository's own: the baseline, then the dated migrations. */
export const readMigrations = (
  folder = join(import.meta.dirname, '..', '..', 'migrations'),
  schema = join(import.meta.dirname, '..', '..', 'schema'),
): Migration[] => [readBaseline(schema, readDated(join(folder, 'folded'))), ...readDated(folder)]

/** One file for each noun, in the order of `order.txt`: layers, and within them referenced tables first. */
const readBaseline = (folder: string, folded: readonly Migration[]): Migration => {
  const files = readFileSync(join(folder, 'order.txt'), 'utf8').trim().split('\n')
  // Function bodies name tables of later files.
  const sql = [
    'set local check_function_bodies = off;',
    ...files.map((name) => readFileSync(join(folder, name), 'utf8')),
  ].join('\n')
  const { name, replaces } = z.parse(
    Baseline,
    JSON.parse(readFileSync(join(folder, 'baseline.json'), 'utf8')),
  )
  return { name, sql, checksum: checksumOf(sql), replaces, folded }
}

const Baseline = z.object({ name: z.string(), replaces: z.record(z.string(), z.string()) })

const readDated = (folder: string): Migration[] => {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .toSorted()
    : []
  for (const name of names)
    if (!/^\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.sql$/.test(name))
      throw new Error(`${name}: migrations are called YYYY-MM-DD-name.sql`)
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, checksum: checksumOf(sql) }
  })
}

const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

/**
 * For a database from before the baseline: the baseline, which now counts as applied instead of the folded migrations, and those of them
 * that are still to be applied. A database that lacks one whose file is no longer here is refused.
 */
const foldedOf = ([baseline]: readonly Migration[], landed: Map<string, string>) => {
  if (baseline?.replaces === undefined || landed.size === 0 || landed.has(baseline.name)) return undefined
  const { replaces, folded = [] } = baseline
  const names = Object.keys(replaces)
  const there = names.filter((name) => landed.get(name) === replaces[name])
  const lacking = folded.filter(({ name, checksum }) => replaces[name] === checksum && !landed.has(name))
  if (there.length + lacking.length < names.length)
    throw new StartRefusal(
      `La base de datos tiene ${there.length} de las ${names.length} migraciones que esta versión reúne en una sola. ` +
        'Inicia una vez la versión anterior de Kalli, que aplica las que faltan, y vuelve a esta.',
    )
  for (const name of names) landed.delete(name)
  landed.set(baseline.name, baseline.checksum)
  return { ...baseline, names, lacking }
}

const markBaseline = (client: pg.Client, { name, checksum, names }: Migration & { names: string[] }) =>
  client.query(
    `with folded as (delete from migrations where name = any($1))
     insert into migrations (name, checksum) values ($2, $3)`,
    [names, name, checksum],
  )

const readLanded = async (client: pg.Client) => {
  await client.query(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    landed_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

const refuseUnlikeLanded = (migrations: Migration[], landed: Map<string, string>) => {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of landed) {
    if (!known.has(name)) {
      throw new StartRefusal(
        `La base de datos tiene la migración ${name}, que esta versión de Kalli no conoce. Usa una versión más nueva.`,
      )
    }
    if (known.get(name) !== checksum) {
      throw new StartRefusal(
        `La migración ${name} cambió después de aplicarse. Las migraciones no se editan: restáurala y agrega otra.`,
      )
    }
  }
}

const land = async (client: pg.Client, { name, sql, checksum }: Migration) => {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    // A lost connection rolls it back by itself.
    await client.query('rollback').catch(() => undefined)
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
