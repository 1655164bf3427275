import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  common,
  without,
  covers,
  cursor,
  freeAround,
  overlaps,
  union,
} from '#server/availability/zone/intervals.ts'

const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
  maxLength: 12,
})
const questions = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 9 })), {
  minLength: 1,
})

test('a union holds exactly the instants of its parts, sorted and disjoint', () => {
  fc.assert(
    fc.property(pairs, (pairs) => {
      const joined = union(pairs)
      joined.forEach((edge, index) => assert.ok(index === 0 || edge > (joined[index - 1] ?? Infinity)))
      for (let instant = 0; instant < 62; instant++)
        assert.equal(
          covers(cursor(joined), instant, instant + 1),
          pairs.some(([start, end]) => start <= instant && instant < end),
        )
    }),
  )
})

test('a cursor agrees with counting instants, in any order of queries', () => {
  fc.assert(
    fc.property(pairs, questions, (pairs, questions) => {
      const joined = union(pairs)
      const isIn = (instant: number) => pairs.some(([start, end]) => start <= instant && instant < end)
      const requested = { covers: cursor(joined), overlaps: cursor(joined), free: cursor(joined) }
      for (const [start, length] of questions) {
        const instants = Array.from({ length }, (_, index) => start + index)
        assert.equal(covers(requested.covers, start, start + length), instants.every(isIn))
        assert.equal(overlaps(requested.overlaps, start, start + length), instants.some(isIn))
        assert.equal(
          freeAround(requested.free, start, start + length),
          instants.some(isIn) ? -1 : naiveStretch(start),
        )
      }
      function naiveStretch(start: number) {
        const after = pairs.filter(([from, to]) => from < to && from >= start).map(([from]) => from)
        const before = pairs.filter(([from, to]) => from < to && to <= start).map(([, to]) => to)
        return Math.min(Infinity, ...after) - Math.max(-Infinity, ...before)
      }
    }),
  )
})

test('intersects and subtracts sets of time', () => {
  for (const [one, other, both, left] of [
    [[], [1, 2], [], []],
    [[0, 10], [], [], [0, 10]],
    [
      [0, 10],
      [3, 5],
      [3, 5],
      [0, 3, 5, 10],
    ],
    [
      [0, 10, 20, 30],
      [5, 25],
      [5, 10, 20, 25],
      [0, 5, 25, 30],
    ],
    [
      [0, 4, 4, 8],
      [4, 6],
      [4, 6],
      [0, 4, 6, 8],
    ],
    [[0, 10], [0, 10], [0, 10], []],
    [[5, 6], [0, 10], [5, 6], []],
    [[0, 10], [10, 20], [], [0, 10]],
  ] as const) {
    assert.deepEqual(common(one, other), both)
    assert.deepEqual(common(other, one), both)
    assert.deepEqual(without(one, other), left)
  }
})
