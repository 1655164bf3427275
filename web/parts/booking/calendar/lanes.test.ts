import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lanesOf, laneStyle } from '#web/parts/booking/calendar/lanes.ts'

const at = (item: string, from: number, to: number) => ({ item, from, to })

test('overlapping visits share the column, and the next one has it alone', () => {
  const lanes = lanesOf([
    at('long', 600, 720),
    at('first', 600, 630),
    at('second', 630, 660),
    at('later', 720, 780),
  ])
  assert.deepEqual(Object.fromEntries(lanes), {
    long: { place: 0, of: 2 },
    first: { place: 1, of: 2 },
    second: { place: 1, of: 2 },
    later: { place: 0, of: 1 },
  })
  assert.deepEqual(laneStyle({ place: 1, of: 2 }), { left: '50%', width: '50%' })
})

test('overlapping visits never share a lane, and the lanes of a connected group are equally wide', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 200; round += 1) {
    const drawn = Array.from({ length: 12 }, (_, item) => {
      const from = next(1200)
      return { item, from, to: from + 15 + next(180) }
    })
    const lanes = lanesOf(drawn)
    for (const one of drawn)
      for (const other of drawn) {
        if (one.item >= other.item || one.to <= other.from || other.to <= one.from) continue
        const [mine, theirs] = [lanes.get(one.item), lanes.get(other.item)]
        assert.notEqual(mine?.place, theirs?.place)
        assert.equal(mine?.of, theirs?.of)
      }
  }
})
