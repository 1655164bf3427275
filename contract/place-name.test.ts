import assert from 'node:assert/strict'
import test from 'node:test'
import { placeName } from '#contract/place-name.ts'

test('a place is its business and its space; what has one name is called by it', () => {
  const cases: readonly (readonly [string | null, string | null | undefined, string])[] = [
    ['Sillas de la calle', 'Casa Salas', 'Casa Salas · Sillas de la calle'],
    ['Lugar propio', null, 'Lugar propio'],
    ['En línea', undefined, 'En línea'],
    ['Casa Salas', 'Casa Salas', 'Casa Salas'],
    ['Casa Salas, planta alta', 'casa salas', 'Casa Salas, planta alta'],
    [null, 'Casa Salas', 'Casa Salas'],
    [null, null, ''],
  ]
  for (const [name, businessName, expected] of cases)
    assert.equal(placeName({ name, businessName }), expected)
})
