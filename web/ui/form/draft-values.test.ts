import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editsOf, restoredValues } from '#web/ui/form/draft-values.ts'

test('a value comes back from its draft as it was, with a number that was not understood', () => {
  const saved = {
    name: '',
    cents: 0,
    agrees: false,
    days: [1],
    rules: { from: 1, to: 2 },
    home: null,
    subject: null,
  }
  const typed = {
    name: '{"a":1}',
    cents: Number.NaN,
    agrees: true,
    days: [2, 3],
    rules: { from: 5, to: Number.NaN },
    home: { line: 'Colima 1' },
    subject: 'damage',
  }
  const stored = Object.fromEntries(editsOf(typed, { before: saved, saved, unstored: [] }))
  assert.deepEqual(restoredValues(stored, saved), typed)
})

test('a draft from before a part existed takes that part from the saved value', () =>
  assert.deepEqual(restoredValues({ rules: '{"from":5}' }, { rules: { from: 1, to: 2 } }), {
    rules: { from: 5, to: 2 },
  }))

test('what is not of the form, is known better or cannot be read is left out of a restored draft', () =>
  assert.deepEqual(
    restoredValues({ other: 'x', cents: '{', phone: '55' }, { cents: 1, name: '', phone: '33' }, ['phone']),
    {},
  ))

test('an edit stores what it replaced, and never a secret', () => {
  const saved = { email: '', password: '', name: 'Ana' }
  const typed = { email: 'a@b.mx', password: 'secreta', name: 'Ana' }
  assert.deepEqual(editsOf(typed, { before: saved, saved, unstored: ['password'] }), [['email', 'a@b.mx']])
})
