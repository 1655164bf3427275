/** Prices of the same kind of space nearby: for a host who sets a price, and for staff who review one. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type * as contract from '#contract/space/listing-steps.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { railsAround } from '#server/space/rails.ts'
import { middleHalf } from '#server/space/rules.ts'

/** Nearby first; wider while there are too few to compare with. */
const radiiKm = [3, 8, 20] as const
/** Fewer are not representative of the zone. */
const fewest = 4

export type Zone = { lowCents: number; highCents: number; count: number; radiusKm: number }

/** For its host. Refuses `not_found`. */
export const neighbourPrices = async (
  work: Work,
  id: number,
): Promise<z.input<typeof contract.neighbourPrices.reply>> => {
  const own = await work.db
    .selectFrom('spaces')
    .select(['id', 'latitude', 'longitude', 'space_type'])
    .where('id', '=', id)
    .where('host_id', '=', work.viewer.hostId ?? refuse('not_found'))
    .executeTakeFirst()
  const one = own ?? refuse('not_found')
  const rails = await railsAround(work, { ...one, spaceId: id, spaceType: one.space_type })
  return {
    range: await zoneOf(work, one),
    rails: rails && { lowCents: rails.lowCents, highCents: rails.highCents },
  }
}

export const zoneOf = async (
  work: Work,
  one: { id: number; latitude: number; longitude: number; space_type: string },
): Promise<Zone | null> => {
  if (one.latitude === 0) return null
  for (const radiusKm of radiiKm) {
    const prices = await pricesWithin(work, one, radiusKm)
    const half = prices.length < fewest ? null : middleHalf(prices)
    if (half !== null) return { ...half, count: prices.length, radiusKm }
  }
  return null
}

const kmPerDegree = 111.19

const pricesWithin = async (
  work: Work,
  one: { id: number; latitude: number; longitude: number; space_type: string },
  km: number,
): Promise<number[]> => {
  const tall = km / kmPerDegree
  const wide = km / (kmPerDegree * Math.cos((one.latitude * Math.PI) / 180))
  const { rows } = await sql<{ cents: number }>`
    select price_per_hour_cents as cents from spaces
    where status = 'published' and space_type = ${one.space_type} and id <> ${one.id}
      and latitude between ${one.latitude - tall}::float8 and ${one.latitude + tall}::float8
      and longitude between ${one.longitude - wide}::float8 and ${one.longitude + wide}::float8
    limit 500`.execute(work.db)
  return rows.map(({ cents }) => cents)
}
