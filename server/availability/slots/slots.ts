/** Times that can really be booked, as clients see them: with a place, a price and a signed token. */
import { dayMs } from '#contract/platform/duration.ts'
import type { AddOnRef } from '#contract/service/add-on.ts'
import type { ExplainedDay, SlotDays, Slots } from '#contract/availability/availability.ts'
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import type { AlternativeSlot, Slot } from '#contract/availability/slot.ts'
import type { Channel } from '#contract/pricing/demand.ts'
import { modalityOf, online, someHome } from '#contract/service/modality.ts'
import * as engine from '#server/availability/rules/rules.ts'
import * as prepared from '#server/availability/rules/prepared.ts'
import type * as snapshots from '#server/availability/rules/snapshot.ts'
import type { Offer, Offers } from '#server/availability/offer/offer.ts'
import { dateOf, dayOf } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { type SlotsRequested, placesFor, offersOf } from '#server/availability/slots/slot-offers.ts'
import { presentAll, present, type Shown } from '#server/availability/slots/slot-token.ts'

/**
 * By the local date at the place. Without a professional: of all who give such a service at the business, one slot for each start.
 * Refuses not_found, invalid_input for more than 31 days, place_too_small where no place fits so many people, first_visit_only for a
 * signed-in user who has been with them, home_needed for what is given at homes alone, outside_home_radius.
 */
export const slots = async (work: Work, what: SlotsRequested): Promise<Slots> => {
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
      // With any professional, each has their own services and add-ons of those names.
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

/** The zone in which these hours are shown: the place's, or the professional's own with places of several zones, or none. */
const clockOf = (own: string, places: readonly { zone: string }[]): string => {
  const zones = new Set(places.map(({ zone }) => zone))
  return zones.size === 1 ? (places[0]?.zone ?? own) : own
}

/** Days alone, for a calendar: which have a slot, and the last day that can be booked. Refuses as `slots` does. */
export const slotDays = async (work: Work, what: SlotsRequested): Promise<SlotDays> => {
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

/** With any professional the lowest price applies; at the same price the business's first. Sorted by start. */
const cheapestOfEach = (slots: readonly Slot[]): Slot[] =>
  [...Map.groupBy(slots, ({ startsAt }) => startsAt).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [others.reduce((best, slot) => (slot.totalCents < best.totalCents ? slot : best), first)],
  )

/**
 * Where else a service requested without a place is given, as in bookings.visit_place. For a home without an address the travel time is
 * at least that to next door.
 */
export const awayBeside = ({ modalities, places }: Pick<Offers, 'modalities' | 'places'>): number[] =>
  [someHome, online].filter(
    (away) =>
      modalities.includes(modalityOf(away)) &&
      places.every(({ place }) => modalityOf(place) !== modalityOf(away)),
  )

/** For one day of the viewing professional: each start with the rule that removed it. */
export const explain = async (
  work: Work,
  what: { service: number; date: string; space?: number | undefined },
) => {
  const day = dayOf(what.date)
  const professional = work.viewer.professionalId ?? refuse('not_found')
  const request = { ...what, professional, fromDay: day, toDay: day, anyClient: true }
  const usual = await offersOf(work, request)
  const places = [...usual.places]
  for (const place of what.space === undefined ? awayBeside(usual) : [])
    places.push(...(await offersOf(work, { ...request, place })).places)
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

/**
 * The slots nearest to an instant, within three days either side, for a client who lost a race for a slot: with `spaceId` at that place,
 * and only without any there at another, which is named.
 */
export const nearest = async (
  work: Work,
  what: {
    professionalId: number
    serviceId: number
    more?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    persons?: readonly number[] | undefined
    place?: number | null | undefined
    spaceId?: number | null
    startsAt: Date
    channel?: Channel | undefined
    count: number
    isOwn?: boolean | undefined
  },
): Promise<AlternativeSlot[]> => {
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
    isOwn: what.isOwn,
  })
  const slotsAt = (offers: readonly Offer[]) =>
    offers.flatMap((offer) =>
      engine
        .slots(offer.snapshot, dateOf(from), dateOf(to))
        .flatMap(({ slots }) => slots.map((slot) => ({ offer, slot }))),
    )
  const isThere = ({ spaceId }: Offer) => what.spaceId === undefined || spaceId === what.spaceId
  const there = slotsAt(places.filter(isThere))
  const byDistance = (there.length > 0 ? there : slotsAt(places.filter((offer) => !isThere(offer)))).sort(
    (a, b) => Math.abs(a.slot.startsAt - wanted) - Math.abs(b.slot.startsAt - wanted),
  )
  return byDistance
    .filter(
      ({ slot }, index) => byDistance.findIndex((other) => other.slot.startsAt === slot.startsAt) === index,
    )
    .slice(0, what.count)
    .map(({ offer, slot }) => ({
      ...present(work, offer, slot, what),
      ...(isThere(offer) ? {} : { zone: offer.zone, placeName: offer.placeName }),
    }))
    .sort(byStart)
}

/** Stable: places at one time keep the professional's order of preference. */
const byStart = (a: Slot, b: Slot) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0)

/** A booking that would move, at the price of the hour or as agreed. `isOwn`: one of her own appointments, moved by her. */
type Moving = { id: string; price?: 'hour' | undefined; isOwn: boolean }

/**
 * May the shown slot be booked now, with which unit, and what would it claim of each resource? The price is by the current rules, for
 * the time at which it was shown; the caller compares it with the shown price. Refuses not_found.
 */
export const decide = async (
  work: Work,
  shown: Omit<Shown, 'totalCents'>,
  moving?: string | Moving,
  /** A hold whose services change: its own time counts as free, at current prices. */
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
    ...(typeof moving === 'object'
      ? { moving: moving.id, movingAt: moving.price, isOwn: moving.isOwn }
      : { moving }),
    apart,
  })
  const offer = places[0] ?? refuse('not_found')
  const decision = engine.feasible(shown, offer.snapshot)
  const price = offer.priceAt(shown.startsAt, shown.shownAt)
  if (decision.ok && decision.session !== undefined)
    return { offer, price, decision, claims: claimsOfSeat(decision.session) }
  const claims = prepared.claimsOf(offer.snapshot, shown.startsAt)
  // Between a professional's own clients the unit needs no cleaning for others; after the last it does.
  const within =
    decision.ok &&
    decision.parentRentId !== undefined &&
    (decision.over === undefined || claims.professional.end <= decision.over.hours.to)
  return { offer, price, decision, claims: within ? { ...claims, unit: claims.professional } : claims }
}

/** A seat has the hour of its class, without buffers. */
const claimsOfSeat = ({ startsAt, endsAt }: snapshots.ClassSession): ReturnType<typeof prepared.claimsOf> => {
  const span = { start: startsAt, end: endsAt }
  return { professional: span, unit: span, client: span }
}

/** The same for a snapshot already loaded: may it be given then, and what would it claim of each resource? */
export const judge = (snapshot: Offer['snapshot'], startsAt: number) => ({
  decision: engine.feasible({ startsAt }, snapshot),
  claims: prepared.claimsOf(snapshot, startsAt),
})
