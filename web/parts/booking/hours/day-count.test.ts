import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking } from '#contract/booking/booking.ts'
import { visitsOf } from '#web/parts/booking/hours/day-count.ts'

const at = '2026-11-25T16:00:00.000Z'
const one = (
  status: Booking['status'],
  more: { kind?: 'rent'; class?: Booking['class']; startsAt?: string } = {},
) => ({
  kind: more.kind ?? ('visit' as const),
  status,
  startsAt: more.startsAt ?? at,
  class: more.class,
})
const seats: NonNullable<Booking['class']> = {
  taken: 3,
  capacity: 6,
  minimum: null,
  decideAt: null,
  decided: true,
  text: '',
  movedFrom: null,
}

test('a day counts visits that take place: none cancelled, missed or rented, and a class once', () => {
  assert.equal(visitsOf([]), 0)
  for (const status of ['confirmed', 'in_progress', 'to_settle', 'completed', 'closed'] as const)
    assert.equal(visitsOf([one(status)]), 1, status)
  for (const status of [
    'cancelled_by_client',
    'cancelled_by_professional',
    'cancelled_by_host',
    'cancelled_by_platform',
    'client_no_show',
    'professional_no_show',
  ] as const)
    assert.equal(visitsOf([one(status)]), 0, status)
  assert.equal(visitsOf([one('confirmed', { kind: 'rent' })]), 0)
  const seat = one('confirmed', { class: seats })
  const later = one('confirmed', { class: seats, startsAt: '2026-11-25T20:00:00.000Z' })
  const left = one('cancelled_by_client', { class: seats, startsAt: '2026-11-25T22:00:00.000Z' })
  assert.equal(visitsOf([seat, seat, seat, later, left, one('confirmed')]), 3)
})
