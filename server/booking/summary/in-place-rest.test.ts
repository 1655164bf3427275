import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTwo } from '#server/booking/summary/mail-parts.ts'

const owed = {
  total_cents: 65_000,
  balance_cents: 0,
  balance_waived_cents: 0,
  in_place_cents: 65_000,
  in_place_taken_cents: 0,
  link_cents: 0,
}

test('an email names as to be paid at the place only what was not taken there yet', () => {
  assert.deepEqual(inTwo(owed), [['Se paga en el lugar', '$650']])
  assert.deepEqual(inTwo({ ...owed, in_place_taken_cents: 20_000 }), [['Se paga en el lugar', '$450']])
  assert.deepEqual(inTwo({ ...owed, in_place_taken_cents: 65_000 }), [])
  const deposit = { ...owed, in_place_cents: 45_000, link_cents: 20_000 }
  assert.deepEqual(inTwo(deposit), [
    ['Pagado con el enlace', '$200'],
    ['Se paga en el lugar', '$450'],
  ])
  assert.deepEqual(inTwo({ ...deposit, in_place_taken_cents: 45_000 }), [['Pagado con el enlace', '$200']])
})
