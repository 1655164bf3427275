import { sql } from 'kysely'
import type { DB } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * What was kept long enough goes: the rows of a table whose time lies before a moment. A row that somebody has in hand right now stays
 * until the next time: of two who delete many rows in different orders each would wait for the other, as two sweeps of the sessions did,
 * or one beside somebody who signs out everywhere.
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
