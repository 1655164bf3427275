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

type Part = ReturnType<typeof sql>

/** The more, the more it is meant: by all words of its name, then by its category. */
export const meantBy = ({ category, text }: Wanted) => meantIn(sql`${category}`, sql`${text}`)

/** The same of values that are said elsewhere in the statement; without a text no name is read. */
export const meantIn = (category: Part, text: Part) =>
  sql<number>`(coalesce(category = ${category}::text, false)::integer
    + case when ${text}::text is null then 0 else (search_words_of(name, 'B') @@ ${text}::text::tsquery)::integer * 2 end)`

/** Of one professional's services those that are meant most, at a price within the limits. */
export const meantAmong = <Service extends { meant: number; cents: number }>(
  services: readonly Service[],
  { price }: Wanted,
): Service[] => {
  const { minCents = 0, maxCents = Infinity } = price ?? {}
  let most = 0
  for (const { meant } of services) most = Math.max(most, meant)
  return services.filter(({ meant, cents }) => meant === most && cents >= minCents && cents <= maxCents)
}

/** The list price: with what is paid for the way where it is only given at homes. */
export const listCents = sql<number>`(price_cents + case when at_place or online then 0 else coalesce(home_fee_cents, 0) end)`
