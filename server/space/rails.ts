/** Prices of similar spaces nearby: the usual range, and the limits beyond which a price is probably a typo. */
import { sql } from 'kysely'
import { spaceTypes, type SpaceType } from '#contract/professional/categories.ts'
import { formatCents, roundedDivide } from '#contract/platform/money.ts'
import type { Rails } from '#contract/pricing/space-pricing.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** With fewer the circle widens, at last to the whole country. */
const fewest = 5
const circles = [
  { km: 5, where: 'a 5 km de ti' },
  { km: 25, where: 'a 25 km de ti' },
  { km: 3000, where: 'en México' },
] as const

/** Null where there is none to compare with. The middle 80 % is usual; the limits are 40 % of its lower and 250 % of its upper end. */
export const railsAround = async (
  work: Work,
  space: { spaceId: number; spaceType: string; latitude: number; longitude: number },
  /** No wider circle than this. */
  maxKm = Infinity,
): Promise<Rails | null> => {
  for (const { km, where } of circles.filter((circle) => circle.km <= maxKm)) {
    const degrees = km / 111
    const { rows } = await sql<{ count: number; low: number | null; high: number | null }>`
      select count(*)::integer as count,
        percentile_disc(0.1) within group (order by price_per_hour_cents) as low,
        percentile_disc(0.9) within group (order by price_per_hour_cents) as high
      from (select price_per_hour_cents from spaces
        where space_type = ${space.spaceType} and status = 'published' and id <> ${space.spaceId}
          and latitude between ${space.latitude - degrees}::float8 and ${space.latitude + degrees}::float8
          and abs(longitude - ${space.longitude}::float8) * cos(radians(${space.latitude}::float8)) <= ${degrees}::float8
        limit 5000) near`.execute(work.db)
    const { count, low, high } = rows[0] ?? { count: 0, low: null, high: null }
    if (count < fewest || low === null || high === null) continue
    return {
      lowCents: roundedDivide(low * 4, 10),
      highCents: roundedDivide(high * 25, 10),
      usualFromCents: low,
      usualToCents: high,
      neighbours: count,
      where: `${count === 5000 ? 'miles de' : count} ${kindOf(space.spaceType)} ${where}`,
    }
  }
  return null
}

/** Checks new hourly prices, by the name of their field. Refuses `price_outside_zone` for the first that lies outside. */
export const requireWithin = (
  rails: Rails | null,
  prices: readonly { name: string; cents: number; field: string }[],
) => {
  if (rails === null) return
  const outside = prices.find(({ cents }) => cents < rails.lowCents || cents > rails.highCents)
  if (outside === undefined) return
  const { name, cents, field } = outside
  const message = `${name}: ${formatCents(cents)} por hora. Aquí se admite de ${formatCents(rails.lowCents)} a ${formatCents(rails.highCents)}.`
  refuse('price_outside_zone', { fields: [{ field, message }], rails })
}

const isSpaceType = (type: string): type is SpaceType => Object.hasOwn(spaceTypes, type)
const kindOf = (type: string) =>
  isSpaceType(type)
    ? `${spaceTypes[type].toLowerCase()}${/[aeiou]$/.test(spaceTypes[type]) ? 's' : 'es'}`
    : 'espacios'
