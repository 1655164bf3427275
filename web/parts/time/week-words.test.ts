import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weekWords } from '#web/parts/time/week-words.ts'

const on = (fromMinute: number, toMinute: number, ...days: number[]) =>
  days.map((weekday) => ({ weekday, fromMinute, toMinute }))

test('equal days are joined, and a run of them is named by its first and last', () => {
  assert.equal(weekWords(on(540, 780, 1, 2, 3, 4, 5, 6, 7)), 'todos los días de 09:00 a 13:00')
  assert.equal(weekWords(on(540, 780, 1, 2, 3, 4, 5)), 'lunes a viernes de 09:00 a 13:00')
  assert.equal(weekWords(on(540, 780, 1, 3, 6)), 'lunes, miércoles y sábado de 09:00 a 13:00')
  assert.equal(
    weekWords([...on(960, 1080, 6), ...on(540, 780, 1, 2), ...on(600, 720, 6)]),
    'lunes y martes de 09:00 a 13:00; sábado de 10:00 a 12:00 y de 16:00 a 18:00',
  )
})
