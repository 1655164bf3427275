/** Brings a database to the newest shape: plain SQL files, in order, each once, even if other processes start at the same time. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartRefusal } from './start-refusal.ts'

export type Migration = { name: string; sql: string; checksum: string }

// One number for all Kallis of a database; the letters k-a-l-l-i on a telephone.
const lockNumber = 52554

/** Lands what has not landed, one transaction each. Answers with the names of those that landed now. */
export const migrate = async (url: string, migrations = readMigrations()): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const landed = await readLanded(client)
    refuseUnlikeLanded(migrations, landed)
    const missing = migrations.filter(({ name }) => !landed.has(name))
    for (const migration of missing) await land(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The repository's own, in order of their numbers. */
export const readMigrations = (folder = join(import.meta.dirname, '..', '..', 'migrations')): Migration[] => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  // Numbers may leave room for one that another branch is still writing; they never occur twice.
  names.forEach((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || name.slice(0, 4) === names[index - 1]?.slice(0, 4)) {
      throw new Error(`${name}: migrations are called NNNN-name.sql, each number once`)
    }
  })
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

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
    // Where the connection is lost, it is rolled back by that.
    await client.query('rollback').catch(() => undefined)
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
