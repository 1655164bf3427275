import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peekPx, restOf, sheetPx, stepped } from '#web/parts/map/sheet-heights.ts'

const room = 844

test('a sheet has three heights, each greater than the previous one on every phone', () => {
  for (const room of [480, 568, 844, 1024]) {
    assert.equal(sheetPx('peek', room), peekPx)
    assert.ok(sheetPx('half', room) > peekPx)
    assert.ok(sheetPx('full', room) > sheetPx('half', room))
    assert.ok(sheetPx('full', room) < room, 'what closes the map stays in sight')
  }
})

test('a step goes to the next height, and stops at the first and the last', () => {
  assert.equal(stepped('peek', 1), 'half')
  assert.equal(stepped('full', 1), 'full')
  assert.equal(stepped('peek', -1), 'peek')
})

test('a slow drag ends at the nearest height, and a fling one further', () => {
  assert.equal(restOf('peek', 120, 0, room), 'peek')
  assert.equal(restOf('peek', 400, 0.1, room), 'half')
  assert.equal(restOf('half', 700, 0, room), 'full')
  assert.equal(restOf('peek', 120, 1, room), 'half')
  assert.equal(restOf('half', 380, -1, room), 'peek')
  assert.equal(restOf('full', 770, -1, room), 'half')
})
