/** For search.bench.ts: Kalli over so many professionals; tells its address, the statements of a search, what it used. */
import { Kysely, PostgresDialect } from 'kysely'
import * as z from 'zod/mini'
import { searchProfessionals as endpoint } from '#contract/search.ts'
import type { DB } from '#server/platform/tables.ts'
import { nobody } from '#server/platform/work.ts'
import { searchProfessionals } from '#server/search/search.ts'
import { crowd } from '#server/testing/crowd.ts'
import { startHouse } from '#server/testing/house.ts'

const professionals = Number(process.argv[2])
const house = await startHouse()
await crowd(house.database.kysely, 1, professionals)

type Statement = { sql: string; parameters: readonly unknown[] }

/** The very statements that a search sends, in their order. */
const statementsOf = async (path: string): Promise<Statement[]> => {
  const statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: house.database.pool }),
    log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
  })
  const query = z.parse(endpoint.query, Object.fromEntries(new URL(path, 'http://kalli').searchParams))
  await searchProfessionals({ ...house.work(nobody), db }, { query })
  return statements
}

const Explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.looseObject({ Plan: z.looseObject({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }) }),
    ]),
  }),
])

/** Pages of 8 KB that the statements of a search touch. */
const buffersOf = async (statements: readonly Statement[]) => {
  let buffers = 0
  for (const { sql, parameters } of statements) {
    const { rows } = await house.database.pool.query(`explain (analyze, buffers, format json) ${sql}`, [
      ...parameters,
    ])
    const [{ 'QUERY PLAN': plans }] = Explained.parse(rows)
    buffers += plans[0].Plan['Shared Hit Blocks'] + plans[0].Plan['Shared Read Blocks']
  }
  return buffers
}

process.on('message', async (message: { path?: string; stop?: boolean }) => {
  if (message.stop) {
    await house.close()
    process.exit(0)
  }
  const statements = message.path === undefined ? [] : await statementsOf(message.path)
  const buffers = await buffersOf(statements)
  const { user, system } = process.cpuUsage()
  process.send?.({
    statements,
    buffers,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  })
})
process.send?.({ url: house.url, databaseUrl: house.config.databaseUrl })
