/** For benchmark servers that report which statements a response sends, and how many pages those touch. */
import type { Pool } from 'pg'
import * as z from 'zod/mini'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** Answers the parent process until it sends stop: the statements of a path, and the resources used so far. */
export const answerAll = (parts: {
  pool: Pool
  statementsOf(path: string): Promise<readonly Statement[]>
  close(): Promise<void>
}) => {
  process.on('message', async (message: { path?: string; stop?: boolean }) => {
    if (message.stop === true) {
      await parts.close()
      process.exit(0)
    }
    const statements = message.path === undefined ? [] : await parts.statementsOf(message.path)
    const buffers = await buffersOf(parts.pool, statements)
    const { user, system } = process.cpuUsage()
    process.send?.({
      statements,
      buffers,
      cpuSeconds: (user + system) / 1e6,
      peakBytes: process.resourceUsage().maxRSS * 1024,
      bytes: process.memoryUsage.rss(),
    })
  })
  process.once('disconnect', () => process.exit(0))
}

const Explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.looseObject({ Plan: z.looseObject({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }) }),
    ]),
  }),
])

/** Pages of 8 KB, in memory or on disk. */
const buffersOf = async (pool: Pool, statements: readonly Statement[]) => {
  let buffers = 0
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
    const [{ 'QUERY PLAN': plans }] = Explained.parse(rows)
    buffers += plans[0].Plan['Shared Hit Blocks'] + plans[0].Plan['Shared Read Blocks']
  }
  return buffers
}
