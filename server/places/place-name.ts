import { type RawBuilder, sql } from 'kysely'

/** "Business · space" of a joined space, by its alias in the query; null where there is none. */
export const spaceNamed = (alias: string): RawBuilder<string | null> =>
  sql<string | null>`case when ${sql.ref(`${alias}.id`)} is not null then place_name(
    (select business.name from businesses business where business.id = ${sql.ref(`${alias}.business_id`)}), ${sql.ref(`${alias}.name`)}) end`
