import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofTitle } from '#web/parts/dashboard/of-title.ts'

test('a title that begins with "De" does not repeat it', () => {
  assert.deepEqual(['Ingresos', 'De la vista a la cita'].map(ofTitle), [
    'de ingresos',
    'de la vista a la cita',
  ])
})
