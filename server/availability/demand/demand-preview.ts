/** Tries prices by demand before they are saved: a coming week, start by start, and the last weeks repriced. Writes nothing. */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { DemandPreview, DemandRules, previewDemand } from '#contract/pricing/demand.ts'
import { pastWeeks, previewDays } from '#contract/pricing/demand.ts'
import { repriced } from '#contract/pricing/demand-price.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { hourLineNames } from '#contract/pricing/shown-price.ts'
import { withSense } from '#server/availability/demand/demand-rules.ts'
import * as engine from '#server/availability/rules/rules.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { offersOf, type Offer } from '#server/availability/offer/offer.ts'
import { dateOf, dayOf, isoOf, zoneTable } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Refuses not_found for another professional's service, invalid_input as saving does. */
export const preview = async (
  work: Work,
  { body }: Pick<Input<typeof previewDemand>, 'body'>,
): Promise<DemandPreview> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const first = dayOf(body.from)
  const [service] = await readServices(work, {
    serviceIds: [body.serviceId],
    from: new Date((first - 2) * dayMs),
    to: new Date((first + previewDays + 3) * dayMs),
  })
  if (service?.professionalId !== id) return refuse('not_found')
  const rules = await withSense(work, id, body.rules)
  const [now] = offersOf(work, [service], undefined, { channel: body.channel })
  const [then] = offersOf(work, [service], undefined, { demand: rules, channel: body.channel })
  const dates = Array.from({ length: previewDays }, (_, place) => dateOf(first + place))
  const before = startsOf(now?.places ?? [], dates)
  const after = startsOf(then?.places ?? [], dates)
  return {
    from: body.from,
    to: dates.at(-1) ?? body.from,
    zone: service.zone,
    baseCents: service.priceCents,
    days: dates.map((date) => ({
      date,
      slots: [...new Set([...keysOf(before, date), ...keysOf(after, date)])]
        .toSorted((a, b) => a - b)
        .map((startsAt) => {
          const price = after.get(date)?.get(startsAt)?.priceAt(startsAt)
          return {
            startsAt: isoOf(startsAt),
            beforeCents: before.get(date)?.get(startsAt)?.priceAt(startsAt).totalCents ?? null,
            afterCents: price?.totalCents ?? null,
            price: price?.price ?? null,
            rule: price?.rule?.name ?? null,
            beaten: price?.beaten.map(({ name }) => name) ?? [],
          }
        }),
    })),
    past: await pastOf(work, id, rules),
  }
}

type Starts = ReadonlyMap<string, ReadonlyMap<number, Offer>>

/** By date: each start that a client could book, at whatever place; an hour has the same price at all of them. */
const startsOf = (offers: readonly Offer[], dates: readonly string[]): Starts => {
  const found = new Map(dates.map((date) => [date, new Map<number, Offer>()]))
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  for (const offer of offers)
    for (const { date, slots } of engine.slots(offer.snapshot, from, to))
      for (const { startsAt } of slots) found.get(date)?.set(startsAt, offer)
  return found
}

const keysOf = (starts: Starts, date: string): number[] => [...(starts.get(date)?.keys() ?? [])]

type Visit = {
  serviceId: number
  baseCents: number
  hourCents: number
  startsAt: Date
  createdAt: Date
  zone: string
  byOwnLink: boolean
  clientId: number | null
}

/**
 * What the hour cost under the rules of its time, for comparison: travel to a home, a coupon, a pack and a first visit are not part of
 * the hour, and no rule changes them.
 */
const hourCents = sql<number>`(select sum((line ->> 'amountCents')::bigint)
  from jsonb_array_elements(quote -> 'lines') with ordinality as each (line, place)
  where place = 1 or line ->> 'label' in (${sql.join(
    hourLineNames(['quiet', 'busy', 'last_minute']).map((name) => sql.lit(name)),
  )}))::bigint`

/** As if the same clients had come at the same hours through the same channels; the first-visit discount is left out. */
const pastOf = async (
  work: Work,
  professionalId: number,
  rules: DemandRules,
): Promise<DemandPreview['past']> => {
  const since = new Date(work.now.getTime() - pastWeeks * 7 * dayMs)
  const { rows } = await sql<Visit>`
    select service_id as "serviceId", (quote -> 'lines' -> 0 ->> 'amountCents')::bigint as "baseCents",
      ${hourCents} as "hourCents", starts_at as "startsAt", created_at as "createdAt", zone,
      channel = 'own_link' as "byOwnLink", client_id as "clientId"
    from bookings
    where professional_id = ${professionalId} and starts_at >= ${since} and starts_at < ${work.now} and kind = 'visit'
      and service_id is not null and add_ons is null and not exists (select from booking_segments where booking_id = bookings.id) and status in ('in_progress', 'to_settle', 'completed', 'closed')`.execute(
    work.db,
  )
  return {
    visits: rows.length,
    wereCents: rows.reduce((sum, { hourCents }) => sum + hourCents, 0),
    wouldBeCents: rows.reduce(
      (sum, { serviceId, baseCents, startsAt, createdAt, zone, byOwnLink, clientId }) =>
        sum +
        repriced(rules, {
          serviceId,
          baseCents,
          startsAt: startsAt.getTime(),
          leadMinutes: (startsAt.getTime() - createdAt.getTime()) / minuteMs,
          zone: zoneTable(zone),
          channel: byOwnLink ? 'own_link' : 'marketplace',
          clientId,
        }),
      0,
    ),
  }
}
