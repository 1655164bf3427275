import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeOn } from '#web/parts/booking/calendar/day-sum.ts'

const zone = 'America/Mexico_City'
/** By Mexico City's clock, six hours behind UTC. */
const from = (startsAt: string, endsAt: string) => ({
  startsAt: `2026-11-26T${startsAt}:00.000-06:00`,
  endsAt: `2026-11-26T${endsAt}:00.000-06:00`,
})
const date = '2026-11-26'

test('overlapping time counts once, and time outside opening hours does not count', () => {
  const open = [from('09:00', '13:00'), from('13:00', '18:00')]
  const taken = [from('08:00', '10:00'), from('09:30', '11:00'), from('17:00', '19:00')]
  assert.deepEqual(freeOn({ open, taken }, { date, zone }), { openMinutes: 540, freeMinutes: 360 })
})

test('today only the remaining time is free', () => {
  const sum = freeOn({ open: [from('09:00', '18:00')], taken: [] }, { date, zone, since: 12 * 60 })
  assert.deepEqual(sum, { openMinutes: 540, freeMinutes: 360 })
})

test('a closed day has no free time, whatever is on it', () => {
  const sum = freeOn({ open: [], taken: [from('10:00', '11:00')] }, { date, zone })
  assert.deepEqual(sum, { openMinutes: 0, freeMinutes: 0 })
})

test('hours over midnight count on each of the two days', () => {
  const open = [{ startsAt: '2026-11-26T20:00:00.000-06:00', endsAt: '2026-11-27T04:00:00.000-06:00' }]
  assert.equal(freeOn({ open, taken: [] }, { date, zone }).openMinutes, 240)
  assert.equal(freeOn({ open, taken: [] }, { date: '2026-11-27', zone }).freeMinutes, 240)
})
