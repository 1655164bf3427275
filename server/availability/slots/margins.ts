/**
 * What a professional keeps of a price at each of their places, at homes and online: for places with the rent of every hour of the
 * coming week at which both are open, by the functions that price a booking. Needs no saved service, so that a price can be tried
 * before it exists.
 */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { rentedMinutes, rentOf } from '#contract/pricing/rent.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { serviceMargins } from '#contract/service/service.ts'
import type { AwayMargin, Margins, PlaceMargin } from '#contract/service/service-impact.ts'
import {
  openDuring,
  stretches,
  type HoursException,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import { exceptionsOf, weeklyOf } from '#server/availability/offer/taken.ts'
import { common } from '#server/availability/slots/spare.ts'
import { dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { sellingTermsAt } from '#server/pricing/pricing.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { margin, splitUnder } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

/** Rents are set by weekday and hour: a week shows them all, except for seasons. */
const triedDays = 7
const everyMs = 60 * minuteMs

/** Refuses no_profile. */
export const margins = async (
  work: Work,
  { query: request }: Pick<Input<typeof serviceMargins>, 'query'>,
): Promise<Margins> => {
  const me = await meOf(work)
  const own = await sellingTermsAt(work, { professionalId: me.id, spaceId: null, at: work.now })
  const alone = splitUnder(own, { serviceCents: request.priceCents, rentCents: 0 })
  return {
    commissionCents: alone.platform.totalCents,
    places:
      request.atPlace === 'false'
        ? []
        : [
            ...(me.hasOwnPlace ? [ownPlace(alone.professional.netCents)] : []),
            ...(await marginsAt(work, me, request)),
          ],
    away: [
      ...(request.homeFeeCents === undefined
        ? []
        : [
            awayOf(own, { modality: 'home', priceCents: request.priceCents, feeCents: request.homeFeeCents }),
          ]),
      ...(request.online === undefined
        ? []
        : [awayOf(own, { modality: 'online', priceCents: request.priceCents, feeCents: 0 })]),
    ],
    hasDemandRules: me.hasDemandRules,
  }
}

const ownPlace = (netCents: number): PlaceMargin => ({
  spaceId: null,
  name: 'Lugar propio',
  covers: true,
  rent: { minCents: 0, maxCents: 0 },
  net: { minCents: netCents, maxCents: netCents },
})

/** The travel fee is charged, and shared with Kalli, as part of the price. */
const awayOf = (
  terms: Terms,
  {
    modality,
    priceCents,
    feeCents,
  }: { modality: AwayMargin['modality']; priceCents: number; feeCents: number },
): AwayMargin => {
  const { platform, professional } = splitUnder(terms, { serviceCents: priceCents + feeCents, rentCents: 0 })
  return { modality, feeCents, commissionCents: platform.totalCents, netCents: professional.netCents }
}

const marginsAt = async (work: Work, me: Me, request: RequestParams): Promise<PlaceMargin[]> => {
  const places: PlaceMargin[] = []
  for (const place of await placesOf(work, me.id, request.category)) {
    const terms = await sellingTermsAt(work, { professionalId: me.id, spaceId: place.spaceId, at: work.now })
    const rents = rentsOf(work, me, place, request)
    const nets = rents.map(
      (rentCents) => margin(terms, { serviceCents: request.priceCents, rentCents }).netCents,
    )
    places.push({
      spaceId: place.spaceId,
      name: place.name,
      covers: place.covers && rentedMinutes(request.durationMinutes, place) >= place.blockMinutes,
      rent: edgesOf(rents),
      net: edgesOf(nets),
    })
  }
  return places
}

const edgesOf = (cents: readonly number[]) =>
  cents.length === 0 ? null : { minCents: Math.min(...cents), maxCents: Math.max(...cents) }

type Open = { zone: string; weekly: readonly WeeklyWindow[] | null; exceptions: readonly HoursException[] }
type RequestParams = Input<typeof serviceMargins>['query']
type Me = Open & { id: number; hasOwnPlace: boolean; hasDemandRules: boolean }
type Place = Open & {
  spaceId: number
  name: string
  covers: boolean
  /** Of the agreement; null: whenever both are open. */
  windows: readonly WeeklyWindow[] | null
  /** Also of the agreement; `to` null: it has no end. */
  from: Date
  to: Date | null
  /** The minimum rental; 0 where nothing is paid by the hour. */
  blockMinutes: number
  version: number
  baseCents: number
  rules: unknown
  minimumMinutes: number
  roundingMinutes: number
  hourlyCents: number
  shareBp: number | null
  shareMinimumCents: number
}

const meOf = async (work: Work): Promise<Me> => {
  const { rows } = await sql<Me>`
    select p.id, p.zone, p.has_own_place as "hasOwnPlace", p.demand_rules is not null as "hasDemandRules", ${weeklyOf('professional', 'p.id')} as weekly,
      ${exceptionsOf('professional', 'p.id', weekFrom(work))} as exceptions
    from professionals p where p.id = ${work.viewer.professionalId}::bigint`.execute(work.db)
  return rows[0] ?? refuse('no_profile')
}

const placesOf = async (work: Work, professionalId: number, category: string): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select s.id as "spaceId", s.name, s.zone,
      s.status = 'published' and a.status in ('active', 'expiring')
        and (a.categories = '{}' or ${category} = any(a.categories)) as covers, a.windows, a.valid_from as "from", a.valid_to as "to",
      case when a.rate_per_hour_cents > 0 or a.rent_share_bp is not null then s.block_minutes else 0 end as "blockMinutes",
      s.price_version as version, s.price_per_hour_cents as "baseCents", s.price_rules as rules,
      s.minimum_minutes as "minimumMinutes", s.rounding_minutes as "roundingMinutes",
      a.rate_per_hour_cents as "hourlyCents", a.rent_share_bp as "shareBp", a.rent_minimum_cents as "shareMinimumCents",
      ${weeklyOf('space', 's.id')} as weekly, ${exceptionsOf('space', 's.id', weekFrom(work))} as exceptions
    from agreements a join spaces s on s.id = a.space_id
    where a.professional_id = ${professionalId} and a.status in ('active', 'paused', 'expiring', 'suspended')
    order by s.name, s.id`.execute(work.db)
  return rows
}

const weekFrom = ({ now }: Work) => ({ from: now, to: new Date(now.getTime() + triedDays * dayMs), now })

/** The different rents of the coming week. */
const rentsOf = (work: Work, me: Me, place: Place, request: RequestParams) => {
  const now = work.now.getTime()
  const { hourlyCents, shareBp, shareMinimumCents } = place
  const prices = readyPrices(place)
  const zone = zoneTable(place.zone)
  const both = common(openIn(me, now), openIn(place, now))
  // By the local time of the place, the same on every date, as the engine reads them (rules.ts).
  const open =
    place.windows === null
      ? both
      : common(both, openIn({ zone: place.zone, weekly: place.windows, exceptions: [] }, now))
  const earliest = Math.max(now, place.from.getTime())
  const latest = (place.to?.getTime() ?? Infinity) - request.durationMinutes * minuteMs
  const found = new Set<number>()
  for (let at = 0; at < open.length; at += 2) {
    const last = (open[at + 1] ?? 0) - request.durationMinutes * minuteMs
    for (let startsAt = open[at] ?? Infinity; startsAt <= last; startsAt += everyMs)
      if (startsAt >= earliest && startsAt <= latest)
        found.add(
          rentOf(prices, {
            startsAt,
            minutes: request.durationMinutes,
            zone,
            leadMinutes: (startsAt - now) / minuteMs,
            agreement: { hourlyCents, shareBp, minimumCents: shareMinimumCents },
            serviceCents: request.priceCents,
          }),
        )
  }
  return [...found]
}

const openIn = ({ zone, weekly, exceptions }: Open, now: number) => {
  const table = zoneTable(zone)
  const day = dayAt(table, now)
  return openDuring(stretches({ weekly: weekly ?? [], exceptions }, table, day, day + triedDays))
}
