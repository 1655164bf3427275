/** An offer: a service at one place, with its terms, its rent and the snapshot of claims there. */
import type { HourPrice } from '#contract/pricing/demand-price.ts'
import { modalitiesOf, type Modality, someHome } from '#contract/service/modality.ts'
import { rulesFor } from '#contract/availability/space-rules.ts'
import type { Upfront } from '#contract/service/upfront.ts'
import { intervalsOf, union, type Intervals } from '#server/availability/zone/intervals.ts'
import { isLacking, sharedFor } from '#server/availability/offer/equipment.ts'
import {
  marginOf,
  priceOf,
  rentAt,
  rentBeyond,
  segmentsOf,
  type OfferedRent,
  type PricedSegment,
  type Tried,
  withWay,
  withWayFirst,
} from '#server/availability/offer/offer-price.ts'
import { openIn } from '#server/availability/offer/one-visit.ts'
import type { Beyond, Place, Snapshot } from '#server/availability/rules/snapshot.ts'
import { idsOf, type Added, type PlaceRow, type ServiceRow } from '#server/availability/offer/service-row.ts'
import { soldAt, takesOn } from '#server/availability/offer/own-times.ts'
import { outOfReach } from '#server/availability/hours/travel.ts'
import { inOrder, wishedAt, entriesOf, type Preferences } from '#server/availability/offer/preferences.ts'
import type { Work } from '#server/platform/work.ts'
import { earns, termsOf } from '#server/pricing/pricing.ts'
import { type OpenTerms, placeTermsOf } from '#server/pricing/terms.ts'

/** One service at one place: what a booking of it would cost and need, and the snapshot that decides when. */
export type Offer = {
  serviceId: number
  /** Services that follow in the same visit. */
  more: readonly number[]
  /** Including its add-ons. */
  serviceName: string
  /** Without its add-ons, and the add-ons of any service of the visit. */
  plainName: string
  addOns: readonly Added[]
  /** Option groups without a choice: the offer is shown, but can be booked only when each has one. */
  open: readonly string[]
  professionalId: number
  /** Null at the professional's own place, at homes and online; so are host and agreement. */
  spaceId: number | null
  hostId: number | null
  agreementId: number | null
  /** As in bookings.visit_place. */
  place: number | null
  placeName: string
  zone: string
  /** What a start costs its client; `shownAt`: when it was shown; by default now. */
  priceAt(startsAt: number, shownAt?: number): HourPrice
  /** For a visit of several services, each with the price at the hour in which it begins; null: a single service. */
  segmentsAt: ((startsAt: number, shownAt?: number) => PricedSegment[]) | null
  /** Null at the professional's own place: no rent. */
  rent: OfferedRent | null
  terms: OpenTerms
  /** The professional accepts each request; not within hours that they rented beforehand. */
  asks: boolean
  /** The host of the place does so too, by the agreement. */
  hostAnswers: boolean
  /** Of its first service: how long one party waits for the other. */
  toleranceMinutes: number
  /** For each of its services, the part of the price that is paid at booking. */
  upfronts: ReadonlyMap<number, Upfront | null>
  snapshot: Snapshot
}

/** A service at every place where its professional works, own place first. */
export type Offers = {
  professionalId: number
  zone: string
  places: readonly Offer[]
  modalities: readonly Modality[]
  /** It is given only at homes, and no home was requested. */
  needsHome?: boolean
  /** The home is farther than this many kilometres, the most that the professional travels. */
  beyondKm?: number
  /** One of its services is for first visits only, which this would not be. */
  turnsAway?: boolean
}

/** The offers of services that have been read, at one place or at every place; in the order of the professional's preference. */
export const offersOf = (
  work: Work,
  services: readonly ServiceRow[],
  spaceId?: number | null,
  tried: Tried = {},
): Offers[] =>
  services.map((service) => {
    const entries = entriesOf(service, tried.spaceRules)
    const wanted = service.places.filter((place) => spaceId === undefined || place.spaceId === spaceId)
    const places = entries === null ? wanted : inOrder(wanted, entries.chosen)
    return {
      professionalId: service.professionalId,
      zone: service.zone,
      modalities: modalitiesOf(service),
      ...(service.isOutside === true && service.atHome !== null ? { beyondKm: service.atHome.radiusKm } : {}),
      ...(service.places.some(({ at }) => at === someHome) ? { needsHome: true } : {}),
      places: places.flatMap((place) => {
        const terms = termsAt(service, place)
        return terms === undefined ? [] : [offerOf(work, service, place, terms, entries, tried)]
      }),
    }
  })

/** For a visit of several services the strictest of their terms; undefined where it cannot be sold. */
const termsAt = ({ parts }: ServiceRow, place: PlaceRow): OpenTerms | undefined => {
  const rows = parts?.flatMap(({ places }) => places.filter(({ spaceId }) => spaceId === place.spaceId)) ?? [
    place,
  ]
  const known = rows.flatMap(({ terms }) => (terms === null ? [] : [termsOf(placeTermsOf(terms))]))
  return known.length < 2 ? known[0] : known.reduce(strictest)
}

/** Terms differ in what the client may do late: the dearest no-show wins, then the dearest cancellation, then the earliest limit. */
const strictest = (a: OpenTerms, b: OpenTerms): OpenTerms => {
  const { client } = (b.client.noShowBp - a.client.noShowBp || b.client.lateBp - a.client.lateBp) > 0 ? b : a
  return {
    ...a,
    client: { ...client, cutoffMinutes: Math.max(a.client.cutoffMinutes, b.client.cutoffMinutes) },
  }
}

const offerOf = (
  work: Work,
  service: ServiceRow,
  place: PlaceRow,
  terms: OpenTerms,
  entries: Preferences | null,
  tried: Tried,
): Offer => {
  const { homeFeeCents = 0 } = service
  const price = withWay(homeFeeCents, priceOf(work, service, place.zone, tried))
  const varies = (tried.demand === undefined ? service.demand : tried.demand) !== null
  const rent = rentAt(work, service, place, { price, varies })
  const snapshotPlace =
    place.spaceId === null || rent === null
      ? null
      : spaceOf(service, place, rent.chargedMinutes, {
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
    more: (service.parts ?? [service]).slice(1).map(({ id }) => id),
    serviceName: service.name,
    plainName: service.plainName ?? service.name,
    addOns: (service.parts ?? [service]).flatMap(({ added = [] }) => added),
    open: openIn(service),
    professionalId: service.professionalId,
    spaceId: place.spaceId,
    hostId: place.hostId,
    agreementId: place.agreementId,
    place: place.at < 0 ? place.at : null,
    placeName: place.name,
    zone: place.zone,
    priceAt: price,
    segmentsAt: withWayFirst(homeFeeCents, segmentsOf(work, service, place.zone, tried)),
    rent,
    terms,
    toleranceMinutes: service.toleranceMinutes,
    upfronts: new Map((service.parts ?? [service]).map(({ id, upfront }) => [id, upfront])),
    asks:
      service.isUnsure ||
      (entries !== null && idsOf(service).some((id) => rulesFor(entries.rules, id).autoReserve === 'ask')),
    hostAnswers: place.hostAnswers,
    snapshot: {
      now: work.now.getTime(),
      zone: place.zone,
      active: service.active && (place.active || place.rented.length > 0),
      ...(service.isOutside === true ? { isOutside: true } : {}),
      service: soldAt(service, place.zone),
      professional: {
        hours: { weekly: service.weekly ?? [], exceptions: service.exceptions },
        busy: busyFor(service, place),
        isUnsure: service.isUnsure,
        ...takesOn(service),
      },
      place: snapshotPlace,
      clientBusy: intervalsOf(service.clientBusy),
      ...(service.sessions === null
        ? {}
        : { sessions: service.sessions.filter(({ at }) => at === place.at) }),
      ...(place.away === undefined || place.away.length === 0 ? {} : { elsewhere: outOfReach(place.away) }),
      ...(entries === null ? {} : { choice: wishedAt(service, place, terms, { rent, price }, entries) }),
    },
  }
}

const spaceOf = (
  { needs, durationMinutes }: ServiceRow,
  place: PlaceRow,
  rentMinutes: number,
  { marginOk, beyond }: { marginOk: Place['marginOk']; beyond: Beyond },
): Place => ({
  hours: { weekly: place.weekly ?? [], exceptions: place.exceptions },
  agreementWindows: place.windows,
  // Without an active agreement only the rented hours remain.
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
  // An agreement without an hourly rate, as team members have, involves no rent.
  isUnderBlock: rentMinutes < place.blockMinutes && (place.ratePerHourCents > 0 || place.shareBp !== null),
  capacity: place.capacity,
  cleaningMinutes: place.cleaningMinutes,
  ...(needs === null || !place.fittings
    ? {}
    : {
        isLacking: isLacking(needs, place.fittings),
        shared: sharedFor(needs, place.fittings, durationMinutes),
      }),
  units: place.units.map(({ id, own, busy }) => ({ id, own, busy: intervalsOf(busy) })),
  marginOk,
  payable: place.payable,
  ...(place.hostAnswers ? { hostAnswers: true } : {}),
  noticeMinutes: place.noticeMinutes,
})

/** While the professional is at another place, even when not needed there all the time, they cannot be here. */
const busyFor = ({ busy, stays }: ServiceRow, { at }: PlaceRow): Intervals => {
  const elsewhere = stays.filter(([, , place]) => place !== at)
  return elsewhere.length === 0
    ? intervalsOf(busy)
    : union([...busy, ...elsewhere.map(([from, to]) => [from, to] as const)])
}
