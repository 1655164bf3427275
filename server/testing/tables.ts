/** The types of the tables, written from a migrated database: `npm run tables`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as Generator } from 'kysely-codegen'
import pg from 'pg'
import { testDatabase } from '#server/testing/database.ts'

const file = join(import.meta.dirname, '..', 'platform', 'database', 'tables.ts')

/** As database.ts parses them: a bigint is a number, a day and a local time stay text. */
const typeMapping = { int8: 'number', timestamptz: 'Date', timestamp: 'string', date: 'string' }

/** The file as it should be, from a fresh database with all migrations. */
export const generateTables = async (): Promise<string> => {
  const { url, drop } = await testDatabase()
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  })
  try {
    return await generate({
      db,
      dialect: new Generator(),
      includePattern: 'public.*',
      outFile: null,
      typeMapping,
    })
  } finally {
    await db.destroy()
    await drop()
  }
}

/** The file as it is in the repository. */
export const readTables = (): Promise<string> => readFile(file, 'utf8')

/** Answers whether the file changed. */
export const writeTables = async (): Promise<boolean> => {
  const text = await generateTables()
  if (text === (await readTables())) return false
  await writeFile(file, text)
  return true
}
