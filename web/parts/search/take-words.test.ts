/** What a sentence changes of the search before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withReading } from '#web/parts/search/take-words.ts'

const near = { near: true, search: { q: 'corte' } }

test('"cerca" replaces the place of the search before, but no place of the same sentence and no position', () => {
  for (const before of [
    {},
    { location: 'Roma Norte' },
    { city: 'Puebla', state: 'Puebla' },
    { bbox: '-99,19,-98,20' },
  ])
    assert.deepEqual(
      Object.entries(withReading(before, near)).filter(([, value]) => value !== undefined),
      [
        ['q', 'corte'],
        ['near', 'on'],
      ],
    )
  const named = withReading({}, { near: true, search: { q: 'corte', location: 'Puebla' } })
  assert.deepEqual([named.location, named.near], ['Puebla', undefined])
  const placed = withReading({ lat: '19.4', lng: '-99.1', radiusKm: '5' }, near)
  assert.deepEqual([placed.lat, placed.radiusKm, placed.near], ['19.4', '5', undefined])
})
