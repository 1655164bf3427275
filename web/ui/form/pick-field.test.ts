import assert from 'node:assert/strict'
import { test } from 'node:test'
// Before the part, which has JSX.
import '#web/testing/drawn.ts'

const { pickedBy } = await import('#web/ui/form/pick-field.tsx')

test('a person is picked by the beginnings of their names, without accents, in the given order', () => {
  const partners = [
    { id: 3, name: 'Renata Campos' },
    { id: 1, name: 'Ángela Ruiz Peña' },
    { id: 2, name: 'René Ángeles' },
  ]
  const found = (typed: string) => pickedBy(partners, typed).map(({ id }) => id)
  assert.deepEqual(found(''), [3, 1, 2])
  assert.deepEqual(found('REN'), [3, 2])
  assert.deepEqual(found('pen ang'), [1])
  assert.deepEqual(found('gela'), [])
})
