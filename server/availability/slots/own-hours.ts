/**
 * Hours for an appointment that a professional writes into her own agenda. Her own rules do not apply: her notice, how far ahead she
 * lets clients book, the hours and dates of the service, her limits, her margin and her rules about places; for a start that she names
 * ("now", or a time), her working hours neither. What concerns others applies: who is busy, the hours and the notice of the space, its
 * agreement.
 */
import { dayMs } from '#contract/platform/duration.ts'
import type { LimitPeriod } from '#contract/availability/limits.ts'
import type { SlotReason } from '#contract/availability/availability.ts'
import type { AddOnRef } from '#contract/service/add-on.ts'
import { modalityOf, placeNameOf, someHome } from '#contract/service/modality.ts'
import { everyHour } from '#contract/platform/weekly-window.ts'
import * as engine from '#server/availability/rules/rules.ts'
import * as prepared from '#server/availability/rules/prepared.ts'
import type { Slot, Snapshot } from '#server/availability/rules/snapshot.ts'
import type { Offer } from '#server/availability/offer/offer.ts'
import { dateOf, dayOf } from '#server/availability/zone/zone.ts'
import { offersOf } from '#server/availability/slots/slot-offers.ts'
import { awayBeside } from '#server/availability/slots/slots.ts'
import type { Shown } from '#server/availability/slots/slot-token.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Two years: no appointment is made further ahead. */
export const ownHorizonDays = 730
/** Her own appointment may begin between the starts that clients see. */
export const ownStepMinutes = 5

type Relaxing = (snapshot: Snapshot) => Snapshot

const withoutChoice: Relaxing = (snapshot) => ({
  ...snapshot,
  choice: undefined,
  professional: { ...snapshot.professional, isUnsure: false },
})
const withoutNotice: Relaxing = (snapshot) => ({
  ...snapshot,
  service: { ...snapshot.service, noticeMinutes: 0 },
})
const withoutHorizon: Relaxing = (snapshot) => ({
  ...snapshot,
  service: { ...snapshot.service, horizonDays: ownHorizonDays },
})
/** As if it were worth its rent at every hour. */
export const withoutMargin: Relaxing = (snapshot) =>
  snapshot.place === null
    ? snapshot
    : {
        ...snapshot,
        place: {
          ...snapshot.place,
          marginOk: true,
          ...(snapshot.place.beyond === undefined
            ? {}
            : { beyond: { ...snapshot.place.beyond, marginOk: () => true } }),
        },
      }

const withoutRadius: Relaxing = (snapshot) => ({ ...snapshot, isOutside: false })
const withoutOwnHours: Relaxing = (snapshot) => ({
  ...snapshot,
  service: { ...snapshot.service, ownHours: undefined },
})
const withoutOwnDates: Relaxing = (snapshot) => ({
  ...snapshot,
  service: { ...snapshot.service, offered: undefined },
})
const noLimit = { visits: null, minutes: null }
const withoutLimit =
  (...periods: readonly LimitPeriod[]): Relaxing =>
  (snapshot) => {
    const { limits, ...professional } = snapshot.professional
    if (limits === undefined) return snapshot
    const none = Object.fromEntries(periods.map((period) => [period, noLimit]))
    return { ...snapshot, professional: { ...professional, limits: { ...limits, ...none } } }
  }

const withoutHours: Relaxing = (snapshot) => ({
  ...snapshot,
  professional: { ...snapshot.professional, hours: { weekly: everyHour, exceptions: [] } },
})

const relaxing: Partial<Record<SlotReason, Relaxing>> = {
  too_soon: withoutNotice,
  too_far: withoutHorizon,
  outside_radius: withoutRadius,
  margin: withoutMargin,
  outside_service_hours: withoutOwnHours,
  outside_service_dates: withoutOwnDates,
  day_limit: withoutLimit('day'),
  week_limit: withoutLimit('week'),
  month_limit: withoutLimit('month'),
  outside_professional_hours: withoutHours,
}
const relaxFor = (reason: SlotReason): Relaxing | undefined =>
  reason.startsWith('rule_') ? withoutChoice : relaxing[reason]

/** None of her own rules apply, except her working hours: she is offered hours of her working days. */
export const ownSnapshot = (snapshot: Snapshot): Snapshot =>
  withoutLimit(
    'day',
    'week',
    'month',
  )(
    withoutRadius(
      withoutOwnHours(withoutOwnDates(withoutMargin(withoutHorizon(withoutNotice(withoutChoice(snapshot)))))),
    ),
  )

/** The same with starts between those that clients see. */
const anyStart = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  service: { ...snapshot.service, stepMinutes: ownStepMinutes },
})

/** For a start that she names: she may serve a client who arrives before she opens. */
const namedSnapshot = (snapshot: Snapshot): Snapshot => anyStart(withoutHours(ownSnapshot(snapshot)))

/** Which of her own rules this start overrides, in the order in which they would refuse it; null: others refuse it too. */
export const overridden = (snapshot: Snapshot, startsAt: number): SlotReason[] => {
  const found: SlotReason[] = []
  let given = anyStart(snapshot)
  for (;;) {
    const decision = engine.feasible({ startsAt }, given)
    if (decision.ok) return found
    const relax = relaxFor(decision.reason)
    if (relax === undefined || found.includes(decision.reason)) return found
    found.push(decision.reason)
    given = relax(given)
  }
}

type OwnOffers = {
  zone: string
  places: readonly Offer[]
  /** Everywhere she gives these services, by the place number of a booking. */
  given: { at: number; name: string }[]
  /** At a home whose address is still missing. */
  needsHome: boolean
}

/**
 * The offers of her own service: at the requested place, else at spaces, at her own place and online. At a home only with its address,
 * since no visit can be written without one.
 */
export const ownOffers = async (
  work: Work,
  {
    at,
    home,
    ...what
  }: {
    service: number
    more: readonly number[]
    persons?: readonly number[] | undefined
    addOns?: readonly AddOnRef[] | undefined
    fromDay: number
    toDay: number
    /** The requested place number; `someHome`: at a home. */
    at?: number | undefined
    /** The number of the home, if its address is known. */
    home?: number | undefined
  },
): Promise<OwnOffers> => {
  const professional = work.viewer.professionalId ?? refuse('not_found')
  const read = (place?: number) => offersOf(work, { ...what, professional, place, isOwn: true })
  const usual = await read()
  const known = [...usual.places]
  for (const place of awayBeside(usual).filter((away) => away !== someHome))
    known.push(...(await read(place)).places)
  // A class has seats, which its clients book.
  const places = known.filter(
    ({ place, snapshot }) => place !== someHome && snapshot.active && snapshot.sessions === undefined,
  )
  const isClass = known.some(({ snapshot }) => snapshot.sessions !== undefined)
  const given = [
    ...places.map((offer) => ({ at: numberOf(offer), name: offer.placeName })),
    ...(!isClass && usual.modalities.includes(modalityOf(someHome))
      ? [{ at: someHome, name: placeNameOf(someHome) }]
      : []),
  ]
  const isAtHome =
    given.some((one) => one.at === someHome) && (at === someHome || given.every((one) => one.at === someHome))
  if (!isAtHome)
    return {
      zone: usual.zone,
      given,
      needsHome: false,
      places: places.filter((offer) => at === undefined || numberOf(offer) === at),
    }
  return {
    zone: usual.zone,
    given,
    needsHome: home === undefined,
    places: home === undefined ? [] : (await read(home)).places,
  }
}

const numberOf = ({ spaceId, place }: Offer) => spaceId ?? place ?? 0

export type OwnStart = { offer: Offer; slot: Slot; decision: ReturnType<typeof engine.feasible> }

/** Each start of one date at each place, in order of time; her preferred place first. */
export const ownStarts = (places: readonly Offer[], date: string): OwnStart[] =>
  places
    .flatMap((offer) => {
      const snapshot = ownSnapshot(offer.snapshot)
      return engine
        .slots(snapshot, date, date)
        .flatMap(({ slots }) => slots)
        .map((slot) => ({ offer, slot, decision: engine.feasible(slot, snapshot) }))
    })
    .sort((a, b) => a.slot.startsAt - b.slot.startsAt)

/** One start that she names, at the first place where it is possible; else the reason at the place that came nearest. */
export const ownStartAt = (
  places: readonly Offer[],
  startsAt: number,
): { start: OwnStart | null; reason: SlotReason | null } => {
  let reason: SlotReason | null = null
  for (const offer of places) {
    const snapshot = namedSnapshot(offer.snapshot)
    const decision = engine.feasible({ startsAt }, snapshot)
    const endsAt = prepared.claimsOf(snapshot, startsAt).client.end
    if (decision.ok)
      return { start: { offer, slot: { startsAt, endsAt, unitId: decision.unitId }, decision }, reason: null }
    reason ??= decision.reason
  }
  return { start: null, reason }
}

/**
 * May her choice be written into her agenda now, and what would it claim? Like `decide`, but by her own rules. `keepsHours`: only when
 * she works, since she did not name that start.
 */
export const decideOwn = async (
  work: Work,
  shown: Omit<Shown, 'totalCents'>,
  { keepsHours = false }: { keepsHours?: boolean } = {},
) => {
  const day = Math.floor(shown.startsAt / dayMs)
  const { places } = await offersOf(work, {
    professional: shown.professionalId,
    service: shown.serviceId,
    more: shown.more,
    addOns: shown.addOns,
    persons: shown.persons,
    space: shown.spaceId,
    place: shown.place,
    channel: shown.channel,
    fromDay: day,
    toDay: day,
    isOwn: true,
  })
  const offer = places[0] ?? refuse('not_found')
  const snapshot = keepsHours ? anyStart(ownSnapshot(offer.snapshot)) : namedSnapshot(offer.snapshot)
  const decision = engine.feasible({ startsAt: shown.startsAt }, snapshot)
  const claims = prepared.claimsOf(snapshot, shown.startsAt)
  const within =
    decision.ok &&
    decision.parentRentId !== undefined &&
    (decision.over === undefined || claims.professional.end <= decision.over.hours.to)
  return {
    offer,
    decision,
    price: offer.priceAt(shown.startsAt, shown.shownAt),
    claims: within ? { ...claims, unit: claims.professional } : claims,
  }
}

/** A number of local dates, in the engine's format. */
export const datesFrom = (date: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dateOf(dayOf(date) + index))
