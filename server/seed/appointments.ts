/**
 * Three months back and three ahead of appointments that could all have been booked: inside both parties'
 * hours, on the grid, no person and no chair twice. Pure; what became of each is decided here too.
 */
import { stretches } from '#server/availability/hours.ts'
import { dayAt, dayMs, minuteMs, readingAt, zoneTable } from '#server/availability/zone.ts'
import type { Offer } from '#server/seed/catalogue.ts'
import { type AgreementDraft, type Layout, type Settled, unitIds } from '#server/seed/people.ts'
import { chance, type Chance } from '#server/seed/random.ts'

export type Appointment = {
  settled: Settled
  serviceId: number
  offer: Offer & { priceCents: number }
  agreement: AgreementDraft | null
  unitId: number | null
  /** From 1: which of the town's clients. */
  client: number
  startsAt: number
  endsAt: number
  zone: string
  /** `2026-11-20T18:30:00`, as the clock at the place says. */
  localStart: string
  bookedAt: number
  /** What the three parties' time looks like, buffers inside. */
  claimed: { professional: Span; unit: Span | null }
  became: 'completed' | 'cancelled_by_client' | 'in_progress' | 'to_settle' | 'confirmed'
}
type Span = { from: number; to: number }

const daysBack = 90
const daysAhead = 90

export const drawAppointments = function* (
  people: readonly Settled[],
  ids: Layout,
  clients: number,
  now: number,
): Generator<Appointment> {
  const taken = new Map<string, Span[]>()
  for (const settled of people) {
    if (settled.draft.status !== 'published') continue
    yield* yearOf(settled, { ids, clients, now, taken })
  }
}

type Town = { ids: Layout; clients: number; now: number; taken: Map<string, Span[]> }

const yearOf = function* (settled: Settled, town: Town): Generator<Appointment> {
  const { draft } = settled
  const luck = chance(draft.id * 15_485_863 + 17)
  const table = zoneTable(draft.where.zone)
  const today = dayAt(table, town.now)
  let demoHasNext = draft.id !== 1
  for (let day = today - daysBack; day <= today + daysAhead; day += 1) {
    const wanted = draft.id === 1 ? demoLoad(luck, day - today) : load(luck, draft.popularity, day - today)
    if (wanted === 0) continue
    const agreement = placeOfDay(luck, settled, day)
    const open = stretches({ weekly: draft.weekly, exceptions: [] }, table, day, day)
    for (let attempt = 0, made = 0; attempt < wanted * 6 && made < wanted; attempt += 1) {
      const stretch = open.length === 0 ? undefined : luck.pick(open)
      if (stretch === undefined) break
      // The demo's client has a visit to come, whatever the day and the hour.
      const forDemo = !demoHasNext && day > today
      const found = tryOne(luck, settled, { agreement, stretch, town, day, forDemo })
      if (found === null) continue
      demoHasNext ||= forDemo && found.client === demoClient
      made += 1
      yield found
    }
  }
}

/** How many appointments a day has: the past is full, the future thins out. */
const load = (luck: Chance, popularity: number, distance: number) => {
  const expected = (0.04 + 0.42 * popularity ** 2) * (distance > 0 ? Math.exp(-distance / 14) : 1)
  return luck.fraction() < expected ? (luck.happens(popularity * 0.4) ? 2 : 1) : 0
}
const demoLoad = (luck: Chance, distance: number) => {
  if (distance === 0) return 6
  return distance < 0 ? luck.whole(1, 4) : luck.happens(Math.exp(-distance / 20)) ? luck.whole(1, 3) : 0
}

const placeOfDay = (luck: Chance, { draft, agreements }: Settled, day: number): AgreementDraft | null => {
  if (agreements.length === 0) return null
  if (draft.id === 1) return agreements[0] ?? null
  if (draft.hasOwnPlace && luck.happens(0.4)) return null
  return agreements[day % agreements.length] ?? null
}

type Wish = {
  agreement: AgreementDraft | null
  stretch: { anchor: number; start: number; end: number }
  town: Town
  day: number
  /** For the demo's client if they are free. */
  forDemo: boolean
}

const tryOne = (
  luck: Chance,
  settled: Settled,
  { agreement, stretch, town, day, forDemo }: Wish,
): Appointment | null => {
  const { draft, serviceIds } = settled
  const index = luck.whole(0, draft.offers.length - 1)
  const offer = draft.offers[index]
  const serviceId = serviceIds[index]
  if (offer === undefined || serviceId === undefined) return null
  const duration = offer.minutes * minuteMs
  const step = (offer.minutes <= 30 ? 15 : 30) * minuteMs
  const places = Math.floor((stretch.end - duration - stretch.anchor) / step)
  if (places < 0) return null
  const startsAt = stretch.anchor + luck.whole(0, places) * step
  const endsAt = startsAt + duration
  if (agreement !== null && (!isOpen(agreement, startsAt, endsAt) || !earns(offer, agreement))) return null

  const before = startsAt - (offer.prepare ?? 0) * minuteMs
  const after = endsAt + (offer.clean ?? 0) * minuteMs
  const professional = { from: before, to: after }
  if (!isFree(town, `p${draft.id}/${day}`, professional)) return null
  const cleaned =
    agreement === null ? after : Math.max(after, endsAt + agreement.space.cleaningMinutes * minuteMs)
  const unit = agreement === null ? null : { from: before, to: cleaned }
  const unitId =
    agreement === null || unit === null
      ? null
      : unitIds(town.ids, agreement.space).find((id) => isFree(town, `u${id}/${day}`, unit))
  if (unitId === undefined) return null
  const visit = { from: startsAt, to: endsAt }
  const client =
    forDemo && isFree(town, `c${demoClient}/${day}`, visit)
      ? demoClient
      : freeClient(luck, settled, town, day, visit)
  if (client === null) return null

  const became = fate(luck, town.now, startsAt, endsAt)
  if (became !== 'cancelled_by_client') {
    take(town, `p${draft.id}/${day}`, professional)
    if (unit !== null) take(town, `u${unitId}/${day}`, unit)
    take(town, `c${client}/${day}`, { from: startsAt, to: endsAt })
  }
  const { zone } = draft.where
  const reading = readingAt(zoneTable(zone), startsAt)
  const earliest = Math.min(startsAt, town.now)
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
    bookedAt: earliest - luck.whole(180, 14_400) * minuteMs,
    claimed: { professional, unit },
    became,
  }
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

const isFree = (town: Town, key: string, span: Span) =>
  (town.taken.get(key) ?? []).every((other) => other.to <= span.from || span.to <= other.from)

const take = (town: Town, key: string, span: Span) => {
  const known = town.taken.get(key)
  if (known === undefined) town.taken.set(key, [span])
  else known.push(span)
}

const demoClient = 1

/** Regulars come back to the same professional. */
const freeClient = (luck: Chance, { draft }: Settled, town: Town, day: number, span: Span): number | null => {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const regular = ((draft.id * 37 + luck.whole(0, 11) * 101) % (town.clients - 1)) + 2
    const client =
      draft.id <= 3 && luck.happens(0.06)
        ? demoClient
        : luck.happens(0.6)
          ? regular
          : luck.whole(2, town.clients)
    if (isFree(town, `c${client}/${day}`, span)) return client
  }
  return null
}

const fate = (luck: Chance, now: number, startsAt: number, endsAt: number): Appointment['became'] => {
  if (endsAt < now - dayMs) return luck.happens(0.07) ? 'cancelled_by_client' : 'completed'
  if (endsAt < now - 120 * minuteMs) return luck.happens(0.8) ? 'completed' : 'to_settle'
  if (endsAt < now) return 'to_settle'
  if (startsAt < now - 5 * minuteMs) return 'in_progress'
  return 'confirmed'
}
