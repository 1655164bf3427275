/**
 * The core: may this service begin at this instant, and if not, why not. Search, slots, hold and accept all use it, so that what is
 * shown is what can be booked. Pure: everything it knows comes in a snapshot. It reads no clock, no database and no calendar library.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import type { Stretch } from '#server/availability/hours/hours.ts'
import { cursor, overlaps } from '#server/availability/zone/intervals.ts'
import { dateOf, dayAt, dayOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import type {
  Snapshot,
  Decision,
  Day,
  Slot,
  Explanation,
  ClassSession,
} from '#server/availability/rules/snapshot.ts'
import { refused, judge } from '#server/availability/rules/judge.ts'
import { prepare, lastDayOf, type Ground } from '#server/availability/rules/prepared.ts'

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
  if ((startsAt - stretch.anchor) % ground.step !== 0 && !ground.beside.includes(startsAt))
    return refused.off_grid
  return judge(ground, startsAt)
}

/** The bookable slots of each local date from `fromDate` to `toDate`, both included, days without a slot too. */
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

/** For each date: are there working hours, and can anything be booked? Stops at the first slot of each date. */
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
export const firstSlot = (snapshot: Snapshot, from: number, to: number): Slot | null =>
  firstSlots(snapshot, { from, to }, 1)[0] ?? null

/** The first slots that begin in [from, to), up to a number, in order. */
export const firstSlots = (
  snapshot: Snapshot,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
): readonly Slot[] => {
  if (!snapshot.active || from >= to || most < 1) return []
  if (snapshot.sessions !== undefined)
    return snapshot.sessions
      .filter((one) => from <= one.startsAt && one.startsAt < to && judgeSession(snapshot, one).ok)
      .slice(0, most)
      .map(slotOf)
  const table = zoneTable(snapshot.zone)
  const ground = prepare(snapshot, dayAt(table, from), dayAt(table, to - 1))
  const found: Slot[] = []
  walk(ground, Math.max(from, ground.soonest), Math.min(to, ground.tooFar), (startsAt, decision) => {
    if (decision.ok) found.push({ startsAt, endsAt: startsAt + ground.duration, unitId: decision.unitId })
    return found.length >= most
  })
  return found
}

/** Can anything be booked that begins in [from, to)? Stops at the first. */
export const hasSlot = (snapshot: Snapshot, from: number, to: number) =>
  firstSlot(snapshot, from, to) !== null

/** For each start that a local date's hours would allow: is it offered, and if not, which rule removed it? */
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

/** A class stays at its hour even if its professional's hours change: what remains to check is when it may still be booked, and by whom. */
const judgeSession = (snapshot: Snapshot, session: ClassSession): Decision => {
  const { now, zone, service, clientBusy = [] } = snapshot
  const { startsAt, endsAt } = session
  if (startsAt < now + service.noticeMinutes * minuteMs) return refused.too_soon
  const table = zoneTable(zone)
  if (startsAt >= startOfDay(table, lastDayOf(snapshot) + 1)) return refused.too_far
  if (overlaps(cursor(clientBusy), startsAt, endsAt)) return refused.client_busy
  if (session.left < (service.persons ?? 1)) return refused.class_full
  const { unitId, parentRentId } = session
  return { ok: true, unitId, session, ...(parentRentId === null ? {} : { parentRentId }) }
}

const slotOf = ({ startsAt, endsAt, unitId, left, of }: ClassSession): Slot => ({
  startsAt,
  endsAt,
  unitId,
  seats: { left, of },
})

/** Visits the starts on and outside the grid in [from, to), in order of time, until stopped. Each stretch of hours has its own grid. */
const walk = (
  ground: Ground,
  from: number,
  to: number,
  visit: (startsAt: number, decision: Decision, stretch: Stretch) => boolean,
) => {
  const { step, beside } = ground
  const size = beside.length
  let next = 0
  for (const stretch of ground.stretches) {
    if (stretch.day < ground.fromDay || stretch.day > ground.toDay) continue
    const first = Math.max(stretch.start, from)
    const last = Math.min(stretch.end, to)
    for (
      let start = stretch.anchor + Math.ceil((first - stretch.anchor) / step) * step;
      start < last;
      start += step
    ) {
      for (; next < size && (beside[next] ?? 0) <= start; next += 1) {
        const extra = beside[next] ?? 0
        if (first <= extra && extra < start && visit(extra, judge(ground, extra), stretch)) return
      }
      if (visit(start, judge(ground, start), stretch)) return
    }
    for (; next < size && (beside[next] ?? 0) < last; next += 1) {
      const extra = beside[next] ?? 0
      if (first <= extra && visit(extra, judge(ground, extra), stretch)) return
    }
  }
}
