import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError } from '#web/api.ts'
import { draw, press } from '#web/testing/drawn.ts'

const { default: HoldProblem } = await import('#web/parts/booking/slots/hold-problem.tsx')

const slotAt = (hour: number, totalCents = 60_000): Slot => ({
  startsAt: `2026-11-26T${hour}:00:00.000Z`,
  endsAt: `2026-11-26T${hour + 1}:00:00.000Z`,
  spaceId: 5,
  unitId: 6,
  totalCents,
  token: `of-the-hour-that-begins-at.${hour}`,
})
const problemOf = (problem: Error, onTake: (slot: Slot) => void = () => {}) => ({
  problem,
  zone: 'America/Mexico_City',
  onTake,
  onAgain: () => {},
})

test('an hour whose price changed shows both prices, and is booked at the new one in one press', async () => {
  const slot = slotAt(16, 67_250)
  const problem = new ApiError(409, 'price_changed', 'El precio cambió.', {
    oldTotalCents: 60_000,
    newTotalCents: 67_250,
    slot,
  })
  const box = await draw(createElement(HoldProblem, problemOf(problem)))
  assert.match(box.html, /role="alert"/)
  assert.match(box.text, /^El precio cambió\. Antes \$600 , ahora \$672\.50 \. Aceptar \$672\.50$/)
  assert.match(box.html, /<s>\$600<\/s>/)
  assert.deepEqual(box.buttons, ['Aceptar $672.50'])
  const taken: Slot[] = []
  press(HoldProblem(problemOf(problem, (other) => taken.push(other))), 'Aceptar $672.50')
  assert.deepEqual(taken, [slot])
})

test('an hour taken by another client offers other hours, each booked by its own press', async () => {
  const alternatives = [slotAt(17), slotAt(18), slotAt(19)]
  const problem = new ApiError(409, 'slot_taken', 'Ese horario se acaba de ocupar.', { alternatives })
  const box = await draw(createElement(HoldProblem, problemOf(problem)))
  assert.deepEqual(
    box.buttons.map((name) => name.slice(-5)),
    ['11:00', '12:00', '13:00'],
  )
  const taken: Slot[] = []
  press(HoldProblem(problemOf(problem, (other) => taken.push(other))), box.buttons[1] ?? '')
  assert.deepEqual(taken, [slotAt(18)])
})

test('with any professional each alternative names its professional and price', async () => {
  const alternatives = [
    { ...slotAt(17), professionalId: 12 },
    { ...slotAt(18, 65_000), professionalId: 11 },
  ]
  const problem = new ApiError(409, 'slot_taken', 'Ese horario se acaba de ocupar.', { alternatives })
  const names = new Map([
    [11, 'con Ana Rojas'],
    [12, 'con Eva Ruiz'],
  ])
  const withWhom = ({ professionalId }: Slot) => names.get(professionalId ?? 0) ?? ''
  const box = await draw(createElement(HoldProblem, { ...problemOf(problem), withWhom }))
  assert.deepEqual(
    box.buttons.map((name) => name.slice(name.indexOf(':') - 2)),
    ['11:00 con Eva Ruiz · $600', '12:00 con Ana Rojas · $650'],
  )
})

test('an unexpected error is shown in general words, with nothing to press', async () => {
  const box = await draw(createElement(HoldProblem, problemOf(new TypeError('x is not a function'))))
  assert.deepEqual([box.text, box.buttons], ['No pudimos apartar ese horario.', []])
})
