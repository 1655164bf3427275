import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Booking } from '#contract/booking/booking.ts'
import { needsOf } from '#web/parts/booking/day/needs.ts'

const atPlace = (status: Booking['status'], takenCents?: number) =>
  needsOf({
    kind: 'visit',
    status,
    forms: null,
    upfront: null,
    change: null,
    rescue: null,
    client: null,
    delays: { client: null, professional: null },
    dispute: null,
    request: null,
    moves: [],
    inPlace: { cents: 65_000, method: 'cash', ...(takenCents === undefined ? {} : { takenCents }) },
  })
    .filter(({ text }) => text.startsWith('Cobra'))
    .map(({ text, isDue }) => [text, isDue])

test('the row of an appointment to be paid at the place says what to take, until its professional has it', () => {
  assert.deepEqual(atPlace('confirmed'), [['Cobra $650', false]])
  assert.deepEqual(atPlace('in_progress', 12_000), [['Cobra $530', true]])
  assert.deepEqual(atPlace('to_settle'), [['Cobra $650', true]])
  assert.deepEqual(atPlace('to_settle', 65_000), [])
  assert.deepEqual(atPlace('completed'), [])
  assert.deepEqual(atPlace('cancelled_by_client'), [])
})
