import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#server/platform/database/tables.ts'

/**
 * The only access to PostgreSQL. Every statement with parameters is named, so that PostgreSQL plans it once per connection; bigint
 * arrives as a number (centavos and ids stay far below 2^53), dates and wall-clock times as text.
 */
export type Database = { kysely: Kysely<DB>; pool: pg.Pool; url: string; close(): Promise<void> }

export const openDatabase = (
  url: string,
  options: { max?: number; limits?: Partial<Limits> } = {},
): Database => {
  const limits = { ...defaults, ...options.limits }
  const pool = new pg.Pool({
    ...sessionOf(url, limits),
    max: options.max ?? 20,
    Client: KalliClient,
    pipeline: true,
    types: { getTypeParser },
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.freeMs,
    application_name: 'kalli',
  })
  // A connection lost while idle (PostgreSQL restarted) is replaced at the next use.
  pool.on('error', () => undefined)
  // A connection lost inside a transaction fails its next statement; an error event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  dropOutdated(pool, limits)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, pool, url, close: () => kysely.destroy() }
}

/**
 * How long the database is waited for, in milliseconds. The server ends slow statements; a connection on which nothing arrives at all
 * (the machine or the network is gone) is given up after `silenceMs`.
 */
type Limits = {
  connectMs: number
  /** Wait for a free connection of the pool. */
  freeMs: number
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  silenceMs: number
}
const defaults: Limits = {
  connectMs: 5_000,
  freeMs: 15_000,
  statementMs: 30_000,
  lockMs: 20_000,
  idleInTransactionMs: 30_000,
  silenceMs: 35_000,
}

const sessionOf = (url: string, limits: Limits) => ({
  connectionString: url,
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/**
 * When a connection is found read-only or is ended by the server, all others of its age are suspect: they lead to a server that is no
 * longer the primary. None of them is used again.
 */
const dropOutdated = (pool: pg.Pool, limits: Limits) => {
  const openedAt = new WeakMap<pg.PoolClient, number>()
  let outdatedAt = -1
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    if (!(client instanceof KalliClient)) return
    client.limitSilence(limits.silenceMs)
    client.onOutdated = () => (outdatedAt = performance.now())
  })
  const connect = pool.connect.bind(pool)
  const current = async () => {
    for (;;) {
      const client = await connect()
      if ((openedAt.get(client) ?? 0) > outdatedAt) return client
      client.release(true)
    }
  }
  Object.defineProperty(pool, 'connect', {
    configurable: true,
    value: (given?: (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void) => {
      if (given === undefined) return current()
      current().then(
        (client) => given(undefined, client, client.release),
        (error: unknown) => given(error, undefined, () => undefined),
      )
    },
  })
}

/**
 * Before statements that may take longer than a visitor would wait, such as a count of everything: lifts the limit until the
 * transaction ends.
 */
export const withoutStatementLimit = `set local statement_timeout = '30min'`

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
const maxNames = 2000

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= maxNames) return undefined
  const name = `k${names.size}`
  names.set(text, name)
  return name
}

/**
 * Statements are named, all queries to a connection in one turn travel in one write, and a transaction's `begin` travels with its first
 * statement. (Should the begin fail by itself, the connection is dropped, so that nothing else runs outside a transaction.)
 */
class KalliClient extends pg.Client {
  #unanswered = 0
  #mayBeSilent = false
  onOutdated: () => void = () => undefined

  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: defaults.connectMs })
    let begins = false
    let waits = false
    const send = (given: unknown[]) => {
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
    const ask = (given: unknown[]) => {
      this.#unanswered += 1
      const answer = send(given)
      const settled = () => void (this.#unanswered -= 1)
      Promise.resolve(answer).then(settled, (error: unknown) => {
        settled()
        if (isOutdated(error)) this.onOutdated()
      })
      return answer
    }
    const askByOnePlan = (given: unknown[]) => {
      const setting = (text: string) => void Promise.resolve(ask([text])).catch(() => undefined)
      setting('set plan_cache_mode = force_generic_plan')
      const answer = ask(named(given))
      // If the query fails within a transaction, the setting is rolled back with it.
      setting('reset plan_cache_mode')
      return answer
    }
    const query = (...given: unknown[]): unknown => {
      const [text] = given
      if (text === withoutStatementLimit) this.#mayBeSilent = true
      else if (text === 'commit' || text === 'rollback') this.#mayBeSilent = false
      if (text === 'begin') {
        begins = true
        return Promise.resolve(nothingYet)
      }
      // The first error is the one to report: giving up the connection rolls back as well.
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

  /** Gives up the connection when an answer is awaited and nothing arrives. */
  limitSilence(ms: number) {
    const { stream } = this.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(ms)
    stream.on('timeout', () => {
      if (this.#unanswered > 0 && !this.#mayBeSilent) stream.destroy()
    })
  }
}

const isOutdated = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(25006|57P0.)$/.test(error.code)

/**
 * Written before a long query, this keeps its first plan. By default PostgreSQL finds a plan for the given values a little cheaper and
 * plans anew each time: for the hours of one service 9 ms of planning before 2 ms of work.
 */
export const onePlan = '/* one plan */'
const keepsPlan = (text: unknown) => typeof text === 'string' && text.startsWith(onePlan)

const rolledBack = { command: 'ROLLBACK', rowCount: null, oid: 0, rows: [], fields: [] }
const nothingYet = { command: 'BEGIN', rowCount: null, oid: 0, rows: [], fields: [] }

const plainQuery: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')

/** Of pg's query signatures, `(text, values, …)` becomes its named form; others stay as they are. */
const named = (given: unknown[]) => {
  const [text, values, ...rest] = given
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return given
  return [{ text, values, name: nameOf(text) }, ...rest]
}
