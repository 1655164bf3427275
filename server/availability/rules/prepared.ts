/** A snapshot prepared once for many instants: everything that does not depend on the instant. */
import { minuteMs } from '#contract/platform/duration.ts'
import { askLeadMinutes } from '#contract/availability/space-rules.ts'
import type { Choice } from '#server/availability/rules/choice.ts'
import type { SlotReason } from '#contract/availability/availability.ts'
import { openDuring, stretches, type Hours, type Stretch } from '#server/availability/hours/hours.ts'
import { passesLimit } from '#server/availability/rules/limits.ts'
import { startsBeside } from '#server/availability/rules/beside-grid.ts'
import { cursor, type Cursor } from '#server/availability/zone/intervals.ts'
import { dayAt, startOfDay, weekdayOf, zoneTable, type ZoneTable } from '#server/availability/zone/zone.ts'
import type { Snapshot, Place, Yes, Rented, Beyond, Shared } from '#server/availability/rules/snapshot.ts'

/** Does the place have room for all persons? */
export const fitsIn = ({ service, place }: Pick<Snapshot, 'service' | 'place'>): boolean =>
  (service.persons ?? 1) <= (place?.capacity ?? Infinity)

/** The last day on which anything may begin: beyond it nothing is sold yet. */
export const lastDayOf = ({ zone, now, service }: Pick<Snapshot, 'zone' | 'now' | 'service'>): number =>
  Math.min(dayAt(zoneTable(zone), now) + service.horizonDays, service.licensedUntil ?? Infinity)

/** What each of the three resources claims; [start, end) is the service itself. During its processes the professional claims nothing. */
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

/** A snapshot prepared for queries about a few days, all in milliseconds. */
export type Ground = {
  readonly stretches: readonly Stretch[]
  readonly fromDay: number
  readonly toDay: number
  readonly step: number
  readonly duration: number
  /** When the professional is needed, from the start on, including buffers; null: without a break. */
  readonly hands: readonly number[] | null
  readonly before: number
  readonly after: number
  readonly unitAfter: number
  readonly soonest: number
  /** Where the professional accepts each request. */
  readonly asks: boolean
  readonly soonestRequested: number
  readonly tooFar: number
  readonly isFull: ((start: number) => boolean) | null
  /** Why nothing begins on the date of a start: the service is not given then, or its professional's limits are reached. */
  readonly refusesDate: ((start: number) => SlotReason | null) | null
  /** For each part with its own hours: its span after the start, and its hours. */
  readonly ownHours: readonly { readonly from: number; readonly to: number; readonly open: Cursor }[] | null
  /** Starts outside the grid, in order. */
  readonly beside: readonly number[]
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
    /** By the agreement the host accepts each visit. */
    readonly hostAnswers: boolean
    readonly soonest: number
    readonly rented: readonly (Omit<Rented, 'taken'> & {
      readonly taken: Cursor
      readonly decision: Yes
    })[]
    readonly beyond: Beyond | undefined
  } | null
}

export const prepare = (snapshot: Snapshot, fromDay: number, toDay: number): Ground => {
  const { service, professional, place } = snapshot
  const table = zoneTable(snapshot.zone)
  // A service may run past midnight: the days after its last start are included.
  const lastDay = toDay + 1 + Math.floor(service.durationMinutes / 1440)
  const open = (hours: Hours) => cursor(openDuring(stretches(hours, table, fromDay - 1, lastDay)))
  const professionalStretches = stretches(professional.hours, table, fromDay - 1, lastDay)
  const professionalOpen = openDuring(professionalStretches)
  const ownHours = (service.ownHours ?? []).map(({ fromMinute, toMinute, weekly }) => ({
    from: fromMinute * minuteMs,
    to: toMinute * minuteMs,
    stretches: stretches({ weekly, exceptions: [] }, table, fromDay - 1, lastDay),
  }))
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
    soonestRequested: snapshot.now + askLeadMinutes * minuteMs,
    tooFar: startOfDay(table, lastDayOf(snapshot) + 1),
    isFull: isFullDay(service.fullDays, table),
    refusesDate: refusesDate(snapshot, table),
    ownHours:
      ownHours.length === 0
        ? null
        : ownHours.map(({ from, to, stretches }) => ({ from, to, open: cursor(openDuring(stretches)) })),
    beside: startsBeside(snapshot, {
      stretches: professionalStretches,
      open: professionalOpen,
      ownHours,
      step: service.stepMinutes * minuteMs,
      before: service.bufferBeforeMinutes * minuteMs,
      duration: service.durationMinutes * minuteMs,
      after: service.bufferAfterMinutes * minuteMs,
      unitAfter: unitBufferAfter(service, place) * minuteMs,
    }),
    isOutside: snapshot.isOutside === true,
    professionalOpen: cursor(professionalOpen),
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
      hostAnswers: place.hostAnswers === true,
      soonest: snapshot.now + Math.max(service.noticeMinutes, place.noticeMinutes) * minuteMs,
      rented: (place.rented ?? []).map((one) => ({
        ...one,
        taken: cursor(one.taken),
        decision: { ok: true, unitId: one.unitId, parentRentId: one.id },
      })),
      beyond: place.beyond,
    },
  }
}

export type SharedGround = Omit<Shared, 'pieces'> & {
  readonly pieces: readonly { readonly id: number; readonly number: number; readonly busy: Cursor }[]
}
export const prepareShared = (shared: readonly Shared[]): SharedGround[] =>
  shared.map((one) => ({
    ...one,
    pieces: one.pieces.map((piece) => ({ ...piece, busy: cursor(piece.busy) })),
  }))

const handsOf = (service: Snapshot['service']): readonly number[] | null =>
  service.processes === undefined || service.processes.length === 0
    ? null
    : [
        -service.bufferBeforeMinutes,
        ...service.processes,
        service.durationMinutes + service.bufferAfterMinutes,
      ].map((minutes) => minutes * minuteMs)

const isFullDay = (fullDays: ReadonlySet<number> | undefined, table: ZoneTable) =>
  fullDays === undefined || fullDays.size === 0 ? null : (start: number) => fullDays.has(dayAt(table, start))

const refusesDate = ({ service, professional }: Snapshot, table: ZoneTable): Ground['refusesDate'] => {
  const passes = passesLimit(professional.limits, service.durationMinutes)
  const { offered } = service
  if (offered === undefined) return passes
  const from = offered.from === null ? -Infinity : startOfDay(table, offered.from)
  const to = offered.to === null ? Infinity : startOfDay(table, offered.to + 1)
  return (start) => (from <= start && start < to ? (passes?.(start) ?? null) : 'outside_service_dates')
}

/** For the week, Monday to Sunday at the place, in which a booking begins. */
const hasHoursLeft = (quota: Place['quota'], table: ZoneTable) =>
  quota === undefined
    ? null
    : (start: number, minutes = quota.rentMinutes) => {
        const day = dayAt(table, start)
        const used = quota.usedByMonday.get(day - weekdayOf(day) + 1) ?? 0
        return used + minutes <= quota.minutesPerWeek
      }
