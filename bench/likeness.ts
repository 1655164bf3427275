/** For servers of a benchmark: millions of copies of one real row, and a record of the statements of a response. */
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { buildApp, openContext } from '#server/app.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Statement } from './recording.ts'

const Columns = z.array(z.object({ name: z.string() }))

/** A row for each of `from`, copied from the one with that id (`one`) but for the given changes. */
export const likenesses = async (
  db: Kysely<DB>,
  table: string,
  id: number | string,
  from: RawBuilder<unknown>,
  changes: Readonly<Record<string, RawBuilder<unknown>>>,
) => {
  const { rows } = await sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db)
  const names = Columns.parse(rows).map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? sql.ref(`one.${name}`))
  await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
    select ${sql.join(values)} from ${sql.table(table)} one, ${from} where one.id = ${sql.lit(id)}`.execute(
    db,
  )
}

/** The same app over the same database, with its statements recorded. */
export const listenIn = async (kalli: TestServer, cookie: string) => {
  let recorded: Statement[] = []
  const watched = await buildApp(
    openContext({
      ...kalli,
      database: {
        ...kalli.database,
        kysely: new Kysely<DB>({
          dialect: new PostgresDialect({ pool: kalli.database.pool }),
          log: ({ query }) => void recorded.push({ sql: query.sql, parameters: query.parameters }),
        }),
      },
    }),
  )
  const statementsOf = async (path: string): Promise<readonly Statement[]> => {
    recorded = []
    const { statusCode, body } = await watched.inject({ url: path, headers: { cookie } })
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
    return recorded
  }
  return { statementsOf, close: () => watched.close() }
}
