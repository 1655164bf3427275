/** For search.bench.ts: Kalli over many professionals; reports its address, the statements of a search and the resources it used. */
import { Kysely, PostgresDialect } from 'kysely'
import * as z from 'zod/mini'
import { searchProfessionals as endpoint } from '#contract/search/search.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { anonymous } from '#server/platform/work.ts'
import { searchProfessionals } from '#server/search/search.ts'
import { addProfessionals } from '#server/testing/crash/load.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import { answerAll, type Statement } from './recording.ts'

const professionals = Number(process.argv[2])
// One statement inserts a million rows, and is silent meanwhile.
const kalli = await startTestServer({ limits: { silenceMs: 1_800_000 } })
await addProfessionals(kalli.database.kysely, 1, professionals, { hoursAfter: kalli.clock() })

/** The very statements that a search sends, in their order. */
const statementsOf = async (path: string): Promise<Statement[]> => {
  const statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: kalli.database.pool }),
    log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
  })
  const query = z.parse(endpoint.query, Object.fromEntries(new URL(path, 'http://kalli').searchParams))
  await searchProfessionals({ ...kalli.work(anonymous), db }, { query })
  return statements
}

answerAll({ pool: kalli.database.pool, statementsOf, close: () => kalli.close() })
process.send?.({ url: kalli.url, databaseUrl: kalli.config.databaseUrl })
