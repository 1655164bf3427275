import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '#server/platform/environment.ts'

export type Log = Logger

/**
 * The logged fields of an error. PostgreSQL puts the values of a row into `detail` and `where`, and mail servers put addresses into
 * `response` and `rejected`, so only these fields are logged.
 */
const errorFields = [
  'type',
  'message',
  'stack',
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'command',
  'responseCode',
  'statusCode',
]
const fieldsOf = (error: object) =>
  Object.fromEntries(Object.entries(error).filter(([name]) => errorFields.includes(name)))
const errorForLog = (error: Error): Record<string, unknown> => {
  const whole = pino.stdSerializers.err(error)
  const others: unknown = whole['aggregateErrors']
  return {
    ...fieldsOf(whole),
    ...(Array.isArray(others) ? { errors: others.map((one: unknown) => fieldsOf(Object(one))) } : {}),
  }
}

/** One JSON object per line on standard output. Secrets that grant access are left out everywhere. */
export const openLog = (
  level: LogLevel,
  // Written when a block is full or the loop is idle, not inside each request.
  destination: DestinationStream = pino.destination({ dest: 1, sync: false, minLength: 0 }),
): Log =>
  pino(
    {
      level,
      serializers: { err: errorForLog },
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'req.headers.cookie',
          'req.headers.authorization',
          '*.password',
          '*.token',
          '*.secret',
          '*.email',
        ],
        censor: '…',
      },
    },
    destination,
  )
