/** Recurrence rules give the same results as another library, wherever the requested time starts. */
import { dayMs } from '#contract/platform/duration.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expand, ruleOf } from '#server/availability/outside/ics-rule.ts'

const start = Date.UTC(2024, 0, 1)
const list = (arbitrary: fc.Arbitrary<number | string>, most: number) =>
  fc.uniqueArray(arbitrary, { minLength: 1, maxLength: most }).map((all) => all.join(','))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const nth = fc.tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), weekday).map(([place, name]) => `${place}${name}`)
const monthDay = fc.integer({ min: 1, max: 31 }).chain((one) => fc.constantFrom(one, -one))

const ruleText = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY').chain((frequency) =>
  fc
    .record({
      INTERVAL: maybe(fc.integer({ min: 1, max: 5 })),
      COUNT: maybe(fc.integer({ min: 2, max: 30 })),
      BYMONTH: maybe(list(fc.integer({ min: 1, max: 12 }), 3)),
      BYMONTHDAY: frequency === 'WEEKLY' ? fc.constant(undefined) : maybe(list(monthDay, 3)),
      BYDAY: maybe(frequency === 'MONTHLY' ? fc.oneof(list(weekday, 3), list(nth, 2)) : list(weekday, 3)),
      BYHOUR: maybe(list(fc.integer({ min: 0, max: 23 }), 2)),
      WKST: maybe(weekday),
    })
    .map((parts) =>
      [
        `FREQ=${frequency}`,
        ...Object.entries(parts).flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}=${value}`],
        ),
      ].join(';'),
    ),
)

const stamp = (reading: number) => `${new Date(reading).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

test('a recurrence rule gives the dates that rrule-temporal gives, from its start or from years later', () => {
  fc.assert(
    fc.property(
      ruleText,
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 47 }),
      fc.integer({ min: 0, max: 900 }),
      (text, day, half, later) => {
        const first = start + day * dayMs + half * 1_800_000
        const from = first + later * dayMs
        const to = from + 500 * dayMs
        // Section 3.8.5.3, about a first time outside its own rule, is tested by the table (ics.cases.ts).
        const counted = new RRuleTemporal({ rruleString: `DTSTART:${stamp(first)}\nRRULE:${text}` })
        const expected = counted
          .between(new Date(first), new Date(to), true)
          .map(({ epochMilliseconds }) => epochMilliseconds)
        fc.pre(!text.includes('COUNT') || expected[0] === first)
        const found = [...expand(ruleOf(text), first, { from, to, isOver: () => false })]
        assert.equal(found[0], first)
        const late = (all: readonly number[]) => all.filter((one) => one > first && one >= from && one < to)
        assert.deepEqual(late(found).map(stamp), late(expected).map(stamp), `${stamp(first)} ${text}`)
      },
    ),
    { numRuns: 250 },
  )
})
