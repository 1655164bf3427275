/** The soonest hours of one professional, day by day: for public pages, alerts and the home of a client. */
import { dayMs } from '#contract/platform/duration.ts'
import type { NextHour } from '#contract/booking/client/home.ts'
import { modalityOf, online, type Modality } from '#contract/service/modality.ts'
import { type Offer, offersOf } from '#server/availability/offer/offer.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { firstSlot } from '#server/availability/rules/rules.ts'
import type { Slot as SlotStart } from '#server/availability/rules/snapshot.ts'
import { servicesOf } from '#server/availability/slots/free.ts'
import { placesFor, type SlotsRequested } from '#server/availability/slots/slot-offers.ts'
import { presentHours } from '#server/availability/slots/slot-token.ts'
import { dateOf, dayAt, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type FirstStart = { at: Date; service: number; space: number | null; how: Modality }
type Start = { offer: Offer; slot: SlotStart }

const soonest = (offers: readonly Offer[], from: number, to: number): Start | null => {
  let best: Start | null = null
  for (const offer of offers) {
    const slot = firstSlot(offer.snapshot, from, best?.slot.startsAt ?? to)
    if (slot !== null) best = { offer, slot }
  }
  return best
}

/** For each of a number of days from today on, in that zone. */
const firstOfDays = (
  work: Work,
  offers: readonly Offer[],
  { zone, shown }: { zone: string; shown: number },
) => {
  const now = work.now.getTime()
  const table = zoneTable(zone)
  const today = dayAt(table, now)
  return Array.from({ length: shown }, (_, place) => ({
    date: dateOf(today + place),
    first: soonest(
      offers,
      Math.max(now, startOfDay(table, today + place)),
      startOfDay(table, today + place + 1),
    ),
  }))
}

/** Any listed service, wherever it is given. */
const offersOfAll = async (work: Work, professionalId: number, days: number, clientId: number | null) => {
  const now = work.now.getTime()
  const [services = []] = await servicesOf(work, [professionalId], { category: null, text: null })
  const rows = await readServices(work, {
    serviceIds: services.map(({ id }) => id),
    from: new Date(now - dayMs),
    to: new Date(now + (days + 1) * dayMs),
    clientId,
  })
  return offersOf(work, rows).flatMap(({ places }) => places)
}

/** The soonest start of any service of a professional on each of the coming days, and of all of them. */
export const nextStarts = async (
  work: Work,
  professionalId: number,
  { zone, days, shown }: { zone: string; days: number; shown: number },
): Promise<{ next: Date | null; week: { date: string; first: FirstStart | null }[] }> => {
  const offers = await offersOfAll(work, professionalId, days, null)
  const week = firstOfDays(work, offers, { zone, shown }).map(({ date, first }) => ({
    date,
    first: first && {
      at: new Date(first.slot.startsAt),
      service: first.offer.serviceId,
      space: first.offer.spaceId,
      how: modalityOf(first.offer.place),
    },
  }))
  const table = zoneTable(zone)
  const now = work.now.getTime()
  const later = startOfDay(table, dayAt(table, now) + shown)
  const next = week.find(({ first }) => first !== null)?.first?.at
  if (next !== undefined) return { next, week }
  const after = soonest(offers, later, now + days * dayMs)
  return { next: after && new Date(after.slot.startsAt), week }
}

type Within = { zone: string; days: number; most: number }

/** The first hour of any service of a professional on each of the next days that have one. */
export const nextHours = async (work: Work, professionalId: number, within: Within): Promise<NextHour[]> =>
  presented(work, await offersOfAll(work, professionalId, within.days, work.viewer.clientId), within, {})

/** The same for a whole visit; none at homes, which need an address, nor for services that are no longer given. */
export const nextHoursOf = async (
  work: Work,
  { how, ...visit }: Omit<SlotsRequested, 'from' | 'to' | 'place'> & { how: Modality },
  within: Within,
): Promise<NextHour[]> => {
  if (how === 'home') return []
  const table = zoneTable(within.zone)
  const today = dayAt(table, work.now.getTime())
  const what = {
    ...visit,
    ...(how === 'online' ? { place: online } : {}),
    from: dateOf(today),
    to: dateOf(today + within.days - 1),
  }
  try {
    const { places } = await placesFor(work, what)
    return presented(
      work,
      places.filter(({ place }) => modalityOf(place) === how),
      within,
      what,
    )
  } catch (error) {
    // A former service or add-on is gone, or no place has room for so many people any more.
    if (error instanceof Refusal) return []
    throw error
  }
}

const presented = (
  work: Work,
  offers: readonly Offer[],
  { zone, days, most }: Within,
  visit: Parameters<typeof presentHours>[3],
): NextHour[] =>
  firstOfDays(work, offers, { zone, shown: days })
    .flatMap(({ first }) => (first === null ? [] : [first]))
    .slice(0, most)
    .flatMap(({ offer, slot }) => presentHours(work, offer, [slot], visit))
