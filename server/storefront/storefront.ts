/**
 * The public pages: those of professionals, spaces and businesses, the picture beside a shared link, and the sitemaps. Shows only public
 * data, and writes nothing.
 */
import { sql } from 'kysely'
import { slugOf } from '#server/platform/slug.ts'

export type RequestParams = { params: { id: string } }

/** An address carries the number (`12`, `12-ximena-rojas`) or the old slug (`ximena-rojas-12`). */
export const named = (id: string, table: string) => {
  const number = /^(\d{1,15})(-.*)?$/.exec(id)?.[1]
  return number === undefined
    ? sql`${sql.ref(`${table}.slug`)} = ${id}`
    : sql`${sql.ref(`${table}.id`)} = ${Number(number)}`
}

/** `/p/12-ximena-rojas`: the number identifies it, the words are for people. */
export const addressOf = (kind: 'p' | 'b' | 'space', id: number, name: string) => {
  const words = slugOf(name, id).replace(/-?\d+$/, '')
  return `/${kind}/${words === '' ? id : `${id}-${words}`}`
}
