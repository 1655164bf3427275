/** Positions on the timeline: wall-clock minutes of a day as fractions of its width. Pure. */
import {
  type ClaimKind,
  type Timeline,
  type TimelineSpace,
  type TimelineUnit,
} from '#contract/booking/agenda/timeline.ts'
import { busySpan, type TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'

/** The drawn hours of each day, the same for all. */
export type Hours = { from: number; to: number }

/** From the first open or booked hour to the last, at least ten hours. */
export const hoursOf = (timeline: Timeline, dates: readonly string[]): Hours => {
  let from = 1440
  let to = 0
  const widen = (startsAt: string, endsAt: string, zone: string) => {
    for (const date of dates) {
      const part = onDate(startsAt, endsAt, date, zone)
      if (part === null) continue
      from = Math.min(from, part.from)
      to = Math.max(to, part.to)
    }
  }
  for (const space of timeline.spaces) {
    for (const { startsAt, endsAt } of space.open) widen(startsAt, endsAt, space.zone)
    for (const { claims } of space.units)
      for (const one of claims) if (isBooked(one)) widen(one.startsAt, one.endsAt, space.zone)
  }
  if (from >= to) return { from: 8, to: 20 }
  const hours = { from: Math.floor(from / 60), to: Math.ceil(to / 60) }
  return hours.to - hours.from >= 10
    ? hours
    : { from: Math.max(0, hours.to - 10), to: Math.max(hours.to, 10) }
}

/** Left edge and width in percent of a day's width, clipped to the drawn hours; null when outside. */
export const place = (part: { from: number; to: number }, hours: Hours) => {
  const [first, last] = [hours.from * 60, hours.to * 60]
  const from = Math.max(part.from, first)
  const to = Math.min(part.to, last)
  if (from >= to) return null
  const share = (minutes: number) => (minutes / (last - first)) * 100
  return { left: `${share(from - first)}%`, width: `${share(to - from)}%` }
}

/** By start, the order of the arrow keys; the server's order is not guaranteed. */
export const inOrder = (claims: readonly TimelineClaim[]) =>
  claims.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))

/** Paid for: a visit or a rent. */
const isBooked = ({ kind }: TimelineClaim) => kind === 'booking' || kind === 'rent'

type Span = { from: number; until: number }
const touches = (claim: TimelineClaim, span: Span) => {
  const busy = busySpan(claim)
  return busy.from < span.until && span.from < busy.until
}

/**
 * Whether a claim may be placed on this period of a unit. Ignores the claim itself; a chair reserved for a team member may be given by the
 * host by hand.
 */
export const isFree = (unit: TimelineUnit, span: Span, apart: TimelineClaim) =>
  unit.active &&
  unit.claims.every((other) => other === apart || other.kind === 'team' || !touches(other, span))

/** The member of the business for whom the unit is reserved in any of that time. */
export const savedFor = (unit: TimelineUnit, span: Span) =>
  unit.claims.find((claim) => claim.kind === 'team' && touches(claim, span))?.reservedFor

/**
 * The units of a space reserved for members at that time: why the reception is offered fewer than look free. `apart`: the member who may
 * use them. Null when there are none.
 */
export const savedText = (space: TimelineSpace, span: Span, apart?: string): string | null => {
  const saved = space.units.flatMap((unit) => {
    const name = savedFor(unit, span)
    return name === undefined || name === apart ? [] : [`${unit.name} está guardada para ${name}`]
  })
  return saved.length === 0 ? null : `${saved.join('; ')}.`
}

/** Not booked, but not available to everyone either, so not counted as open. */
const isSaved = ({ kind }: TimelineClaim) => kind === 'team' || kind === 'shut'

/** The booked share of the open time between the dates, for one unit. Reserved hours without a visit do not count as open. */
export const occupancyOf = (space: TimelineSpace, unit: TimelineUnit) => {
  const minutes = (startsAt: string, endsAt: string) => (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs
  const saved = unit.claims.filter(isSaved).reduce((sum, one) => sum + minutes(one.startsAt, one.endsAt), 0)
  const open = space.open.reduce((sum, one) => sum + minutes(one.startsAt, one.endsAt), 0) - saved
  const booked = unit.claims.filter(isBooked).reduce((sum, one) => sum + minutes(one.startsAt, one.endsAt), 0)
  return { open, booked, share: open === 0 ? 0 : Math.min(1, booked / open) }
}

/** For one hour of one date: the booked and the open minutes of all units. */
export const hourShare = (space: TimelineSpace, date: string, hour: number) => {
  const cell = { from: hour * 60, to: hour * 60 + 60 }
  const within = (startsAt: string, endsAt: string) => {
    const part = onDate(startsAt, endsAt, date, space.zone)
    return part === null ? 0 : Math.max(0, Math.min(part.to, cell.to) - Math.max(part.from, cell.from))
  }
  const active = space.units.filter((unit) => unit.active)
  const claims = active.flatMap((unit) => unit.claims)
  const minutesOf = (some: readonly { startsAt: string; endsAt: string }[]) =>
    some.reduce((sum, one) => sum + within(one.startsAt, one.endsAt), 0)
  const saved = minutesOf(claims.filter(isSaved))
  const open = minutesOf(space.open) * active.length - saved
  const booked = minutesOf(claims.filter(isBooked))
  return { open, booked, share: open === 0 ? null : Math.min(1, booked / open) }
}

/** The kinds present, so that the legend has no others. */
export const kindsIn = (timeline: Timeline): ClaimKind[] => {
  const found = new Set<ClaimKind>()
  for (const claim of timeline.spaces.flatMap(({ units }) => units).flatMap(({ claims }) => claims)) {
    found.add(claim.kind)
    if (claim.busyUntil !== undefined || claim.busyFrom !== undefined) found.add('cleaning')
  }
  const order: ClaimKind[] = [
    'booking',
    'rent',
    'hold',
    'cleaning',
    'block',
    'maintenance',
    'closure',
    'team',
    'shut',
    'class',
    'external',
  ]
  return order.filter((kind) => found.has(kind))
}
