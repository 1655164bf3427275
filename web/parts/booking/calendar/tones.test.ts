import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourNames } from '#contract/booking/agenda/calendar-look.ts'
import { eachOnce, numberOfName, ownTone, toneLook, toneOf } from '#web/parts/booking/calendar/tones.ts'

test('a chosen colour applies to its kind only, and others have their default', () => {
  const look = { by: 'service' as const, colours: [{ of: 'service' as const, id: 9, colour: 5 }] }
  assert.equal(toneOf(look, { of: 'service', id: 9 }), 5)
  assert.equal(toneOf(look, { of: 'person', id: 9 }), ownTone(9))
  assert.notEqual(ownTone(9), 5)
})

test('every item has one of the colours, and neighbours have different ones', () => {
  const tones = Array.from({ length: 8 }, (_, id) => ownTone(id + 100))
  assert.deepEqual(
    tones.toSorted((a, b) => a - b),
    colourNames.map((_, place) => place + 1),
  )
  assert.equal(new Set(tones.map(toneLook)).size, 8)
})

test('services of one name are one, regardless of case and spaces', () => {
  assert.equal(numberOfName(' Corte de Dama'), numberOfName('corte de dama'))
  assert.notEqual(numberOfName('Corte'), numberOfName('Corte largo'))
  for (const name of ['', 'Ñandú', '💅'])
    assert.ok(Number.isSafeInteger(numberOfName(name)) && numberOfName(name) > 0)
})

test('a legend lists each item once, sorted by name', () => {
  const one = { of: 'person' as const, id: 2, name: 'Ángela' }
  const other = { of: 'person' as const, id: 1, name: 'Zoe' }
  assert.deepEqual(eachOnce([other, one, one]), [one, other])
})
