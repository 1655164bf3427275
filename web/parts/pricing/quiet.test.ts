import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quietCents, quietIn, quietRates, quietText, stretchesOf } from '#web/parts/pricing/quiet.ts'

const dead = [
  { weekday: 1, hour: 9 },
  { weekday: 1, hour: 10 },
  { weekday: 1, hour: 16 },
  { weekday: 3, hour: 9 },
  { weekday: 3, hour: 10 },
  { weekday: 3, hour: 16 },
  { weekday: 4, hour: 9 },
]

test('unused hours become the fewest rates, joining weekdays with the same hours', () => {
  const stretches = stretchesOf(dead)
  assert.deepEqual(stretches[0], { weekday: 1, from: 9, to: 11 })
  let made = 0
  const rates = quietRates(stretches, quietCents(15_000), () => `r${(made += 1)}`)
  const hourly = { kind: 'hourly', cents: 10_500 } as const
  assert.deepEqual(rates, [
    {
      id: 'r1',
      name: 'Horas muertas',
      days: [1, 3],
      windows: [
        { fromMinute: 540, toMinute: 660 },
        { fromMinute: 960, toMinute: 1020 },
      ],
      dates: null,
      change: hourly,
    },
    {
      id: 'r2',
      name: 'Horas muertas 2',
      days: [4],
      windows: [{ fromMinute: 540, toMinute: 600 }],
      dates: null,
      change: hourly,
    },
  ])
})

test('unused hours survive a round trip in the address, and invalid ones are dropped', () => {
  const stretches = stretchesOf(dead)
  assert.deepEqual(quietIn(quietText(stretches)), stretches)
  for (const wrong of [undefined, 7, '', '8-9-10', '1-10-9', '1-9-25', '1-9', 'uno-9-10'])
    assert.deepEqual(quietIn(wrong), [], String(wrong))
  assert.deepEqual(quietIn('1-9-10_x_2-23-24'), [
    { weekday: 1, from: 9, to: 10 },
    { weekday: 2, from: 23, to: 24 },
  ])
})

test('the proposed price is in whole pesos, and never zero', () => {
  assert.equal(quietCents(15_050), 10_500)
  assert.equal(quietCents(100), 100)
})
