/** Which services of a professional a search means, as SQL over `services`. */
import { sql } from 'kysely'

/**
 * Of a professional those services are meant whose names match, or that are of the category, if there are any; else all. `text`: a tsquery.
 * Limits of the list price in centavos, both included.
 */
export type Wanted = {
  category: string | null
  text: string | null
  price?: { minCents: number; maxCents: number } | null
}

/** The more, the more it is meant: by all words of its name, then by its category. */
export const meantBy = ({ category, text }: Wanted) =>
  sql<number>`(coalesce(category = ${category}, false)::integer
    + ${text === null ? sql`0` : sql`(search_words_of(name, 'B') @@ ${text}::tsquery)::integer * 2`})`

/** The list price: with what is paid for the way where it is only given at homes. */
export const listCents = sql<number>`(price_cents + case when at_place or online then 0 else coalesce(home_fee_cents, 0) end)`
