import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editsOf, restoredValues } from '#web/ui/form/draft-values.ts'

test('a draft restores each value, including a number that was not understood', () => {
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

test('a draft older than a part takes that part from the saved value', () =>
  assert.deepEqual(restoredValues({ rules: '{"from":5}' }, { rules: { from: 1, to: 2 } }), {
    rules: { from: 5, to: 2 },
  }))

test('a restored draft omits foreign, better known and unreadable values', () =>
  assert.deepEqual(
    restoredValues({ other: 'x', cents: '{', phone: '55' }, { cents: 1, name: '', phone: '33' }, ['phone']),
    {},
  ))

test('an edit stores the changed values, and never a secret', () => {
  const saved = { email: '', password: '', name: 'Ana' }
  const typed = { email: 'a@b.mx', password: 'secreta', name: 'Ana' }
  assert.deepEqual(editsOf(typed, { before: saved, saved, unstored: ['password'] }), [['email', 'a@b.mx']])
})
