/** The types of the tables, written from a migrated database: `npm run tables`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as Generator } from 'kysely-codegen'
import pg from 'pg'
import { generateConstraints } from '#server/testing/constraints.ts'
import { testDatabase } from '#server/testing/database.ts'

/** As database.ts parses them: a bigint is a number, a day and a local time stay text. */
const typeMapping = { int8: 'number', timestamptz: 'Date', timestamp: 'string', date: 'string' }

/** The expected file, from a fresh database with all migrations. */
const generateTables = async (): Promise<string> => {
  const { url, drop } = await testDatabase()
  const pool = new pg.Pool({ connectionString: url })
  // A connection that is still closing when the database is dropped.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
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

/** The files generated from a migrated database, and how. */
export const generated = {
  'server/platform/database/tables.ts': generateTables,
  'docs/constraints.md': generateConstraints,
} as const

const root = join(import.meta.dirname, '..', '..')

/** A generated file as it is in the repository. */
export const readGenerated = (file: string): Promise<string> => readFile(join(root, file), 'utf8')

/** Returns the files that changed. */
export const writeGenerated = async (): Promise<string[]> => {
  const changed: string[] = []
  for (const [file, generate] of Object.entries(generated)) {
    const text = await generate()
    if (text === (await readGenerated(file))) continue
    await writeFile(join(root, file), text)
    changed.push(file)
  }
  return changed
}
