/** Professionals who surely do not work then are known without the engine's stretches of hours, and never excluded where those are open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { stretches, type Hours } from '#server/availability/hours/hours.ts'
import { mayBeOpen } from '#server/availability/slots/open-then.ts'
import { dateOf, dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import { cases } from '#server/testing/crash/deep.ts'

const minutes = fc.tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 0, max: 96 })).map(([a, b]) => ({
  fromMinute: Math.min(a, b) * 15,
  toMinute: Math.max(a, b) * 15,
}))
/** Around the two clock changes of Tijuana, and where no clock changes. */
const firstDay = fc.constantFrom(20_756, 20_518, 20_600)

const hours = (day: number): fc.Arbitrary<Hours> =>
  fc.record({
    weekly: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 7 }), minutes).map(([weekday, window]) => ({ weekday, ...window })),
      { maxLength: 3 },
    ),
    exceptions: fc.uniqueArray(
      fc.record({
        date: fc.integer({ min: day, max: day + 6 }).map(dateOf),
        windows: fc.array(minutes, { maxLength: 2 }),
      }),
      { maxLength: 2, selector: ({ date }) => date },
    ),
  })

const question = firstDay.chain((day) =>
  fc.record({
    hours: hours(day),
    zone: fc.constantFrom('America/Tijuana', 'America/Mexico_City', 'America/Cancun'),
    periods: fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 6 * 96 }), fc.integer({ min: 1, max: 200 }))
        .map(([start, length]) => ({
          from: day * dayMs + start * 15 * minuteMs,
          to: day * dayMs + (start + length) * 15 * minuteMs,
        })),
      { minLength: 1, maxLength: 2 },
    ),
  }),
)

test('says no only if no opening hours meet a period, and errs towards yes only where clocks change', () => {
  let answers = 0
  fc.assert(
    fc.property(question, ({ hours, zone, periods }) => {
      const table = zoneTable(zone)
      const isOpen = periods.some(({ from, to }) =>
        stretches(hours, table, dayAt(table, from) - 1, dayAt(table, to)).some(
          ({ start, end }) => start < to && end > from,
        ),
      )
      const said = mayBeOpen(hours, zone, { until: Infinity, periodsIn: () => [...periods] })
      if (isOpen || zone !== 'America/Tijuana') assert.equal(said, isOpen)
      if (isOpen) answers += 1
    }),
    { numRuns: cases(300, 20_000) },
  )
  assert.ok(answers > 20)
})
