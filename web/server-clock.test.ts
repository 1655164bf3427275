import assert from 'node:assert/strict'
import { test } from 'node:test'
import { learnTime, serverNow } from '#web/server-clock.ts'

const offBy = () => serverNow() - Date.now()
const dateAhead = (ms: number) => new Date(Date.now() + ms).toUTCString()

test('a device whose clock is minutes off counts by the server', () => {
  assert.ok(Math.abs(offBy()) < 50, 'nothing is known yet')
  learnTime(dateAhead(-600_000))
  assert.ok(Math.abs(offBy() + 600_000) < 2_000)
  // The clock is set right meanwhile.
  learnTime(dateAhead(0))
  assert.ok(Math.abs(offBy()) < 2_000)
})

test('whole seconds and the way here are no news, and no answer without a date is', () => {
  learnTime(dateAhead(60_000))
  const before = offBy()
  learnTime(dateAhead(61_000))
  learnTime(null)
  learnTime('yesterday')
  assert.ok(Math.abs(offBy() - before) < 50)
})
