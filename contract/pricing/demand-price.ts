/**
 * The price of an hour: the one place where it is computed, for slots, search cards, quotes, holds and the professional's own preview.
 * Pure: whole centavos in, whole centavos out, half a centavo rounded away from zero.
 *
 * One rule applies, that of the hour in which a service begins: a rule for named services before one for all (fewer before more), then one
 * for this channel before one for any, then the one that covers fewer minutes of a week, then the lower price. It is limited by its own
 * limits, then by the cap and the floor of the professional. Then discounts: shortly before the start, or at a first visit, whichever is
 * lower; they do not add up. An hour is priced, never a person (docs/pricing/demand.md).
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { spanAt, type ZoneTable } from '#contract/platform/clock.ts'
import type { Channel, DemandRule, DemandRules, HourChange } from '#contract/pricing/demand.ts'
import { changed } from '#contract/pricing/rent-prices.ts'
import type { SlotPrice } from '#contract/availability/slot.ts'
import { coveredMinutes, layered, windowsOn } from '#contract/platform/windows.ts'

export type PricedService = { readonly id: number; readonly baseCents: number }

/** The client: only these two facts count, and both only lower the price. */
export type Asker = {
  /** Never had an appointment with this professional. */
  readonly isFirstVisit: boolean
  /** On the list of clients who never pay more than the base price. */
  readonly keepsPrice: boolean
}
export const anybody: Asker = { isFirstVisit: false, keepsPrice: false }
/** Only past visits show whether a client is new. */
export const askerOf = (
  { frozenClients }: DemandRules,
  clientId: number | null,
  isFirstVisit = false,
): Asker => ({ isFirstVisit, keepsPrice: clientId !== null && frozenClients.includes(clientId) })

export type PriceDelta =
  | { readonly kind: SlotPrice['kind']; readonly amountCents: number }
  /** Surcharge for travel to a home, independent of the hour. */
  | { readonly kind: 'home_visit'; readonly amountCents: number }
  | { readonly kind: 'coupon'; readonly code: string; readonly amountCents: number }

export type HourPrice = {
  readonly baseCents: number
  readonly totalCents: number
  /** The hour's change, then discounts; with the base price they add up to the total. */
  readonly deltas: readonly PriceDelta[]
  /** Null at the service's base price. */
  readonly price: SlotPrice | null
  readonly rule: DemandRule | null
  /** The other rules that cover it, best first. */
  readonly beaten: readonly DemandRule[]
}

/** Rules prepared for one service and one channel. */
export type ReadyPrices = {
  readonly service: PricedService
  readonly rules: DemandRules
  /** For a local day and minute: the price before discounts, and its rule. */
  hourAt(day: number, minute: number): Hour
}
type Hour = {
  readonly cents: number
  readonly rule: DemandRule | null
  readonly beaten: readonly DemandRule[]
}

export const usualPrice = (baseCents: number): HourPrice => ({
  baseCents,
  totalCents: baseCents,
  deltas: [],
  price: null,
  rule: null,
  beaten: [],
})

export const readyPricesOf = (
  rules: DemandRules,
  service: PricedService,
  channel: Channel = 'marketplace',
): ReadyPrices => {
  const isFrozen = rules.frozenServices.includes(service.id)
  const usual: Hour = { cents: service.baseCents, rule: null, beaten: [] }
  const ranked = isFrozen
    ? []
    : rules.rules
        .filter((rule) => rule.serviceIds.length === 0 || rule.serviceIds.includes(service.id))
        .filter((rule) => rule.channel === null || rule.channel === channel)
        .map((rule) => ({ rule, cents: within(rules, service.baseCents, ruled(service.baseCents, rule)) }))
        .toSorted(before)
  if (ranked.length === 0) return { service, rules, hourAt: () => usual }
  const known = new Map<number, { toMinute: number; hour: Hour }[]>()
  const week = (day: number) => {
    // All Mondays are alike.
    const key = ((day % 7) + 7) % 7
    const found = known.get(key)
    if (found !== undefined) return found
    const made = layered(ranked, day, (one, on) => windowsOn(one.rule, on)).map(
      ({ toMinute, over: [first, ...rest] }) => ({
        toMinute,
        hour:
          first === undefined
            ? usual
            : {
                cents: first.cents,
                rule: first.rule,
                beaten: rest.map(({ rule }) => rule).filter(({ id }) => id !== first.rule.id),
              },
      }),
    )
    known.set(key, made)
    return made
  }
  return {
    service,
    rules,
    hourAt: (day, minute) => week(day).find(({ toMinute }) => minute < toMinute)?.hour ?? usual,
  }
}

type Ranked = { readonly rule: DemandRule; readonly cents: number }

const before = (a: Ranked, b: Ranked) =>
  namedOf(a) - namedOf(b) ||
  Number(a.rule.channel === null) - Number(b.rule.channel === null) ||
  coveredMinutes(a.rule) - coveredMinutes(b.rule) ||
  a.cents - b.cents ||
  (a.rule.id < b.rule.id ? -1 : 1)

/** Number of named services; rules for all services come last. */
const namedOf = ({ rule: { serviceIds } }: Ranked) => new Set(serviceIds).size || Infinity

/** A rule applied to a base price, within its own limits. */
const ruled = (baseCents: number, { change, minCents, maxCents }: DemandRule): number => {
  const held = Math.max(minCents ?? 0, Math.min(maxCents ?? Infinity, changed(baseCents, change)))
  return isLower(change) ? Math.min(baseCents, held) : Math.max(baseCents, held)
}

const isLower = (change: HourChange) => (change.kind === 'percent' ? change.bp : change.cents) < 0

/** Clamps to the cap and the floor, to the centavo. */
const within = ({ surgeCapBp, quietFloorBp }: DemandRules, baseCents: number, cents: number): number =>
  Math.max(
    Math.ceil((baseCents * quietFloorBp) / 10_000),
    Math.min(Math.floor((baseCents * (10_000 + surgeCapBp)) / 10_000), cents),
  )

/** `leadMinutes`: from now to the start; null: unknown, as for a price in a list. */
export const priceAt = (
  ready: ReadyPrices,
  when: { readonly startsAt: number; readonly zone: ZoneTable; readonly leadMinutes: number | null },
  who: Asker = anybody,
): HourPrice => {
  const { rules, service } = ready
  const { baseCents } = service
  const reading = when.startsAt + (when.zone.offsets[spanAt(when.zone, when.startsAt)] ?? 0)
  const day = Math.floor(reading / dayMs)
  const hour = ready.hourAt(day, Math.floor((reading - day * dayMs) / minuteMs))
  const hourCents = who.keepsPrice ? Math.min(hour.cents, baseCents) : hour.cents
  const offer = rules.frozenServices.includes(service.id) ? null : offerOf(ready, when, who, hourCents)
  const deltas: { kind: SlotPrice['kind']; amountCents: number }[] = []
  if (hourCents !== baseCents)
    deltas.push({ kind: hourCents < baseCents ? 'quiet' : 'busy', amountCents: hourCents - baseCents })
  if (offer !== null) deltas.push({ kind: offer.kind, amountCents: offer.cents - hourCents })
  const totalCents = offer?.cents ?? hourCents
  const kind = deltas.at(-1)?.kind
  return {
    baseCents,
    totalCents,
    deltas,
    price: kind === undefined ? null : { kind, deltaCents: totalCents - baseCents },
    rule: hour.rule,
    beaten: hour.beaten,
  }
}

/** The greater discount; on a tie the last-minute one, which applies to every client. */
const offerOf = (
  { rules, service }: ReadyPrices,
  { leadMinutes }: { readonly leadMinutes: number | null },
  who: Asker,
  hourCents: number,
): { kind: 'last_minute' | 'first_visit'; cents: number } | null => {
  const { lastMinute, firstVisit } = rules
  const lowered = (bp: number) =>
    Math.min(hourCents, within(rules, service.baseCents, changed(hourCents, { kind: 'percent', bp })))
  const isSoon = lastMinute !== null && leadMinutes !== null && leadMinutes <= lastMinute.withinMinutes
  const soon = isSoon ? lowered(lastMinute.bp) : hourCents
  const first = firstVisit !== null && who.isFirstVisit ? lowered(firstVisit.bp) : hourCents
  const cents = Math.min(soon, first)
  if (cents === hourCents) return null
  return { kind: soon <= first ? 'last_minute' : 'first_visit', cents }
}

/** A past appointment at the prices of these rules: at its own base price and channel. */
export const repriced = (
  rules: DemandRules,
  visit: {
    serviceId: number
    baseCents: number
    startsAt: number
    leadMinutes: number
    zone: ZoneTable
    channel: Channel
    clientId: number | null
  },
): number =>
  priceAt(
    readyPricesOf(rules, { id: visit.serviceId, baseCents: visit.baseCents }, visit.channel),
    visit,
    askerOf(rules, visit.clientId),
  ).totalCents
