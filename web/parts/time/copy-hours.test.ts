import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copied, copyChoices, copyText } from '#web/parts/time/copy-hours.ts'

const open = (...days: readonly number[]) =>
  days.map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1200 }))

test('copying a day’s hours says which days change, and which of them open', () => {
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

test('copying is not offered when nothing would change', () => {
  assert.equal(copyText(1, open(1, 2, 3, 4, 5, 6, 7)), null)
  assert.equal(copyText(7, open(7)), null)
  assert.equal(copyText(2, open(1)), null)
})

test('a day can be copied to working days, the week or one day, and each choice that changes something appears once', () => {
  assert.deepEqual(
    copyChoices(1, open(1, 2, 3, 4, 6)).map(({ text }) => text),
    [
      'Copiar a viernes: abre ese día',
      'Copiar a viernes y domingo: abre esos días',
      'Copiar a domingo: abre ese día',
    ],
  )
  assert.deepEqual(copyChoices(1, open(1, 2, 3, 4, 5, 6, 7)), [])
  assert.deepEqual(copyChoices(7, open(1)), [], 'a closed day has nothing to copy')
})

test('copying replaces all shifts of the chosen days only', () => {
  const shifts = [
    { weekday: 2, fromMinute: 540, toMinute: 720 },
    { weekday: 2, fromMinute: 840, toMinute: 1200 },
  ]
  const week = copied(2, [...shifts, ...open(1, 6)], [1, 2, 3])
  const on = (weekday: number) => week.filter((one) => one.weekday === weekday)
  for (const day of [1, 2, 3])
    assert.deepEqual(
      on(day),
      shifts.map((one) => ({ ...one, weekday: day })),
    )
  assert.deepEqual(on(6), open(6))
  assert.equal(week.length, 7)
})
