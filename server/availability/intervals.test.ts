import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { covers, cursor, freeAround, overlaps, union } from '#server/availability/intervals.ts'

const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
  maxLength: 12,
})
const questions = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 9 })), {
  minLength: 1,
})

test('a union holds exactly the instants of its parts, sorted, apart from each other', () => {
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

test('a cursor answers as counting instants does, in whatever order it is asked', () => {
  fc.assert(
    fc.property(pairs, questions, (pairs, questions) => {
      const joined = union(pairs)
      const isIn = (instant: number) => pairs.some(([start, end]) => start <= instant && instant < end)
      const asked = { covers: cursor(joined), overlaps: cursor(joined), free: cursor(joined) }
      for (const [start, length] of questions) {
        const instants = Array.from({ length }, (_, index) => start + index)
        assert.equal(covers(asked.covers, start, start + length), instants.every(isIn))
        assert.equal(overlaps(asked.overlaps, start, start + length), instants.some(isIn))
        assert.equal(
          freeAround(asked.free, start, start + length),
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
