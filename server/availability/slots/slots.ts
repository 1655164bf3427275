/** Times that can really be booked, as people see them: with a place, a price and a signed token. */
import * as z from 'zod/mini'
import type { AddOnRef } from '#contract/service/add-on.ts'
import type { ExplainedDay, SlotDays, Slots } from '#contract/availability/availability.ts'
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import type { Slot } from '#contract/availability/slot.ts'
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import type { Channel } from '#contract/pricing/demand.ts'
import { modalityOf, online, someHome } from '#contract/service/modality.ts'
import { offersOfHouse } from '#server/availability/slots/house-offers.ts'
import * as engine from '#server/availability/slots/rules.ts'
import * as prepared from '#server/availability/slots/prepared.ts'
import type * as snapshots from '#server/availability/slots/snapshot.ts'
import { offers, type Offer, type Offers } from '#server/availability/slots/snapshots.ts'
import { dateOf, dayMs, dayOf, isoOf, minuteMs } from '#server/availability/zone/zone.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** What was shown is charged for as long as a quote lasts (product.md §1.7). */
const tokenMinutes = 15
const mostDays = 31

/**
 * By the local date at the place. Without a professional: of whoever gives such a service at the house, one slot for each start.
 * Refuses not_found, invalid_input for more than 31 days, place_too_small where so many people fit in nowhere,
 * first_visit_only for who is signed in and has been with them, home_needed for what is given at homes alone, outside_home_radius.
 */
export const slots = async (work: Work, what: SlotsAsked): Promise<Slots> => {
  const { professional } = what
  const { zone, places, fromDay, toDay } = await placesFor(work, what)
  const days = Array.from({ length: toDay - fromDay + 1 }, (_, index): { date: string; slots: Slot[] } => ({
    date: dateOf(fromDay + index),
    slots: [],
  }))
  for (const offer of places) {
    const free = engine.slots(offer.snapshot, what.from, what.to)
    const shown = presentAll(
      work,
      offer,
      free.flatMap(({ slots }) => slots),
      // Of anybody each has their own services of those names, and what is added to them.
      professional === undefined ? { ...what, more: offer.more, addOns: offer.addOns } : what,
    )
    const whose = professional === undefined ? { professionalId: offer.professionalId } : {}
    let next = 0
    for (const [index, { slots }] of free.entries())
      days[index]?.slots.push(
        ...shown.slice(next, (next += slots.length)).map((slot) => ({ ...slot, ...whose })),
      )
  }
  if (places.length > 1) for (const { slots } of days) slots.sort(byStart)
  if (professional === undefined) for (const day of days) day.slots = cheapestOfEach(day.slots)
  return { zone: clockOf(zone, places), days }
}

/** Whose clock shows these hours: the place's, or the professional's own where there are places of several zones, or none. */
const clockOf = (own: string, places: readonly { zone: string }[]): string => {
  const zones = new Set(places.map(({ zone }) => zone))
  return zones.size === 1 ? (places[0]?.zone ?? own) : own
}

/** Days alone, for a calendar: where there is any hour, and until when one may book at all. Refuses as `slots` does. */
export const slotDays = async (work: Work, what: SlotsAsked): Promise<SlotDays> => {
  const { zone, places, fromDay, toDay } = await placesFor(work, what)
  const days = Array.from({ length: toDay - fromDay + 1 }, (_, index) => ({
    date: dateOf(fromDay + index),
    spaces: new Set<number | null>(),
    closed: true,
  }))
  let lastDay = 0
  for (const { spaceId, snapshot } of places) {
    lastDay = Math.max(lastDay, prepared.lastDayOf(snapshot))
    for (const [index, { isWorked, hasSlot }] of engine.datesOpen(snapshot, what.from, what.to).entries()) {
      const day = days[index]
      if (day === undefined) continue
      if (isWorked) day.closed = false
      if (hasSlot) day.spaces.add(spaceId)
    }
  }
  return {
    zone: clockOf(zone, places),
    last: dateOf(lastDay),
    days: days.map(({ spaces, ...day }) => ({ ...day, spaces: [...spaces] })),
  }
}

type SlotsAsked = {
  professional?: number | undefined
  business?: number | undefined
  service: number
  more?: readonly number[] | undefined
  addOns?: readonly AddOnRef[] | undefined
  persons?: readonly number[] | undefined
  from: string
  to: string
  space?: number | null | undefined
  /** Online, or at a home: as bookings.visit_place says. */
  place?: number | null | undefined
  channel?: Channel | undefined
  /** A booking that would go elsewhere: its own time counts as free. */
  moving?: string
  movingAt?: 'agreed' | 'hour'
}

/** What can be given where, with all that these days need to know. Refuses as `slots` does. */
const placesFor = async (work: Work, what: SlotsAsked) => {
  const fromDay = dayOf(what.from)
  const toDay = dayOf(what.to)
  if (toDay < fromDay || toDay - fromDay >= mostDays) refuse('invalid_input')
  const { professional } = what
  const found = await (professional === undefined
    ? offersOfAnybody(work, { ...what, fromDay, toDay })
    : offersOf(work, { ...what, professional, fromDay, toDay }))
  requireReach(found)
  requireRoom(found.places)
  return { zone: found.zone, places: found.places, fromDay, toDay }
}

/** Where they do not go there is no day to look for either. How far the home is would tell where they set out from. */
const requireReach = ({ needsHome, beyondKm }: Pick<Offers, 'needsHome' | 'beyondKm'>) => {
  if (needsHome === true) refuse('home_needed')
  if (beyondKm === undefined) return
  throw new Refusal(
    'outside_home_radius',
    { radiusKm: beyondKm },
    `Esa dirección queda fuera de su zona: va a domicilio en un radio de ${beyondKm} km. Prueba con otra dirección o elige otra forma de atenderte.`,
  )
}

/** Where so many fit nowhere there is no day to look for. */
const requireRoom = (places: readonly Offer[]) => {
  if (places.length === 0 || places.some(({ snapshot }) => prepared.fitsIn(snapshot))) return
  const most = Math.max(...places.map(({ snapshot }) => snapshot.place?.capacity ?? 0))
  const text = most === 1 ? 'cabe una persona' : `caben ${most} personas`
  throw new Refusal('place_too_small', { most }, `Ahí ${text} a la vez. Vengan menos, o elijan otro lugar.`)
}

/** Who does not mind with whom pays the least; at the same price the house's first. Sorted by start. */
const cheapestOfEach = (slots: readonly Slot[]): Slot[] =>
  [...Map.groupBy(slots, ({ startsAt }) => startsAt).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [others.reduce((best, slot) => (slot.totalCents < best.totalCents ? slot : best), first)],
  )

/**
 * Where else a service is given that is asked for without saying where, as bookings.visit_place says. Of homes that nobody has said yet:
 * the way to one is no shorter than to next door.
 */
export const awayBeside = ({ modalities, places }: Pick<Offers, 'modalities' | 'places'>): number[] =>
  [someHome, online].filter(
    (away) =>
      modalities.includes(modalityOf(away)) &&
      places.every(({ place }) => modalityOf(place) !== modalityOf(away)),
  )

/** For one day of the professional who asks: each start with the rule that removed it. */
export const explain = async (
  work: Work,
  what: { service: number; date: string; space?: number | undefined },
) => {
  const day = dayOf(what.date)
  const professional = work.who.professionalId ?? refuse('not_found')
  const asked = { ...what, professional, fromDay: day, toDay: day, anyClient: true }
  const usual = await offersOf(work, asked)
  const places = [...usual.places]
  for (const place of what.space === undefined ? awayBeside(usual) : [])
    places.push(...(await offersOf(work, { ...asked, place })).places)
  return explained({ ...usual, places }, what.date)
}

/** Every start of a date in words for its owner. */
export const explained = ({ zone, places }: Pick<Offers, 'zone' | 'places'>, date: string): ExplainedDay => ({
  zone: clockOf(zone, places),
  date,
  places: places.map((offer) => {
    const { wholeDay, starts } = engine.explain(offer.snapshot, date)
    return {
      spaceId: offer.spaceId,
      name: offer.placeName,
      starts: starts.map(({ startsAt, decision }) => ({
        startsAt: new Date(startsAt).toISOString(),
        offered: decision.ok,
        reason: decision.ok ? null : decision.reason,
        text: decision.ok ? 'Se puede reservar' : slotReasons[decision.reason],
      })),
      wholeDay: wholeDay && { reason: wholeDay, text: slotReasons[wholeDay] },
    }
  }),
})

/** The slots nearest to an instant, at any place, within three days either side; for who came second. */
export const nearest = async (
  work: Work,
  what: {
    professionalId: number
    serviceId: number
    more?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    persons?: readonly number[] | undefined
    place?: number | null | undefined
    startsAt: Date
    channel?: Channel | undefined
    count: number
  },
): Promise<Slot[]> => {
  const wanted = what.startsAt.getTime()
  const from = Math.floor(wanted / dayMs) - 3
  const to = from + 6
  const { professionalId: professional, serviceId: service, more, addOns, persons, place, channel } = what
  const { places } = await offersOf(work, {
    professional,
    service,
    more,
    addOns,
    persons,
    place,
    channel,
    fromDay: from,
    toDay: to,
  })
  const byDistance = places
    .flatMap((offer) =>
      engine
        .slots(offer.snapshot, dateOf(from), dateOf(to))
        .flatMap(({ slots }) => slots.map((slot) => ({ offer, slot }))),
    )
    .sort((a, b) => Math.abs(a.slot.startsAt - wanted) - Math.abs(b.slot.startsAt - wanted))
  return byDistance
    .filter(
      ({ slot }, index) => byDistance.findIndex((other) => other.slot.startsAt === slot.startsAt) === index,
    )
    .slice(0, what.count)
    .map(({ offer, slot }) => present(work, offer, slot, what))
    .sort(byStart)
}

type Where = {
  space?: number | null | undefined
  place?: number | null | undefined
  business?: number | undefined
}

const offersOfAnybody = async (
  work: Work,
  what: Where & {
    service: number
    more?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    persons?: readonly number[] | undefined
    fromDay: number
    toDay: number
    channel?: Channel | undefined
  },
): Promise<Pick<Offers, 'zone' | 'places' | 'needsHome' | 'beyondKm'>> =>
  (await offersOfHouse(work, {
    serviceId: what.service,
    more: what.more,
    addOns: what.addOns,
    persons: what.persons,
    house: { space: what.space, business: what.business },
    ...spanOf(what),
    clientId: work.who.clientId,
    isNewcomer: isNewcomer(work),
    channel: what.channel,
  })) ?? refuse('not_found')

/** Any zone's dates, and the longest service with its buffers. */
const spanOf = ({ fromDay, toDay }: { fromDay: number; toDay: number }) => ({
  from: new Date((fromDay - 2) * dayMs),
  to: new Date((toDay + 4) * dayMs),
})

const offersOf = async (
  work: Work,
  what: Where & {
    professional: number
    service: number
    more?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    persons?: readonly number[] | undefined
    fromDay: number
    toDay: number
    anyClient?: boolean
    channel?: Channel | undefined
    coupon?: GivenCoupon | undefined
    moving?: string | undefined
    movingAt?: 'agreed' | 'hour' | undefined
    apart?: string | undefined
  },
): Promise<Offers> => {
  const found = await offers(work, {
    serviceId: what.service,
    more: what.more,
    addOns: what.addOns,
    persons: what.persons,
    spaceId: what.space,
    place: what.place,
    businessId: what.business,
    ...spanOf(what),
    clientId: what.anyClient ? null : work.who.clientId,
    isNewcomer: what.anyClient !== true && isNewcomer(work),
    channel: what.channel,
    coupon: what.coupon,
    moving: what.moving,
    movingAt: what.movingAt,
    apart: what.apart,
  })
  if (found?.professionalId !== what.professional) return refuse('not_found')
  if (what.space !== undefined && found.places.length === 0) return refuse('not_found')
  if (found.turnsAway === true) refuse('first_visit_only')
  return found
}

/** Signed in, and neither behind a counter nor a client of anybody yet. */
const isNewcomer = ({ who }: Work) =>
  who.accountId !== null && who.clientId === null && who.professionalId === null && who.hostId === null

/** Places at one time stay in the order in which the professional prefers them. */
const byStart = (a: Slot, b: Slot) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0)

/** What a slot's token says: exactly what its reader saw. */
export type Shown = {
  professionalId: number
  serviceId: number
  /** Services that follow in the same visit. */
  more?: readonly number[] | undefined
  /** What is added to any of them. */
  addOns?: readonly AddOnRef[] | undefined
  /** Of several people: how many of the services each has. */
  persons?: readonly number[] | undefined
  spaceId: number | null
  /** Where, if neither at a space nor at their own place: as bookings.visit_place says. */
  place?: number | null
  startsAt: number
  totalCents: number
  channel?: Channel | undefined
  /** What a visit that there is already has off its price; never in a token. */
  coupon?: GivenCoupon | undefined
  /** When it was: what a start costs may depend on how long it is ahead. */
  shownAt?: number
}
/** The same for all slots of an offer at one price; short, since each token carries it: professional, service, space, price, own link. */
const Signed = z.object({
  o: z.tuple([z.int(), z.int(), z.nullable(z.int()), z.int()]),
  l: z.optional(z.literal(1)),
  m: z.optional(z.array(z.int())),
  a: z.optional(z.array(z.array(z.int()))),
  p: z.optional(z.array(z.int())),
  w: z.optional(z.int()),
})

/** What a token says beside the offer: by which door, and what follows in the same visit. */
type Door = Pick<Shown, 'channel' | 'more' | 'addOns' | 'persons'>

/** Slots of one offer as people see them, each with its token. */
const presentAll = (
  work: Work,
  offer: Offer,
  slots: readonly snapshots.Slot[],
  { channel, more = [], addOns = [], persons = [] }: Door,
): Slot[] => {
  const { professionalId, serviceId, spaceId, place } = offer
  const expiresAt = new Date(work.now.getTime() + tokenMinutes * minuteMs)
  const prices = slots.map(({ startsAt }) => offer.priceAt(startsAt))
  const tokens = new Map<number, string>()
  for (const [totalCents, alike] of Map.groupBy(slots, (_, index) => prices[index]?.totalCents ?? 0)) {
    const signed: z.output<typeof Signed> = {
      o: [professionalId, serviceId, spaceId, totalCents],
      ...(channel === 'own_link' ? { l: 1 } : {}),
      ...(more.length > 0 ? { m: [...more] } : {}),
      ...(addOns.length > 0
        ? { a: addOns.map(({ serviceId, id, person = 1 }) => [serviceId, id, person]) }
        : {}),
      ...(persons.length > 1 ? { p: [...persons] } : {}),
      ...(place === null ? {} : { w: place }),
    }
    // Whole minutes: short in each token, and hours are kept in whole minutes.
    const starts = alike.map(({ startsAt }) => startsAt / minuteMs)
    for (const [index, token] of work.tokens.signEach('slot', signed, starts, expiresAt).entries())
      tokens.set(alike[index]?.startsAt ?? 0, token)
  }
  return slots.map(({ startsAt, endsAt, unitId, seats }, index) => {
    const price = prices[index]
    return {
      startsAt: isoOf(startsAt),
      endsAt: isoOf(endsAt),
      spaceId,
      unitId,
      ...(place === null ? {} : { modality: modalityOf(place) }),
      ...(seats === undefined ? {} : { seats }),
      totalCents: price?.totalCents ?? 0,
      ...(price === undefined || price.price === null ? {} : { price: price.price }),
      token: tokens.get(startsAt) ?? '',
    }
  })
}

/** One slot as people see it. */
export const present = (work: Work, offer: Offer, slot: snapshots.Slot, door: Door): Slot =>
  presentAll(work, offer, [slot], door)[0] ?? refuse('not_found')

/** What somebody was shown. Refuses slot_token_invalid when forged, of another kind, or older than a quote lasts. */
export const openToken = (work: Work, token: string): Shown => {
  const opened = work.tokens.openEach('slot', token, work.now)
  const signed = z.safeParse(Signed, opened?.payload)
  if (!opened || !signed.success) return refuse('slot_token_invalid')
  const [professionalId, serviceId, spaceId, totalCents] = signed.data.o
  return {
    professionalId,
    serviceId,
    spaceId,
    startsAt: opened.number * minuteMs,
    totalCents,
    channel: signed.data.l === 1 ? 'own_link' : 'marketplace',
    ...(signed.data.m === undefined ? {} : { more: signed.data.m }),
    ...(signed.data.a === undefined
      ? {}
      : { addOns: signed.data.a.map(([serviceId = 0, id = 0, person = 1]) => ({ serviceId, id, person })) }),
    ...(signed.data.p === undefined ? {} : { persons: signed.data.p }),
    place: signed.data.w ?? null,
    shownAt: opened.expiresAt - tokenMinutes * minuteMs,
  }
}

/**
 * May what was shown be booked now, with which unit, and what would it claim of whom? The price is by the rules of this
 * moment for an hour that was shown when it was; the caller compares it with what was shown. Refuses not_found.
 */
export const decide = async (
  work: Work,
  shown: Omit<Shown, 'totalCents'>,
  moving?: string | { id: string; price: 'hour' },
  /** A hold that changes what it is made of: its own time counts as free, at the prices of this moment. */
  apart?: string,
) => {
  const day = Math.floor(shown.startsAt / dayMs)
  const {
    professionalId: professional,
    serviceId: service,
    more,
    addOns,
    persons,
    spaceId: space,
    place,
    channel,
    coupon,
  } = shown
  const { places } = await offersOf(work, {
    professional,
    service,
    more,
    addOns,
    persons,
    space,
    place,
    channel,
    coupon,
    fromDay: day,
    toDay: day,
    ...(typeof moving === 'object' ? { moving: moving.id, movingAt: moving.price } : { moving }),
    apart,
  })
  const offer = places[0] ?? refuse('not_found')
  const decision = engine.feasible(shown, offer.snapshot)
  const price = offer.priceAt(shown.startsAt, shown.shownAt)
  if (decision.ok && decision.session !== undefined)
    return { offer, price, decision, claims: claimsOfSeat(decision.session) }
  const claims = prepared.claimsOf(offer.snapshot, shown.startsAt)
  // Between one's own clients there is nobody else's cleaning to wait for; after the last there is.
  const within =
    decision.ok &&
    decision.insideId !== undefined &&
    (decision.over === undefined || claims.professional.end <= decision.over.hours.to)
  return { offer, price, decision, claims: within ? { ...claims, unit: claims.professional } : claims }
}

/** A seat has the hour of its class and nothing around it. */
const claimsOfSeat = ({ startsAt, endsAt }: snapshots.ClassSession): ReturnType<typeof prepared.claimsOf> => {
  const span = { start: startsAt, end: endsAt }
  return { professional: span, unit: span, client: span }
}

/** The same of what the caller knows already: may it be given then, and what would it claim of whom? */
export const judge = (snapshot: Offer['snapshot'], startsAt: number) => ({
  decision: engine.feasible({ startsAt }, snapshot),
  claims: prepared.claimsOf(snapshot, startsAt),
})
