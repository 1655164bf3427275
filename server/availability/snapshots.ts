/**
 * What the engine must know, read in one range query: a professional's services at each place where they
 * work, with hours, units and every claim of a stretch of time. Reads what other modules wrote; writes nothing.
 */
import { sql } from 'kysely'
import type { AddOn, AddOnRef } from '#contract/add-on.ts'
import type { Channel } from '#contract/demand.ts'
import { DemandRules } from '#contract/demand.ts'
import { priceAt, readyPricesOf, usualPrice, type Asker, type HourPrice } from '#contract/demand-price.ts'
import {
  besideStay,
  isAlwaysTheSame,
  reckon,
  rentedMinutes,
  rentOf,
  type Prices,
  type Stay,
} from '#contract/rent.ts'
import * as z from 'zod/mini'
import { processesOf, type Phase } from '#contract/phases.ts'
import { ownPlace, rulesFor, SpaceRules } from '#contract/space-rules.ts'
import { isStale } from '#server/availability/outside-late.ts'
import {
  chosenPlaces,
  choiceOf,
  kmBetween,
  type Choice,
  type Chosen,
  type Part,
  type PlaceFacts,
} from '#server/availability/choice.ts'
import type { HoursException, WeeklyWindow } from '#server/availability/hours.ts'
import { append, union, type Intervals } from '#server/availability/intervals.ts'
import type { Beyond, Place, Snapshot } from '#server/availability/rules.ts'
import { outOfReach, readAway, takenAtOf, type Away } from '#server/availability/travel.ts'
import { minuteMs, zoneTable } from '#server/availability/zone.ts'
import { statement } from '#server/platform/statement.ts'
import type { Work } from '#server/platform/work.ts'
import { earns, termsOfMany } from '#server/pricing/pricing.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { margin } from '#server/pricing/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

/** One service at one place: what a booking of it would cost and need, and the snapshot that decides when. */
export type Offer = {
  serviceId: number
  /** With what is added to it. */
  serviceName: string
  /** Without, and what is added to any service of the visit. */
  plainName: string
  addOns: readonly Added[]
  professionalId: number
  /** Null at the professional's own place; so are host and agreement. */
  spaceId: number | null
  hostId: number | null
  agreementId: number | null
  placeName: string
  zone: string
  /** What a start costs its client; `shownAt`: when they were shown it, which is now unless said. */
  priceAt(startsAt: number, shownAt?: number): HourPrice
  /** Of a visit of several services each with its own price, at the hour in which it begins; null: it is one. */
  segmentsAt: ((startsAt: number, shownAt?: number) => PricedSegment[]) | null
  /** Null at the professional's own place: no rent. */
  rent: OfferedRent | null
  terms: Terms
  /** Its professional answers each request; not within hours that they rented beforehand. */
  asks: boolean
  snapshot: Snapshot
}

export type PricedSegment = {
  serviceId: number
  name: string
  plainName: string
  minutes: number
  price: HourPrice
}
/** Of a service in a visit; its price is inside that of the service. */
export type Added = AddOn & { serviceId: number }

/** A service wherever its professional works, own place first. */
export type Offers = { professionalId: number; zone: string; places: readonly Offer[] }

/**
 * The offers of a service with everything claimed between two instants; null when there is no such service
 * or its profile is a draft. `spaceId` null asks for the own place alone, undefined for every place.
 */
export const offers = async (
  work: Work,
  what: {
    serviceId: number
    /** Services that follow it in the same visit. */
    more?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    spaceId?: number | null | undefined
    /** Only at the spaces of this business. */
    businessId?: number | undefined
    from: Date
    to: Date
    clientId?: number | null
    /** Somebody with an account who never booked with anybody. */
    isNewcomer?: boolean
    /** By which door they come: prices may differ (contract/demand.ts). */
    channel?: Channel | undefined
    /** A booking whose own time counts as free, at the price that was agreed: it would go elsewhere. */
    moving?: string | undefined
    /** A hold whose own time counts as free while it changes what it is made of. */
    apart?: string | undefined
  },
): Promise<Offers | null> => {
  const { moving, apart, channel, isNewcomer = false, more = [], addOns = [], ...asked } = what
  const serviceIds = [what.serviceId, ...more]
  const rows = withAddOns(await readServices(work, { ...asked, serviceIds }), addOns)
  const service = rows && oneVisit(serviceIds, rows)
  if (service === undefined) return null
  const free =
    moving !== undefined
      ? asBooked(service, await bookingLeaving(work, moving), what.clientId)
      : apart !== undefined
        ? without(service, await bookingLeaving(work, apart), what.clientId)
        : service
  const [found] = await offersOf(
    work,
    [{ ...free, isFirstVisit: free.isFirstVisit || isNewcomer }],
    what.spaceId,
    channel === undefined ? {} : { channel },
  )
  if (found === undefined || what.businessId === undefined) return found ?? null
  const spaceIds = await spacesOfHouse(work, { business: what.businessId })
  return { ...found, places: found.places.filter(({ spaceId }) => spaceIds.has(spaceId)) }
}

/** A business with all its spaces, or one space. */
export type House = { business?: number | undefined; space?: number | null | undefined }

const spacesOfHouse = async (work: Work, { business, space }: House): Promise<Set<number | null>> => {
  const { rows } = await sql<{ id: number }>`
    select id from spaces where status = 'published'
      ${business === undefined ? sql`` : sql`and business_id = ${business}`}
      ${space === undefined ? sql`` : sql`and id = ${space}`}`.execute(work.db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Of everybody who gives a service of that one's name at a house, the best rated first; `places` are those of all of them.
 * Null where nobody does.
 */
export const offersOfHouse = async (
  work: Work,
  what: {
    serviceId: number
    house: House
    from: Date
    to: Date
    clientId: number | null
    isNewcomer: boolean
    channel?: Channel | undefined
  },
): Promise<Pick<Offers, 'zone' | 'places'> | null> => {
  const { house, channel, isNewcomer, serviceId, ...edges } = what
  const spaceIds = await spacesOfHouse(work, house)
  const { rows: alike } = await sql<{ id: number }>`
    select service.id from services service join professionals professional on professional.id = service.professional_id
    where service.active and professional.status = 'published'
      and lower(service.name) = (select lower(name) from services where id = ${serviceId})
      and service.professional_id in (select professional_id from agreements
        where space_id = any(${[...spaceIds]}::bigint[]) and status in ('active', 'expiring'))
    order by professional.rating desc, professional.review_count desc, service.id limit ${mostOfHouse}`.execute(
    work.db,
  )
  if (alike.length === 0) return null
  const rows = await readServices(work, { ...edges, serviceIds: alike.map(({ id }) => id) })
  const place = new Map(alike.map(({ id }, index) => [id, index]))
  const found = await offersOf(
    work,
    rows
      .map((row) => ({ ...row, isFirstVisit: row.isFirstVisit || isNewcomer }))
      .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    undefined,
    channel === undefined ? {} : { channel },
  )
  const places = found
    .flatMap((one) => one.places)
    .filter(({ spaceId }) => spaceId !== null && spaceIds.has(spaceId))
  const [first] = places
  return first === undefined ? null : { zone: first.zone, places }
}
const mostOfHouse = 24

/** Each service longer and dearer by what is added to it. Undefined: one of those is not there. */
const withAddOns = (
  rows: readonly ServiceRow[],
  wanted: readonly AddOnRef[],
): readonly ServiceRow[] | undefined => {
  if (wanted.length === 0) return rows
  const added = wanted.flatMap(({ serviceId, id }) =>
    rows.flatMap((row) =>
      row.id === serviceId
        ? row.addOns.filter((one) => one.id === id).map((one): Added => ({ ...one, serviceId }))
        : [],
    ),
  )
  if (added.length !== wanted.length) return undefined
  return rows.map((row) => {
    const own = added.filter(({ serviceId }) => serviceId === row.id)
    return own.length === 0
      ? row
      : {
          ...row,
          name: [row.name, ...own.map(({ name }) => name)].join(' + '),
          plainName: row.name,
          added: own,
          durationMinutes: own.reduce((sum, { minutes }) => sum + minutes, row.durationMinutes),
          priceCents: own.reduce((sum, { priceCents }) => sum + priceCents, row.priceCents),
        }
  })
}

/**
 * Services one after the other as if they were one: the time before of the first, after of the last, and of all else the
 * strictest. Undefined when one is missing or they are not of one professional.
 */
const oneVisit = (ids: readonly number[], rows: readonly ServiceRow[]): ServiceRow | undefined => {
  const parts = ids.flatMap((id) => rows.filter((row) => row.id === id))
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined || parts.length !== ids.length || ids.length === 1)
    return first
  if (parts.some(({ professionalId }) => professionalId !== first.professionalId)) return undefined
  const sum = (of: (row: ServiceRow) => number) => parts.reduce((all, row) => all + of(row), 0)
  return {
    ...first,
    name: parts.map(({ name }) => name).join(' + '),
    active: parts.every(({ active }) => active),
    durationMinutes: sum(({ durationMinutes }) => durationMinutes),
    processes: processesOfAll(parts),
    bufferAfterMinutes: last.bufferAfterMinutes,
    stepMinutes: Math.max(...parts.map(({ stepMinutes }) => stepMinutes)),
    noticeMinutes: Math.max(...parts.map(({ noticeMinutes }) => noticeMinutes)),
    horizonDays: Math.min(...parts.map(({ horizonDays }) => horizonDays)),
    priceCents: sum(({ priceCents }) => priceCents),
    places: first.places.map((place) => ({
      ...place,
      active: parts.every((row) =>
        row.places.some(({ spaceId, active }) => spaceId === place.spaceId && active),
      ),
    })),
    parts,
  }
}

/** Those of each service, counted from the start of the visit. Undefined: its professional has no service with any. */
const processesOfAll = (parts: readonly ServiceRow[]): readonly number[] | undefined => {
  if (parts.every(({ processes }) => processes === undefined)) return undefined
  let at = 0
  return parts.flatMap(({ processes = [], durationMinutes }) => {
    const from = at
    at += durationMinutes
    return processes.map((edge) => from + edge)
  })
}

type OwnClaim = { resourceId: number; start: number; end: number }
type Leaving = {
  id: string
  totalCents: number
  minutes: number
  bufferAfterMinutes: number
  isSeveral: boolean
  processes: number[] | null
  claims: readonly OwnClaim[]
}

const bookingLeaving = async (work: Work, bookingId: string): Promise<Leaving | undefined> => {
  const { rows } = await sql<Leaving>`
    select booking.id, booking.total_cents as "totalCents", booking.buffer_after_minutes as "bufferAfterMinutes", booking.processes,
      round(extract(epoch from booking.ends_at - booking.starts_at) / 60)::integer as minutes,
      exists (select from booking_segments where booking_id = booking.id) as "isSeveral", (
      select coalesce(json_agg(json_build_object('resourceId', resource_id, 'start', ${epochMs(sql`lower(during)`)},
        'end', ${epochMs(sql`upper(during)`)})), '[]') from claims where booking_id = booking.id) as claims
    from bookings booking where booking.id = ${bookingId}::uuid`.execute(work.db)
  return rows[0]
}

/** The same service as if the booking were not there. */
const without = (
  service: ServiceRow,
  leaving: Leaving | undefined,
  clientId: number | null | undefined,
): ServiceRow => {
  if (leaving === undefined) return service
  const own = leaving.claims
  const others = (resourceId: number | null | undefined, busy: readonly Span[]) =>
    busy.filter(
      ([start, end]) =>
        !own.some((claim) => claim.resourceId === resourceId && claim.start === start && claim.end === end),
    )
  return {
    ...service,
    stays: service.stays.filter(([, , , bookingId]) => bookingId !== leaving.id),
    busy: others(service.professionalId, service.busy),
    clientBusy: others(clientId, service.clientBusy),
    places: service.places.map((place) => ({
      ...place,
      away: place.away?.filter(({ bookingId }) => bookingId !== leaving.id),
      units: place.units.map((unit) => ({ ...unit, busy: others(unit.id, unit.busy) })),
      rented: place.rented.map((hours) => ({ ...hours, taken: others(service.professionalId, hours.taken) })),
    })),
  }
}

/** And at the booking's price, as long as it is. */
const asBooked = (
  service: ServiceRow,
  leaving: Leaving | undefined,
  clientId: number | null | undefined,
): ServiceRow =>
  leaving === undefined
    ? service
    : {
        ...without(service, leaving, clientId),
        // Of several services what comes after the last of them.
        ...(leaving.isSeveral ? { bufferAfterMinutes: leaving.bufferAfterMinutes } : {}),
        priceCents: leaving.totalCents,
        durationMinutes: leaving.minutes,
        // Whatever the service is made of by now.
        processes: leaving.processes ?? undefined,
        demand: null,
      }

/** Rules to go by instead of those that are kept. */
export type Tried = { spaceRules?: SpaceRules; demand?: DemandRules | null; channel?: Channel }

/** The offers of services that have been read, at one place or at every place; in their order, the professional's first places first. */
export const offersOf = async (
  work: Work,
  services: readonly ServiceRow[],
  spaceId?: number | null,
  tried: Tried = {},
): Promise<Offers[]> => {
  const asked = services.map((service) => {
    const wishes = wishesOf(service, tried.spaceRules)
    const places = service.places.filter((place) => spaceId === undefined || place.spaceId === spaceId)
    return { service, wishes, places: wishes === null ? places : inOrder(places, wishes.chosen) }
  })
  const offers = asked.flatMap(({ service, places }) =>
    idsOf(service).flatMap((serviceId) => places.map((place) => ({ serviceId, spaceId: place.spaceId }))),
  )
  const all = await termsOfMany(work, { offers, at: work.now })
  const terms = new Map(all.map((one) => [`${one.serviceId}/${one.spaceId}`, one.terms]))
  return asked.map(({ service, wishes, places }) => ({
    professionalId: service.professionalId,
    zone: service.zone,
    places: places.flatMap((place) => {
      const placeTerms = strictest(idsOf(service).map((id) => terms.get(`${id}/${place.spaceId}`)))
      return placeTerms ? [offerOf(work, service, place, placeTerms, wishes, tried)] : []
    }),
  }))
}

const idsOf = ({ id, parts }: ServiceRow) => parts?.map((part) => part.id) ?? [id]

/** They differ in what the client may do late: the dearest no-show, then the dearest change of mind, and the earliest limit. */
const strictest = (all: readonly (Terms | undefined)[]): Terms | undefined => {
  const known = all.flatMap((terms) => terms ?? [])
  const [first] = known
  if (first === undefined || known.length === 1) return first
  const hardest = known.reduce(harder)
  const cutoffMinutes = Math.max(...known.map(({ client }) => client.cutoffMinutes))
  return { ...first, client: { ...hardest.client, cutoffMinutes } }
}
const harder = (a: Terms, b: Terms) =>
  (b.client.noShowBp - a.client.noShowBp || b.client.lateBp - a.client.lateBp) > 0 ? b : a

/** A professional's rules, and what they say of each place of a service. */
type Wishes = { rules: SpaceRules; chosen: Chosen; facts: ReadonlyMap<number, PlaceFacts> }

const wishesOf = (service: ServiceRow, tried: SpaceRules | undefined): Wishes | null => {
  if (tried === undefined && service.spaceRules === null) return null
  const rules = tried ?? z.parse(SpaceRules, service.spaceRules)
  const facts = service.places.map((place) => factsOf(service, place))
  return {
    rules,
    chosen: allOf(idsOf(service).map((id) => chosenPlaces(rules, id, facts))),
    facts: new Map(facts.map((one) => [one.id, one])),
  }
}

/** What any service of a visit does not do at a place, the visit does not. */
const allOf = ([first, ...others]: readonly Chosen[]): Chosen => {
  if (first === undefined || others.length === 0) return first ?? new Map()
  const neverAt = (id: number) => others.flatMap((one) => one.get(id)?.never ?? [])[0] ?? null
  return new Map([...first].map(([id, { rank, never }]) => [id, { rank, never: never ?? neverAt(id) }]))
}

const factsOf = (service: ServiceRow, { spaceId, active, about }: PlaceRow): PlaceFacts => ({
  id: spaceId ?? ownPlace,
  active,
  spaceType: about?.spaceType ?? null,
  equipment: about?.equipment ?? [],
  km: about === null ? 0 : kmBetween(service.home, about),
})

const inOrder = (places: readonly PlaceRow[], chosen: Chosen): readonly PlaceRow[] => {
  const rankOf = ({ spaceId }: PlaceRow) => chosen.get(spaceId ?? ownPlace)?.rank ?? 0
  return places.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const wishedAt = (
  service: ServiceRow,
  place: PlaceRow,
  terms: Terms,
  { rent, price }: Money,
  { rules, chosen, facts }: Wishes,
): Choice | undefined => {
  const id = place.spaceId ?? ownPlace
  const known = facts.get(id)
  if (known === undefined) return undefined
  const netOf = eachOnce((amounts) => margin(terms, amounts).netCents)
  return choiceOf(rulesFor(rules, service.id), {
    never: chosen.get(id)?.never ?? null,
    facts: known,
    table: zoneTable(place.zone),
    chargedMinutes: rent?.chargedMinutes ?? 0,
    moneyAt: (startsAt) => {
      const rentCents = rent?.centsAt(startsAt) ?? 0
      const serviceCents = price(startsAt).totalCents
      return { serviceCents, rentCents, netCents: netOf({ serviceCents, rentCents }) }
    },
    moneyBeyond: (parts, startsAt) => {
      const serviceCents = price(startsAt).totalCents
      const { rentCents, chargedMinutes } =
        rent === null ? noRentBeyond : rentBeyond(rent, parts, serviceCents)
      return { serviceCents, rentCents, chargedMinutes, netCents: netOf({ serviceCents, rentCents }) }
    },
    visits: intervalsOf(place.about?.visits ?? []),
  })
}

/** What renting the place for the service costs at each start; the very function that everybody else asks (contract/rent.ts). */
export type OfferedRent = {
  readonly prices: Prices
  readonly chargedMinutes: number
  /** Hours at one price and nothing else. */
  readonly plain: boolean
  /** The same at every start; null: it depends. */
  readonly always: number | null
  /** For a service at this price; the one of this moment unless said. */
  stayAt(startsAt: number, serviceCents?: number): Stay
  centsAt(startsAt: number, serviceCents?: number): number
  /** The stay of a part that adjoins hours rented before, for a service at this price, and by what prices it is charged. */
  besideOf(part: Part, serviceCents: number): { prices: Prices; stay: Stay }
}

/** What the time outside of hours rented before costs: each part by the same function, as hours added to a stay. */
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
const noRentBeyond = { rentCents: 0, chargedMinutes: 0 }

type PriceAt = Offer['priceAt']
/** The two prices on which a start stands. */
type Money = { readonly rent: OfferedRent | null; readonly price: PriceAt }

/** Each service of a visit at the hour in which it begins. */
const segmentsOf = (
  work: Work,
  { parts, isFirstVisit }: ServiceRow,
  zone: string,
  tried: Tried,
): Offer['segmentsAt'] => {
  if (parts === undefined) return null
  let minutes = 0
  const each = parts.map((part) => {
    const offsetMs = minutes * minuteMs
    minutes += part.durationMinutes
    return { part, offsetMs, price: priceOf(work, { ...part, isFirstVisit }, zone, tried) }
  })
  return (startsAt, shownAt) =>
    each.map(({ part, offsetMs, price }) => ({
      serviceId: part.id,
      name: part.name,
      plainName: part.plainName ?? part.name,
      minutes: part.durationMinutes,
      price: price(startsAt + offsetMs, shownAt),
    }))
}

/** Several prices as one; its word is that of the greatest difference. */
const together = (prices: readonly HourPrice[]): HourPrice => {
  const sum = (of: (price: HourPrice) => number) => prices.reduce((all, price) => all + of(price), 0)
  const tagged = prices.flatMap(({ price }) => price ?? [])
  const deltaCents = tagged.reduce((all, one) => all + one.deltaCents, 0)
  const [first, ...others] = tagged
  const word =
    first &&
    others.reduce((most, one) => (Math.abs(one.deltaCents) > Math.abs(most.deltaCents) ? one : most), first)
  return {
    baseCents: sum(({ baseCents }) => baseCents),
    totalCents: sum(({ totalCents }) => totalCents),
    deltas: prices.flatMap(({ deltas }) => deltas),
    price: word === undefined || deltaCents === 0 ? null : { kind: word.kind, deltaCents },
    rule: null,
    beaten: [],
  }
}

/** By the rules that are kept or tried, for who asks; the same at every hour where there are none. */
const priceOf = (work: Work, service: ServiceRow, zone: string, tried: Tried): PriceAt => {
  const { demand, channel } = tried
  const segments = segmentsOf(work, service, zone, tried)
  if (segments !== null)
    return (startsAt, shownAt) => together(segments(startsAt, shownAt).map(({ price }) => price))

  const rules = demand === undefined ? rulesKept(service) : demand
  if (rules === null) {
    const usual = usualPrice(service.priceCents)
    return () => usual
  }
  const ready = readyPricesOf(rules, { id: service.id, baseCents: service.priceCents }, channel)
  const table = zoneTable(zone)
  const now = work.now.getTime()
  const who: Asker = {
    isFirstVisit: service.isFirstVisit,
    keepsPrice: service.clientId !== null && rules.frozenClients.includes(service.clientId),
  }
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

/** Kept ready from question to question: a version never changes. */
const rulesKept = ({ professionalId, demand }: ServiceRow): DemandRules | null => {
  if (demand === null) return null
  const key = `${professionalId} ${demand.version}`
  const known = readyRules.get(key)
  if (known !== undefined) return known
  const rules = z.parse(DemandRules, demand.rules)
  if (readyRules.size >= mostReady) readyRules.clear()
  readyRules.set(key, rules)
  return rules
}
const readyRules = new Map<string, DemandRules>()
const mostReady = 2000

/** `varies`: not every start costs its client the same. */
type Priced = { readonly price: PriceAt; readonly varies: boolean }

const rentAt = (
  work: Work,
  service: ServiceRow,
  place: PlaceRow,
  { price, varies }: Priced,
): OfferedRent | null => {
  if (place.spaceId === null) return null
  const prices = readyPrices({ ...place, spaceId: place.spaceId, version: place.priceVersion })
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
  // One price at every hour, as at most places: it is computed once.
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

/** The margin guard, at each start where the rent or the price depends on it. */
const marginOf = (
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

/** Of a day's starts most have the same prices: each pair is asked once. */
const eachOnce = <T>(ask: (amounts: Amounts) => T): ((amounts: Amounts) => T) => {
  const known = new Map<number, Map<number, { answer: T }>>()
  return (amounts) => {
    const ofRent = known.get(amounts.rentCents) ?? new Map<number, { answer: T }>()
    known.set(amounts.rentCents, ofRent)
    const found = ofRent.get(amounts.serviceCents) ?? { answer: ask(amounts) }
    ofRent.set(amounts.serviceCents, found)
    return found.answer
  }
}

const offerOf = (
  work: Work,
  service: ServiceRow,
  place: PlaceRow,
  terms: Terms,
  wishes: Wishes | null,
  tried: Tried,
): Offer => {
  const price = priceOf(work, service, place.zone, tried)
  const varies = (tried.demand === undefined ? service.demand : tried.demand) !== null
  const rent = rentAt(work, service, place, { price, varies })
  const snapshotPlace =
    place.spaceId === null || rent === null
      ? null
      : spaceOf(place, rent.chargedMinutes, {
          marginOk: marginOf(terms, service, rent, { price, varies }),
          beyond: {
            chargedMinutes: (parts) => rentBeyond(rent, parts, service.priceCents).chargedMinutes,
            marginOk: (parts, startsAt) => {
              const serviceCents = price(startsAt).totalCents
              return earns(terms, {
                serviceCents,
                rentCents: rentBeyond(rent, parts, serviceCents).rentCents,
              })
            },
          },
        })
  return {
    serviceId: service.id,
    serviceName: service.name,
    plainName: service.plainName ?? service.name,
    addOns: (service.parts ?? [service]).flatMap(({ added = [] }) => added),
    professionalId: service.professionalId,
    spaceId: place.spaceId,
    hostId: place.hostId,
    agreementId: place.agreementId,
    placeName: place.name,
    zone: place.zone,
    priceAt: price,
    segmentsAt: segmentsOf(work, service, place.zone, tried),
    rent,
    terms,
    asks:
      service.isUnsure ||
      (wishes !== null && idsOf(service).some((id) => rulesFor(wishes.rules, id).autoReserve === 'ask')),
    snapshot: {
      now: work.now.getTime(),
      zone: place.zone,
      active: service.active && (place.active || place.rented.length > 0),
      service,
      professional: {
        hours: { weekly: service.weekly ?? [], exceptions: service.exceptions },
        busy: busyFor(service, place),
        isUnsure: service.isUnsure,
      },
      place: snapshotPlace,
      clientBusy: intervalsOf(service.clientBusy),
      ...(place.away === undefined || place.away.length === 0 ? {} : { elsewhere: outOfReach(place.away) }),
      ...(wishes === null ? {} : { choice: wishedAt(service, place, terms, { rent, price }, wishes) }),
    },
  }
}

const spaceOf = (
  place: PlaceRow,
  rentMinutes: number,
  { marginOk, beyond }: { marginOk: Place['marginOk']; beyond: Beyond },
): Place => ({
  hours: { weekly: place.weekly ?? [], exceptions: place.exceptions },
  agreementWindows: place.windows,
  // Without an agreement that stands only the rented hours remain.
  agreementValid: place.active
    ? { from: place.validFrom ?? -Infinity, to: place.validTo ?? Infinity }
    : { from: Infinity, to: -Infinity },
  ...(place.rented.length === 0
    ? {}
    : { rented: place.rented.map((one) => ({ ...one, taken: intervalsOf(one.taken) })), beyond }),
  ...(place.quotaMinutes === null
    ? {}
    : {
        quota: {
          minutesPerWeek: place.quotaMinutes,
          rentMinutes,
          usedByMonday: new Map(place.usedWeeks),
        },
      }),
  minimumMinutes: place.minimumMinutes,
  cleaningMinutes: place.cleaningMinutes,
  units: place.units.map(({ id, own, busy }) => ({ id, own, busy: intervalsOf(busy) })),
  marginOk,
  payable: place.payable,
  noticeMinutes: place.noticeMinutes,
})

/** Whoever is at another place, though not always needed there, cannot be here. */
const busyFor = ({ busy, stays }: ServiceRow, { spaceId }: PlaceRow): Intervals => {
  const elsewhere = stays.filter(([, , place]) => place !== (spaceId ?? 0))
  return elsewhere.length === 0
    ? intervalsOf(busy)
    : union([...busy, ...elsewhere.map(([from, to]) => [from, to] as const)])
}

export const intervalsOf = (claims: readonly Span[]): Intervals => {
  const joined: number[] = []
  for (const [start, end] of claims) append(joined, start, end)
  return joined
}

/** `own`: their chair, of whom it is asked. */
export type UnitRow = { id: number; own: boolean; busy: readonly Span[] }

/** Epoch milliseconds. */
export type Span = readonly [start: number, end: number]
export type ServiceRow = {
  id: number
  name: string
  professionalId: number
  zone: string
  active: boolean
  /** A calendar outside of theirs was not read for a while: what is free here may be taken there. */
  isUnsure: boolean
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  stepMinutes: number
  noticeMinutes: number
  horizonDays: number
  priceCents: number
  /** What may be added, and what is: `name`, length and price have it inside; `plainName` has not. */
  addOns: readonly AddOn[]
  added?: readonly Added[]
  plainName?: string
  /** Pairs of minutes after the start in which hands are free; undefined: its professional has no service with any. */
  processes?: readonly number[] | undefined
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  busy: readonly Span[]
  /** All of the visits of somebody who gives services with processes, by place (0: their own) and booking. */
  stays: readonly (readonly [from: number, to: number, place: number, bookingId: string])[]
  clientBusy: readonly Span[]
  /** Of who works at one place: the places (0: their own) of what they have around that time, be it where they work no more. */
  takenAt: readonly number[] | null
  /** Where the professional sets out from. */
  home: { latitude: number; longitude: number }
  /** As contract/space-rules.ts says; null: no rules. */
  spaceRules: unknown
  /** As contract/demand.ts says; null: every hour at the service's price. */
  demand: { version: number; rules: unknown } | null
  clientId: number | null
  /** Asked only where there is an offer for it. */
  isFirstVisit: boolean
  places: readonly PlaceRow[]
  /** Of a visit of several services: each of them, in order. */
  parts?: readonly ServiceRow[]
}
type PlaceRow = {
  /** What the professional has at other places; undefined: nothing, or there are none. */
  away?: readonly Away[] | undefined
  /** Only where there are rules to go by. */
  about: {
    spaceType: string
    equipment: readonly string[]
    latitude: number
    longitude: number
    visits: readonly Span[]
  } | null
  spaceId: number | null
  hostId: number | null
  agreementId: number | null
  name: string
  zone: string
  active: boolean
  ratePerHourCents: number
  shareBp: number | null
  shareMinimumCents: number
  baseCents: number
  priceVersion: number
  /** Null: nothing but the base price. */
  rules: unknown
  /** Minutes of a week; zero when a trial has had all its visits. */
  quotaMinutes: number | null
  usedWeeks: readonly (readonly [mondayDay: number, minutes: number])[]
  minimumMinutes: number
  cleaningMinutes: number
  roundingMinutes: number
  noticeMinutes: number
  payable: boolean
  windows: readonly WeeklyWindow[] | null
  validFrom: number | null
  validTo: number | null
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  units: readonly UnitRow[]
  /** Hours that the professional has rented there. */
  rented: readonly {
    id: string
    unitId: number
    from: number
    to: number
    unitTo: number
    taken: readonly Span[]
  }[]
}

/** Many services at once, for those who ask of many professionals. */
export const readServices = async (
  work: Work,
  what: {
    serviceIds: readonly number[]
    from: Date
    to: Date
    clientId?: number | null
    /** Rules will be tried that are not kept: what they ask of places is read in any case. */
    trying?: boolean
  },
): Promise<ServiceRow[]> => {
  const [serviceId, ...more] = what.serviceIds
  const { trying = false, ...edges } = what
  const values = { ...edges, clientId: what.clientId ?? null, now: work.now, trying }
  const rows =
    serviceId !== undefined && more.length === 0
      ? await oneService(work.db, { ...values, serviceId })
      : await manyServices(work.db, values)
  return withAway(work, rows.map(withProcesses), edges)
}

/** Whoever works at one place, and has nothing left elsewhere, is nowhere else: nothing more is asked. */
const withAway = async (
  work: Work,
  services: readonly ServiceRow[],
  { from, to }: { from: Date; to: Date },
): Promise<ServiceRow[]> => {
  const pairs = new Map(
    services
      .filter(
        ({ places, takenAt }) =>
          places.length > 1 || takenAt?.some((place) => place !== (places[0]?.spaceId ?? 0)) === true,
      )
      .flatMap(({ professionalId, places }) =>
        places.map(
          ({ spaceId }) => [`${professionalId}/${spaceId ?? 0}`, [professionalId, spaceId ?? 0]] as const,
        ),
      ),
  )
  if (pairs.size === 0) return [...services]
  const asked = [...pairs.values()]
  const rows = await readAway(work, {
    professionalIds: asked.map(([professionalId]) => professionalId),
    places: asked.map(([, place]) => place),
    from,
    to,
    now: work.now,
  })
  const known = new Map(rows.map((row) => [`${row.professionalId}/${row.place}`, row.away]))
  return services.map((service) => ({
    ...service,
    places: service.places.map((place) => ({
      ...place,
      away: known.get(`${service.professionalId}/${place.spaceId ?? 0}`),
    })),
  }))
}

type ReadRow = ServiceRow & { phases: readonly Phase[] | null; isPhased: boolean }

const withProcesses = ({ phases, isPhased, ...service }: ReadRow): ServiceRow =>
  isPhased ? { ...service, processes: phases === null ? [] : processesOf(phases) } : service

type PlaceName = 'clientId' | 'from' | 'to' | 'now' | 'trying'
/**
 * Asked for by its number PostgreSQL knows that it is one, and keeps its plan; of a list it supposes ten, finds
 * that dear, and plans anew each time, which takes as long as the query.
 */
const oneService = statement<ReadRow, PlaceName | 'serviceId'>((place) =>
  selectServices(place, sql`service.id = ${place('serviceId')}::bigint`),
)
const manyServices = statement<ReadRow, PlaceName | 'serviceIds'>((place) =>
  selectServices(place, sql`service.id = any(${place('serviceIds')}::bigint[])`),
)

const selectServices = (
  place: (name: PlaceName) => ReturnType<typeof sql>,
  which: ReturnType<typeof sql>,
) => {
  const span = { from: place('from'), to: place('to'), now: place('now') }
  return sql<ReadRow>`
    select service.id, service.name, service.professional_id as "professionalId", professional.zone,
      service.active and professional.status = 'published' as active,
      service.duration_minutes as "durationMinutes", service.buffer_before_minutes as "bufferBeforeMinutes",
      service.buffer_after_minutes as "bufferAfterMinutes", service.step_minutes as "stepMinutes",
      service.notice_minutes as "noticeMinutes", service.horizon_days as "horizonDays",
      service.price_cents as "priceCents", service.phases, service.add_ons as "addOns",
      exists (select from services phased where phased.professional_id = professional.id and phased.phases is not null) as "isPhased",
      ${staysOf(sql.ref('professional.id'), span)} as stays,
      exists (select from outside_calendars outside where outside.professional_id = professional.id
        and ${isStale(span.now)}) as "isUnsure",
      ${weeklyOf('professional', 'professional.id')} as weekly,
      ${exceptionsOf('professional', 'professional.id', span)} as exceptions,
      ${claimsOf(sql.ref('professional.id'), span)} as busy,
      ${claimsOf(sql`${place('clientId')}::bigint`, span)} as "clientBusy",
      case when professional.has_own_place::integer + (select count(*) from agreements
          where agreements.professional_id = professional.id and agreements.status in ('active', 'paused', 'expiring', 'suspended')) < 2
        then ${takenAtOf(sql.ref('professional.id'), span)} end as "takenAt",
      json_build_object('latitude', professional.latitude, 'longitude', professional.longitude) as home,
      wish.rules as "spaceRules",
      case when professional.demand_rules is not null
        then json_build_object('version', professional.demand_version, 'rules', professional.demand_rules) end as demand,
      ${place('clientId')}::bigint as "clientId",
      case when jsonb_typeof(professional.demand_rules -> 'firstVisit') = 'object' and ${place('clientId')}::bigint is not null
        then not exists (select from bookings visit where visit.client_id = ${place('clientId')}::bigint
          and visit.professional_id = professional.id and visit.kind = 'visit' and visit.status in ${standing})
        else false end as "isFirstVisit",
      (select coalesce(json_agg(place), '[]') from (
        select null::json as about, null as "spaceId", null as "hostId", null as "agreementId", 'Lugar propio' as name,
          professional.zone, true as active, 0 as "ratePerHourCents", null::integer as "shareBp",
          0::bigint as "shareMinimumCents", 0 as "baseCents",
          1 as "priceVersion", null::jsonb as rules, 0 as "minimumMinutes", 0 as "cleaningMinutes",
          1 as "roundingMinutes", 0 as "noticeMinutes", true as payable,
          null::integer as "quotaMinutes", '[]'::json as "usedWeeks",
          null::jsonb as windows, null::bigint as "validFrom", null::bigint as "validTo", null::jsonb as weekly,
          '[]'::json as exceptions, '[]'::json as units, '[]'::json as rented
        where professional.has_own_place
        union all
        (select ${aboutOf(span, place('trying'))}, space.id, space.host_id, agreement.id, space.name, space.zone,
          space.status = 'published' and agreement.status in ('active', 'expiring')
            and (agreement.categories = '{}' or service.category = any(agreement.categories)),
          agreement.rate_per_hour_cents, agreement.rent_share_bp, agreement.rent_minimum_cents, space.price_per_hour_cents, space.price_version, space.price_rules, space.minimum_minutes, space.cleaning_minutes,
          space.rounding_minutes, space.notice_minutes,
          (select host.payable from hosts host where host.id = space.host_id), ${quotaOf(span)}, ${usedWeeksOf(span)}, agreement.windows,
          ${epochMs(sql.ref('agreement.valid_from'))}, ${epochMs(sql.ref('agreement.valid_to'))},
          ${weeklyOf('space', 'space.id')}, ${exceptionsOf('space', 'space.id', span)},
          ${unitsFor(sql.ref('professional.id'), span)}, ${rentedOf(span)}
        from agreements agreement join spaces space on space.id = agreement.space_id
        where agreement.professional_id = professional.id
          and agreement.status in ('active', 'paused', 'expiring', 'suspended')
        order by space.id)
        union all
        -- Where there is no agreement, but hours that were rented.
        (select ${aboutOf(span, place('trying'))}, space.id, space.host_id, null::bigint, space.name, space.zone, false,
          0, null::integer, 0::bigint, space.price_per_hour_cents, space.price_version, space.price_rules, space.minimum_minutes, space.cleaning_minutes,
          space.rounding_minutes, space.notice_minutes, true, null::integer, '[]'::json, null::jsonb,
          null::bigint, null::bigint, null::jsonb, '[]'::json, '[]'::json, ${rentedOf(span)}
        from spaces space
        where space.id in (select rent.space_id from bookings rent where rent.kind = 'rent'
            and rent.professional_id = professional.id and rent.status in ('confirmed', 'in_progress')
            and rent.starts_at < ${span.to}::timestamptz and rent.ends_at > ${span.from}::timestamptz)
          and not exists (select from agreements agreement where agreement.professional_id = professional.id
            and agreement.space_id = space.id and agreement.status in ('active', 'paused', 'expiring', 'suspended'))
        order by space.id)
      ) place) as places
    from services service join professionals professional on professional.id = service.professional_id
    left join professional_space_rules wish on wish.professional_id = professional.id
    where ${which} and professional.status <> 'draft'
  `
}

/** Whoever has one of these with somebody is no newcomer there. */
const standing = sql.raw(
  `('awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')`,
)

/** Of the professional at the space: hours paid beforehand, and what clients have of them. */
const rentedOf = (span: Range) => sql`(
  select coalesce(json_agg(json_build_object('id', rent.id, 'unitId', rent.unit_id,
      'from', ${epochMs(sql`rent.starts_at`)}, 'to', ${epochMs(sql`rent.ends_at`)},
      'unitTo', ${epochMs(sql`rent.ends_at + rent.unit_after_minutes * interval '1 minute'`)},
      'taken', (select coalesce(json_agg(json_build_array(${epochMs(sql`lower(within.during)`)}, ${epochMs(sql`upper(within.during)`)})
          order by lower(within.during)), '[]') from claims within
        where within.inside_id = rent.id and within.resource_id = rent.professional_id
          and (within.expires_at is null or within.expires_at > ${span.now}::timestamptz))) order by rent.starts_at), '[]')
  from bookings rent where rent.kind = 'rent' and rent.professional_id = professional.id and rent.space_id = space.id
    and rent.status in ('confirmed', 'in_progress')
    and rent.starts_at < ${span.to}::timestamptz and rent.ends_at > ${span.from}::timestamptz)`

const livingBooking = (now: Edge) => sql`b.status in
  ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
  and not (b.status = 'held' and b.hold_expires_at <= ${now}::timestamptz)`

/** What rules ask of a place, and what is booked there; read by the few who have rules. */
const aboutOf = ({ from, to, now }: Range, trying: ReturnType<typeof sql>) => sql`
  case when wish.rules is null and not ${trying}::boolean then null else json_build_object(
    'spaceType', space.space_type, 'latitude', space.latitude, 'longitude', space.longitude,
    'equipment', (select coalesce(json_agg(item ->> 'item'), '[]') from jsonb_array_elements(space.equipment) item),
    'visits', (select coalesce(json_agg(json_build_array(${epochMs(sql.ref('b.starts_at'))}, ${epochMs(sql.ref('b.ends_at'))})
        order by b.starts_at), '[]') from bookings b
      where b.professional_id = professional.id and b.space_id = space.id
        and b.starts_at >= ${from}::timestamptz - interval '1 day' and b.starts_at < ${to}::timestamptz + interval '1 day'
        and ${livingBooking(now)})) end`

/** Nothing is left when a trial has had all its visits. */
const quotaOf = ({
  now,
}: Range) => sql`case when agreement.trial_uses is not null and agreement.trial_uses <= (
  select count(*) from bookings b where b.agreement_id = agreement.id and ${livingBooking(now)})
  then 0 else agreement.quota_minutes end`

/** What is booked of each week that the time asked for touches; nothing is read where there is no quota. */
const usedWeeksOf = ({ from, to, now }: Range) => sql`(
  select coalesce(json_agg(json_build_array(week.monday, week.minutes)), '[]') from (
    select date_trunc('week', b.starts_at at time zone b.zone)::date - date '1970-01-01' as monday,
      sum(b.rent_minutes)::integer as minutes
    from bookings b where agreement.quota_minutes is not null and b.agreement_id = agreement.id
      and b.starts_at >= ${from}::timestamptz - interval '8 days' and b.starts_at < ${to}::timestamptz + interval '8 days'
      and ${livingBooking(now)}
    group by 1) week)`

/** Where the edges of the time asked for, and this moment, stand in a query. */
type Edge = Date | ReturnType<typeof sql>
/** `apart`: the booking whose own time counts as free, as it goes elsewhere. */
export type Range = { from: Edge; to: Edge; now: Edge; apart?: string | undefined }

export const weeklyOf = (kind: 'professional' | 'space', id: string) => sql`(
  select weekly from schedules where owner_kind = ${sql.lit(kind)} and owner_id = ${sql.ref(id)})`

/** Two days more either side: no zone's date is further from UTC's, and a service may run past midnight. */
export const exceptionsOf = (kind: 'professional' | 'space', id: string, { from, to }: Range) => sql`(
  select coalesce(json_agg(json_build_object('date', date, 'windows', windows)), '[]') from schedule_exceptions
  where owner_kind = ${sql.lit(kind)} and owner_id = ${sql.ref(id)}
    and date between (${from}::timestamptz at time zone 'UTC')::date - 2 and (${to}::timestamptz at time zone 'UTC')::date + 2)`

/** Firm claims and living holds, in order. A lapsed hold is nobody's any more. */
export const claimsOf = (resource: ReturnType<typeof sql>, { from, to, now, apart }: Range) => sql`(
  select coalesce(json_agg(json_build_array(
    ${epochMs(sql`lower(during)`)}, ${epochMs(sql`upper(during)`)}
  ) order by lower(during)), '[]') from claims
  where resource_id = ${resource} and during && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    and (expires_at is null or expires_at > ${now}::timestamptz)
    ${apart === undefined ? sql`` : sql`and booking_id is distinct from ${apart}::uuid`})`

/** Of `spaces space`: its units, and when each is taken for this professional (null: for anybody). */
export const unitsFor = (professional: ReturnType<typeof sql>, range: Range) => sql`(
  select coalesce(json_agg(json_build_object('id', unit.id, 'busy', ${takenOf('unit', 'space', professional, range)},
    'own', exists (select from membership_shifts shift join memberships member on member.id = shift.membership_id
      where shift.unit_id = unit.id and member.professional_id = ${professional} and ${hasChair})) order by unit.number), '[]')
  from units unit where unit.space_id = space.id and unit.active)`

/** Whose chair it is: who has joined the house and is neither paused nor gone. */
const hasChair = sql`member.status in ('pending_details', 'active')`

/** What is claimed of a unit, and the hours of the week in which it is the chair of somebody else of the house. */
export const takenOf = (
  unit: string,
  space: string,
  professional: ReturnType<typeof sql>,
  { from, to, now, apart }: Range,
) => {
  const zone = sql.ref(`${space}.zone`)
  const at = (minutes: ReturnType<typeof sql>) =>
    epochMs(sql`(day + ${minutes} * interval '1 minute') at time zone ${zone}`)
  return sql`(
  select coalesce(json_agg(json_build_array(starts, ends) order by starts), '[]') from (
    select ${epochMs(sql`lower(during)`)} as starts, ${epochMs(sql`upper(during)`)} as ends from claims
    where resource_id = ${sql.ref(`${unit}.id`)} and during && tstzrange(${from}::timestamptz, ${to}::timestamptz)
      and (expires_at is null or expires_at > ${now}::timestamptz)
      ${apart === undefined ? sql`` : sql`and booking_id is distinct from ${apart}::uuid`}
    union all
    select ${at(sql`lower(shift.minutes)`)}, ${at(sql`upper(shift.minutes)`)}
    from membership_shifts shift join memberships member on member.id = shift.membership_id,
      generate_series(((${from}::timestamptz at time zone ${zone})::date - 1)::timestamp,
        ((${to}::timestamptz at time zone ${zone})::date + 1)::timestamp, interval '1 day') as day
    where shift.unit_id = ${sql.ref(`${unit}.id`)} and ${hasChair}
      and member.professional_id is distinct from ${professional} and extract(isodow from day) = shift.weekday
  ) taken)`
}

/** Where somebody who gives services with processes is, in all of each visit; 0 is their own place. */
export const staysOf = (resource: ReturnType<typeof sql>, { from, to, now }: Range) => sql`(
  select coalesce(json_agg(json_build_array(${epochMs(sql`lower(stay)`)}, ${epochMs(sql`upper(stay)`)}, stay_place, booking_id)), '[]')
  from claims where resource_id = ${resource} and stay && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    and (expires_at is null or expires_at > ${now}::timestamptz))`

const epochMs = (instant: ReturnType<typeof sql>) => sql`(extract(epoch from ${instant}) * 1000)::bigint`
