import pino, { type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = Logger

/** One JSON object per line on standard output. What could let somebody in is left out wherever it is logged. */
export const openLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.secret'],
        censor: '…',
      },
    },
    // Written when a block is full or the loop is idle, not inside each request.
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  )
