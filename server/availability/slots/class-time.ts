/**
 * May a class be set at this hour and place? Decided by the engine that offers hours, but without the professional's hours: they set it
 * by hand. A place that asks rent by the hour is rented first (docs/booking/classes.md).
 */
import { dayMs } from '#contract/platform/duration.ts'
import type { SlotReason } from '#contract/availability/availability.ts'
import { everyHour } from '#contract/platform/weekly-window.ts'
import * as engine from '#server/availability/rules/rules.ts'
import * as prepared from '#server/availability/rules/prepared.ts'
import type * as snapshots from '#server/availability/rules/snapshot.ts'
import { offers } from '#server/availability/offer/place-offers.ts'
import type { Offer } from '#server/availability/offer/offer.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type RequestParams = {
  serviceId: number
  professionalId: number
  /** The place's number for travel. */
  place: number
  capacity: number
  /** An existing class that would move there, with its length: its own time counts as free. */
  moving?: { id: string; minutes: number } | undefined
}

/** The place during a stretch of time; refuses not_found where the professional does not work. */
export const classGround = async (
  work: Work,
  { serviceId, professionalId, place, capacity, moving }: RequestParams,
  span: { from: number; to: number },
): Promise<Offer> => {
  const found = await offers(work, {
    serviceId,
    spaceId: place > 0 ? place : null,
    place: place < 0 ? place : null,
    from: new Date(span.from - 2 * dayMs),
    to: new Date(span.to + 2 * dayMs),
    movingClass: moving?.id,
  })
  const [offer] = found?.professionalId === professionalId ? found.places : []
  if (offer === undefined) return refuse('not_found')
  return { ...offer, snapshot: byHand(offer.snapshot, capacity, moving?.minutes) }
}

type Placed = {
  ok: true
  unitId: number | null
  parentRentId: string | null
  claims: ReturnType<typeof prepared.claimsOf>
}

/** What a class at that hour would claim, or why it is refused. */
export const classAt = (
  { snapshot, rent }: Offer,
  startsAt: number,
): Placed | { ok: false; reason: SlotReason | 'needs_rent' } => {
  const decision = engine.feasible({ startsAt }, snapshot)
  if (!decision.ok) return decision
  const { unitId, parentRentId = null, over } = decision
  const paysRent = rent !== null && rent.centsAt(startsAt) > 0
  if (over !== undefined || (parentRentId === null && paysRent)) return { ok: false, reason: 'needs_rent' }
  const claims = prepared.claimsOf(snapshot, startsAt)
  return {
    ok: true,
    unitId,
    parentRentId,
    // Rented hours are cleaned once, after the last of them.
    claims: parentRentId === null ? claims : { ...claims, unit: claims.professional },
  }
}

const byHand = (
  snapshot: snapshots.Snapshot,
  capacity: number,
  minutes = snapshot.service.durationMinutes,
): snapshots.Snapshot => ({
  now: snapshot.now,
  zone: snapshot.zone,
  active: true,
  service: {
    ...snapshot.service,
    durationMinutes: minutes,
    stepMinutes: 1,
    noticeMinutes: 0,
    horizonDays: 400,
    processes: undefined,
    fullDays: undefined,
    ownHours: undefined,
    offered: undefined,
    persons: capacity,
  },
  professional: { hours: { weekly: everyHour, exceptions: [] }, busy: snapshot.professional.busy },
  elsewhere: snapshot.elsewhere,
  place: snapshot.place && {
    ...snapshot.place,
    noticeMinutes: 0,
    isUnderBlock: false,
    marginOk: true,
    payable: true,
    shared: [],
  },
})
