import assert from 'node:assert/strict'
import { test } from 'node:test'
import { common, hoursIn, without } from '#server/hiring/fit/rules.ts'

const on = (weekday: number, fromHour: number, toHour: number) => ({
  weekday,
  fromMinute: fromHour * 60,
  toMinute: toHour * 60,
})

const commonCases = [
  { what: 'nothing with nothing', some: [], others: [], expected: [] },
  { what: 'another day', some: [on(1, 9, 12)], others: [on(2, 9, 12)], expected: [] },
  { what: 'windows that only touch', some: [on(1, 9, 12)], others: [on(1, 12, 15)], expected: [] },
  { what: 'one inside the other', some: [on(1, 9, 19)], others: [on(1, 12, 15)], expected: [on(1, 12, 15)] },
  {
    what: 'a lunch break in between',
    some: [on(1, 9, 14), on(1, 15, 19)],
    others: [on(1, 12, 20), on(3, 8, 9)],
    expected: [on(1, 12, 14), on(1, 15, 19)],
  },
]
for (const { what, some, others, expected } of commonCases)
  test(`common time: ${what}`, () => {
    assert.deepEqual(common(some, others), expected)
    assert.deepEqual(common(others, some), expected)
  })

const withoutCases = [
  { what: 'nothing is taken', some: [on(1, 9, 12)], taken: [], expected: [on(1, 9, 12)] },
  { what: 'all is taken', some: [on(1, 9, 12)], taken: [on(1, 8, 13)], expected: [] },
  {
    what: 'the middle is taken',
    some: [on(1, 9, 18)],
    taken: [on(1, 12, 14)],
    expected: [on(1, 9, 12), on(1, 14, 18)],
  },
  {
    what: 'an edge and another day',
    some: [on(1, 9, 18)],
    taken: [on(1, 9, 11), on(2, 0, 24)],
    expected: [on(1, 11, 18)],
  },
]
for (const { what, some, taken, expected } of withoutCases)
  test(`time of one alone: ${what}`, () => assert.deepEqual(without(some, taken), expected))

test('the common time and the time of one alone add up to that one’s whole time', () => {
  const mine = [on(1, 9, 14), on(1, 15, 19), on(4, 10, 20)]
  const theirs = [on(1, 8, 16), on(4, 0, 12), on(4, 18, 24)]
  assert.equal(hoursIn(common(mine, theirs)) + hoursIn(without(mine, theirs)), hoursIn(mine))
})
