/**
 * Our names for what is written into calendars: the id of a booking or class, or "block-" and a number; in the calendar of a unit with
 * "unit-" before it, since both may be one calendar.
 */
import { type RawBuilder, sql } from 'kysely'

/** Null for a block. For the named column, such as "difference.ref". */
export const bookingIn = (column: string): RawBuilder<string | null> => {
  const ref = sql.ref(column)
  return sql`case when ${ref} ~ '^(unit-)?[0-9a-f-]{36}$' then right(${ref}, 36)::uuid end`
}

export const blockIn = (column: string): RawBuilder<number | null> => {
  const ref = sql.ref(column)
  return sql`case when ${ref} ~ '^(unit-)?block-[0-9]{1,15}$' then substring(${ref} from '[0-9]+$')::bigint end`
}

/** Whether it is a unit's, and the booking or block. */
export const partsOfRef = (ref: string) => {
  const [, unit, id = null, block = null] = /^(unit-)?(?:([0-9a-f-]{36})|block-(\d{1,15}))$/.exec(ref) ?? []
  return { isOfUnit: unit !== undefined, id, block }
}
