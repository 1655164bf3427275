/**
 * Three months back and six weeks ahead of appointments that could all have been booked: inside both parties' hours, on the grid, no person
 * and no chair twice. Pure; the outcome of each is decided here too.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { stretches } from '#server/availability/hours/hours.ts'
import { dayAt, instantAt, readingAt, zoneTable } from '#server/availability/zone/zone.ts'
import type { Offer } from '#server/seed/people/catalogue.ts'
import { type AgreementDraft, type Layout, type Settled, unitIds } from '#server/seed/people/people.ts'
import { chance, type Chance } from '#server/seed/people/random.ts'
import { backgroundShare, isBackground } from '#server/seed/booking/background.ts'
import { capacityOf, groupOf, minGiven, workshop, workshopId } from '#server/seed/booking/groups.ts'
import { packedBy, packedOffer, sessionWorth } from '#server/seed/booking/session-packs.ts'

export type Appointment = {
  settled: Settled
  serviceId: number
  offer: Offer & { priceCents: number }
  agreement: AgreementDraft | null
  unitId: number | null
  /** From 1: the client's number in the demo data. */
  client: number
  startsAt: number
  endsAt: number
  zone: string
  /** `2026-11-20T18:30:00`, in the zone of the place. */
  localStart: string
  bookedAt: number
  /** The claimed time of professional and unit, buffers included. */
  claimed: { professional: Span; unit: Span | null }
  /** A further seat of a class: its hour is claimed already. */
  isSeat?: boolean
  /** The size of the party; absent: one. */
  persons?: number
  /** The value of a session paid with a pack. */
  sessionCents?: number
  became: 'completed' | 'cancelled_by_client' | 'in_progress' | 'to_settle' | 'confirmed'
}
type Span = { from: number; to: number }

const daysBack = 90
/** Every service takes bookings at least this far ahead, and none with less notice (people.ts). */
const daysAhead = 44
const longestNoticeMinutes = 240

export const drawAppointments = function* (
  people: readonly Settled[],
  ids: Layout,
  clients: number,
  now: number,
): Generator<Appointment> {
  const taken = new Map<string, Span[]>()
  const demo = { ids, clients, now, taken }
  for (const settled of people) {
    if (settled.draft.status !== 'published') continue
    yield* withSeats(yearOf(settled, demo), demo)
    const group = groupOf(settled)
    if (group !== undefined) yield* weekly(lessons(settled, group), demo)
    if (settled.draft.id === 1) yield* weekly(workshops(settled, workshopId(people)), demo)
    if (settled.draft.id === packedBy) yield* sessions(settled, demo)
  }
}

/** Adds further clients to an hour of a class. */
const withSeats = function* (appointments: Iterable<Appointment>, demo: DemoData): Generator<Appointment> {
  for (const one of appointments) {
    yield one
    const { draft } = one.settled
    if (one.agreement !== null || one.became === 'cancelled_by_client' || groupOf(one.settled) !== one.offer)
      continue
    const rng = chance(one.startsAt / minuteMs + draft.id * 7_919)
    yield* seatsBeside(one, seatsWanted(rng, capacityOf(draft), one.startsAt - demo.now), rng, demo)
  }
}

/** Past classes and those about to begin took place; of later ones some are full and some wait for more. */
const seatsWanted = (rng: Chance, capacity: number, aheadMs: number) => {
  if (aheadMs < dayMs) return rng.whole(minGiven, capacity - 1)
  return rng.happens(0.25) ? capacity - 1 : rng.whole(0, 5)
}

/** Until this many more have a seat, or no other client is free. */
const seatsBeside = function* (
  first: Appointment,
  wanted: number,
  rng: Chance,
  demo: DemoData,
): Generator<Appointment> {
  const day = dayAt(zoneTable(first.zone), first.startsAt)
  const visit = { from: first.startsAt, to: first.endsAt }
  let left = wanted
  for (let attempt = 0; left > 0 && attempt < wanted * 3; attempt += 1) {
    const client = freeClient(rng, first.settled, demo, day, visit)
    if (client === null) continue
    const persons = Math.min(left, rng.happens(0.15) ? rng.whole(2, 3) : 1)
    left -= persons
    take(demo, `c${client}/${day}`, visit)
    yield {
      ...first,
      client,
      persons,
      isSeat: true,
      became: fate(rng, demo.now, first.startsAt, first.endsAt, 0),
      bookedAt: bookedBefore(rng, demo.now, first.startsAt),
    }
  }
}

/** A weekly class: the participants of each date, counted from the next. */
type Weekly = {
  settled: Settled
  serviceId: number
  offer: Appointment['offer']
  weeks: readonly (readonly [week: number, seats: number])[]
  /** Days after a Thursday. */
  dayOffset: number
  /** The weeks in which the demo's client comes too. */
  demoComes: ReadonlySet<number>
}

const weekly = function* (
  { settled, serviceId, offer, weeks, dayOffset, demoComes }: Weekly,
  demo: DemoData,
): Generator<Appointment> {
  const { draft } = settled
  const { zone } = draft.where
  const table = zoneTable(zone)
  const today = dayAt(table, demo.now)
  const rng = chance(4_711 + draft.id)
  // The first day of 1970 was a Thursday.
  const next = today - ((today - dayOffset) % 7) + 7
  for (const [week, wanted] of weeks) {
    const day = next + week * 7
    // An hour at which they are free, including the way home before it.
    const visit = [20, 21, 19, 18, 9, 8]
      .map((hour) => instantAt(table, day * dayMs + hour * 60 * minuteMs))
      .map((from) => ({ from, to: from + offer.minutes * minuteMs }))
      .find(({ from, to }) =>
        isFree(demo, `p${draft.id}/${day}`, { from: from - 60 * minuteMs, to: to + 60 * minuteMs }),
      )
    if (visit === undefined) continue
    const isDemo = demoComes.has(week) && isFree(demo, `c${demoClient}/${day}`, visit)
    const client = isDemo ? demoClient : freeClient(rng, settled, demo, day, visit)
    if (client === null) continue
    take(demo, `p${draft.id}/${day}`, visit)
    take(demo, `c${client}/${day}`, visit)
    const first: Appointment = {
      settled,
      serviceId,
      offer,
      agreement: null,
      unitId: null,
      client,
      startsAt: visit.from,
      endsAt: visit.to,
      zone,
      localStart: new Date(readingAt(table, visit.from)).toISOString().slice(0, 19),
      bookedAt: bookedBefore(rng, demo.now, visit.from),
      claimed: { professional: visit, unit: null },
      persons: isDemo && week === 0 ? 2 : 1,
      became: fate(rng, demo.now, visit.from, visit.to, 0),
    }
    yield first
    yield* seatsBeside(first, wanted - (first.persons ?? 1), rng, demo)
  }
}

/** The demo's stylist gives an online workshop on Thursday evenings; her best client comes to some of them. */
const workshops = (settled: Settled, serviceId: number): Weekly => ({
  settled,
  serviceId,
  offer: workshop,
  // Past ones took place and were well attended; then some, all of them, and too few so far.
  weeks: [
    [-7, 8],
    [-5, 11],
    [-3, 9],
    [-1, 7],
    [0, 6],
    [1, 12],
    [2, 2],
  ],
  dayOffset: 0,
  demoComes: new Set([-5, -3, 0]),
})

/** A professional who teaches in groups at their own place does so each week, on a fixed day. */
const lessons = (settled: Settled, offer: Appointment['offer']): Weekly => {
  const { draft, serviceIds } = settled
  const rng = chance(draft.id * 6_151)
  const most = capacityOf(draft)
  return {
    settled,
    serviceId: serviceIds[draft.offers.indexOf(offer)] ?? 0,
    offer,
    weeks: [
      ...(isBackground(settled) ? [-2, -1] : [-6, -5, -4, -3, -2, -1]).map(
        (week) => [week, rng.whole(minGiven + 1, most)] as const,
      ),
      [0, most],
      [1, rng.whole(minGiven + 1, most - 2)],
      [2, rng.whole(1, 2)],
    ],
    dayOffset: 1 + (draft.id % 6),
    demoComes: new Set(),
  }
}

/** The demo's client bought five massages together: she had two of them, and comes for a third within the week. */
const sessions = function* (settled: Settled, demo: DemoData): Generator<Appointment> {
  const packed = packedOffer(settled)
  if (packed === undefined) return
  const { draft } = settled
  const { zone } = draft.where
  const table = zoneTable(zone)
  const rng = chance(90_001)
  for (const days of [-40, -19, 2]) {
    const first = dayAt(table, demo.now) + days
    const found = firstFree(settled, packed.offer.minutes, demo, [first, first + 8])
    if (found === undefined) continue
    const { day, visit, professional } = found
    take(demo, `p${draft.id}/${day}`, professional)
    take(demo, `c${demoClient}/${day}`, visit)
    yield {
      settled,
      ...packed,
      agreement: null,
      unitId: null,
      client: demoClient,
      startsAt: visit.from,
      endsAt: visit.to,
      zone,
      localStart: new Date(readingAt(table, visit.from)).toISOString().slice(0, 19),
      bookedAt: bookedBefore(rng, demo.now, visit.from),
      claimed: { professional, unit: null },
      sessionCents: sessionWorth(packed.offer),
      became: fate(rng, demo.now, visit.from, visit.to, 0),
    }
  }
}

/** The first half hour within their hours at which they and the demo's client are free. */
const firstFree = (
  { draft }: Settled,
  minutes: number,
  demo: DemoData,
  [from, to]: readonly [number, number],
): { day: number; visit: Span; professional: Span } | undefined => {
  const table = zoneTable(draft.where.zone)
  for (let day = from; day < to; day += 1)
    for (const { start, end } of stretches({ weekly: draft.weekly, exceptions: [] }, table, day, day))
      for (let at = start; at + minutes * minuteMs <= end; at += 30 * minuteMs) {
        const visit = { from: at, to: at + minutes * minuteMs }
        const isOpen =
          isFree(demo, `p${draft.id}/${day}`, visit) && isFree(demo, `c${demoClient}/${day}`, visit)
        if (isOpen) return { day, visit, professional: visit }
      }
  return undefined
}

type DemoData = { ids: Layout; clients: number; now: number; taken: Map<string, Span[]> }

const yearOf = function* (settled: Settled, demo: DemoData): Generator<Appointment> {
  const { draft } = settled
  const rng = chance(draft.id * 15_485_863 + 17)
  const table = zoneTable(draft.where.zone)
  const today = dayAt(table, demo.now)
  let demoHasNext = draft.id !== 1
  for (let day = today - daysBack; day <= today + daysAhead; day += 1) {
    const wanted = loadOf(rng, settled, day - today)
    if (wanted === 0) continue
    const agreement = placeOfDay(rng, settled, day)
    const open = stretches({ weekly: draft.weekly, exceptions: [] }, table, day, day)
    for (let attempt = 0, made = 0; attempt < wanted * 6 && made < wanted; attempt += 1) {
      const stretch = open.length === 0 ? undefined : rng.pick(open)
      if (stretch === undefined) break
      // The demo's stylist's past visits of today are separate stories (absences.ts, problems.ts).
      const begins = draft.id === 1 && day === today ? demo.now - 30 * minuteMs : 0
      // The demo's client has a future visit, whatever the day and the hour.
      const forDemo = !demoHasNext && day > today
      const found = tryOne(rng, settled, { agreement, stretch, demo, day, forDemo, begins })
      if (found === null) continue
      demoHasNext ||= forDemo && found.client === demoClient
      made += 1
      yield found
    }
  }
}

const loadOf = (rng: Chance, settled: Settled, distance: number) => {
  const { draft, agreements } = settled
  if (draft.id === 1) return demoLoad(rng, distance)
  return agreements.some(({ space }) => space.id === demoSpace)
    ? tenantLoad(rng, distance)
    : load(rng, draft.popularity, distance, isBackground(settled) ? backgroundShare : 1)
}

/** The number of appointments of a day: the past is full, the future thins out. */
const load = (rng: Chance, popularity: number, distance: number, pastShare: number) => {
  const thinned = distance > 0 ? Math.exp(-distance / 14) : distance < 0 ? pastShare : 1
  const expected = (0.04 + 0.42 * popularity ** 2) * thinned
  return rng.fraction() < expected ? (rng.happens(popularity * 0.4) ? 2 : 1) : 0
}
const demoLoad = (rng: Chance, distance: number) => {
  if (distance === 0) return 6
  // The last two days are left to the scripted stories.
  if (distance >= -2 && distance < 0) return 1
  return distance < 0 ? rng.whole(1, 4) : rng.happens(Math.exp(-distance / 20)) ? rng.whole(1, 3) : 0
}

/** Tenants of a chair at the demo's salon have a good day on it. */
const tenantLoad = (rng: Chance, distance: number) =>
  rng.happens(distance > 0 ? 0.75 * Math.exp(-distance / 12) : 0.75) ? rng.whole(1, 4) : 0
const demoSpace = 1

const placeOfDay = (rng: Chance, { draft, agreements }: Settled, day: number): AgreementDraft | null => {
  if (agreements.length === 0) return null
  if (draft.id === 1) return agreements[0] ?? null
  if (draft.hasOwnPlace && rng.happens(0.4)) return null
  return agreements[day % agreements.length] ?? null
}

type Preference = {
  agreement: AgreementDraft | null
  stretch: { anchor: number; start: number; end: number }
  demo: DemoData
  day: number
  /** For the demo's client if they are free. */
  forDemo: boolean
  /** Not before this moment. */
  begins: number
}

const tryOne = (
  rng: Chance,
  settled: Settled,
  { agreement, stretch, demo, day, forDemo, begins }: Preference,
): Appointment | null => {
  const { draft, serviceIds } = settled
  const index = rng.whole(0, draft.offers.length - 1)
  const offer = draft.offers[index]
  const serviceId = serviceIds[index]
  if (offer === undefined || serviceId === undefined) return null
  const duration = offer.minutes * minuteMs
  const step = (offer.minutes <= 30 ? 15 : 30) * minuteMs
  const places = Math.floor((stretch.end - duration - stretch.anchor) / step)
  if (places < 0) return null
  const startsAt = stretch.anchor + rng.whole(0, places) * step
  const endsAt = startsAt + duration
  if (startsAt < begins) return null
  if (agreement !== null && (!isOpen(agreement, startsAt, endsAt) || !earns(offer, agreement))) return null

  const before = startsAt - (offer.prepare ?? 0) * minuteMs
  const after = endsAt + (offer.clean ?? 0) * minuteMs
  const professional = { from: before, to: after }
  if (!isFree(demo, `p${draft.id}/${day}`, professional)) return null
  const cleaned =
    agreement === null ? after : Math.max(after, endsAt + agreement.space.cleaningMinutes * minuteMs)
  const unit = agreement === null ? null : { from: before, to: cleaned }
  const unitId =
    agreement === null || unit === null
      ? null
      : unitIds(demo.ids, agreement.space).find((id) => isFree(demo, `u${id}/${day}`, unit))
  if (unitId === undefined) return null
  const visit = { from: startsAt, to: endsAt }
  const client =
    forDemo && isFree(demo, `c${demoClient}/${day}`, visit)
      ? demoClient
      : freeClient(rng, settled, demo, day, visit)
  if (client === null) return null

  const became = fate(rng, demo.now, startsAt, endsAt)
  if (became !== 'cancelled_by_client') {
    take(demo, `p${draft.id}/${day}`, professional)
    if (unit !== null) take(demo, `u${unitId}/${day}`, unit)
    take(demo, `c${client}/${day}`, { from: startsAt, to: endsAt })
  }
  const { zone } = draft.where
  const reading = readingAt(zoneTable(zone), startsAt)
  return {
    settled,
    serviceId,
    offer,
    agreement,
    unitId,
    client,
    startsAt,
    endsAt,
    zone,
    localStart: new Date(reading).toISOString().slice(0, 19),
    bookedAt: bookedBefore(rng, demo.now, startsAt),
    claimed: { professional, unit },
    became,
  }
}

/** Up to ten days before the latest moment at which it could be booked, within notice and horizon. */
const bookedBefore = (rng: Chance, now: number, startsAt: number) => {
  const latest = Math.min(startsAt - longestNoticeMinutes * minuteMs, now - 10 * minuteMs)
  const earliest = Math.max(latest - 10 * dayMs, startsAt - daysAhead * dayMs)
  return rng.whole(Math.ceil(earliest / minuteMs), Math.floor(latest / minuteMs)) * minuteMs
}

/** The margin guard: after commission and rent something is left. */
const earns = (offer: Appointment['offer'], { ratePerHourCents }: AgreementDraft) =>
  offer.priceCents * 0.9 > (ratePerHourCents * Math.max(offer.minutes, 30)) / 60

const isOpen = ({ space }: AgreementDraft, startsAt: number, endsAt: number) => {
  const table = zoneTable(space.where.zone)
  const day = dayAt(table, startsAt)
  return stretches({ weekly: space.weekly, exceptions: [] }, table, day, day).some(
    (open) => open.start <= startsAt && endsAt <= open.end,
  )
}

const isFree = (demo: DemoData, key: string, span: Span) =>
  (demo.taken.get(key) ?? []).every((other) => other.to <= span.from || span.to <= other.from)

const take = (demo: DemoData, key: string, span: Span) => {
  const known = demo.taken.get(key)
  if (known === undefined) demo.taken.set(key, [span])
  else known.push(span)
}

const demoClient = 1

/** Regulars come back to the same professional. */
const freeClient = (
  rng: Chance,
  { draft }: Settled,
  demo: DemoData,
  day: number,
  span: Span,
): number | null => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const regular = ((draft.id * 37 + rng.whole(0, 11) * 101) % (demo.clients - 1)) + 2
    const client =
      draft.id <= 3 && rng.happens(0.06)
        ? demoClient
        : rng.happens(0.6)
          ? regular
          : rng.whole(2, demo.clients)
    if (isFree(demo, `c${client}/${day}`, span)) return client
  }
  return null
}

const fate = (
  rng: Chance,
  now: number,
  startsAt: number,
  endsAt: number,
  cancelled = 0.07,
): Appointment['became'] => {
  if (endsAt < now - dayMs) return rng.happens(cancelled) ? 'cancelled_by_client' : 'completed'
  if (endsAt < now - 120 * minuteMs) return rng.happens(0.8) ? 'completed' : 'to_settle'
  if (endsAt < now) return 'to_settle'
  if (startsAt < now - 5 * minuteMs) return 'in_progress'
  return 'confirmed'
}
