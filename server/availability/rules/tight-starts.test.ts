/** Starts directly after or before claims: where the grid loses a visit, and nowhere else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minuteMs } from '#contract/platform/duration.ts'
import { slots } from '#server/availability/rules/rules.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'
import { union, type Intervals } from '#server/availability/zone/intervals.ts'
import { cases } from '#server/testing/crash/deep.ts'

const date = '2026-03-10'
const zone = 'America/Mexico_City'
const nine = Temporal.PlainDateTime.from(`${date}T09:00`).toZonedDateTime(zone).epochMilliseconds

type Day = {
  busy?: readonly (readonly [from: number, to: number])[]
  durationMinutes: number
  stepMinutes: number
  before?: number
  after?: number
  until?: number
  hasTightStarts?: boolean
  place?: Snapshot['place']
}
/** A day that opens at nine; minutes are counted from there. */
const dayOf = ({ busy = [], before = 0, after = 0, until = 600, ...day }: Day): Snapshot => ({
  now: Date.UTC(2026, 0),
  zone,
  active: true,
  service: {
    durationMinutes: day.durationMinutes,
    stepMinutes: day.stepMinutes,
    bufferBeforeMinutes: before,
    bufferAfterMinutes: after,
    noticeMinutes: 0,
    horizonDays: 9999,
  },
  professional: {
    hours: { weekly: [], exceptions: [{ date, windows: [{ fromMinute: 540, toMinute: 540 + until }] }] },
    busy: busyOf(busy),
    hasTightStarts: day.hasTightStarts ?? true,
  },
  place: day.place ?? null,
})
const busyOf = (busy: NonNullable<Day['busy']>): Intervals =>
  union(busy.map(([from, to]) => [nine + from * minuteMs, nine + to * minuteMs] as const))
const startsOf = (snapshot: Snapshot) =>
  slots(snapshot, date, date).flatMap((day) => day.slots.map(({ startsAt }) => (startsAt - nine) / minuteMs))

test('a gap that fits two visits, where the grid offers one, also gets a start right after the earlier visit', () => {
  const day = {
    busy: [
      [0, 45],
      [135, 600],
    ],
    durationMinutes: 45,
    stepMinutes: 60,
  } as const
  assert.deepEqual(startsOf(dayOf({ ...day, hasTightStarts: false })), [60])
  assert.deepEqual(startsOf(dayOf(day)), [45, 60, 90])
})

test('a gap that the grid already fills gets no other start', () => {
  const day = {
    busy: [
      [0, 60],
      [180, 600],
    ],
    durationMinutes: 60,
    stepMinutes: 30,
  } as const
  assert.deepEqual(startsOf(dayOf(day)), [60, 90, 120])
})

test('an empty day offers only the grid', () => {
  assert.deepEqual(startsOf(dayOf({ durationMinutes: 45, stepMinutes: 60, until: 180 })), [0, 60, 120])
})

test('the buffers before and after a visit are kept, and starts are multiples of five minutes', () => {
  const day = {
    busy: [
      [0, 47],
      [150, 600],
    ],
    durationMinutes: 60,
    stepMinutes: 60,
    before: 10,
    after: 20,
  } as const
  // 57 rounds up to 60, which is on the grid; it must end by 130.
  assert.deepEqual(startsOf(dayOf(day)), [60])
  assert.deepEqual(
    startsOf(
      dayOf({
        ...day,
        busy: [
          [0, 57],
          [150, 600],
        ],
      }),
    ),
    [70],
  )
})

test('while the chair is being cleaned, the start follows the cleaning', () => {
  const place: Snapshot['place'] = {
    hours: { weekly: [], exceptions: [{ date, windows: [{ fromMinute: 0, toMinute: 1440 }] }] },
    agreementWindows: null,
    agreementValid: { from: -Infinity, to: Infinity },
    minimumMinutes: 0,
    cleaningMinutes: 15,
    units: [
      {
        id: 1,
        busy: busyOf([
          [0, 60],
          [130, 600],
        ]),
      },
    ],
    marginOk: true,
    payable: true,
    noticeMinutes: 0,
  }
  const day = {
    busy: [
      [0, 45],
      [130, 600],
    ],
    durationMinutes: 45,
    stepMinutes: 90,
    place,
  } as const
  assert.deepEqual(startsOf(dayOf({ ...day, hasTightStarts: false })), [])
  assert.deepEqual(startsOf(dayOf(day)), [60, 70])
})

test('booked in order, a day never holds fewer visits with tight starts, and often more', () => {
  const minutes = (most: number) => fc.integer({ min: 0, max: most / 5 }).map((fives) => fives * 5)
  const taken = fc.array(fc.tuple(minutes(600), minutes(90)), { maxLength: 4 })
  let more = 0
  fc.assert(
    fc.property(
      taken,
      fc.constantFrom(30, 45, 50, 75),
      fc.constantFrom(15, 30, 60),
      fc.constantFrom(0, 5, 10),
      (taken, durationMinutes, stepMinutes, after) => {
        const busy = taken.map(([from, length]) => [from, from + length] as const)
        const sold = (hasTightStarts: boolean) => {
          const visits: [number, number][] = []
          for (;;) {
            const day = { busy: [...busy, ...visits], durationMinutes, stepMinutes, after, hasTightStarts }
            const [start] = startsOf(dayOf(day))
            if (start === undefined) return visits.length
            visits.push([start, start + durationMinutes + after])
          }
        }
        const [usual, tight] = [sold(false), sold(true)]
        assert.ok(tight >= usual, `${tight} instead of ${usual}`)
        if (tight > usual) more += 1
      },
    ),
    { numRuns: cases(120, 2000) },
  )
  assert.ok(more > cases(12, 200), `only ${more} days held more`)
})
