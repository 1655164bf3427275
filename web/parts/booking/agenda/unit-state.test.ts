import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitNow, wentByWell, wrongWith } from '#web/parts/booking/agenda/unit-state.ts'

type Placed = Parameters<typeof wrongWith>[0]

const at = (time: string) => `2026-11-28T${time}:00.000Z`
const booking = (from: string, to: string, over: Partial<Placed> = {}): Placed => ({
  status: 'confirmed',
  startsAt: at(from),
  endsAt: at(to),
  checkedInAt: null,
  professionalArrivedAt: null,
  toleranceMinutes: 15,
  rescue: null,
  dispute: null,
  overtime: null,
  ...over,
})
const now = Date.parse(at('12:00'))

test('a unit shows who is in it, who is next and how many follow, and omits who has left', () => {
  const gone = booking('09:00', '10:00', { status: 'completed' })
  const inside = booking('11:00', '12:30', { status: 'in_progress' })
  const next = booking('13:00', '14:00')
  const later = booking('15:00', '16:00')
  assert.deepEqual(unitNow([gone, inside, next, later], now), { inside, next, later: 1 })
  assert.deepEqual(unitNow([gone], now), { inside: undefined, next: undefined, later: 0 })
})

test('a missing arrival and an overstay are shown, and a registered arrival is not', () => {
  assert.equal(wrongWith(booking('11:45', '12:30'), now), null)
  assert.equal(wrongWith(booking('11:30', '12:30'), now), 'No ha llegado')
  assert.equal(wrongWith(booking('11:30', '12:30', { professionalArrivedAt: at('11:29') }), now), null)
  assert.equal(wrongWith(booking('10:00', '11:30', { status: 'in_progress' }), now), 'Pasó de su hora')
})

test('a visit that went well is folded, and one in progress or with a problem stays open', () => {
  assert.equal(wentByWell(booking('09:00', '10:00', { status: 'completed' }), now), true)
  assert.equal(wentByWell(booking('09:00', '10:00', { professionalArrivedAt: at('09:00') }), now), true)
  assert.equal(wentByWell(booking('09:00', '10:00'), now), false)
  assert.equal(wentByWell(booking('10:00', '11:30', { status: 'in_progress' }), now), false)
  assert.equal(wentByWell(booking('13:00', '14:00'), now), false)
})
