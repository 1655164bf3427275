/** The dates and hours of a series, and what the slot engine offers on each of them. */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { SeriesDate, SeriesPreview } from '#contract/booking/series/series.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { minChargeCents } from '#contract/service/upfront.ts'
import { type CouponAgain, couponAgain } from '#server/availability/offer/coupon.ts'
import { decide, judge, slots } from '#server/availability/slots/slots.ts'
import type { Offer } from '#server/availability/offer/offer.ts'
import type { Decision, Snapshot } from '#server/availability/rules/snapshot.ts'
import { present as presentSlot, type Shown } from '#server/availability/slots/slot-token.ts'
import { dayOf, instantAt, readingAt, zoneTable } from '#server/availability/zone/zone.ts'
import { partsAsRequested } from '#server/booking/contact/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { savedAddOns } from '#server/booking/columns/service.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { margin } from '#server/pricing/split.ts'
import { policyOf } from '#server/pricing/cancellation-policy.ts'
import { openTerms, type Terms } from '#server/pricing/terms.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, type Work } from '#server/platform/work.ts'

/** The instant at which the clock of a place shows this time on a date (the first, if there are two); null: the clock skips it. */
export const startOn = (zone: string, date: string, minute: number): number | null => {
  const table = zoneTable(zone)
  const reading = dayOf(date) * dayMs + minute * minuteMs
  const instant = instantAt(table, reading)
  return readingAt(table, instant) === reading ? instant : null
}

export const dateAt = (zone: string, instant: number) =>
  new Date(readingAt(zoneTable(zone), instant)).toISOString().slice(0, 10)

const minuteOf = (localStart: string) =>
  Number(localStart.slice(11, 13)) * 60 + Number(localStart.slice(14, 16))

/** The hour, place and client of the visits that repeat. */
export type Pattern = {
  what: What
  zone: string
  minute: number
  agreedCents: number
  /** The agreed terms; null: not booked yet. */
  terms: Terms | null
  /** The client whose own time counts too; null: unknown or irrelevant. */
  clientId: number | null
  /** The coupon of that visit; null: none, or not for this viewer. */
  couponId: number | null
}

/** The pattern of a booked visit, with all of its services and add-ons. */
export const patternOf = async (work: Work, booking: BookingRow): Promise<Pattern> => {
  const { more, persons } = await partsAsRequested(work, booking.id)
  return {
    what: {
      professionalId: booking.professional_id,
      serviceId: booking.service_id ?? refuse('not_found'),
      spaceId: booking.space_id,
      place: booking.visit_place,
      channel: booking.channel === 'own_link' ? ('own_link' as const) : ('marketplace' as const),
      ...(more.length === 0 ? {} : { more }),
      ...(persons === undefined ? {} : { persons }),
      addOns: savedAddOns(booking).map(({ serviceId, id, person }) => ({ serviceId, id, person })),
    },
    zone: booking.zone,
    minute: minuteOf(booking.local_start),
    agreedCents: booking.total_cents,
    terms: openTerms(booking.terms),
    clientId: booking.client_id,
    couponId: booking.coupon_id,
  }
}

/** For a slot shown but not booked yet. Refuses not_found. */
export const patternOfSlot = async (work: Work, choice: Shown): Promise<Pattern> => {
  const { offer } = await decide(work, choice)
  const { professionalId, serviceId, spaceId, place, channel, more, addOns, persons } = choice
  return {
    what: {
      professionalId,
      serviceId,
      spaceId,
      place,
      channel,
      ...(more === undefined ? {} : { more }),
      ...(addOns === undefined ? {} : { addOns }),
      ...(persons === undefined ? {} : { persons }),
    },
    zone: offer.zone,
    minute: minuteOf(localStart(new Date(choice.startsAt), offer.zone)),
    agreedCents: choice.totalCents,
    terms: null,
    clientId: null,
    couponId: null,
  }
}

/** What each date offers at that hour. */
export const previewOf = async (
  work: Work,
  pattern: Pattern,
  dates: readonly string[],
): Promise<SeriesPreview> => {
  const request = actingAs(work, { clientId: pattern.clientId })
  const { serviceId, more = [] } = pattern.what
  const coupon =
    pattern.couponId === null ? null : await couponAgain(work, pattern.couponId, [serviceId, ...more])
  const shown: SeriesDate[] = []
  let policy: SeriesPreview['policy'] = null
  let left = coupon?.left ?? Infinity
  const before: number[] = []
  for (const date of dates) {
    const { terms, ...one } = await dateOf(request, pattern, date, before)
    if (one.slot !== null) before.push(Date.parse(one.slot.startsAt))
    policy ??= newPolicy(pattern, terms, one.slot ?? one.alternatives[0])
    const priced = coupon === null ? one : await lessBy(request, pattern.what, one, { coupon, left })
    if (priced.coupon === 'counts') left -= 1
    shown.push(priced)
  }
  return {
    zone: pattern.zone,
    agreedCents: pattern.agreedCents,
    policy,
    coupon: coupon && { code: coupon.given.code, left: coupon.left },
    dates: shown,
  }
}

/** The price of a date with the coupon, or why the coupon does not apply then. */
const lessBy = async (
  work: Work,
  what: What,
  date: SeriesDate,
  { coupon, left }: { coupon: CouponAgain; left: number },
): Promise<SeriesDate> => {
  const { slot, alternatives } = date
  if (slot === null && alternatives.length === 0) return date
  if (!coupon.isGiven) return { ...date, coupon: 'not_given' }
  if (coupon.onceEach) return { ...date, coupon: 'once' }
  if (!coupon.isOn(date.date)) return { ...date, coupon: 'not_then' }
  if (coupon.left === 0) return { ...date, coupon: 'used_up' }
  const less = async (slot: Slot) => {
    const startsAt = Date.parse(slot.startsAt)
    const { offer, decision, price } = await decide(work, {
      ...what,
      spaceId: slot.spaceId,
      startsAt,
      coupon: coupon.given,
    })
    const rentCents = offer.rent?.centsAt(startsAt) ?? 0
    const { totalCents } = price
    const earns = margin(offer.terms, { serviceCents: totalCents, rentCents }).earns
    return decision.ok && totalCents >= minChargeCents && earns
      ? { ...slot, withCouponCents: totalCents }
      : slot
  }
  const priced = {
    ...date,
    slot: slot && (await less(slot)),
    alternatives: await Promise.all(alternatives.map(less)),
  }
  const counts = [priced.slot, ...priced.alternatives].some((one) => one !== null && 'withCouponCents' in one)
  return { ...priced, coupon: counts ? (left > 0 ? 'counts' : 'used_up') : 'too_much' }
}

/** Whether the same hour at the same price now has another cancellation policy. */
const newPolicy = ({ terms: agreed, zone }: Pattern, terms: Terms | null, slot: Slot | undefined) => {
  if (agreed === null || terms === null || slot === undefined) return null
  const at = { totalCents: slot.totalCents, startsAt: new Date(slot.startsAt), zone }
  const now = policyOf({ ...at, terms })
  return now.text === policyOf({ ...at, terms: agreed }).text ? null : now
}

type What = Pick<
  Shown,
  'professionalId' | 'serviceId' | 'spaceId' | 'place' | 'channel' | 'more' | 'addOns' | 'persons'
>

const dateOf = async (
  work: Work,
  { what, zone, minute }: Pattern,
  date: string,
  before: readonly number[],
): Promise<SeriesDate & { terms: Terms | null }> => {
  const startsAt = startOn(zone, date, minute)
  if (startsAt !== null) {
    const { offer, decision: alone, claims } = await decide(work, { ...what, startsAt })
    const decision = alone.ok ? besideOthers(offer, alone, { startsAt, before }) : alone
    const slot = { startsAt, endsAt: claims.client.end, unitId: decision.ok ? decision.unitId : null }
    const { terms } = offer
    if (decision.ok)
      return {
        date,
        terms,
        state: 'free',
        slot: presentSlot(work, offer, slot, { ...what, isBound: true }),
        alternatives: [],
        coupon: null,
      }
    if (decision.reason === 'too_far')
      return { date, terms, state: 'too_far', slot: null, alternatives: [], coupon: null }
    // The date is full: any other hour would exceed the limit as well.
    if (alone.ok) return { date, terms, state: 'closed', slot: null, alternatives: [], coupon: null }
    const state = busyReasons.has(decision.reason) ? 'taken' : 'closed'
    return {
      date,
      terms,
      state,
      slot: null,
      alternatives: await around(work, what, date, startsAt),
      coupon: null,
    }
  }
  const wished = dayOf(date) * dayMs + minute * minuteMs
  return {
    date,
    terms: null,
    state: 'missing',
    slot: null,
    alternatives: await around(work, what, date, instantAt(zoneTable(zone), wished)),
    coupon: null,
  }
}

const besideOthers = (
  { snapshot }: Offer,
  alone: Decision,
  { startsAt, before }: { startsAt: number; before: readonly number[] },
): Decision =>
  snapshot.professional.limits === undefined || before.length === 0
    ? alone
    : judge(withEarlier(snapshot, before), startsAt).decision

/** Earlier visits of the same series count toward the professional's limits. */
export const withEarlier = (snapshot: Snapshot, before: readonly number[]): Snapshot => {
  const { limits } = snapshot.professional
  if (limits === undefined) return snapshot
  const minutes = snapshot.service.durationMinutes
  const visits = [...limits.visits, ...before.map((startsAt) => ({ startsAt, minutes }))]
  return { ...snapshot, professional: { ...snapshot.professional, limits: { ...limits, visits } } }
}

/** Reasons for which an hour is taken rather than closed. */
export const busyReasons: ReadonlySet<string> = new Set([
  'professional_busy',
  'unit_busy',
  'equipment_busy',
  'client_busy',
  'no_time_to_travel',
])

/** The three nearest hours of that day, without duplicates, in order of time. */
const around = async (work: Work, what: What, date: string, wished: number) => {
  const { days } = await slots(work, {
    professional: what.professionalId,
    service: what.serviceId,
    more: what.more,
    addOns: what.addOns,
    persons: what.persons,
    place: what.place,
    channel: what.channel,
    isBound: true,
    from: date,
    to: date,
  })
  const all = days.flatMap((day) => day.slots)
  return all
    .filter(({ startsAt }, index) => all.findIndex((other) => other.startsAt === startsAt) === index)
    .sort((a, b) => Math.abs(Date.parse(a.startsAt) - wished) - Math.abs(Date.parse(b.startsAt) - wished))
    .slice(0, 3)
    .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}
