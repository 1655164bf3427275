/**
 * What the errors of a database mean: a conflict between transactions, a lost connection, a database that cannot
 * take the work at the moment. All of them pass by themselves; none is a fault of the code that asked.
 */

/** Two transactions could not both go on; PostgreSQL rolled this one back whole. */
const conflicts = new Set(['40001', '40P01'])

/** The connection is of no use any more: the server left, or is no longer the primary. */
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
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout e|Query read timeout|Postgres connection has been discarded|Cannot use a pool after calling end)/

/** Disk, memory or connections ran out, or a limit of time was reached. */
const fullStates = /^(53...|58030|55P03|57014)$/

export type OutageKind = 'conflict' | 'lost' | 'full'

/** Undefined for every error that is not the database's passing weakness. */
export const outageKindOf = (error: unknown): OutageKind | undefined => {
  const code = databaseCodeOf(error)
  if (code === undefined)
    return error instanceof Error && lostMessages.test(error.message) ? 'lost' : undefined
  if (conflicts.has(code)) return 'conflict'
  if (lostStates.test(code) || lostSockets.has(code) || isMissingSocket(error, code)) return 'lost'
  return fullStates.test(code) ? 'full' : undefined
}

/** What a log line names the outage by. */
export const outageNameOf = (error: unknown) =>
  databaseCodeOf(error) ?? (error instanceof Error ? error.message : String(error))

const databaseCodeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** PostgreSQL's socket on this machine is a file, which is away while it restarts. */
const isMissingSocket = (error: unknown, code: string) =>
  code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect'
