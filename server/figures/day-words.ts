/** Dates in sentences that PostgreSQL writes. */
import { type RawBuilder, sql } from 'kysely'
import { shortMonths } from '#contract/platform/short-date.ts'

/** "29 nov" of a wall-clock timestamp: PostgreSQL has Spanish month names only where the operating system has them. */
export const dayAndMonth = (at: RawBuilder<unknown>) =>
  sql`extract(day from ${at}) || ' '
    || (array[${sql.join(shortMonths.map((name) => sql.lit(name)))}])[extract(month from ${at})]`

/** "29 nov, 13:00" */
export const dayAndHour = (at: RawBuilder<unknown>) =>
  sql`${dayAndMonth(at)} || ', ' || to_char(${at}, 'HH24:MI')`
