/** When a space is free to be rented, by the rules of free time. */
import { dayMs } from '#contract/platform/duration.ts'
import { everyHour } from '#contract/platform/weekly-window.ts'
import { sql } from 'kysely'
import type { HoursException, WeeklyWindow } from '#server/availability/hours/hours.ts'
import { intervalsOf, union } from '#server/availability/zone/intervals.ts'
import { feasible, slots } from '#server/availability/rules/rules.ts'
import type { Decision, Snapshot } from '#server/availability/rules/snapshot.ts'
import type { UnitRow, Span } from '#server/availability/offer/service-row.ts'
import {
  claimsOf,
  unitsFor,
  exceptionsOf,
  staysOf,
  weeklyOf,
  type Range,
} from '#server/availability/offer/taken.ts'
import { dateOf, dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** For a team member, their own chair is free; for an unspecified professional no team chair is. */
export const spaceTimes = async (
  work: Work,
  ids: readonly number[],
  range: Range,
  professionalId: number | null = null,
): Promise<SpaceTime[]> => {
  const { rows } = await sql<SpaceTime>`
    select space.id, space.zone, space.minimum_minutes as "minimumMinutes", space.block_minutes as "blockMinutes", space.cleaning_minutes as "cleaningMinutes",
      space.notice_minutes as "noticeMinutes",
      (select host.payable from hosts host where host.id = space.host_id) as payable,
      ${weeklyOf('space', 'space.id')} as weekly, ${exceptionsOf('space', 'space.id', range)} as exceptions,
      ${unitsFor(sql`${professionalId}::bigint`, range)} as units
    from spaces space where space.id = any(${ids}::bigint[])`.execute(work.db)
  return rows
}

type Stay = {
  startsAt: Date
  minutes: number
  professionalId?: number | null
  /**
   * Requested by the business itself, without notice or a minimum block: for hours that move (their own time counts as free), or at its
   * desk.
   */
  business?: { moving?: { id: string; unitId?: number | undefined } }
}

/** May a space be rented at that time, and which unit of it? If a professional is given, their own time counts too. */
export const rentable = async (
  work: Work,
  spaceId: number,
  stay: Stay,
): Promise<Decision & { cleaningMinutes: number }> => {
  const { snapshot, cleaningMinutes } = await snapshotFor(work, spaceId, stay, 5)
  return { ...feasible({ startsAt: stay.startsAt.getTime() }, snapshot), cleaningMinutes }
}

/** The starts nearest to one at which the same hours could be rented, within three days either side, soonest first. */
export const rentableNear = async (
  work: Work,
  spaceId: number,
  stay: Stay,
  count: number,
): Promise<number[]> => {
  const { snapshot } = await snapshotFor(work, spaceId, stay, 30)
  const wanted = stay.startsAt.getTime()
  const day = dayAt(zoneTable(snapshot.zone), wanted)
  return slots(snapshot, dateOf(day - 3), dateOf(day + 3))
    .flatMap((one) => one.slots.map(({ startsAt }) => startsAt))
    .filter((start) => start !== wanted)
    .sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
    .slice(0, count)
    .sort((a, b) => a - b)
}

const snapshotFor = async (
  work: Work,
  spaceId: number,
  { startsAt, minutes, professionalId, business }: Stay,
  stepMinutes: number,
) => {
  const from = startsAt.getTime()
  const range = {
    from: new Date(from - 5 * dayMs),
    to: new Date(from + 6 * dayMs),
    now: work.now,
    apart: business?.moving?.id,
  }
  const [row] = await spaceTimes(work, [spaceId], range, professionalId ?? null)
  // Hours elsewhere are of no use to a professional who stays with a client during a process.
  const person = sql`${professionalId ?? null}::bigint`
  const { rows } = await sql<{ busy: Span[]; stays: Span[] }>`
    select ${claimsOf(person, range)} as busy, ${staysOf(person, range)} as stays`.execute(work.db)
  const space = row ?? refuse('not_found')
  const snapshot = snapshotOf(work, space)
  const place = snapshot.place && { ...snapshot.place, isUnderBlock: minutes < space.blockMinutes }
  return {
    cleaningMinutes: space.cleaningMinutes,
    snapshot: {
      ...snapshot,
      service: { ...snapshot.service, durationMinutes: minutes, stepMinutes },
      place: business === undefined ? place : place && request(place, business),
      professional: {
        ...snapshot.professional,
        busy: union(rows.flatMap(({ busy, stays }) => [...busy, ...stays])),
      },
    },
  }
}

const request = (place: NonNullable<Snapshot['place']>, { moving }: NonNullable<Stay['business']>) => ({
  ...place,
  units: moving?.unitId === undefined ? place.units : place.units.filter(({ id }) => id === moving.unitId),
  noticeMinutes: 0,
  isUnderBlock: false,
})

/** Why a space cannot be rented at that time, or null when it can. */
export const spaceProblem = async (
  work: Work,
  spaceId: number,
  stay: Stay,
): Promise<
  | 'payout_missing'
  | 'under_block'
  | 'too_soon'
  | 'outside_space_hours'
  | 'unit_busy'
  | 'professional_busy'
  | null
> => {
  const decision = await rentable(work, spaceId, stay)
  if (decision.ok) return null
  return decision.reason === 'professional_busy' ||
    decision.reason === 'payout_missing' ||
    decision.reason === 'under_block' ||
    decision.reason === 'too_soon' ||
    decision.reason === 'unit_busy'
    ? decision.reason
    : 'outside_space_hours'
}

type SpaceTime = {
  id: number
  zone: string
  minimumMinutes: number
  blockMinutes: number
  cleaningMinutes: number
  noticeMinutes: number
  payable: boolean
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  units: readonly UnitRow[]
}

const minMinutes = 30

export const snapshotOf = (work: Work, row: SpaceTime): Snapshot => ({
  now: work.now.getTime(),
  zone: row.zone,
  active: true,
  service: {
    durationMinutes: Math.max(row.minimumMinutes, row.blockMinutes, minMinutes),
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    stepMinutes: 15,
    noticeMinutes: 0,
    horizonDays: 365,
  },
  professional: { hours: { weekly: everyHour, exceptions: [] }, busy: [] },
  place: {
    hours: { weekly: row.weekly ?? [], exceptions: row.exceptions },
    agreementWindows: null,
    agreementValid: { from: -Infinity, to: Infinity },
    minimumMinutes: row.minimumMinutes,
    cleaningMinutes: row.cleaningMinutes,
    units: row.units.map(({ id, own, busy }) => ({ id, own, busy: intervalsOf(busy) })),
    marginOk: true,
    payable: row.payable,
    noticeMinutes: row.noticeMinutes,
  },
})
