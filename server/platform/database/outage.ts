/**
 * What the errors of a database mean: a conflict between transactions, a lost connection, a database that cannot do the work at the
 * moment. All of them are temporary; none is a fault of the calling code. Logged once an outage.
 */
import type { FastifyBaseLogger } from 'fastify'

/** Two transactions could not both proceed; PostgreSQL rolled this one back whole. */
const conflicts = new Set(['40001', '40P01'])

/** The connection is unusable: the server left, or is no longer the primary. */
const lostStates = /^(08...|57P0.|25006|25P03)$/
const lostSockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** pg and pg-pool give these no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout e|Query read timeout|Postgres connection has been discarded)/

/** Disk, memory or connections ran out, or a time limit was reached. */
const fullStates = /^(53...|58030|55P03|57014)$/

export type OutageKind = 'conflict' | 'lost' | 'full'

/** Undefined for any error that is not a temporary state of the database. */
export const outageKindOf = (error: unknown): OutageKind | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const code = textIn(error, 'code')
  if (code === undefined) {
    if (error instanceof AggregateError) return kindOfAll(error.errors)
    return lostMessages.test(textIn(error, 'message') ?? '') ? 'lost' : undefined
  }
  if (conflicts.has(code)) return 'conflict'
  if (lostStates.test(code) || lostSockets.has(code)) return 'lost'
  // PostgreSQL's socket on this machine is a file, which is missing while it restarts.
  if (code === 'ENOENT' && textIn(error, 'syscall') === 'connect') return 'lost'
  return fullStates.test(code) ? 'full' : undefined
}

const kindOfAll = (errors: readonly unknown[]) => {
  const kinds = errors.map(outageKindOf)
  return kinds.includes(undefined) ? undefined : kinds[0]
}

/** The name in a log line: a code where there is one. */
export const outageNameOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error)
  const [first] = error instanceof AggregateError ? error.errors : []
  const code = textIn(error, 'code')
  if (code === undefined && first !== undefined) return outageNameOf(first)
  return code ?? textIn(error, 'message') ?? 'unknown'
}

const textIn = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** An outage is over after this long without a failure of its kind. */
const quietMs = 10_000
type Outage = { times: number; startedAt: number; end: NodeJS.Timeout }
const outages = new Map<string, Outage>()

/** One line when an outage begins and one when it ends, per kind, however many requests and jobs it affects. */
export const logOutage = (log: Pick<FastifyBaseLogger, 'error' | 'warn'>, error: unknown) => {
  const name = outageNameOf(error)
  const known = outages.get(name)
  if (known !== undefined) {
    known.times += 1
    known.end.refresh()
    return
  }
  log.error({ outage: name, kind: outageKindOf(error) }, 'database outage: requests are refused or retried')
  const end = setTimeout(() => {
    const { times, startedAt } = outages.get(name) ?? { times: 0, startedAt: 0 }
    outages.delete(name)
    const seconds = Math.round((performance.now() - startedAt - quietMs) / 1000)
    log.warn({ outage: name, times, seconds }, 'database outage is over')
  }, quietMs)
  end.unref()
  outages.set(name, { times: 1, startedAt: performance.now(), end })
}
