import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Slot } from '#contract/availability/slot.ts'
import { broughtIn } from '#web/parts/booking/summary/brought.ts'

const nine = '2026-11-25T15:00:00.000Z'
const slot = (startsAt: string, spaceId: number | null): Slot => ({
  startsAt,
  endsAt: '2026-11-25T18:00:00.000Z',
  spaceId,
  unitId: null,
  totalCents: 50_000,
  token: 'a.b',
})
const shown = {
  zone: 'America/Mexico_City',
  days: [
    {
      date: '2026-11-25',
      slots: [slot(nine, 7), slot(nine, 8), slot(nine, null), slot('2026-11-25T16:00:00.000Z', 8)],
    },
  ],
}

test('of two places free at one hour the chosen one is used, and there is no start if only the other is free', () => {
  const placeOf = (atSpace: number | undefined, at: string | undefined = nine) =>
    broughtIn(shown, { at, atSpace })?.spaceId
  assert.equal(placeOf(8), 8)
  assert.equal(placeOf(0), null)
  assert.equal(placeOf(undefined), 7)
  assert.equal(placeOf(7, '2026-11-25T10:00:00.000-06:00'), undefined)
  assert.equal(placeOf(8, '2026-11-25T10:00:00.000-06:00'), 8)
  assert.equal(broughtIn(shown, { at: undefined, atSpace: 8 }), undefined)
  assert.equal(broughtIn(undefined, { at: nine, atSpace: 8 }), undefined)
})
