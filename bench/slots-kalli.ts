/** Kalli's side of slots.bench.ts: the pure engine. */
import { union } from '#server/availability/zone/intervals.ts'
import { slots } from '#server/availability/rules/rules.ts'
import type { Day, Snapshot } from '#server/availability/rules/snapshot.ts'
import { dateOf, dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import type { Scenario } from './slots.scenario.ts'

/** One computation: every start of every professional of a scenario, from busy times in any order. */
export const prepare = (scenario: Scenario) => {
  const { zone, weekly, from, to, stepMinutes, durationMinutes, professionals } = scenario
  const fromDate = dateOf(dayAt(zoneTable(zone), from))
  const toDate = dateOf(dayAt(zoneTable(zone), to - 1))
  const service = {
    durationMinutes,
    stepMinutes,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    noticeMinutes: 0,
    horizonDays: 36_500,
  }
  return () =>
    professionals.map(({ busy }) => {
      const professional = { hours: { weekly, exceptions: [] }, busy: union(busy) }
      const snapshot: Snapshot = { now: Date.now(), zone, active: true, service, professional, place: null }
      return slots(snapshot, fromDate, toDate)
    })
}

/** The starts as epoch milliseconds. */
export const startsOf = (answer: readonly (readonly Day[])[]) =>
  answer.map((days) => days.flatMap(({ slots }) => slots.map(({ startsAt }) => startsAt)))
