import assert from 'node:assert/strict'
import { test } from 'node:test'
import { laterByClock, zoneBeside } from '#web/parts/time/other-clock.ts'

test('a visit moved to another day keeps its local time, also over a daylight saving change', () => {
  const cases: [instant: string, days: number, minutes: number, zone: string, to: string][] = [
    // Tijuana's clock goes back on 1 November 2026 at two: ten o'clock comes an hour later in UTC.
    ['2026-10-31T17:00:00.000Z', 1, 0, 'America/Tijuana', '2026-11-01T18:00:00.000Z'],
    ['2026-11-01T18:00:00.000Z', -1, 0, 'America/Tijuana', '2026-10-31T17:00:00.000Z'],
    // Ciudad Juárez goes forward on 8 March 2026.
    ['2026-03-07T17:00:00.000Z', 7, 15, 'America/Ciudad_Juarez', '2026-03-14T16:15:00.000Z'],
    // Most of the country has no clock changes.
    ['2026-10-31T17:00:00.000Z', 1, -45, 'America/Mexico_City', '2026-11-01T16:15:00.000Z'],
    ['2026-11-25T05:45:00.000Z', 0, 30, 'America/Mexico_City', '2026-11-25T06:15:00.000Z'],
  ]
  for (const [instant, days, minutes, zone, to] of cases)
    assert.equal(laterByClock(instant, { days, minutes }, zone), to, `${instant} ${zone}`)
})

test('a time zone is shown only when it differs from the user’s own', () => {
  const at = '2026-11-25T18:00:00.000Z'
  assert.equal(zoneBeside(at, 'America/Cancun', 'America/Mexico_City'), 'hora de Cancún')
  assert.equal(zoneBeside(at, 'America/Mexico_City', 'America/Mexico_City'), null)
  assert.equal(zoneBeside(at, 'America/Monterrey', 'America/Mexico_City'), null)
  assert.equal(zoneBeside(at, 'America/Tijuana', 'America/Mexico_City'), 'hora de Tijuana')
  assert.equal(zoneBeside(at, 'America/Mexico_City', 'America/Tijuana'), 'hora de Ciudad de México')
})
