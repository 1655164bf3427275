import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#server/platform/tables.ts'

/**
 * The one door to PostgreSQL. Every statement with parameters is named, so that PostgreSQL plans it
 * once per connection; bigint arrives as a number (centavos and ids stay far below 2^53), dates and
 * wall-clock times as text.
 */
export type Database = { kysely: Kysely<DB>; pool: pg.Pool; url: string; close(): Promise<void> }

export const openDatabase = (url: string, options: { max?: number } = {}): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    Client: KalliClient,
    pipeline: true,
    types: { getTypeParser },
    idleTimeoutMillis: 30_000,
    application_name: 'kalli',
  })
  // A connection lost while idle (PostgreSQL restarted) is replaced at the next use.
  pool.on('error', () => undefined)
  // One lost in the middle of a transaction fails its next statement; nobody else may hear of it and die.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, pool, url, close: () => kysely.destroy() }
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

/**
 * Statements are named, all that is asked of a connection in one turn travels in one write, and a transaction's `begin` travels
 * with its first statement. (Were the begin to fail by itself, the connection is given up, so that nothing else runs outside a
 * transaction.)
 */
class KalliClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    let begins = false
    let waits = false
    const ask = (given: unknown[]) => {
      const { stream } = this.connection
      if (!waits) {
        waits = true
        stream.cork()
        setImmediate(() => {
          waits = false
          stream.uncork()
        })
      }
      return Reflect.apply(plainQuery, this, given)
    }
    const askByOnePlan = (given: unknown[]) => {
      const setting = (text: string) => void Promise.resolve(ask([text])).catch(() => undefined)
      setting('set plan_cache_mode = force_generic_plan')
      const answer = ask(named(given))
      // Where the question fails within a transaction, what was set goes with it.
      setting('reset plan_cache_mode')
      return answer
    }
    const query = (...given: unknown[]): unknown => {
      const [text] = given
      if (text === 'begin') {
        begins = true
        return Promise.resolve(nothingYet)
      }
      // The error that came first is the one to be known: giving up the connection rolls back as well.
      if (!begins && text === 'rollback')
        return Promise.resolve(ask(given)).catch(() => {
          this.connection.stream.destroy()
          return rolledBack
        })
      if (!begins) return keepsPlan(text) ? askByOnePlan(given) : ask(named(given))
      begins = false
      if (text === 'commit' || text === 'rollback')
        return Promise.resolve({ ...nothingYet, command: text.toUpperCase() })
      void Promise.resolve(ask(['begin'])).catch(() => this.connection.stream.destroy())
      return ask(named(given))
    }
    Object.defineProperty(this, 'query', { value: query })
  }
}

/**
 * Written before a long question, this keeps the first plan of it. Left to itself PostgreSQL finds a plan for these very values
 * a little cheaper and plans anew each time: for the hours of one service 9 ms of planning before 2 ms of work.
 */
export const onePlan = '/* one plan */'
const keepsPlan = (text: unknown) => typeof text === 'string' && text.startsWith(onePlan)

const rolledBack = { command: 'ROLLBACK', rowCount: null, oid: 0, rows: [], fields: [] }
const nothingYet = { command: 'BEGIN', rowCount: null, oid: 0, rows: [], fields: [] }

const plainQuery: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')

/** Of pg's many ways to ask, `(text, values, …)` becomes its named form; others stay as they are. */
const named = (given: unknown[]) => {
  const [text, values, ...rest] = given
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return given
  return [{ text, values, name: nameOf(text) }, ...rest]
}
