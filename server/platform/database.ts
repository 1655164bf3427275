import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#server/platform/tables.ts'

/**
 * The one door to PostgreSQL. Every statement with parameters is named, so that PostgreSQL plans it
 * once per connection; bigint arrives as a number (centavos and ids stay far below 2^53), dates and
 * wall-clock times as text.
 */
export type Database = { kysely: Kysely<DB>; pool: pg.Pool; close(): Promise<void> }

export const openDatabase = (url: string, options: { max?: number } = {}): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    Client: NamingClient,
    types: { getTypeParser },
    idleTimeoutMillis: 30_000,
    application_name: 'kalli',
  })
  // A connection lost while idle (PostgreSQL restarted) is replaced at the next use.
  pool.on('error', () => undefined)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, pool, close: () => kysely.destroy() }
}

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const keepText = (text: string) => text
const toSafeNumber = (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`bigint beyond 2^53: ${text}`)
  return value
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === INT8) return toSafeNumber
  if (oid === DATE || oid === TIMESTAMP) return keepText
  return pg.types.getTypeParser(oid, 'text')
}

const names = new Map<string, string>()
/** A query text built from unbounded parts would fill PostgreSQL's memory with plans. */
const mostNames = 2000

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return undefined
  const name = `k${names.size}`
  names.set(text, name)
  return name
}

class NamingClient extends pg.Client {
  // pg's overloads are many; only `(text, values, …)` is changed, to its named form.
  override query = ((config: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0)
      return Reflect.apply(super.query, this, [config, values, ...rest])
    const name = nameOf(config)
    return Reflect.apply(super.query, this, [{ text: config, values, name }, ...rest])
  }) as pg.Client['query']
}
