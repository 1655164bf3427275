/**
 * May a service be given at a place under its professional's rules? Which places come first, what a place must have, what it may cost
 * at each hour, and how it fits the day. Pure: slots, search, hold and the simulator use it (through rules.ts).
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { SlotReason } from '#contract/availability/availability.ts'
import type { ServiceRules, SpaceRules } from '#contract/availability/space-rules.ts'
import { ownPlace, rulesFor } from '#contract/availability/space-rules.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'
import { readingAt, type ZoneTable } from '#server/availability/zone/zone.ts'

/** Facts about a place beside its hours. */
export type PlaceFacts = {
  /** `ownPlace` for the professional's own. */
  readonly id: number
  /** Its agreement allows bookings. */
  readonly active: boolean
  readonly spaceType: string | null
  readonly equipment: readonly string[]
  readonly km: number
}

/** The rules of one service at one place, prepared for many starts. */
export type Choice = {
  /** The reason if refused at every hour. */
  readonly never: SlotReason | null
  /** The professional accepts each request. */
  readonly asks: boolean
  /** The reason if refused at this start: distance, rent or remaining income. */
  at(startsAt: number): SlotReason | null
  /** Does the time fit the day? `claim` is the time of the professional, including buffers. */
  fits(visit: Span, claim: Span, busy: Intervals): SlotReason | null
  /** For a service across the edge of rented hours: they are there anyway, so only money counts. */
  beyond?(parts: readonly Part[], startsAt: number): SlotReason | null
}
type Span = { readonly start: number; readonly end: number }
/** Time of a service outside of rented hours. */
export type Part = { readonly from: number; readonly to: number }

/** For each place: the choice, and its position in the list. */
export type Chosen = ReadonlyMap<number, { readonly never: SlotReason | null; readonly rank: number }>

/** Which of a service's places qualify regardless of the hour. With `elsewhere` false only the first remains. */
export const chosenPlaces = (rules: SpaceRules, serviceId: number, places: readonly PlaceFacts[]): Chosen => {
  const own = rulesFor(rules, serviceId)
  const rankOf = (id: number) => {
    const rank = rules.order.indexOf(id)
    return rank === -1 ? rules.order.length : rank
  }
  const judged = places.map((place) => ({
    id: place.id,
    active: place.active,
    rank: rankOf(place.id),
    never: rules.excluded.includes(place.id) ? ('rule_excluded' as const) : neverAt(own, place),
  }))
  const able = judged.filter(({ active, never }) => active && never === null)
  const first = able.toSorted((a, b) => a.rank - b.rank)[0]
  return new Map(
    judged.map(({ id, rank, never }) => [
      id,
      {
        rank,
        never:
          never ?? (rules.elsewhere || first === undefined || id === first.id ? null : 'rule_other_place'),
      },
    ]),
  )
}

const neverAt = (rules: ServiceRules, place: PlaceFacts): SlotReason | null => {
  if (place.id === ownPlace) return null
  if (rules.autoReserve === 'no') return 'rule_own_agenda'
  if (rules.spaceTypes.length > 0 && !rules.spaceTypes.some((type) => type === place.spaceType))
    return 'rule_type'
  if (rules.equipment.some((item) => !place.equipment.includes(item))) return 'rule_equipment'
  const farthest = Math.max(rules.maxKm ?? Infinity, ...rules.kmByHour.map(({ maxKm }) => maxKm))
  return place.km > farthest ? 'rule_distance' : null
}

/** The amounts of one start. */
export type MoneyAt = (startsAt: number) => { serviceCents: number; rentCents: number; netCents: number }

/** The maximum distance for a service that begins then. */
export const kmAt = (rules: ServiceRules, minuteOfDay: number): number =>
  rules.kmByHour.find(({ fromMinute, toMinute }) => fromMinute <= minuteOfDay && minuteOfDay < toMinute)
    ?.maxKm ??
  rules.maxKm ??
  Infinity

/** Rent per hour, cleaning spread over the paid hours; exact enough to compare with whole centavos. */
export const rentPerHour = (rentCents: number, chargedMinutes: number) =>
  chargedMinutes === 0 ? 0 : (rentCents * 60) / chargedMinutes

/** A shorter gap between two visits at one place does not count as two trips. */
const sameTripMs = 60 * minuteMs

export const choiceOf = (
  rules: ServiceRules,
  place: {
    readonly never: SlotReason | null
    readonly facts: PlaceFacts
    readonly table: ZoneTable
    readonly chargedMinutes: number
    readonly moneyAt: MoneyAt
    /** The same for the time outside of rented hours. */
    readonly moneyBeyond?: (
      parts: readonly Part[],
      startsAt: number,
    ) => ReturnType<MoneyAt> & { chargedMinutes: number }
    /** Existing bookings there. */
    readonly visits: Intervals
  },
): Choice => {
  const { facts, table, chargedMinutes, moneyAt, visits } = place
  const isOwn = facts.id === ownPlace
  const asksForKm = !isOwn && (rules.maxKm !== null || rules.kmByHour.length > 0)
  const asksForMoney = rules.minNet !== null || (!isOwn && rules.maxRentPerHourCents !== null)
  const at = (startsAt: number): SlotReason | null => {
    if (asksForKm) {
      const reading = readingAt(table, startsAt)
      const minuteOfDay = Math.floor((reading - Math.floor(reading / dayMs) * dayMs) / minuteMs)
      if (facts.km > kmAt(rules, minuteOfDay)) return 'rule_distance'
    }
    return asksForMoney ? tooDear({ ...moneyAt(startsAt), chargedMinutes }) : null
  }
  const tooDear = (money: ReturnType<MoneyAt> & { chargedMinutes: number }): SlotReason | null => {
    const most = rules.maxRentPerHourCents
    if (!isOwn && most !== null && rentPerHour(money.rentCents, money.chargedMinutes) > most)
      return 'rule_rent'
    return isEnough(rules, money.netCents, money.serviceCents) ? null : 'rule_net'
  }
  const beyond = (parts: readonly Part[], startsAt: number) =>
    asksForMoney && place.moneyBeyond !== undefined ? tooDear(place.moneyBeyond(parts, startsAt)) : null
  const minGap = rules.minGapMinutes * minuteMs
  const minBlock = isOwn ? 0 : rules.minBlockMinutes * minuteMs
  const fits = (visit: Span, claim: Span, busy: Intervals): SlotReason | null => {
    if (minGap > 0 && leavesCrumb(claim, busy, minGap)) return 'rule_gap'
    return minBlock > 0 && tripOf(visit, visits) < minBlock ? 'rule_block' : null
  }
  return { never: place.never, asks: rules.autoReserve === 'ask', at, fits, beyond }
}

const isEnough = ({ minNet }: ServiceRules, netCents: number, serviceCents: number) => {
  if (minNet === null) return true
  return minNet.kind === 'amount' ? netCents >= minNet.cents : netCents * 10_000 >= minNet.bp * serviceCents
}

/** Whether a gap beside the claim is not empty but too short to sell. */
const leavesCrumb = ({ start, end }: Span, busy: Intervals, least: number): boolean => {
  let before = -Infinity
  for (let at = 0; at < busy.length; at += 2) {
    const [from = 0, to = 0] = [busy[at], busy[at + 1]]
    if (to <= start) before = to
    else if (from >= end) return isCrumb(start - before, least) || isCrumb(from - end, least)
  }
  return isCrumb(start - before, least)
}
const isCrumb = (gap: number, least: number) => gap > 0 && gap < least

/** How long the professional is at the place with this visit, given the visits booked there around it. */
const tripOf = (visit: Span, visits: Intervals): number => {
  let { start, end } = visit
  for (let at = visits.length - 2; at >= 0; at -= 2) {
    const [from = 0, to = 0] = [visits[at], visits[at + 1]]
    if (to <= start && start - to <= sameTripMs) start = from
  }
  for (let at = 0; at < visits.length; at += 2) {
    const [from = 0, to = 0] = [visits[at], visits[at + 1]]
    if (from >= end && from - end <= sameTripMs) end = to
  }
  return end - start
}

const earthKm = 12_742

/** Straight-line distance; the same as `search_km` in the database. */
export const kmBetween = (
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number => {
  const rad = Math.PI / 180
  const north = Math.sin(((b.latitude - a.latitude) * rad) / 2)
  const east = Math.sin(((b.longitude - a.longitude) * rad) / 2)
  const square = north * north + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * east * east
  return earthKm * Math.asin(Math.sqrt(Math.min(1, square)))
}
