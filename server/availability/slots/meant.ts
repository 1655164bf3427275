/** Which services of a professional match a search, as SQL over `services`. */
import { sql } from 'kysely'

/**
 * A search matches a professional's services by name or category, if any do; else all of them. `text`: a tsquery. Limits of the list
 * price in centavos, both included.
 */
export type Wanted = {
  category: string | null
  text: string | null
  price?: { minCents: number; maxCents: number } | null
}

type Part = ReturnType<typeof sql>

/** Rank of the match: by all words of the name, then by the category. */
export const meantBy = ({ category, text }: Wanted) => meantIn(sql`${category}`, sql`${text}`)

/** The same for values from elsewhere in the statement; without a text no name is read. */
export const meantIn = (category: Part, text: Part) =>
  sql<number>`(coalesce(category = ${category}::text, false)::integer
    + case when ${text}::text is null then 0 else (search_words_of(name, 'B') @@ ${text}::text::tsquery)::integer * 2 end)`

/** The best-matching services of one professional, at a price within the limits. */
export const meantAmong = <Service extends { meant: number; cents: number }>(
  services: readonly Service[],
  { price }: Wanted,
): Service[] => {
  const { minCents = 0, maxCents = Infinity } = price ?? {}
  let most = 0
  for (const { meant } of services) most = Math.max(most, meant)
  return services.filter(({ meant, cents }) => meant === most && cents >= minCents && cents <= maxCents)
}

/** The list price, including the travel fee where it is only given at homes. */
export const listCents = sql<number>`(price_cents + case when at_place or online then 0 else coalesce(home_fee_cents, 0) end)`
