/**
 * A host's price of a space: base price and rules, every version with its author, and nearby prices as guard rails.
 * `contract/pricing/rent.ts` computes the rent.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { fromHourly } from '#contract/pricing/rent-part.ts'
import { pricesOf, type Prices } from '#contract/pricing/rent-prices.ts'
import {
  noRules,
  PriceRules,
  type saveSpacePricing,
  type SpacePricing,
  type spacePricing,
} from '#contract/pricing/space-pricing.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { hourlyPricesOf, isEmpty, rulesWithSense } from '#server/pricing/price-rules.ts'
import { changesBetween } from '#contract/pricing/price-words.ts'
import { railsAround, requireWithin } from '#server/space/rails.ts'

/** For one of the viewer's spaces. Refuses not_found. */
export const pricing = (work: Work, { params }: Input<typeof spacePricing>): Promise<SpacePricing> =>
  read(work, params.id)

/**
 * A new version, in force from now on; quotes, holds and bookings keep the rent they were given. Refuses not_found, stale_version,
 * invalid_input for contradictory rules, price_outside_zone.
 */
export const save = async (
  work: Work,
  { params, body }: Input<typeof saveSpacePricing>,
): Promise<SpacePricing> => {
  const rules = rulesWithSense(body.rules)
  const now = await find(work, params.id)
  if (now.version !== body.version) return refuse('stale_version')
  const rails = await railsAround(work, now)
  // An unchanged base price may stay, even where nearby prices have changed.
  requireWithin(
    rails,
    hourlyPricesOf({ baseCents: body.baseCents, rules }).filter(
      ({ isBase, cents }) => !(isBase && cents === now.baseCents),
    ),
  )
  await inTransaction(work, async (work) => {
    await write(work, now, { baseCents: body.baseCents, rules })
    await publish(work, 'space.changed', { spaceId: params.id })
  })
  return read(work, params.id)
}

const write = async (
  work: Work,
  now: Priced,
  { baseCents, rules }: { baseCents: number; rules: PriceRules },
): Promise<void> => {
  const saved = isEmpty(rules) ? null : rules
  const { minimumMinutes, roundingMinutes, weekly } = now
  try {
    await work.db
      .insertInto('space_prices')
      .values({
        space_id: now.spaceId,
        version: now.version + 1,
        base_cents: baseCents,
        rules: saved === null ? null : JSON.stringify(saved),
        from_cents:
          saved === null
            ? null
            : fromHourly({ baseCents, minimumMinutes, roundingMinutes, rules: saved }, weekly),
        author_account_id: work.viewer.accountId,
        at: work.now,
      })
      .execute()
  } catch (error) {
    if (constraintOf(error) === 'space_prices_version') return refuse('stale_version')
    throw error
  }
}

type Priced = {
  spaceId: number
  spaceName: string
  businessName: string
  spaceType: string
  zone: string
  city: string
  latitude: number
  longitude: number
  version: number
  baseCents: number
  fromCents: number | null
  minimumMinutes: number
  roundingMinutes: number
  rules: unknown
  weekly: { weekday: number; fromMinute: number; toMinute: number }[]
}

/** Scoped to the actor: another host's space is not found. */
const find = async (work: Work, spaceId: number): Promise<Priced> => {
  const { rows } = await sql<Priced>`
    select s.id as "spaceId", s.name as "spaceName", b.name as "businessName", s.space_type as "spaceType", s.zone, s.city,
      s.latitude, s.longitude, s.price_version as version, s.price_per_hour_cents as "baseCents",
      s.from_price_cents as "fromCents", s.minimum_minutes as "minimumMinutes",
      s.rounding_minutes as "roundingMinutes", s.price_rules as rules,
      coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly
    from spaces s join businesses b on b.id = s.business_id
    where s.id = ${spaceId} and s.host_id = ${work.viewer.hostId}::bigint`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

const read = async (work: Work, spaceId: number): Promise<SpacePricing> => {
  const found = await find(work, spaceId)
  const [rails, history, professionals] = await Promise.all([
    railsAround(work, found),
    historyOf(work, spaceId),
    agreedWith(work, spaceId),
  ])
  const { spaceName, businessName, zone, version, baseCents, minimumMinutes, weekly } = found
  return {
    spaceId,
    spaceName,
    businessName,
    zone,
    version,
    baseCents,
    minimumMinutes,
    rules: openRules(found.rules) ?? noRules,
    fromCents: found.fromCents ?? baseCents,
    rails,
    weekly,
    professionals,
    history,
  }
}

/** Stored rules; null: none. */
export const openRules = (saved: unknown): PriceRules | null =>
  saved === null ? null : z.parse(PriceRules, saved)

/** Prepared rules are cached between requests: equal rules share one entry, whichever place has them. */
export const readyPrices = (saved: {
  baseCents: number
  minimumMinutes: number
  roundingMinutes: number
  rules: unknown
}): Prices => {
  const { baseCents, minimumMinutes, roundingMinutes } = saved
  if (saved.rules === null) return pricesOf({ baseCents, minimumMinutes, roundingMinutes, rules: null })
  const key = `${baseCents} ${minimumMinutes} ${roundingMinutes} ${JSON.stringify(saved.rules)}`
  const known = ready.get(key)
  if (known !== undefined) return known
  const made = pricesOf({ baseCents, minimumMinutes, roundingMinutes, rules: openRules(saved.rules) })
  if (ready.size >= maxReady) ready.clear()
  ready.set(key, made)
  return made
}
const ready = new Map<string, Prices>()
const maxReady = 2000

const agreedWith = async (work: Work, spaceId: number): Promise<SpacePricing['professionals']> => {
  const { rows } = await sql<SpacePricing['professionals'][number]>`
    select p.id, concat_ws(' ', p.first_name, p.last_name) as name, a.rate_per_hour_cents as "ratePerHourCents"
    from agreements a join professionals p on p.id = a.professional_id
    where a.space_id = ${spaceId} and a.status in ('active', 'expiring')
    order by name, p.id limit 200`.execute(work.db)
  return rows
}

type Version = { version: number; at: Date; author: string | null; baseCents: number; rules: unknown }

/** The last thirty versions, each with what it changed. */
const historyOf = async (work: Work, spaceId: number): Promise<SpacePricing['history']> => {
  const { rows } = await sql<Version>`
    select v.version, v.at, a.first_name || ' ' || a.last_name as author, v.base_cents as "baseCents", v.rules
    from space_prices v left join accounts a on a.id = v.author_account_id
    where v.space_id = ${spaceId} order by v.version desc limit 31`.execute(work.db)
  return rows.slice(0, 30).map((row, index) => ({
    version: row.version,
    at: row.at.toISOString(),
    author: row.author ?? 'Kalli',
    changes: changesBetween(
      termsOf(rows[index + 1]),
      termsOf(row) ?? { baseCents: row.baseCents, rules: noRules },
    ),
  }))
}

const termsOf = (row: Version | undefined) =>
  row === undefined ? null : { baseCents: row.baseCents, rules: openRules(row.rules) ?? noRules }
