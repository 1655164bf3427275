import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Slot } from '#contract/availability/slot.ts'
import { metersBetween } from '#web/parts/booking/summary/area.ts'
import { soonestOf } from '#web/parts/booking/hours/soonest-slots.ts'

const zone = 'America/Mexico_City'

/** Mexico City is six hours behind. */
const at = (day: number, hour: number, spaceId: number | null, totalCents = 45_000): Slot => {
  const startsAt = new Date(Date.UTC(2026, 10, day, hour + 6)).toISOString()
  return { startsAt, endsAt: startsAt, spaceId, unitId: null, totalCents, token: `${day}-${hour}-${spaceId}` }
}

test('the soonest hours are one per place and part of the day, ordered by start', () => {
  const days = [
    { slots: [] },
    { slots: [at(24, 9, 1), at(24, 9, 2), at(24, 10, 1), at(24, 13, 1), at(24, 11, null)] },
    { slots: [at(25, 20, 2), at(25, 21, 2), at(25, 8, 1)] },
  ]
  assert.deepEqual(
    soonestOf(days, zone).map(({ token }) => token),
    ['24-9-1', '24-9-2', '24-11-null', '24-13-1', '25-8-1', '25-20-2'],
  )
})

test('the distance from the Ángel to the Palacio de Bellas Artes is almost three kilometres', () => {
  const angel = { latitude: 19.427, longitude: -99.1677 }
  const palacio = { latitude: 19.4352, longitude: -99.1412 }
  assert.ok(Math.abs(metersBetween(angel, palacio) - 2930) < 60)
  assert.equal(metersBetween(angel, angel), 0)
})
