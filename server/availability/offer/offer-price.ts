/** What each start costs: the service to its client, the rent to its professional, and whether the professional keeps a margin. */
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import { couponOff } from '#contract/pricing/coupon-price.ts'
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import {
  askerOf,
  priceAt,
  readyPricesOf,
  usualPrice,
  type HourPrice,
} from '#contract/pricing/demand-price.ts'
import { DemandRules, type Channel } from '#contract/pricing/demand.ts'
import { hourOfServices } from '#contract/pricing/shown-price.ts'
import { isAlwaysTheSame, reckon, rentOf, rentedMinutes, type Stay } from '#contract/pricing/rent.ts'
import { besideStay } from '#contract/pricing/rent-part.ts'
import type { Prices } from '#contract/pricing/rent-prices.ts'
import type { SpaceRules } from '#contract/availability/space-rules.ts'
import type { Part } from '#server/availability/rules/choice.ts'
import type { Place } from '#server/availability/rules/snapshot.ts'
import type { PlaceRow, ServiceRow } from '#server/availability/offer/service-row.ts'
import { zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'
import { earns } from '#server/pricing/pricing.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import type { Terms } from '#server/pricing/terms.ts'

export type PricedSegment = {
  serviceId: number
  /** The person of this service, when several come. */
  person: number | undefined
  name: string
  plainName: string
  minutes: number
  price: HourPrice
}

/** Rules to try instead of the saved ones. */
export type Tried = {
  spaceRules?: SpaceRules
  demand?: DemandRules | null
  channel?: Channel
  /** Adjustments of a visit beside the price of its hours. */
  coupon?: GivenCoupon | undefined
}

/** The rent of the place for the service at each start; computed by the one function for all callers (contract/pricing/rent.ts). */
export type OfferedRent = {
  readonly prices: Prices
  readonly chargedMinutes: number
  /** A single hourly price and nothing else. */
  readonly plain: boolean
  /** The same at every start; null: it varies. */
  readonly always: number | null
  /** For a service at this price; by default the current one. */
  stayAt(startsAt: number, serviceCents?: number): Stay
  centsAt(startsAt: number, serviceCents?: number): number
  /** The stay of a part that adjoins rented hours, for a service at this price, and the prices that apply to it. */
  besideOf(part: Part, serviceCents: number): { prices: Prices; stay: Stay }
}

/** The cost of the time outside rented hours: each part by the same function, as hours added to a stay. */
export const rentBeyond = (
  rent: OfferedRent,
  parts: readonly Part[],
  serviceCents: number,
): { rentCents: number; chargedMinutes: number } => {
  const made = parts.map((part) => {
    const { prices, stay } = rent.besideOf(part, serviceCents)
    return reckon(prices, stay)
  })
  return {
    rentCents: made.reduce((sum, { totalCents }) => sum + totalCents, 0),
    chargedMinutes: made.reduce((sum, { chargedMinutes }) => sum + chargedMinutes, 0),
  }
}

/** `shownAt`: when the price was shown; by default now. */
export type PriceAt = (startsAt: number, shownAt?: number) => HourPrice
/** The two prices of a start. */
export type Money = { readonly rent: OfferedRent | null; readonly price: PriceAt }

/** The price of each service of a visit at the hour in which it begins; all seats of a class begin with it. */
export const segmentsOf = (
  work: Work,
  { parts, isFirstVisit, sessions }: ServiceRow,
  zone: string,
  tried: Tried,
): ((startsAt: number, shownAt?: number) => PricedSegment[]) | null => {
  if (parts === undefined) return null
  let minutes = 0
  const each = parts.map((part) => {
    const offsetMs = minutes * minuteMs
    if (sessions === null) minutes += part.durationMinutes
    return { part, offsetMs, price: hourPriceOf(work, { ...part, isFirstVisit }, zone, tried) }
  })
  return (startsAt, shownAt) =>
    lessCoupon(
      each.map(({ part, offsetMs, price }) => ({
        serviceId: part.id,
        person: part.person,
        name: part.name,
        plainName: part.plainName ?? part.name,
        minutes: part.durationMinutes,
        price: price(startsAt + offsetMs, shownAt),
      })),
      tried.coupon,
    )
}

const lessCoupon = <T extends { serviceId: number; price: HourPrice }>(
  parts: T[],
  coupon: GivenCoupon | undefined,
): T[] => {
  if (coupon === undefined) return parts
  const off = couponOff(
    coupon,
    parts.map(({ serviceId, price }) => ({ serviceId, cents: price.totalCents })),
  )
  return parts.map((part, place) => {
    const amountCents = -(off[place] ?? 0)
    if (amountCents === 0) return part
    const { totalCents, deltas } = part.price
    const { code } = coupon
    return {
      ...part,
      price: {
        ...part.price,
        totalCents: totalCents + amountCents,
        deltas: [...deltas, { kind: 'coupon' as const, code, amountCents }],
      },
    }
  })
}

/** Adds the fee for travel to a home, the same at every hour: a separate line, which no rule of demand changes. */
export const withWay = (feeCents: number, price: PriceAt): PriceAt =>
  feeCents === 0 ? price : (startsAt, shownAt) => plusWay(feeCents, price(startsAt, shownAt))

const plusWay = (feeCents: number, price: HourPrice): HourPrice => ({
  ...price,
  totalCents: price.totalCents + feeCents,
  deltas: [...price.deltas, { kind: 'home_visit', amountCents: feeCents }],
})

type SegmentsAt = ReturnType<typeof segmentsOf>
/** For several services it is charged once, with the first. */
export const withWayFirst = (feeCents: number, segments: SegmentsAt): SegmentsAt =>
  segments === null || feeCents === 0
    ? segments
    : (startsAt, shownAt) =>
        segments(startsAt, shownAt).map((one, place) =>
          place === 0 ? { ...one, price: plusWay(feeCents, one.price) } : one,
        )

/** Sums several prices. */
const together = (prices: readonly HourPrice[]): HourPrice => {
  const sum = (of: (price: HourPrice) => number) => prices.reduce((all, price) => all + of(price), 0)
  return {
    baseCents: sum(({ baseCents }) => baseCents),
    totalCents: sum(({ totalCents }) => totalCents),
    deltas: prices.flatMap(({ deltas }) => deltas),
    price: hourOfServices(prices.flatMap(({ price }) => price ?? [])),
    rule: null,
    beaten: [],
  }
}

/** By the saved or tried rules, for the viewer; the same at every hour without rules. */
export const priceOf = (work: Work, service: ServiceRow, zone: string, tried: Tried): PriceAt => {
  const segments = segmentsOf(work, service, zone, tried)
  if (segments !== null)
    return (startsAt, shownAt) => together(segments(startsAt, shownAt).map(({ price }) => price))
  const hour = hourPriceOf(work, service, zone, tried)
  if (tried.coupon === undefined) return hour
  return (startsAt, shownAt) => {
    const price = hour(startsAt, shownAt)
    return lessCoupon([{ serviceId: service.id, price }], tried.coupon)[0]?.price ?? price
  }
}

/** Of one service, before any coupon. */
const hourPriceOf = (work: Work, service: ServiceRow, zone: string, { demand, channel }: Tried): PriceAt => {
  const rules = demand === undefined ? rulesSaved(service) : demand
  if (rules === null) {
    const usual = usualPrice(service.priceCents)
    return () => usual
  }
  const ready = readyPricesOf(rules, { id: service.id, baseCents: service.priceCents }, channel)
  const table = zoneTable(zone)
  const now = work.now.getTime()
  const who = askerOf(rules, service.clientId, service.isFirstVisit)
  const known = new Map<number, HourPrice>()
  const reckon = (startsAt: number, shownAt: number) =>
    priceAt(ready, { startsAt, zone: table, leadMinutes: (startsAt - shownAt) / minuteMs }, who)
  return (startsAt, shownAt = now) => {
    if (shownAt !== now) return reckon(startsAt, shownAt)
    const before = known.get(startsAt)
    if (before !== undefined) return before
    const made = reckon(startsAt, now)
    known.set(startsAt, made)
    return made
  }
}

/** Cached between requests: equal rules share one entry, regardless of owner. */
const rulesSaved = ({ demand }: ServiceRow): DemandRules | null => {
  if (demand === null) return null
  const key = JSON.stringify(demand.rules)
  const known = readyRules.get(key)
  if (known !== undefined) return known
  const rules = z.parse(DemandRules, demand.rules)
  if (readyRules.size >= maxReady) readyRules.clear()
  readyRules.set(key, rules)
  return rules
}
const readyRules = new Map<string, DemandRules>()
const maxReady = 2000

/** `varies`: some starts cost the client more than others. */
type Priced = { readonly price: PriceAt; readonly varies: boolean }

export const rentAt = (
  work: Work,
  service: ServiceRow,
  place: PlaceRow,
  { price, varies }: Priced,
): OfferedRent | null => {
  if (place.spaceId === null) return null
  const prices = readyPrices(place)
  const now = work.now.getTime()
  const zone = zoneTable(place.zone)
  const agreement = {
    hourlyCents: place.ratePerHourCents,
    shareBp: place.shareBp,
    minimumCents: place.shareMinimumCents,
  }
  const stayAt = (startsAt: number, serviceCents?: number): Stay => ({
    startsAt,
    minutes: service.durationMinutes,
    zone,
    leadMinutes: (startsAt - now) / minuteMs,
    agreement,
    serviceCents: serviceCents ?? price(startsAt).totalCents,
  })
  const chargedMinutes = rentedMinutes(service.durationMinutes, prices)
  // The same price at every hour, as at most places: computed once.
  const sharesPrice = place.shareBp !== null && varies
  const always = isAlwaysTheSame(prices, agreement) && !sharesPrice ? rentOf(prices, stayAt(now)) : null
  const centsAt = (startsAt: number, serviceCents?: number) =>
    always ?? rentOf(prices, stayAt(startsAt, serviceCents))
  const plain = prices.rules === null && place.shareBp === null
  const besideOf = ({ from, to }: Part, serviceCents: number) =>
    besideStay(
      prices,
      { ...stayAt(from, serviceCents), minutes: (to - from) / minuteMs },
      service.durationMinutes,
    )
  return { prices, plain, chargedMinutes, always, stayAt, centsAt, besideOf }
}

/** The margin guard, at each start where the rent or the price depends on the start. */
export const marginOf = (
  terms: Terms,
  service: ServiceRow,
  rent: OfferedRent,
  { price, varies }: Priced,
): Place['marginOk'] => {
  if (rent.always !== null && !varies)
    return earns(terms, { serviceCents: service.priceCents, rentCents: rent.always })
  const does = eachOnce((amounts) => earns(terms, amounts))
  return (startsAt) => does({ serviceCents: price(startsAt).totalCents, rentCents: rent.centsAt(startsAt) })
}

type Amounts = { serviceCents: number; rentCents: number }

/** Most starts of a day have the same prices: each pair of amounts is computed once. */
export const eachOnce = <T>(ask: (amounts: Amounts) => T): ((amounts: Amounts) => T) => {
  const known = new Map<number, Map<number, { answer: T }>>()
  return (amounts) => {
    const ofRent = known.get(amounts.rentCents) ?? new Map<number, { answer: T }>()
    known.set(amounts.rentCents, ofRent)
    const found = ofRent.get(amounts.serviceCents) ?? { answer: ask(amounts) }
    ofRent.set(amounts.serviceCents, found)
    return found.answer
  }
}
