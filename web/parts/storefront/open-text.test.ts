import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openText } from '#web/parts/storefront/open-text.ts'

test('a closed place names its next opening day in the nearest words', () => {
  const zone = 'America/Tijuana'
  const textAt = (changesAt: string | null, open = false) =>
    openText({ today: '2026-11-29', open, changesAt }, zone)
  assert.equal(textAt('2026-11-29T17:00:00.000Z'), 'abre hoy a las 09:00')
  // The evening of the 29th in Tijuana is the 30th in UTC.
  assert.equal(textAt('2026-11-30T04:00:00.000Z'), 'abre hoy a las 20:00')
  assert.equal(textAt('2026-11-30T17:00:00.000Z'), 'abre mañana a las 09:00')
  assert.equal(textAt('2026-12-01T17:00:00.000Z'), 'abre el martes a las 09:00')
  assert.equal(textAt('2026-12-06T17:00:00.000Z'), 'abre el próximo domingo a las 09:00')
  assert.equal(textAt('2026-11-30T03:00:00.000Z', true), 'cierra a las 19:00')
  assert.equal(textAt(null), null)
})
