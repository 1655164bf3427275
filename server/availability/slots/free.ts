/**
 * "Has free time then": computed for many professionals or spaces at once, with few queries, and decided by the same engine that shows,
 * holds and accepts slots. For search and public pages; shows no single slot.
 */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Slot as SlotShown } from '#contract/availability/slot.ts'
import { modalities, modalityOf, online, someHome, type Modality } from '#contract/service/modality.ts'
import { openDuring, stretches, type Hours } from '#server/availability/hours/hours.ts'
import { firstSlot, firstSlots, hasSlot } from '#server/availability/rules/rules.ts'
import type { Slot as SlotStart, Snapshot } from '#server/availability/rules/snapshot.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { type Offer, offersOf } from '#server/availability/offer/offer.ts'
import { dateOf, dayAt, isoOf, startOfDay, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import type { Work } from '#server/platform/work.ts'
import { listCents, meantBy, type Wanted } from '#server/availability/slots/meant.ts'
import type { Free, Period } from '#server/availability/slots/free-periods.ts'
import { openThen } from '#server/availability/slots/open-then.ts'
import { presentAll } from '#server/availability/slots/slot-token.ts'
import { spaceTimes, snapshotOf } from '#server/availability/slots/space-time.ts'

type Range = { from: Date; to: Date; now: Date }

export const periodsOf = (
  work: Work,
  query: { availability?: readonly string[]; startsAt?: string; endsAt?: string; hours?: Daily },
): Free | null => {
  const names = query.availability ?? []
  const anytime = names.length === 0 || names.includes('flexible')
  if (anytime && query.startsAt === undefined && query.endsAt === undefined && query.hours === undefined)
    return null
  const now = work.now.getTime()
  const from = query.startsAt === undefined ? now : Math.max(now, Date.parse(query.startsAt))
  const until = query.endsAt === undefined ? Infinity : Date.parse(query.endsAt)
  const last = Math.min(until, from + horizonMs)
  const known = new Map<string, Period[]>()
  const periodsIn = (zone: string) =>
    (anytime ? [{ from, to: last }] : names.map((name) => named(name, zone, now)))
      .map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, last) }))
      .flatMap((period) => (query.hours === undefined ? [period] : daily(period, query.hours, zone)))
      .filter((period) => period.from < period.to)
  return {
    until,
    periodsIn: (zone) => {
      const periods = known.get(zone) ?? periodsIn(zone)
      known.set(zone, periods)
      return periods
    },
  }
}

/** Minutes of the local day. */
type Daily = { readonly fromMinute: number; readonly toMinute: number }

/** Of a period those hours of each of its days. */
const daily = (period: Period, { fromMinute, toMinute }: Daily, zone: string): Period[] => {
  const table = zoneTable(zone)
  const first = dayAt(table, period.from)
  return Array.from({ length: Math.max(0, dayAt(table, period.to) - first + 1) }, (_, place) => {
    const midnight = startOfDay(table, first + place)
    return {
      from: Math.max(period.from, midnight + fromMinute * minuteMs),
      to: Math.min(period.to, midnight + toMinute * minuteMs),
    }
  })
}

/** An open end is looked through so far. */
const horizonMs = 31 * dayMs

/** The week begins on Monday; dates are those of the place. */
const named = (name: string, zone: string, now: number): Period => {
  const table = zoneTable(zone)
  const today = dayAt(table, now)
  const monday = today - weekdayOf(today) + 1
  if (name === 'today') return { from: now, to: startOfDay(table, today + 1) }
  if (name === 'this_week') return { from: now, to: startOfDay(table, monday + 7) }
  return { from: startOfDay(table, monday + 7), to: startOfDay(table, monday + 14) }
}

/** A place where they may be booked: a space, or null with how (their own place, a home, online). */
export type BookableAt = { professionalId: number; how: Modality; spaceId: number | null; zone: string }

/** Free time that was found: at which of the places, and of which service. */
export type FreeTime<P> = { place: P; offer: Offer }

/** As the engine counts places that are no space. */
const atOf = { place: 0, home: someHome, online } as const

/**
 * The first of some places of each professional at which they have free time for a service that counts, by professional. Places are in
 * the order in which they are preferred; those at places before homes, and homes before online. Professionals are checked in the order
 * given, until `most` of them have time: `isWhole` says that all were checked.
 */
export const freeProfessionals = async <P extends BookableAt>(
  work: Work,
  places: ReadonlyMap<number, readonly P[]>,
  free: Free,
  { wanted, most }: { wanted: Wanted; most: number },
): Promise<{ found: Map<number, FreeTime<P>>; isWhole: boolean }> => {
  const found = new Map<number, FreeTime<P>>()
  const range = rangeOf(work, free)
  const open = range === null ? new Set() : await openThen(work, places, free, range)
  const ids = [...places.keys()].filter((id) => open.has(id))
  let checked = 0
  while (range !== null && checked < ids.length && found.size < most) {
    // Most who work then have time.
    const some = ids.slice(checked, checked + Math.max(fewest, Math.ceil((most - found.size) * 1.15)))
    for (const [id, time] of await freeAmong(work, some, { places, free, wanted, range })) found.set(id, time)
    checked += some.length
  }
  return { found, isWhole: checked >= ids.length }
}

/** One question about so many costs little more than about one. */
const fewest = 8

const freeAmong = async <P extends BookableAt>(
  work: Work,
  ids: readonly number[],
  {
    places,
    free,
    wanted,
    range,
  }: { places: ReadonlyMap<number, readonly P[]>; free: Free; wanted: Wanted; range: Range },
): Promise<Map<number, FreeTime<P>>> => {
  const found = new Map<number, FreeTime<P>>()
  const services = await servicesOf(work, ids, wanted)
  for (const how of modalities) {
    const at = (id: number) => (places.get(id) ?? []).filter((place) => place.how === how)
    const able = services.map((list) =>
      list.filter((service) => service.ways.includes(how) && at(service.professionalId).length > 0),
    )
    // The shortest fits wherever a longer one does, but for its own rules: most are decided in the first round.
    for (let round = 0; able.some((list) => round < list.length); round += 1) {
      const serviceIds = able.flatMap((list) => {
        const service = list[round]
        return service === undefined || found.has(service.professionalId) ? [] : [service.id]
      })
      if (serviceIds.length === 0) break
      const rows = await readServices(work, { serviceIds, ...range, at: atOf[how] })
      for (const { professionalId, places: offers } of offersOf(work, rows))
        for (const place of at(professionalId)) {
          const offer = offers.find(({ spaceId }) => spaceId === place.spaceId)
          if (offer === undefined || found.has(professionalId) || !hasTime(offer.snapshot, free)) continue
          found.set(professionalId, { place, offer })
        }
    }
  }
  return found
}

/**
 * The first hours of an offer in the requested periods, each with its price and the token by which it can be held. None at homes, which
 * need an address, and none of a service that needs a choice of options first.
 */
export const firstHours = (work: Work, offer: Offer, free: Free, most: number): SlotShown[] => {
  if (offer.open.length > 0 || modalityOf(offer.place) === 'home') return []
  const { snapshot } = offer
  const found = new Map<number, SlotStart>()
  for (const { from, to } of free.periodsIn(snapshot.zone)) {
    if (found.size >= most) break
    const last = Math.min(to, free.until - snapshot.service.durationMinutes * minuteMs + 1)
    // Periods may overlap: some of these may be known.
    for (const slot of firstSlots(snapshot, { from, to: last }, most)) found.set(slot.startsAt, slot)
  }
  return presentAll(
    work,
    offer,
    [...found.values()].toSorted((a, b) => a.startsAt - b.startsAt).slice(0, most),
    {},
  )
}

type ServiceId = { id: number; professionalId: number; ways: readonly Modality[] }

/** The services that count of each professional, shortest first. */
export const servicesOf = async (
  work: Work,
  ids: readonly number[],
  wanted: Wanted,
): Promise<ServiceId[][]> => {
  const { rows } = await sql<ServiceId & { meant: number; cents: number }>`
    select id, professional_id as "professionalId",
      array_remove(array[case when at_place then 'place' end, case when home_radius_km is not null then 'home' end,
        case when online then 'online' end], null) as ways,
      ${meantBy(wanted)} as meant, ${listCents}::float8 as cents
    from services
    where professional_id = any(${ids}::bigint[]) and visibility = 'visible'
    order by duration_minutes + buffer_before_minutes + buffer_after_minutes, id`.execute(work.db)
  return ids.map((id) => {
    const own = rows.filter(({ professionalId }) => professionalId === id)
    const most = Math.max(0, ...own.map(({ meant }) => meant))
    const { minCents = 0, maxCents = Infinity } = wanted.price ?? {}
    return own.filter(({ meant, cents }) => meant === most && cents >= minCents && cents <= maxCents)
  })
}

const hasTime = (snapshot: Snapshot, free: Free) =>
  free.periodsIn(snapshot.zone).some(({ from, to }) => {
    const last = free.until - snapshot.service.durationMinutes * minuteMs + 1
    return hasSlot(snapshot, from, Math.min(to, last))
  })

/** The first instant in the requested periods at which it can begin; null: there is none. */
export const firstStart = (snapshot: Snapshot, free: Free): number | null => {
  const last = free.until - snapshot.service.durationMinutes * minuteMs + 1
  const starts = free.periodsIn(snapshot.zone).flatMap(({ from, to }) => {
    const slot = firstSlot(snapshot, from, Math.min(to, last))
    return slot === null ? [] : [slot.startsAt]
  })
  return starts.length === 0 ? null : Math.min(...starts)
}

/** Periods of any zone of Mexico lie within these; claims are read for a day more, since services last. Null: all is past. */
const rangeOf = (work: Work, free: Free): Range | null => {
  const periods = ['America/Cancun', 'America/Tijuana'].flatMap((zone) => free.periodsIn(zone))
  if (periods.length === 0) return null
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  return { from: new Date(from - dayMs), to: new Date(to + dayMs), now: work.now }
}

/** A space with a unit that can be rented for its minimum length, as the engine sees it. */
export type FreeSpace = { zone: string; snapshot: Snapshot }

/**
 * Those of the spaces with a unit that can be rented for its minimum length; the engine runs with a service of that length and a
 * professional who always has time.
 */
export const freeSpaces = async (
  work: Work,
  ids: readonly number[],
  free: Free,
): Promise<Map<number, FreeSpace>> => {
  const range = rangeOf(work, free)
  const rows = range === null ? [] : await spaceTimes(work, ids, range)
  return new Map(
    rows.flatMap((row) => {
      const snapshot = snapshotOf(work, row)
      return hasTime(snapshot, free) ? [[row.id, { zone: row.zone, snapshot }] as const] : []
    }),
  )
}

/** Fields of a rent say full and half hours. */
const stayStepMinutes = 30

const withMinutes = (snapshot: Snapshot, durationMinutes: number): Snapshot => ({
  ...snapshot,
  service: { ...snapshot.service, durationMinutes, stepMinutes: stayStepMinutes },
})

/** The first stays of a length in the requested periods, one after the other: instants at which they begin. */
export const firstStays = ({ snapshot }: FreeSpace, free: Free, minutes: number, most: number): number[] => {
  const long = withMinutes(snapshot, minutes)
  const found: number[] = []
  for (const { from, to } of free.periodsIn(snapshot.zone)) {
    const last = Math.min(to, free.until - minutes * minuteMs + 1)
    let next = Math.max(from, (found.at(-1) ?? -Infinity) + minutes * minuteMs)
    while (found.length < most) {
      const start = firstSlot(long, next, last)
      if (start === null) break
      found.push(start.startsAt)
      next = start.startsAt + minutes * minuteMs
    }
  }
  return found.toSorted((a, b) => a - b)
}

/** Is a unit free for so long from an instant on? */
export const isFreeFor = ({ snapshot }: FreeSpace, startsAt: number, minutes: number): boolean =>
  firstSlot(withMinutes(snapshot, minutes), startsAt, startsAt + 1) !== null

/** Whether a place is open now, and when that changes; null: not within a week. */
export const openNow = (
  work: Work,
  zone: string,
  hours: Hours,
): { today: string; open: boolean; changesAt: string | null } => {
  const now = work.now.getTime()
  const table = zoneTable(zone)
  const today = dayAt(table, now)
  const open = openDuring(stretches(hours, table, today - 1, today + 7))
  const next = open.findIndex((edge) => edge > now)
  const at = open[next]
  return { today: dateOf(today), open: next % 2 === 1, changesAt: at === undefined ? null : isoOf(at) }
}
