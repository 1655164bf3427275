/** The offers whose slots are requested: the services, places and dates of a query. */
import { dayMs } from '#contract/platform/duration.ts'
import type { AddOnRef } from '#contract/service/add-on.ts'
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import type { Channel } from '#contract/pricing/demand.ts'
import { offersOfBusiness } from '#server/availability/offer/business-offers.ts'
import * as prepared from '#server/availability/rules/prepared.ts'
import { offers } from '#server/availability/offer/place-offers.ts'
import type { Offer, Offers } from '#server/availability/offer/offer.ts'
import { dayOf } from '#server/availability/zone/zone.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const maxDays = 31

export type SlotsRequested = {
  professional?: number | undefined
  business?: number | undefined
  service: number
  more?: readonly number[] | undefined
  addOns?: readonly AddOnRef[] | undefined
  persons?: readonly number[] | undefined
  from: string
  to: string
  space?: number | null | undefined
  /** Online, or at a home: as in bookings.visit_place. */
  place?: number | null | undefined
  channel?: Channel | undefined
  /** A booking that would move: its own time counts as free. */
  moving?: string
  movingAt?: 'agreed' | 'hour'
  /** For an existing visit or series alone (slot-token.ts). */
  isBound?: boolean
  /** For her own appointment: in any status of the profile, and services that clients cannot book. */
  isOwn?: boolean | undefined
}

/** What can be given where, with everything needed to judge these days. Refuses as `slots` does. */
export const placesFor = async (work: Work, what: SlotsRequested) => {
  const fromDay = dayOf(what.from)
  const toDay = dayOf(what.to)
  if (toDay < fromDay || toDay - fromDay >= maxDays) refuse('invalid_input')
  const { professional } = what
  const found = await (professional === undefined
    ? offersOfAnybody(work, { ...what, fromDay, toDay })
    : offersOf(work, { ...what, professional, fromDay, toDay }))
  requireReach(found)
  requireRoom(found.places)
  return { zone: found.zone, places: found.places, fromDay, toDay }
}

/** Beyond the radius no days are shown either. The distance of the home would reveal the professional's starting point. */
const requireReach = ({ needsHome, beyondKm }: Pick<Offers, 'needsHome' | 'beyondKm'>) => {
  if (needsHome === true) refuse('home_needed')
  if (beyondKm === undefined) return
  throw new Refusal(
    'outside_home_radius',
    { radiusKm: beyondKm },
    `Esa dirección queda fuera de su zona: va a domicilio en un radio de ${beyondKm} km. Prueba con otra dirección o elige otra forma de atenderte.`,
  )
}

/** Refuses when no place has room for all persons. */
const requireRoom = (places: readonly Offer[]) => {
  if (places.length === 0 || places.some(({ snapshot }) => prepared.fitsIn(snapshot))) return
  const most = Math.max(...places.map(({ snapshot }) => snapshot.place?.capacity ?? 0))
  const text = most === 1 ? 'cabe una persona' : `caben ${most} personas`
  throw new Refusal('place_too_small', { most }, `Ahí ${text} a la vez. Vengan menos, o elijan otro lugar.`)
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
  (await offersOfBusiness(work, {
    serviceId: what.service,
    more: what.more,
    addOns: what.addOns,
    persons: what.persons,
    business: { space: what.space, business: what.business },
    ...spanOf(what),
    clientId: work.viewer.clientId,
    isNewcomer: isNewcomer(work),
    channel: what.channel,
  })) ?? refuse('not_found')

/** The dates in any zone, and the longest service with its buffers. */
const spanOf = ({ fromDay, toDay }: { fromDay: number; toDay: number }) => ({
  from: new Date((fromDay - 2) * dayMs),
  to: new Date((toDay + 4) * dayMs),
})

export const offersOf = async (
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
    /** For her own appointment: in any status of the profile, and services that clients cannot book. */
    isOwn?: boolean | undefined
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
    clientId: what.anyClient ? null : work.viewer.clientId,
    isNewcomer: what.anyClient !== true && isNewcomer(work),
    channel: what.channel,
    coupon: what.coupon,
    moving: what.moving,
    movingAt: what.movingAt,
    apart: what.apart,
    isOwn: what.isOwn,
  })
  if (found?.professionalId !== what.professional) return refuse('not_found')
  if (what.space !== undefined && found.places.length === 0) return refuse('not_found')
  if (found.turnsAway === true) refuse('first_visit_only')
  return found
}

/** Signed in, without a profile as professional or host, and not yet anyone's client. */
const isNewcomer = ({ viewer }: Work) =>
  viewer.accountId !== null &&
  viewer.clientId === null &&
  viewer.professionalId === null &&
  viewer.hostId === null
