import { sql } from 'kysely'
import type { DB } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * Deletes rows of a table whose time lies before a moment. A locked row stays until the next time: two transactions that delete many
 * rows in different orders would deadlock, as two sweeps of the sessions did, or one beside a sign-out everywhere.
 */
export const forgetBefore = <Table extends keyof DB>(
  work: Work,
  table: Table,
  column: keyof DB[Table] & string,
  before: Date | string,
) =>
  sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} for update skip locked))`.execute(
    work.db,
  )
