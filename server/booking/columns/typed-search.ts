/** The text of a search, as SQL: words in any order and without accents, or the digits of a telephone. */
import { type RawBuilder, sql } from 'kysely'

/** Without the accents that people omit when searching. */
export const plain = (text: RawBuilder<unknown>) => sql`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`

/** Every typed word occurs in the text, in any order; true where none was typed. */
export const hasWords = (text: RawBuilder<unknown>, q: string): RawBuilder<boolean> => {
  const words = q.split(/\s+/).filter((word) => word !== '')
  const found = words.map((word) => {
    const part = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql`${plain(text)} like ${plain(sql`${part}::text`)}`
  })
  return found.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** The typed digits; undefined for words, and for fewer than `fewest` digits, which would match everyone. */
export const digitsOf = (q: string, fewest: number): string | undefined => {
  const digits = q.replace(/\D/g, '')
  return digits.length < fewest || /\p{L}/u.test(q) ? undefined : digits
}

/** The telephone contains those digits in a row, however it is written; false without digits. */
export const hasDigits = (phone: RawBuilder<unknown>, digits: string | undefined): RawBuilder<boolean> =>
  digits === undefined
    ? sql<boolean>`false`
    : sql<boolean>`regexp_replace(coalesce(${phone}, ''), '\\D', '', 'g') like ${`%${digits}%`}`
