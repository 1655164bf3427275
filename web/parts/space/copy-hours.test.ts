import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyText } from '#web/parts/space/copy-hours.ts'

const open = (...days: readonly number[]) =>
  days.map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1200 }))

test('copying the hours of a day says which days change, and which of them open by it', () => {
  assert.equal(copyText(1, open(1)), 'Copiar a martes a domingo: abre esos días')
  assert.equal(copyText(6, open(1, 6)), 'Copiar a domingo: abre ese día')
  const short = { weekday: 1, fromMinute: 600, toMinute: 900 }
  assert.equal(
    copyText(1, [short, ...open(2, 3, 4, 5, 6)]),
    'Copiar a martes a domingo: también abre domingo',
  )
  assert.equal(copyText(5, [...open(5, 7)]), 'Copiar a sábado: abre ese día')
  assert.equal(copyText(1, [short, ...open(2, 3, 4, 5, 6, 7)]), 'Copiar a martes a domingo')
})

test('where nothing would change there is nothing to press', () => {
  assert.equal(copyText(1, open(1, 2, 3, 4, 5, 6, 7)), null)
  assert.equal(copyText(7, open(7)), null)
  assert.equal(copyText(2, open(1)), null)
})
