/** Usual prices of a trade nearby. */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import { minimumOthers, nearbyKm, type UsualPrice, type usualPrices } from '#contract/service/usual-prices.ts'
import type { Work } from '#server/platform/work.ts'
import { mine } from '#server/professional/professional.ts'

const kmPerDegree = 111

/**
 * The quartiles of the list prices of the same service nearby, in centavos, the most offered service first. The viewer's own prices do not
 * count. Refuses `no_profile`.
 */
export const usual = async (
  work: Work,
  { query: { category } }: Input<typeof usualPrices>,
): Promise<UsualPrice[]> => {
  const me = await mine(work)
  const { rows } = await sql<UsualPrice>`
    select mode() within group (order by v.name) as name, count(distinct p.id)::integer as others,
      percentile_disc(0.25) within group (order by v.price_cents)::bigint as "lowCents",
      percentile_disc(0.5) within group (order by v.price_cents)::bigint as "middleCents",
      percentile_disc(0.75) within group (order by v.price_cents)::bigint as "highCents"
    from professionals own
    join professionals p on p.id <> own.id and p.status = 'published'
      and abs(p.latitude - own.latitude) <= ${nearbyKm / kmPerDegree}
      and abs(p.longitude - own.longitude) * cos(radians(own.latitude)) <= ${nearbyKm / kmPerDegree}
    join services v on v.professional_id = p.id and v.category = ${category} and v.visibility = 'visible'
      and v.archived_at is null
    where own.id = ${me}
    group by search_fold(v.name)
    having count(distinct p.id) >= ${minimumOthers}
    order by others desc, name
    limit 30`.execute(work.db)
  return rows
}
