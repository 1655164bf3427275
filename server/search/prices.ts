/** Professionals whose price is within the limits of a search: that of matching services, which the index does not know. */
import { sql } from 'kysely'
import { listCents, meantBy, type Wanted } from '#server/availability/slots/meant.ts'
import type { Work } from '#server/platform/work.ts'
import type { Candidate } from '#server/search/candidates.ts'

/**
 * Professionals with a matching service whose list price is within both limits: one whose name has all words, else of the category,
 * else any. A professional without services has the price of their profile.
 */
export const amongPriced = async (
  work: Work,
  candidates: readonly Candidate[],
  wanted: Wanted,
): Promise<Candidate[]> => {
  const { price } = wanted
  if (price === undefined || price === null || candidates.length === 0) return [...candidates]
  const { rows } = await sql<{ id: number }>`
    select p.id
    from unnest(${candidates.map(({ id }) => id)}::bigint[]) as wanted (id)
    join professionals p on p.id = wanted.id
    left join lateral (
      select ${listCents} as cents, rank() over (order by ${meantBy(wanted)} desc) as place
      from services where professional_id = p.id and visibility = 'visible'
    ) one on true
    where coalesce(one.place, 1) = 1
      and coalesce(one.cents, p.base_price_cents) between ${price.minCents}::bigint and ${price.maxCents}::bigint`.execute(
    work.db,
  )
  const able = new Set(rows.map(({ id }) => id))
  return candidates.filter(({ id }) => able.has(id))
}
