/**
 * Which of many professionals have free time, at which of their places, and their first hours: read with few queries, and decided by
 * the engine that shows, holds and accepts slots.
 */
import type { NextHour } from '#contract/booking/client/home.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { modalities, online, someHome, type Modality } from '#contract/service/modality.ts'
import { type Offer, offersOf } from '#server/availability/offer/offer.ts'
import { oneVisit, partsOf } from '#server/availability/offer/one-visit.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import type { ServiceRow } from '#server/availability/offer/service-row.ts'
import { firstSlots } from '#server/availability/rules/rules.ts'
import type { Slot as SlotStart, Snapshot } from '#server/availability/rules/snapshot.ts'
import type { Free } from '#server/availability/slots/free-periods.ts'
import { type Range, rangeOf } from '#server/availability/slots/free.ts'
import type { ServiceListed } from '#server/availability/slots/meant.ts'
import { openThen } from '#server/availability/slots/open-then.ts'
import { withoutMargin } from '#server/availability/slots/own-hours.ts'
import { presentHours } from '#server/availability/slots/slot-token.ts'
import type { Work } from '#server/platform/work.ts'

/** A place where they may be booked: a space, or null with the modality (their own place, a home, online). */
export type BookableAt = {
  professionalId: number
  how: Modality
  spaceId: number | null
  zone: string
  /** The services that match the search and are given there, in the order in which they are tried: shortest first, or cheapest. */
  services: readonly ServiceListed[]
  /** All of them in one visit; otherwise any of them. */
  isOneVisit: boolean
}

/** Free time that was found: its place, its service, and its first hours that can be shown. */
export type FreeTime<P> = {
  place: P
  offer: Offer
  /** The services that follow in the same visit. */
  more: readonly number[]
  starts: readonly SlotStart[]
}

/** The engine's numbers for places that are no space. */
const atOf = { place: 0, home: someHome, online } as const

/**
 * For each professional, the first of some places with free time for one of its services. Places are in order of preference; physical
 * places before homes, and homes before online. Professionals are checked in the order given, until `most` of them have time: `isWhole`
 * says that all were checked.
 */
export const freeProfessionals = async <P extends BookableAt>(
  work: Work,
  places: ReadonlyMap<number, readonly P[]>,
  free: Free,
  most: number,
): Promise<{ found: Map<number, FreeTime<P>>; isWhole: boolean }> => {
  const found = new Map<number, FreeTime<P>>()
  const range = rangeOf(work, free)
  const open = range === null ? [] : await openThen(work, places, { free, range })
  let checked = 0
  while (range !== null && checked < open.length && found.size < most) {
    // Most professionals with open hours have free time, so few more than needed are checked.
    const some = open.slice(checked, checked + Math.max(fewest, Math.ceil((most - found.size) * 1.15)))
    for (const [id, time] of await freeAmong(work, some, { places, free, range })) found.set(id, time)
    checked += some.length
  }
  return { found, isWhole: checked >= open.length }
}

/** A query about this many costs little more than about one. */
const fewest = 8

const freeAmong = async <P extends BookableAt>(
  work: Work,
  professionals: readonly number[],
  { places, free, range }: { places: ReadonlyMap<number, readonly P[]>; free: Free; range: Range },
): Promise<Map<number, FreeTime<P>>> => {
  const found = new Map<number, FreeTime<P>>()
  for (const how of modalities) {
    const at = (id: number) => (places.get(id) ?? []).filter((place) => place.how === how)
    const able = professionals.map((id) => ({ id, visits: found.has(id) ? [] : visitsOf(at(id)) }))
    // Usually shortest first: it fits wherever a longer one does, except for rules of its own, so most are decided in the first round.
    let left = able.filter(({ visits }) => visits.length > 0)
    while (left.length > 0) {
      /** Professionals whose service has no time for a reason other than its price: their services of the same kind have none either. */
      const alike = new Set<number>()
      const serviceIds = left.flatMap(({ visits: [first = []] }) => first.map(({ id }) => id))
      const rows = await readServices(work, { serviceIds, ...range, at: atOf[how] })
      const known = Map.groupBy(rows, ({ professionalId }) => professionalId)
      for (const { id, visits } of left) {
        const [first, ...more] = (visits[0] ?? []).map((service) => service.id)
        const ids = first === undefined ? [] : [first, ...more]
        const row = oneVisit(ids.length, partsOf(ids, known.get(id) ?? []))
        if (row === undefined) continue
        const offered = offersAt(work, row, at(id))
        const time = firstFree(offered, free)
        if (time !== undefined) found.set(id, { ...time, more })
        else if (row.spaceRules === null && !offered.some(({ offer }) => isFreeAtAnotherPrice(offer, free)))
          alike.add(id)
      }
      left = left
        .filter(({ id }) => !found.has(id))
        .map(({ id, visits: [first, ...others] }) => ({
          id,
          visits: alike.has(id)
            ? others.filter(([one]) => one?.kind === null || one?.kind !== first?.[0]?.kind)
            : others,
        }))
        .filter(({ visits }) => visits.length > 0)
    }
  }
  return found
}

/** What may be booked at some places of one professional: each service alone, or all in one visit. */
const visitsOf = (places: readonly BookableAt[]): (readonly ServiceListed[])[] => {
  const services = [...new Set(places.flatMap((place) => place.services))]
  if (services.length === 0) return []
  return places.some(({ isOneVisit }) => isOneVisit) ? [services] : services.map((service) => [service])
}

type OfferedAt<P> = { place: P; offer: Offer }

/** The service at each of the places where it is offered, in their order. */
const offersAt = <P extends BookableAt>(
  work: Work,
  row: ServiceRow,
  places: readonly P[],
): OfferedAt<P>[] => {
  // Their rules compare all places; without rules the others need no offer.
  if (row.spaceRules === null)
    row.places = row.places.filter(({ spaceId }) => places.some((place) => place.spaceId === spaceId))
  // The price of an hour at a home includes the travel fee, whatever the address.
  if (row.atHome !== null && places.some(({ how }) => how === 'home')) row.homeFeeCents = row.atHome.feeCents
  const offers = offersOf(work, [row])[0]?.places ?? []
  return places.flatMap((place) => {
    const offer = offers.find(({ spaceId }) => spaceId === place.spaceId)
    return offer === undefined ? [] : [{ place, offer }]
  })
}

/** At the first of the places at which the service has time. */
const firstFree = <P extends BookableAt>(
  offered: readonly OfferedAt<P>[],
  free: Free,
): Omit<FreeTime<P>, 'more'> | undefined => {
  for (const { place, offer } of offered) {
    const starts = firstStarts(offer.snapshot, free, hoursShown)
    if (starts.length > 0) return { place, offer, starts }
  }
  return undefined
}

/** Its time is not taken: only rent keeps it out, so a dearer service may still be offered. */
const isFreeAtAnotherPrice = ({ snapshot }: Offer, free: Free) =>
  snapshot.place !== null && firstStarts(withoutMargin(snapshot), free, 1).length > 0

/** How many hours fit on a card. */
const hoursShown = 3

/** The first hours that were found, each with its price and, where it can be held at once, its token. */
export const firstHours = (work: Work, { offer, more, starts }: FreeTime<unknown>): NextHour[] =>
  presentHours(work, offer, starts, { more })

/** The first starts in the requested periods, in order. */
const firstStarts = (snapshot: Snapshot, free: Free, most: number): readonly SlotStart[] => {
  const found = new Map<number, SlotStart>()
  for (const { from, to } of free.periodsIn(snapshot.zone)) {
    if (found.size >= most) break
    const last = Math.min(to, free.until - snapshot.service.durationMinutes * minuteMs + 1)
    // Periods may overlap: some of these may already be found.
    for (const slot of firstSlots(snapshot, { from, to: last }, most)) found.set(slot.startsAt, slot)
  }
  return [...found.values()].toSorted((a, b) => a.startsAt - b.startsAt).slice(0, most)
}
