/**
 * What can be offered: a service at each place where its professional works, with what a booking of it there would cost, and the
 * snapshot by which the engine decides when.
 */
import { sql } from 'kysely'
import type { AddOnRef } from '#contract/service/add-on.ts'
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import type { Channel } from '#contract/pricing/demand.ts'
import { modalityOf, someHome } from '#contract/service/modality.ts'
import { kmTo } from '#server/availability/offer/home.ts'
import { asBooked, bookingLeaving, classLeaving, without } from '#server/availability/offer/travel-start.ts'
import { mixesClass, oneVisit, partsOf, withAddOns } from '#server/availability/offer/one-visit.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import type { ServiceRow } from '#server/availability/offer/service-row.ts'
import type { Work } from '#server/platform/work.ts'
import { type Offers, offersOf } from '#server/availability/offer/offer.ts'

type RequestParams = {
  serviceId: number
  /** Services that follow in the same visit. */
  more?: readonly number[] | undefined
  addOns?: readonly AddOnRef[] | undefined
  /** How many of the services each of several people has. */
  persons?: readonly number[] | undefined
  spaceId?: number | null | undefined
  /** As in bookings.visit_place; if absent: at places, or, for a service without places, wherever it is given. */
  place?: number | null | undefined
  /** Only at the spaces of this business. */
  businessId?: number | undefined
  from: Date
  to: Date
  clientId?: number | null
  /** A signed-in user who never booked with any professional. */
  isNewcomer?: boolean
  /** The channel of the booking: prices may differ (contract/pricing/demand.ts). */
  channel?: Channel | undefined
  /** The visit's coupon. */
  coupon?: GivenCoupon | undefined
  /** A booking whose own time counts as free: it would move, at the price that was agreed or at that of the hour. */
  moving?: string | undefined
  movingAt?: 'agreed' | 'hour' | undefined
  /** A hold whose own time counts as free while its services change. */
  apart?: string | undefined
  /** A class that would move: its own time counts as free. */
  movingClass?: string | undefined
  /** For an appointment that the professional writes herself (service-reading.ts). */
  isOwn?: boolean | undefined
}

/**
 * The offers of a service with everything claimed between two instants; null when there is no such service or its profile is a draft.
 * `spaceId` null requests the own place alone, undefined every place.
 */
export const offers = async (work: Work, what: RequestParams): Promise<Offers | null> => {
  const {
    place,
    moving,
    movingAt,
    apart,
    movingClass,
    channel,
    coupon,
    isNewcomer = false,
    more = [],
    addOns = [],
    persons,
    ...request
  } = what
  const serviceIds = [what.serviceId, ...more]
  const rows = await readServices(work, {
    ...request,
    at: place === null ? 0 : place,
    serviceIds: [...new Set(serviceIds)],
  })
  const parts = withAddOns(partsOf(serviceIds, rows, persons), addOns)
  if (parts === undefined || mixesClass(parts)) return null
  const service = oneVisit(serviceIds.length, parts)
  if (service === undefined) return null
  const free =
    moving !== undefined
      ? asBooked(service, await bookingLeaving(work, moving), what.clientId, movingAt)
      : apart !== undefined
        ? without(service, await bookingLeaving(work, apart), what.clientId)
        : movingClass !== undefined
          ? without(service, await classLeaving(work, movingClass), null)
          : service
  const [found] = offersOf(
    work,
    [
      {
        ...free,
        isFirstVisit: free.isFirstVisit || isNewcomer,
        ...(await wayTo(work, service, { place, moving, movingAt })),
      },
    ],
    what.spaceId,
    { coupon, ...(channel === undefined ? {} : { channel }) },
  )
  if (found === undefined) return null
  // When it moves, it is still the first visit.
  const turnsAway = moving === undefined && parts.some((part) => part.turnsAway)
  if (what.businessId === undefined) return { ...found, turnsAway }
  const spaceIds = await spacesOfBusiness(work, { business: what.businessId })
  return { ...found, turnsAway, places: found.places.filter(({ spaceId }) => spaceIds.has(spaceId)) }
}

/**
 * For a visit at a home: the travel fee, and whether it is too far. An existing visit is never too far, and its agreed price includes
 * the fee. Refuses home_needed for a home that was deleted.
 */
const wayTo = async (
  work: Work,
  { atHome, home }: ServiceRow,
  { place, moving, movingAt }: Pick<RequestParams, 'place' | 'moving' | 'movingAt'>,
): Promise<Pick<ServiceRow, 'homeFeeCents' | 'isOutside'>> => {
  if (atHome === null || typeof place !== 'number' || modalityOf(place) !== 'home') return {}
  if (moving !== undefined) return movingAt === 'hour' ? { homeFeeCents: atHome.feeCents } : {}
  if (place === someHome) return { homeFeeCents: atHome.feeCents }
  return { homeFeeCents: atHome.feeCents, isOutside: (await kmTo(work, place, home)) > atHome.radiusKm }
}

/** A business with all its spaces, or one space. */
export type Business = { business?: number | undefined; space?: number | null | undefined }

export const spacesOfBusiness = async (
  work: Work,
  { business, space }: Business,
): Promise<Set<number | null>> => {
  const { rows } = await sql<{ id: number }>`
    select id from spaces where status = 'published'
      ${business === undefined ? sql`` : sql`and business_id = ${business}`}
      ${space === undefined ? sql`` : sql`and id = ${space}`}`.execute(work.db)
  return new Set(rows.map(({ id }) => id))
}
