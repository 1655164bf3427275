/**
 * The heart: may this service begin at this instant, and if not, why not. Search, slots, hold and accept
 * all ask here, so that what is shown is what can be booked. Pure: everything it knows comes in a
 * snapshot. It reads no clock, no database and no calendar library.
 */
import type { SlotReason } from '#contract/availability/availability.ts'
import type { BookedPiece } from '#contract/service/service-needs.ts'
import { askLeadMinutes } from '#contract/availability/space-rules.ts'
import type { Choice, Part } from '#server/availability/slots/choice.ts'
import {
  openDuring,
  stretches,
  type Hours,
  type Stretch,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import {
  covers,
  cursor,
  freeAround,
  overlaps,
  type Cursor,
  type Intervals,
} from '#server/availability/zone/intervals.ts'
import {
  dateOf,
  dayAt,
  dayOf,
  minuteMs,
  startOfDay,
  weekdayOf,
  zoneTable,
  type ZoneTable,
} from '#server/availability/zone/zone.ts'

/** All that decides about one service of one professional at one place. Instants are epoch milliseconds. */
export type Snapshot = {
  readonly now: number
  /** IANA zone of the place, in which all hours are read. */
  readonly zone: string
  /** False when profile, service, space or agreement takes no bookings. */
  readonly active: boolean
  /** The home where it would be is farther than the professional goes. */
  readonly isOutside?: boolean
  readonly service: {
    readonly durationMinutes: number
    readonly bufferBeforeMinutes: number
    readonly bufferAfterMinutes: number
    readonly stepMinutes: number
    readonly noticeMinutes: number
    readonly horizonDays: number
    /** The last day of the place on which it may be given at all; absent: there is none. */
    readonly licensedUntil?: number | null | undefined
    /** Pairs of minutes after the start in which the professional is free for somebody else; absent: none. */
    readonly processes?: readonly number[] | undefined
    /** Dates that have all the visits of it that they may have; absent: none. */
    readonly fullDays?: ReadonlySet<number> | undefined
    /** How many people come; absent: one. */
    readonly persons?: number | undefined
  }
  /** `busy` are claims, their own buffers inside. */
  readonly professional: {
    readonly hours: Hours
    readonly busy: Intervals
    /** A calendar outside of theirs is late: they are asked, as what is free here may be taken there. */
    readonly isUnsure?: boolean
  }
  /** Null at the professional's own place, at homes and online. */
  readonly place: Place | null
  readonly clientBusy?: Intervals
  /** Of a class: when it is given there, in order; its time was taken when it was set. Absent: it is no class. */
  readonly sessions?: readonly ClassSession[] | undefined
  /** What the professional has at other places, with the way there and from there on either side. */
  readonly elsewhere?: Intervals | undefined
  /** How the professional wants to work there; absent: any way. */
  readonly choice?: Choice | undefined
}

/** A class at an hour; `left`: its seats that nobody has. */
export type ClassSession = {
  readonly id: string
  readonly startsAt: number
  readonly endsAt: number
  readonly unitId: number | null
  readonly insideId: string | null
  readonly left: number
  readonly of: number
}

export type Place = {
  readonly hours: Hours
  /** Null: the agreement covers any hour of the space. */
  readonly agreementWindows: readonly WeeklyWindow[] | null
  /** The whole service must fall inside. Infinity where there is no end. */
  readonly agreementValid: { readonly from: number; readonly to: number }
  readonly minimumMinutes: number
  /** Less than the host lets at once, by what is charged: who pays the block has it. Absent: it is not. */
  readonly isUnderBlock?: boolean
  readonly cleaningMinutes: number
  /** So many people fit in; absent: nobody counts them. */
  readonly capacity?: number | null
  /** The units that the agreement allows, in the order in which equals are preferred; `own`: their chair, which comes first. */
  readonly units: readonly { readonly id: number; readonly own?: boolean; readonly busy: Intervals }[]
  /** The service cannot be given there: things that do not stand there, too little room, no door. */
  readonly isLacking?: boolean
  /** What its units share and the service needs, each in these minutes after the start; absent: nothing. */
  readonly shared?: readonly Shared[]
  /** Time at the place that the agreement leaves, by week; absent: as much as one likes. */
  readonly quota?: {
    readonly minutesPerWeek: number
    /** What one booking takes of it. */
    readonly rentMinutes: number
    /** What is booked already, by the day of its Monday. */
    readonly usedByMonday: ReadonlyMap<number, number>
  }
  /** The margin guard: does the professional still earn after commission, rent and withholdings? Asked of the start where the rent depends on it. */
  readonly marginOk: boolean | ((startsAt: number) => boolean)
  /** Has its host said where the money goes? Without, nobody books there. */
  readonly payable: boolean
  /** How long before its start a rent must be asked for. */
  readonly noticeMinutes: number
  /** Hours that the professional has rented here already: within them there is neither rent nor agreement to ask for. */
  readonly rented?: readonly Rented[]
  /** Of a service that lies partly in such hours: what the time outside of them takes of the agreement, and whether it is worth it. */
  readonly beyond?: Beyond
}

export type Shared = Pick<BookedPiece, 'item' | 'fromMinute' | 'toMinute'> & {
  readonly pieces: readonly { readonly id: number; readonly number: number; readonly busy: Intervals }[]
}

export type Beyond = {
  chargedMinutes(parts: readonly Part[]): number
  marginOk(parts: readonly Part[], startsAt: number): boolean
}

export type Rented = {
  readonly id: string
  readonly unitId: number
  readonly from: number
  readonly to: number
  /** The unit is theirs until then: cleaning after the last. */
  readonly unitTo: number
  /** What clients booked of it. */
  readonly taken: Intervals
}

export type Decision =
  /**
   * `session`: a seat of that class. `insideId`: within those rented hours; `over`: over their edge, with what of the service lies outside; `equipment`: what it has of
   * the things that units share.
   */
  | {
      readonly ok: true
      readonly unitId: number | null
      readonly equipment?: readonly BookedPiece[]
      readonly session?: ClassSession
      readonly insideId?: string
      readonly over?: { readonly hours: Part; readonly outside: readonly Part[] }
    }
  | { readonly ok: false; readonly reason: SlotReason }

type Yes = Extract<Decision, { readonly ok: true }>

export type Slot = {
  readonly startsAt: number
  readonly endsAt: number
  readonly unitId: number | null
  readonly seats?: { readonly left: number; readonly of: number }
}
export type Day = { readonly date: string; readonly slots: readonly Slot[] }
export type Explanation = {
  /** Why no start of the day was even considered. */
  readonly wholeDay: SlotReason | null
  readonly starts: readonly {
    readonly startsAt: number
    readonly endsAt: number
    readonly decision: Decision
  }[]
}

/** May the service begin at `startsAt`? The unit is the one whose free stretch it fills best. */
export const feasible = ({ startsAt }: { readonly startsAt: number }, snapshot: Snapshot): Decision => {
  if (!snapshot.active) return refused.inactive
  if (snapshot.sessions !== undefined) {
    const session = snapshot.sessions.find((one) => one.startsAt === startsAt)
    return session === undefined ? refused.no_class : judgeSession(snapshot, session)
  }
  const day = dayAt(zoneTable(snapshot.zone), startsAt)
  const ground = prepare(snapshot, day, day)
  const stretch = ground.stretches.find(({ start, end }) => start <= startsAt && startsAt < end)
  if (!stretch) return refused.outside_professional_hours
  if ((startsAt - stretch.anchor) % ground.step !== 0) return refused.off_grid
  return judge(ground, startsAt)
}

/** Do all who come fit into the place? */
export const fitsIn = ({ service, place }: Pick<Snapshot, 'service' | 'place'>): boolean =>
  (service.persons ?? 1) <= (place?.capacity ?? Infinity)

/** What can be booked on each local date from `fromDate` to `toDate`, both included, days without a slot too. */
export const slots = (snapshot: Snapshot, fromDate: string, toDate: string): readonly Day[] => {
  const fromDay = dayOf(fromDate)
  const toDay = dayOf(toDate)
  const found: Slot[][] = []
  for (let day = fromDay; day <= toDay; day++) found.push([])
  if (snapshot.active && snapshot.sessions !== undefined) {
    const table = zoneTable(snapshot.zone)
    for (const session of snapshot.sessions)
      if (judgeSession(snapshot, session).ok)
        found[dayAt(table, session.startsAt) - fromDay]?.push(slotOf(session))
  } else if (snapshot.active) {
    const ground = prepare(snapshot, fromDay, toDay)
    walk(ground, ground.soonest, ground.tooFar, (startsAt, decision, { day }) => {
      if (decision.ok)
        found[day - fromDay]?.push({ startsAt, endsAt: startsAt + ground.duration, unitId: decision.unitId })
      return false
    })
  }
  return found.map((slots, index) => ({ date: dateOf(fromDay + index), slots }))
}

/** The last day on which anything may begin: farther ahead nothing is sold yet. */
export const lastDayOf = ({ zone, now, service }: Pick<Snapshot, 'zone' | 'now' | 'service'>): number =>
  Math.min(dayAt(zoneTable(zone), now) + service.horizonDays, service.licensedUntil ?? Infinity)

/** Of each date: does one work then, and can anything be booked? It stops at the first hour of each date. */
export const datesOpen = (
  snapshot: Snapshot,
  fromDate: string,
  toDate: string,
): readonly { isWorked: boolean; hasSlot: boolean }[] => {
  const fromDay = dayOf(fromDate)
  const found = Array.from({ length: dayOf(toDate) - fromDay + 1 }, () => ({
    isWorked: false,
    hasSlot: false,
  }))
  if (!snapshot.active) return found
  if (snapshot.sessions !== undefined) {
    const table = zoneTable(snapshot.zone)
    for (const session of snapshot.sessions) {
      const date = found[dayAt(table, session.startsAt) - fromDay]
      if (date === undefined) continue
      date.isWorked = true
      date.hasSlot ||= judgeSession(snapshot, session).ok
    }
    return found
  }
  const ground = prepare(snapshot, fromDay, dayOf(toDate))
  for (const stretch of ground.stretches) {
    const date = found[stretch.day - fromDay]
    if (date === undefined) continue
    date.isWorked = true
    if (date.hasSlot) continue
    walk({ ...ground, stretches: [stretch] }, ground.soonest, ground.tooFar, (_, decision) => {
      date.hasSlot = decision.ok
      return decision.ok
    })
  }
  return found
}

/** The first slot that begins in [from, to), or null. */
export const firstSlot = (snapshot: Snapshot, from: number, to: number): Slot | null => {
  if (!snapshot.active || from >= to) return null
  if (snapshot.sessions !== undefined) {
    const first = snapshot.sessions.find(
      (one) => from <= one.startsAt && one.startsAt < to && judgeSession(snapshot, one).ok,
    )
    return first === undefined ? null : slotOf(first)
  }
  const table = zoneTable(snapshot.zone)
  const ground = prepare(snapshot, dayAt(table, from), dayAt(table, to - 1))
  let first: Slot | null = null
  walk(ground, Math.max(from, ground.soonest), Math.min(to, ground.tooFar), (startsAt, decision) => {
    if (decision.ok) first = { startsAt, endsAt: startsAt + ground.duration, unitId: decision.unitId }
    return decision.ok
  })
  return first
}

/** Can anything be booked that begins in [from, to)? Stops at the first. */
export const hasSlot = (snapshot: Snapshot, from: number, to: number) =>
  firstSlot(snapshot, from, to) !== null

/** For each start that a local date's hours would allow: is it offered, and if not, by which rule not? */
export const explain = (snapshot: Snapshot, date: string): Explanation => {
  if (!snapshot.active) return { wholeDay: 'inactive', starts: [] }
  const day = dayOf(date)
  if (snapshot.sessions !== undefined) {
    const table = zoneTable(snapshot.zone)
    const starts = snapshot.sessions
      .filter(({ startsAt }) => dayAt(table, startsAt) === day)
      .map((session) => ({
        startsAt: session.startsAt,
        endsAt: session.endsAt,
        decision: judgeSession(snapshot, session),
      }))
    return { wholeDay: starts.length === 0 ? 'no_class' : null, starts }
  }
  const ground = prepare(snapshot, day, day)
  const starts: { startsAt: number; endsAt: number; decision: Decision }[] = []
  walk(ground, -Infinity, Infinity, (startsAt, decision) => {
    starts.push({ startsAt, endsAt: startsAt + ground.duration, decision })
    return false
  })
  return { wholeDay: starts.length === 0 ? 'outside_professional_hours' : null, starts }
}

/** A class stands at its hour whatever its professional's hours are by now: what is left to ask is when one may still book, and who. */
const judgeSession = (snapshot: Snapshot, session: ClassSession): Decision => {
  const { now, zone, service, clientBusy = [] } = snapshot
  const { startsAt, endsAt } = session
  if (startsAt < now + service.noticeMinutes * minuteMs) return refused.too_soon
  const table = zoneTable(zone)
  if (startsAt >= startOfDay(table, lastDayOf(snapshot) + 1)) return refused.too_far
  if (overlaps(cursor(clientBusy), startsAt, endsAt)) return refused.client_busy
  if (session.left < (service.persons ?? 1)) return refused.class_full
  const { unitId, insideId } = session
  return { ok: true, unitId, session, ...(insideId === null ? {} : { insideId }) }
}

const slotOf = ({ startsAt, endsAt, unitId, left, of }: ClassSession): Slot => ({
  startsAt,
  endsAt,
  unitId,
  seats: { left, of },
})

/** What each of the three claims; [start, end) is the service itself. In its processes the professional claims nothing. */
export const claimsOf = (
  snapshot: Pick<Snapshot, 'service'> & { readonly place: Pick<Place, 'cleaningMinutes'> | null },
  startsAt: number,
) => {
  const { service, place } = snapshot
  const end = startsAt + service.durationMinutes * minuteMs
  const start = startsAt - service.bufferBeforeMinutes * minuteMs
  return {
    professional: { start, end: end + service.bufferAfterMinutes * minuteMs },
    unit: { start, end: end + unitBufferAfter(service, place) * minuteMs },
    client: { start: startsAt, end },
  }
}

const unitBufferAfter = (service: Snapshot['service'], place: Pick<Place, 'cleaningMinutes'> | null) =>
  Math.max(service.bufferAfterMinutes, place?.cleaningMinutes ?? 0)

/** A snapshot made ready for questions about a few days, all in milliseconds. */
type Ground = {
  readonly stretches: readonly Stretch[]
  readonly fromDay: number
  readonly toDay: number
  readonly step: number
  readonly duration: number
  /** Where the professional is needed, from the start on, buffers inside; null: without a break. */
  readonly hands: readonly number[] | null
  readonly before: number
  readonly after: number
  readonly unitAfter: number
  readonly soonest: number
  /** Where the professional answers each request. */
  readonly asks: boolean
  readonly soonestAsked: number
  readonly tooFar: number
  readonly isFull: ((start: number) => boolean) | null
  readonly isOutside: boolean
  readonly professionalOpen: Cursor
  readonly professionalBusy: Cursor
  readonly clientBusy: Cursor
  readonly elsewhere: Cursor | null
  readonly choice: Choice | undefined
  readonly place: {
    readonly isTooSmall: boolean
    readonly isUnderBlock: boolean
    readonly isLacking: boolean
    readonly shared: readonly SharedGround[]
    readonly open: Cursor
    readonly agreed: Cursor | null
    readonly valid: Place['agreementValid']
    readonly hasHoursLeft: ((start: number, minutes?: number) => boolean) | null
    readonly units: readonly {
      readonly id: number
      readonly own: boolean
      readonly busy: Cursor
      readonly decision: Yes
    }[]
    readonly marginOk: Place['marginOk']
    readonly payable: boolean
    readonly soonest: number
    readonly rented: readonly (Omit<Rented, 'taken'> & {
      readonly taken: Cursor
      readonly decision: Yes
    })[]
    readonly beyond: Beyond | undefined
  } | null
}

const prepare = (snapshot: Snapshot, fromDay: number, toDay: number): Ground => {
  const { service, professional, place } = snapshot
  const table = zoneTable(snapshot.zone)
  // A service may run past midnight: the days after its last start belong to the question.
  const lastDay = toDay + 1 + Math.floor(service.durationMinutes / 1440)
  const open = (hours: Hours) => cursor(openDuring(stretches(hours, table, fromDay - 1, lastDay)))
  const professionalStretches = stretches(professional.hours, table, fromDay - 1, lastDay)
  return {
    stretches: professionalStretches,
    fromDay,
    toDay,
    step: service.stepMinutes * minuteMs,
    duration: service.durationMinutes * minuteMs,
    hands: handsOf(service),
    before: service.bufferBeforeMinutes * minuteMs,
    after: service.bufferAfterMinutes * minuteMs,
    unitAfter: unitBufferAfter(service, place) * minuteMs,
    soonest:
      snapshot.now +
      Math.max(service.noticeMinutes, place?.rented?.length ? 0 : (place?.noticeMinutes ?? 0)) * minuteMs,
    asks: snapshot.choice?.asks === true || snapshot.professional.isUnsure === true,
    soonestAsked: snapshot.now + askLeadMinutes * minuteMs,
    tooFar: startOfDay(table, lastDayOf(snapshot) + 1),
    isFull: isFullDay(service.fullDays, table),
    isOutside: snapshot.isOutside === true,
    professionalOpen: cursor(openDuring(professionalStretches)),
    professionalBusy: cursor(professional.busy),
    clientBusy: cursor(snapshot.clientBusy ?? []),
    elsewhere: snapshot.elsewhere === undefined ? null : cursor(snapshot.elsewhere),
    choice: snapshot.choice,
    place: place && {
      isTooSmall: !fitsIn(snapshot),
      isUnderBlock: place.isUnderBlock === true,
      isLacking: place.isLacking === true,
      shared: prepareShared(place.shared ?? []),
      open: open(place.hours),
      agreed: place.agreementWindows && open({ weekly: place.agreementWindows, exceptions: [] }),
      valid: place.agreementValid,
      hasHoursLeft: hasHoursLeft(place.quota, table),
      units: place.units.map(({ id, own = false, busy }) => ({
        id,
        own,
        busy: cursor(busy),
        decision: { ok: true, unitId: id },
      })),
      marginOk: place.marginOk,
      payable: place.payable,
      soonest: snapshot.now + Math.max(service.noticeMinutes, place.noticeMinutes) * minuteMs,
      rented: (place.rented ?? []).map((one) => ({
        ...one,
        taken: cursor(one.taken),
        decision: { ok: true, unitId: one.unitId, insideId: one.id },
      })),
      beyond: place.beyond,
    },
  }
}

/** Visits the starts of the grid in [from, to), in order of time, until told to stop. Each stretch of hours has its own grid. */
const walk = (
  ground: Ground,
  from: number,
  to: number,
  visit: (startsAt: number, decision: Decision, stretch: Stretch) => boolean,
) => {
  const { step } = ground
  for (const stretch of ground.stretches) {
    if (stretch.day < ground.fromDay || stretch.day > ground.toDay) continue
    const first = Math.max(stretch.start, from)
    const last = Math.min(stretch.end, to)
    for (
      let start = stretch.anchor + Math.ceil((first - stretch.anchor) / step) * step;
      start < last;
      start += step
    )
      if (visit(start, judge(ground, start), stretch)) return
  }
}

/**
 * The rules in the order in which an owner would mend them: where at all and on which dates, then hours, then how near and how far, then who is
 * busy, then money, then the professional's own wishes for that hour.
 */
const judge = (ground: Ground, start: number): Decision => {
  const { place, choice } = ground
  const end = start + ground.duration
  if (ground.isOutside) return refused.outside_radius
  if (place?.isTooSmall === true) return refused.place_too_small
  if (place?.isLacking === true) return refused.needs_unmet
  if (ground.isFull?.(start) === true) return refused.day_full
  if (place && place.rented.length > 0) {
    const within = judgeWithin(ground, place, start) ?? judgeOver(ground, place, start)
    if (within) return within
  }
  if (place?.isUnderBlock === true) return refused.under_block
  if (choice && choice.never !== null) return refused[choice.never]
  if (place && !place.payable) return refused.payout_missing
  if (!covers(ground.professionalOpen, start, end)) return refused.outside_professional_hours
  if (place) {
    if (!covers(place.open, start, end)) return refused.outside_space_hours
    if (start < place.valid.from || end > place.valid.to) return refused.outside_agreement
    if (place.agreed && !covers(place.agreed, start, end)) return refused.outside_agreement
    if (place.hasHoursLeft && !place.hasHoursLeft(start)) return refused.quota
  }
  if (start < (place ? place.soonest : ground.soonest)) return refused.too_soon
  if (ground.asks && start < ground.soonestAsked) return refused.rule_ask
  if (start >= ground.tooFar) return refused.too_far
  if (isTaken(ground, start)) return refused.professional_busy
  if (isOutOfReach(ground, start)) return refused.no_time_to_travel
  const unit = place ? tightestUnit(place.units, start - ground.before, end + ground.unitAfter) : anywhere
  if (!unit) return refused.unit_busy
  if (overlaps(ground.clientBusy, start, end)) return refused.client_busy
  const equipped = place ? withEquipment(place, start, unit) : unit
  if (!equipped.ok) return equipped
  if (place && place.marginOk !== true && !(place.marginOk !== false && place.marginOk(start)))
    return refused.margin
  return (choice && unwanted(ground, choice, start, end)) ?? equipped
}

/** What of the things that units share is free for it, besides the unit. */
const withEquipment = ({ shared }: NonNullable<Ground['place']>, start: number, decision: Yes): Decision => {
  if (shared.length === 0) return decision
  const equipment = piecesFree(shared, start)
  return equipment === null ? refused.equipment_busy : { ...decision, equipment }
}

type SharedGround = Omit<Shared, 'pieces'> & {
  readonly pieces: readonly { readonly id: number; readonly number: number; readonly busy: Cursor }[]
}
export const prepareShared = (shared: readonly Shared[]): SharedGround[] =>
  shared.map((one) => ({
    ...one,
    pieces: one.pieces.map((piece) => ({ ...piece, busy: cursor(piece.busy) })),
  }))

/** Of each thing the first piece that is free in its minutes of a visit that begins then; null: of one there is none. */
export const piecesFree = (shared: readonly SharedGround[], start: number): BookedPiece[] | null => {
  const found: BookedPiece[] = []
  for (const { item, fromMinute, toMinute, pieces } of shared) {
    const [from, to] = [start + fromMinute * minuteMs, start + toMinute * minuteMs]
    const free = pieces.find(({ busy }) => !overlaps(busy, from, to))
    if (free === undefined) return null
    found.push({ id: free.id, item, number: free.number, fromMinute, toMinute })
  }
  return found
}

/** Is the professional needed elsewhere? In a process they are not needed here. */
const isTaken = ({ professionalBusy, hands, before, duration, after }: Ground, start: number) => {
  if (hands === null) return overlaps(professionalBusy, start - before, start + duration + after)
  for (let at = 0; at < hands.length; at += 2)
    if (overlaps(professionalBusy, start + (hands[at] ?? 0), start + (hands[at + 1] ?? 0))) return true
  return false
}

/** Is there too little time to come from another place, or to get to one? */
const isOutOfReach = ({ elsewhere, before, duration, after }: Ground, start: number) =>
  elsewhere !== null && overlaps(elsewhere, start - before, start + duration + after)

const handsOf = (service: Snapshot['service']): readonly number[] | null =>
  service.processes === undefined || service.processes.length === 0
    ? null
    : [
        -service.bufferBeforeMinutes,
        ...service.processes,
        service.durationMinutes + service.bufferAfterMinutes,
      ].map((minutes) => minutes * minuteMs)

const unwanted = (ground: Ground, choice: Choice, start: number, end: number): Decision | null => {
  const claim = { start: start - ground.before, end: end + ground.after }
  const reason = choice.at(start) ?? choice.fits({ start, end }, claim, ground.professionalBusy.intervals)
  return reason && refused[reason]
}

/** Within hours rented before: their unit, if no client has that time yet. Null: not within any. */
const judgeWithin = (ground: Ground, place: NonNullable<Ground['place']>, start: number): Decision | null => {
  const [from, to] = [start - ground.before, start + ground.duration + ground.after]
  const one = place.rented.find((hours) => hours.from <= from && to <= hours.to)
  if (one === undefined) return null
  if (!covers(ground.professionalOpen, start, start + ground.duration))
    return refused.outside_professional_hours
  if (start < ground.soonest) return refused.too_soon
  if (start >= ground.tooFar) return refused.too_far
  if (overlaps(one.taken, from, to)) return refused.professional_busy
  if (overlaps(ground.clientBusy, start, start + ground.duration)) return refused.client_busy
  return withEquipment(place, start, one.decision)
}

/**
 * Over the edge of hours rented before: at their unit, which must be free beyond them. What holds of every visit holds of the
 * time outside alone, since the rest is paid and theirs. Null: in none of those hours.
 */
const judgeOver = (ground: Ground, place: NonNullable<Ground['place']>, start: number): Decision | null => {
  const { choice } = ground
  const end = start + ground.duration
  const one = place.rented.find((hours) => start < hours.to && hours.from < end)
  if (one === undefined || place.beyond === undefined) return null
  const { from, to } = one
  const outside = [
    { from: start, to: Math.min(end, from) },
    { from: Math.max(start, to), to: end },
  ].filter((part) => part.from < part.to)
  if (choice && choice.never !== null) return refused[choice.never]
  if (!place.payable) return refused.payout_missing
  if (!covers(ground.professionalOpen, start, end)) return refused.outside_professional_hours
  if (outside.some((part) => !covers(place.open, part.from, part.to))) return refused.outside_space_hours
  if (start < place.valid.from || end > place.valid.to) return refused.outside_agreement
  const { agreed } = place
  if (agreed && outside.some((part) => !covers(agreed, part.from, part.to))) return refused.outside_agreement
  if (place.hasHoursLeft && !place.hasHoursLeft(start, place.beyond.chargedMinutes(outside)))
    return refused.quota
  if (start < ground.soonest || outside.some((part) => part.from < place.soonest)) return refused.too_soon
  if (ground.asks && start < ground.soonestAsked) return refused.rule_ask
  if (start >= ground.tooFar) return refused.too_far
  const before = start - ground.before
  const after = end + ground.after
  const busy = ground.professionalBusy
  if (overlaps(one.taken, Math.max(before, from), Math.min(after, to))) return refused.professional_busy
  if (
    (before < from && overlaps(busy, before, from)) ||
    (to < after && overlaps(busy, Math.max(before, to), after))
  )
    return refused.professional_busy
  if (isOutOfReach(ground, start)) return refused.no_time_to_travel
  const unit = place.units.find(({ id }) => id === one.unitId)
  const unitEnd = after > to ? end + ground.unitAfter : after
  if (
    unit === undefined ||
    (before < from && overlaps(unit.busy, before, from)) ||
    (one.unitTo < unitEnd && overlaps(unit.busy, one.unitTo, unitEnd))
  )
    return refused.unit_busy
  if (overlaps(ground.clientBusy, start, end)) return refused.client_busy
  if (!place.beyond.marginOk(outside, start)) return refused.margin
  const unwantedThere = choice?.beyond?.(outside, start) ?? null
  if (unwantedThere !== null) return refused[unwantedThere]
  return withEquipment(place, start, {
    ok: true,
    unitId: one.unitId,
    insideId: one.id,
    over: { hours: { from, to }, outside },
  })
}

const isFullDay = (fullDays: ReadonlySet<number> | undefined, table: ZoneTable) =>
  fullDays === undefined || fullDays.size === 0 ? null : (start: number) => fullDays.has(dayAt(table, start))

/** Of the week, Monday to Sunday at the place, in which a booking begins. */
const hasHoursLeft = (quota: Place['quota'], table: ZoneTable) =>
  quota === undefined
    ? null
    : (start: number, minutes = quota.rentMinutes) => {
        const day = dayAt(table, start)
        const used = quota.usedByMonday.get(day - weekdayOf(day) + 1) ?? 0
        return used + minutes <= quota.minutesPerWeek
      }

/** Their own chair if it is free, else the unit with the shortest free stretch around the claim, so that long stretches stay whole; among equals the first. */
const tightestUnit = (units: NonNullable<Ground['place']>['units'], start: number, end: number) => {
  let tightest: Yes | null = null
  let shortest = Infinity
  for (const { own, busy, decision } of units) {
    const free = freeAround(busy, start, end)
    if (own && free >= 0) return decision
    if (free >= 0 && (free < shortest || tightest === null)) {
      tightest = decision
      shortest = free
    }
  }
  return tightest
}

const anywhere: Yes = { ok: true, unitId: null }

const refused = {
  inactive: { ok: false, reason: 'inactive' },
  payout_missing: { ok: false, reason: 'payout_missing' },
  outside_radius: { ok: false, reason: 'outside_radius' },
  place_too_small: { ok: false, reason: 'place_too_small' },
  under_block: { ok: false, reason: 'under_block' },
  outside_professional_hours: { ok: false, reason: 'outside_professional_hours' },
  off_grid: { ok: false, reason: 'off_grid' },
  no_class: { ok: false, reason: 'no_class' },
  class_full: { ok: false, reason: 'class_full' },
  outside_space_hours: { ok: false, reason: 'outside_space_hours' },
  outside_agreement: { ok: false, reason: 'outside_agreement' },
  quota: { ok: false, reason: 'quota' },
  day_full: { ok: false, reason: 'day_full' },
  too_soon: { ok: false, reason: 'too_soon' },
  too_far: { ok: false, reason: 'too_far' },
  professional_busy: { ok: false, reason: 'professional_busy' },
  no_time_to_travel: { ok: false, reason: 'no_time_to_travel' },
  unit_busy: { ok: false, reason: 'unit_busy' },
  needs_unmet: { ok: false, reason: 'needs_unmet' },
  equipment_busy: { ok: false, reason: 'equipment_busy' },
  client_busy: { ok: false, reason: 'client_busy' },
  margin: { ok: false, reason: 'margin' },
  rule_excluded: { ok: false, reason: 'rule_excluded' },
  rule_own_agenda: { ok: false, reason: 'rule_own_agenda' },
  rule_ask: { ok: false, reason: 'rule_ask' },
  rule_type: { ok: false, reason: 'rule_type' },
  rule_equipment: { ok: false, reason: 'rule_equipment' },
  rule_other_place: { ok: false, reason: 'rule_other_place' },
  rule_distance: { ok: false, reason: 'rule_distance' },
  rule_rent: { ok: false, reason: 'rule_rent' },
  rule_net: { ok: false, reason: 'rule_net' },
  rule_block: { ok: false, reason: 'rule_block' },
  rule_gap: { ok: false, reason: 'rule_gap' },
} as const satisfies Record<SlotReason, Decision>
