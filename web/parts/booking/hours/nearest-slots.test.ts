import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestOf } from '#web/parts/booking/hours/nearest-slots.ts'

const at = (startsAt: string) => ({
  startsAt,
  endsAt: startsAt,
  spaceId: 1,
  unitId: 1,
  totalCents: 60_000,
  token: startsAt,
})
const days = [
  { slots: ['2026-11-25T16:00:00Z', '2026-11-25T16:15:00Z', '2026-11-25T18:00:00Z'].map(at) },
  { slots: [] },
  { slots: ['2026-11-27T16:00:00Z'].map(at) },
]
const nearTo = (startsAt: string) => nearestOf(days, startsAt).map((slot) => slot.startsAt.slice(8, 16))

test('the three nearest hours, before or after, are in the order of the day', () => {
  assert.deepEqual(nearTo('2026-11-25T16:30:00Z'), ['25T16:00', '25T16:15', '25T18:00'])
  assert.deepEqual(nearTo('2026-11-27T15:00:00Z'), ['25T16:15', '25T18:00', '27T16:00'])
  assert.deepEqual(nearTo('2026-11-25T16:15:00Z'), ['25T16:00', '25T16:15', '25T18:00'])
})

test('fewer than three hours are returned as they are', () => {
  assert.deepEqual(nearestOf([], '2026-11-25T16:30:00Z'), [])
  assert.equal(nearestOf(days.slice(2), '2026-11-25T16:30:00Z').length, 1)
})
